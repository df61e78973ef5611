import type { NexusDeclaration, NexusPlace } from '../../domain/nexus/nexus.ts';
import type { NexusStore } from '../../ports/stores/nexus-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { jsonText } from '../sql/values.ts';
import { createReachedFinder, createSalesAdder } from './nexus-sales.ts';

type Row = {
  country: string;
  state: string;
  physical_nexus: NexusDeclaration['physicalNexus'];
  economic_nexus: NexusDeclaration['economicNexus'];
  registrations: NexusDeclaration['registrations'];
  created_at: string;
  updated_at: string;
  version: number;
};

const columns = Prisma.sql`country, state, physical_nexus, economic_nexus, registrations, created_at, updated_at, version`;

export function createNexusStore(scope: TenantScope): NexusStore {
  const { prisma, statements, tenantId } = scope;

  async function read(conditions: readonly Prisma.Sql[]): Promise<NexusDeclaration[]> {
    const select = Prisma.sql`SELECT ${columns} FROM nexus ${where(scope, conditions)} ORDER BY country, state`;
    return (await statements.rows<Row>(select)).map(toDeclaration);
  }

  return {
    list: () => read([]),

    async find(place) {
      return (await read([isAt(place)]))[0] ?? null;
    },

    async insert(declaration) {
      const inserted = await prisma.$executeRaw`
        INSERT INTO nexus (tenant_id, country, state, physical_nexus, economic_nexus, registrations, created_at,
          updated_at, version)
        VALUES (${tenantId}, ${declaration.country}, ${declaration.state ?? ''},
          ${jsonText(declaration.physicalNexus)}::json, ${jsonText(declaration.economicNexus)}::json,
          ${jsonText(declaration.registrations)}::json,
          ${declaration.internalTimestamps.createdDate.toISOString()}::timestamptz,
          ${declaration.internalTimestamps.updatedDate.toISOString()}::timestamptz, ${declaration.version}::int)
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
          version = ${declaration.version}::int
        ${isExpected}`;
      return replaced === 1;
    },

    addUpSales: createSalesAdder(scope),
    findReachedDays: createReachedFinder(scope),
  };
}

function isAt({ country, state }: NexusPlace): Prisma.Sql {
  return Prisma.sql`country = ${country} AND state = ${state ?? ''}`;
}

function toDeclaration(row: Row): NexusDeclaration {
  return {
    country: row.country,
    state: row.state === '' ? null : row.state,
    physicalNexus: row.physical_nexus,
    economicNexus: row.economic_nexus,
    registrations: row.registrations,
    internalTimestamps: { createdDate: new Date(row.created_at), updatedDate: new Date(row.updated_at) },
    version: row.version,
  };
}
