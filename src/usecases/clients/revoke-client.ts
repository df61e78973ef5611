import { AppError } from '../../domain/base/errors.ts';
import type { Client } from '../../domain/clients/client.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { endClient, findClient } from './issued-client.ts';

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
