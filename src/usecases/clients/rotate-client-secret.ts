import { authorize, type Context } from '../../ports/context.ts';
import { requireScopesOf } from './create-client.ts';
import { type ClientWithSecret, replaceClientSecret } from './issued-client.ts';

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
