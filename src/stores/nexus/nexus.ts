import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import type { NexusGuard, NexusStore } from '../../ports/stores/nexus-store.ts';
import { Prisma } from '../generated/client.ts';
import { columnsOf, type RowOf, withTimes } from '../sql/stored-record.ts';
import { lockTenant, type TenantScope, where } from '../sql/tenant-scope.ts';
import { jsonText } from '../sql/values.ts';

/** Stores declarations. The sales are calculated in `totals`. */
export function createNexusStore(
  scope: TenantScope,
): Omit<NexusStore, 'addUpSales' | 'addUpCountedSales' | 'listDailySales' | 'findReachedDays'> {
  const { prisma, statements, tenantId, changedBy } = scope;

  const selecting = (conditions: readonly Prisma.Sql[]) =>
    Prisma.sql`SELECT ${nexusColumns} FROM nexus ${where(scope, conditions)} ORDER BY country, state`;

  async function read(conditions: readonly Prisma.Sql[]): Promise<NexusDeclaration[]> {
    return (await statements.rows<NexusRow>(selecting(conditions))).map(toDeclaration);
  }

  /** Guarded writes run one at a time. */
  async function write(statement: Prisma.Sql, guard?: NexusGuard): Promise<boolean> {
    if (!guard) return (await prisma.$executeRaw(statement)) === 1;
    return prisma.$transaction(async (unit) => {
      await unit.$queryRaw(lockTenant(scope));
      const stored = await unit.$queryRaw<NexusRow[]>(selecting([]));
      return guard(stored.map(toDeclaration)) && (await unit.$executeRaw(statement)) === 1;
    });
  }

  return {
    list: () => read([]),

    async find(place) {
      return (await read([isAt(place)]))[0] ?? null;
    },

    insert(declaration, guard) {
      const inserting = Prisma.sql`
        INSERT INTO nexus (tenant_id, country, state, physical_nexus, economic_nexus, registrations, created_at,
          updated_at, version, changed_by)
        VALUES (${tenantId}, ${declaration.country}, ${declaration.state ?? ''},
          ${jsonText(declaration.physicalNexus)}::json, ${jsonText(declaration.economicNexus)}::json,
          ${jsonText(declaration.registrations)}::json,
          ${declaration.internalTimestamps.createdDate.toISOString()}::timestamptz,
          ${declaration.internalTimestamps.updatedDate.toISOString()}::timestamptz, ${declaration.version}::int, ${changedBy})
        ON CONFLICT (tenant_id, country, state) DO NOTHING`;
      return write(inserting, guard);
    },

    replace(declaration, expectedVersion, guard) {
      const isExpected = where(scope, [isAt(declaration), Prisma.sql`version = ${expectedVersion}`]);
      const replacing = Prisma.sql`
        UPDATE nexus SET physical_nexus = ${jsonText(declaration.physicalNexus)}::json,
          economic_nexus = ${jsonText(declaration.economicNexus)}::json,
          registrations = ${jsonText(declaration.registrations)}::json,
          updated_at = ${declaration.internalTimestamps.updatedDate.toISOString()}::timestamptz,
          version = ${declaration.version}::int, changed_by = ${changedBy}
        ${isExpected}`;
      return write(replacing, guard);
    },
  };
}

function isAt({ country, state }: NexusPlace): Prisma.Sql {
  return Prisma.sql`country = ${country} AND state = ${state ?? ''}`;
}

/** `state` is empty for a whole country. */
export type NexusRow = RowOf<NexusDeclaration>;

export const nexusColumns = columnsOf<NexusRow>(
  'country',
  'state',
  'physicalNexus',
  'economicNexus',
  'registrations',
  'createdAt',
  'updatedAt',
  'version',
);

export function toDeclaration(row: NexusRow): NexusDeclaration {
  return { ...withTimes(row), state: row.state || null };
}
