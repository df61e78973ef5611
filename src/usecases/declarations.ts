import type { NexusDeclaration } from '../domain/nexus.ts';
import type { TenantSettings } from '../domain/tenant.ts';
import type { TenantStores } from '../stores/stores.ts';

/** What decides where a seller collects; nothing is read for one that collects everywhere. */
export async function declarationsFor(
  { nexus }: Pick<TenantStores, 'nexus'>,
  { collect }: TenantSettings,
): Promise<readonly NexusDeclaration[]> {
  return collect === 'EVERYWHERE' ? [] : nexus.list();
}
