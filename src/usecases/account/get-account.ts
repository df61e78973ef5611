import type { Tenant } from '../../domain/account/tenant.ts';
import { authenticated, type Context } from '../../ports/context.ts';

/** The tenant of the token with its settings; any valid token may read them. */
export async function getAccount(ctx: Context): Promise<Tenant> {
  const { stores, tenant } = authenticated(ctx);
  return (await stores.account.find()) ?? tenant;
}
