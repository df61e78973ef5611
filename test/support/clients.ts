import { randomBytes } from 'node:crypto';
import { type ClientLimits, defaultClientLimits } from '../../src/domain/account/client-limits.ts';
import type { Scope } from '../../src/domain/account/scope.ts';
import { hashClientSecret, newClientSecret } from '../../src/domain/clients/client-secret.ts';
import type { StoredClient } from '../../src/ports/stores/client-store.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { type ClientWithSecret, endClient, issueClient } from '../../src/usecases/clients/issued-client.ts';
import type { TestStore } from './stores.ts';

type NewClient = Partial<ClientLimits> & {
  readonly tenantId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
};

/** Creates a client as the operator does. */
export function createClient(stores: Pick<Stores, 'forTenant'>, input: NewClient, at: Date): Promise<ClientWithSecret> {
  return issueClient(stores.forTenant(input.tenantId).clients, input, at);
}

/** A hash with a negligible cost. */
const cheapHash = `scrypt$2$1$1$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`;

/**
 * The same with a cheap hash of the secret, for tests that check secrets many times: a normal one takes 50 ms each
 * time.
 */
export async function createCheapClient(stores: Pick<Stores, 'forTenant'>, input: NewClient, at: Date) {
  const clientSecret = newClientSecret();
  const client = aClient(input.tenantId, {
    ...input,
    secretHash: await hashClientSecret(clientSecret, cheapHash),
    internalTimestamps: { createdDate: at, updatedDate: at },
  });
  await stores.forTenant(input.tenantId).clients.insert(client);
  return { client, clientSecret };
}

/** Revokes a client as the operator does. */
export async function revokeClient(
  stores: Pick<Stores, 'clients' | 'forTenant'>,
  clientId: string,
  at: Date,
): Promise<void> {
  const { tenantId } = (await stores.clients.find(clientId))!;
  const ending = { tenantId, clientId, reason: null, keepsAdmin: false, now: () => at };
  await endClient(stores.forTenant(tenantId).clients, ending);
}

/** A client without a secret: the operator issues its tokens. */
export function aClient(tenantId: string, changes: Partial<StoredClient> = {}): StoredClient {
  const now = new Date();
  return {
    clientId: `client_${randomBytes(12).toString('hex')}`,
    tenantId,
    name: 'Test',
    secretHash: '',
    secretNumber: 1,
    previousSecretHash: null,
    previousSecretUntil: null,
    scopes: [],
    revokedAt: null,
    internalTimestamps: { createdDate: now, updatedDate: now },
    version: 1,
    ...defaultClientLimits,
    ...changes,
  };
}

/** Stores a client without an entry in the audit trail. */
export async function insertClient({ database }: Pick<TestStore, 'database'>, client: StoredClient): Promise<void> {
  const { clientId, tenantId, name, secretHash, scopes, internalTimestamps, requestsPerMinute, costPerMinute } = client;
  const createdAt = internalTimestamps.createdDate;
  const data = { clientId, tenantId, name, secretHash, createdAt, requestsPerMinute, costPerMinute };
  await database.prisma.client.create({ data: { ...data, scopes: [...scopes] } });
}
