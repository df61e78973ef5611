import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import type { NexusStore } from '../../ports/stores/nexus-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { jsonText } from '../sql/values.ts';
import { type NexusRow, nexusColumns, toDeclaration } from './nexus-row.ts';

/** Stores declarations. The sales are calculated in `totals`. */
export function createNexusStore(
  scope: TenantScope,
): Omit<NexusStore, 'addUpSales' | 'addUpCountedSales' | 'listDailySales' | 'findReachedDays'> {
  const { prisma, statements, tenantId, changedBy } = scope;

  async function read(conditions: readonly Prisma.Sql[]): Promise<NexusDeclaration[]> {
    const select = Prisma.sql`SELECT ${nexusColumns} FROM nexus ${where(scope, conditions)} ORDER BY country, state`;
    return (await statements.rows<NexusRow>(select)).map(toDeclaration);
  }

  return {
    list: () => read([]),

    async find(place) {
      return (await read([isAt(place)]))[0] ?? null;
    },

    async insert(declaration) {
      const inserted = await prisma.$executeRaw`
        INSERT INTO nexus (tenant_id, country, state, physical_nexus, economic_nexus, registrations, created_at,
          updated_at, version, changed_by)
        VALUES (${tenantId}, ${declaration.country}, ${declaration.state ?? ''},
          ${jsonText(declaration.physicalNexus)}::json, ${jsonText(declaration.economicNexus)}::json,
          ${jsonText(declaration.registrations)}::json,
          ${declaration.internalTimestamps.createdDate.toISOString()}::timestamptz,
          ${declaration.internalTimestamps.updatedDate.toISOString()}::timestamptz, ${declaration.version}::int, ${changedBy})
        ON CONFLICT (tenant_id, country, state) DO NOTHING`;
      return inserted === 1;
    },

    async replace(declaration, expectedVersion) {
      const isExpected = where(scope, [isAt(declaration), Prisma.sql`version = ${expectedVersion}`]);
      const replaced = await prisma.$executeRaw`
        UPDATE nexus SET physical_nexus = ${jsonText(declaration.physicalNexus)}::json,
          economic_nexus = ${jsonText(declaration.economicNexus)}::json,
          registrations = ${jsonText(declaration.registrations)}::json,
          updated_at = ${declaration.internalTimestamps.updatedDate.toISOString()}::timestamptz,
          version = ${declaration.version}::int, changed_by = ${changedBy}
        ${isExpected}`;
      return replaced === 1;
    },
  };
}

function isAt({ country, state }: NexusPlace): Prisma.Sql {
  return Prisma.sql`country = ${country} AND state = ${state ?? ''}`;
}
