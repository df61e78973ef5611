import type { NamedTenant } from '../ports/stores/tenant-store.ts';
import type { Stores } from '../ports/stores.ts';
import { UsageError } from './command.ts';

/** The tenants with this id or name; several tenants can share a name. */
export async function tenantsNamed(
  { tenants }: Pick<Stores, 'tenants'>,
  wanted: string,
): Promise<readonly NamedTenant[]> {
  const byId = await tenants.find(wanted);
  const found = byId ? [byId] : await tenants.findByName(wanted);
  if (found.length === 0) throw new UsageError(`Tenant ${wanted} not found.`);
  return found;
}

export async function tenantNamed(stores: Pick<Stores, 'tenants'>, wanted: string): Promise<NamedTenant> {
  const [tenant, other] = await tenantsNamed(stores, wanted);
  if (other) throw new UsageError(`Several tenants are named ${wanted}; use an id instead.`);
  return tenant!;
}
