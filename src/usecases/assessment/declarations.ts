import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import type { TenantStores } from '../../ports/stores.ts';

/** The nexus and registrations that decide where a seller collects. For one that collects everywhere, none are read. */
export async function declarationsFor(
  { nexus }: Pick<TenantStores, 'nexus'>,
  { collect }: TenantSettings,
): Promise<readonly NexusDeclaration[]> {
  return collect === 'EVERYWHERE' ? [] : nexus.list();
}
