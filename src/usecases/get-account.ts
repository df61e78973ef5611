import { authenticated, type Context } from '../context.ts';
import type { Tenant } from '../domain/tenant.ts';

/** The tenant of the token, with what it has settled; any valid token may read it. */
export async function getAccount(ctx: Context): Promise<Tenant> {
  const { stores, tenant } = authenticated(ctx);
  return (await stores.account.find()) ?? tenant;
}
