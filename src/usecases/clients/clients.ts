import { scopes as allScopes, type Scope } from '../../domain/account/scope.ts';
import { AppError, invalidInput } from '../../domain/base/errors.ts';
import type { Client } from '../../domain/clients/client.ts';
import type { ClientInput } from '../../domain/clients/client-input.ts';
import { authorize, type Context, type Principal } from '../../ports/context.ts';
import { storedList } from '../reading/stored-list.ts';
import { type ClientWithSecret, endClient, findClient, issueClient, replaceClientSecret } from './issued-client.ts';

/** One page of the tenant's clients, newest first, including revoked ones. */
export const { list: listClients, count: countClients } = storedList('admin', ({ clients }) => clients);

export async function getClient(ctx: Context, clientId: string): Promise<Client> {
  return findClient(authorize(ctx, 'admin').stores.clients, clientId);
}

/**
 * Creates a client with at most the scopes of the token and the limits of its client. The secret is only returned here.
 */
export async function createClient(ctx: Context, input: ClientInput): Promise<ClientWithSecret> {
  const { stores, principal } = authorize(ctx, 'admin');
  const scopes = ownScopes(principal, input.scopes);
  const { requestsPerMinute = null, costPerMinute = null } = (await stores.clients.find(principal.clientId)) ?? {};
  const { tenantId } = principal;
  return issueClient(
    stores.clients,
    { tenantId, name: input.name, scopes, requestsPerMinute, costPerMinute },
    ctx.now(),
  );
}

/** The requested scopes in the order of `allScopes`, without duplicates. Throws for a scope that the token lacks. */
function ownScopes({ scopes: own }: Principal, asked: readonly string[]): Scope[] {
  const issues = [...asked.entries()].flatMap(([index, scope]) => {
    if (allScopes.some((known) => known === scope && own.has(known))) return [];
    const message = `The token lacks the scope ${scope}, so it cannot grant that scope to a client.`;
    return [{ path: ['scopes', index], code: 'INVALID_SCOPE', message }];
  });
  if (issues.length > 0) throw invalidInput(issues);
  return allScopes.filter((scope) => asked.includes(scope));
}

/** A secret grants the scopes of its client, so a token with fewer scopes must not obtain one. */
function requireScopesOf({ scopes: own }: Principal, { scopes }: { readonly scopes: readonly Scope[] }): void {
  const lacking = scopes.filter((scope) => !own.has(scope));
  if (lacking.length === 0) return;
  throw new AppError('FORBIDDEN', `The client has scopes that the token lacks: ${lacking.join(', ')}.`);
}

/**
 * Replaces the secret of a client whose scopes the token covers. The old secret remains valid for `overlapHours`, and
 * issued tokens until they expire.
 */
export async function rotateClientSecret(
  ctx: Context,
  { clientId, overlapHours }: { readonly clientId: string; readonly overlapHours: number },
): Promise<ClientWithSecret> {
  const { stores, principal } = authorize(ctx, 'admin');
  return replaceClientSecret(stores.clients, {
    tenantId: principal.tenantId,
    clientId,
    overlapHours,
    now: ctx.now,
    check: (client) => requireScopesOf(principal, client),
  });
}

type Revocation = {
  readonly clientId: string;
  readonly reason: string | null;
  /**
   * Whether to revoke the client even if the token of the request belongs to it, or if it is the last client with the
   * scope `admin`.
   */
  readonly acceptLockout: boolean;
};

/** Permanently revokes a client: its secret immediately, and its tokens within a second on every replica. */
export async function revokeClient(ctx: Context, { clientId, reason, acceptLockout }: Revocation): Promise<Client> {
  const { stores, principal } = authorize(ctx, 'admin');
  const { scopes, revokedAt } = await findClient(stores.clients, clientId);
  if (!acceptLockout && revokedAt === null && clientId === principal.clientId) {
    throw lockout('The token of this request belongs to this client and would be refused after the revocation.');
  }
  const keepsAdmin = !acceptLockout && scopes.includes('admin');
  const { tenantId } = principal;
  const client = await endClient(stores.clients, { tenantId, clientId, reason, keepsAdmin, now: ctx.now });
  if (client === 'LAST_ADMIN') throw lockout('This is the last client with the scope admin.');
  return client;
}

const lockout = (why: string) => new AppError('LOCKOUT', `${why} Send acceptLockout to revoke it anyway.`);
