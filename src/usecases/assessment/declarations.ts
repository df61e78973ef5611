import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import type { TenantStores } from '../../ports/stores.ts';

/** What decides where a seller collects; nothing is read for one that collects everywhere. */
export async function declarationsFor(
  { nexus }: Pick<TenantStores, 'nexus'>,
  { collect }: TenantSettings,
): Promise<readonly NexusDeclaration[]> {
  return collect === 'EVERYWHERE' ? [] : nexus.list();
}
