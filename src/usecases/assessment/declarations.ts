import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import type { TenantStores } from '../../ports/stores.ts';

/** Whether nexus and registrations decide where a seller collects. One that collects everywhere needs none. */
export function needsDeclarations({ collectionPolicy }: TenantSettings): boolean {
  return collectionPolicy !== 'EVERYWHERE';
}

export async function declarationsFor(
  { nexus }: Pick<TenantStores, 'nexus'>,
  settings: TenantSettings,
): Promise<readonly NexusDeclaration[]> {
  return needsDeclarations(settings) ? nexus.list() : [];
}
