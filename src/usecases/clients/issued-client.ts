import { randomBytes } from 'node:crypto';
import { type ClientLimits, defaultClientLimits } from '../../domain/account/client-limits.ts';
import type { Scope } from '../../domain/account/scope.ts';
import { AppError, invalidField, notFound } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import { clientIdInput } from '../../domain/clients/client-input.ts';
import { hashClientSecret, newClientSecret } from '../../domain/clients/client-secret.ts';
import type { StoredClient, TenantClientStore } from '../../ports/stores/client-store.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';

/*
 * Shared by REST, GraphQL and the operator's commands. The commands run without a client, so checks that depend on the
 * calling client are elsewhere.
 */

/** A client with its secret. Only a hash of the secret is stored. */
export type ClientWithSecret = { readonly client: StoredClient; readonly clientSecret: string };

type NewClient = Partial<ClientLimits> & {
  readonly tenantId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
};

export async function issueClient(clients: TenantClientStore, input: NewClient, now: Date): Promise<ClientWithSecret> {
  const clientSecret = newClientSecret();
  const client: StoredClient = {
    ...defaultClientLimits,
    ...input,
    clientId: `client_${randomBytes(12).toString('hex')}`,
    secretHash: await hashClientSecret(clientSecret),
    secretNumber: 1,
    previousSecretHash: null,
    previousSecretUntil: null,
    revokedAt: null,
    internalTimestamps: { createdDate: now, updatedDate: now },
    version: 1,
  };
  if (await clients.insert(client)) return { client, clientSecret };
  const { active } = gatewayLimits.clients;
  const message = `The limit of ${active} active clients is reached. Revoke one first.`;
  throw invalidField(['name'], 'TOO_MANY', message);
}

export async function findClient(clients: TenantClientStore, clientId: string): Promise<StoredClient> {
  const client = clientIdInput.safeParse(clientId).success ? await clients.find(clientId) : null;
  if (!client) throw notFound('CLIENT', {}, `Client ${JSON.stringify(clientId.slice(0, 100))} not found.`);
  return client;
}

const hourMs = 3_600_000;

/** A change to a client, with its time. */
type Changing = { readonly tenantId: string; readonly clientId: string; now(): Date };

const recordOf = ({ tenantId, clientId }: Changing) => ({ tenantId, name: `client ${clientId}` });

type Rotation = Changing & {
  readonly overlapHours: number;
  /** Throws for a client whose secret must not be replaced. */
  check(client: StoredClient): void;
};

/** Replaces the secret. The old secret also remains valid for the given number of hours. Issued tokens remain valid. */
export function replaceClientSecret(clients: TenantClientStore, rotation: Rotation): Promise<ClientWithSecret> {
  const { clientId, overlapHours, now, check } = rotation;
  const attempt = async () => {
    const stored = await findClient(clients, clientId);
    check(stored);
    if (stored.revokedAt) throw new AppError('CLIENT_REVOKED', 'The client is revoked. Create another one.');
    const at = now();
    const hasOverlap = overlapHours > 0;
    const clientSecret = newClientSecret();
    const client: StoredClient = {
      ...stored,
      secretHash: await hashClientSecret(clientSecret, hasOverlap ? stored.secretHash : null),
      secretNumber: stored.secretNumber + 1,
      previousSecretHash: hasOverlap ? stored.secretHash : null,
      previousSecretUntil: hasOverlap ? new Date(at.getTime() + overlapHours * hourMs) : null,
      internalTimestamps: changedAt(stored.internalTimestamps, at),
      version: stored.version + 1,
    };
    return (await clients.replace(stored, client)) ? { client, clientSecret } : null;
  };
  return retryOnConflict(recordOf(rotation), attempt);
}

type Ending = Changing & {
  readonly reason: string | null;
  /** Whether another active client with the scope `admin` must remain. */
  readonly keepsAdmin: boolean;
};

/**
 * Revokes a client permanently and returns it, or returns `LAST_ADMIN` if the client must remain active. Revoking a
 * revoked client changes nothing.
 */
export function endClient(clients: TenantClientStore, ending: Ending): Promise<StoredClient | 'LAST_ADMIN'> {
  const { clientId, reason, keepsAdmin, now } = ending;
  return retryOnConflict(recordOf(ending), async () => {
    const stored = await findClient(clients, clientId);
    if (stored.revokedAt) return stored;
    const at = now();
    const client = {
      ...stored,
      previousSecretHash: null,
      previousSecretUntil: null,
      revokedAt: at,
      internalTimestamps: changedAt(stored.internalTimestamps, at),
      version: stored.version + 1,
    };
    const isReplaced = await (keepsAdmin
      ? clients.replaceIfOtherAdmin(stored, client, reason)
      : clients.replace(stored, client, reason));
    if (isReplaced === 'LAST_ADMIN') return isReplaced;
    return isReplaced ? client : null;
  });
}

/** Changes the limits of a client, on behalf of the operator. */
export function limitClient(
  clients: TenantClientStore,
  limiting: Changing & { readonly changes: Partial<ClientLimits> },
): Promise<StoredClient> {
  const { clientId, changes, now } = limiting;
  return retryOnConflict(recordOf(limiting), async () => {
    const stored = await findClient(clients, clientId);
    const client = {
      ...stored,
      ...changes,
      internalTimestamps: changedAt(stored.internalTimestamps, now()),
      version: stored.version + 1,
    };
    return (await clients.replace(stored, client)) ? client : null;
  });
}
