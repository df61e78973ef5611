import type {
  RegisterName,
  TaxNumberCheckFilter,
  TaxNumberCheckRecord,
} from '../../domain/tax-numbers/tax-number-validation.ts';
import type { TaxNumberCheckStore } from '../../ports/stores/tax-number-check-store.ts';
import { Prisma } from '../generated/client.ts';
import { taxNumberCheckFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf } from '../sql/filter-sql.ts';
import { isAfter, orderByCreation, type TenantScope, where } from '../sql/tenant-scope.ts';

type Row = {
  service_id: string;
  country_code: string;
  vat_number: string;
  is_registered: boolean;
  register: RegisterName;
  consultation_number: string | null;
  name: string | null;
  address: string | null;
  checked_at: string;
  created_at: string;
};

const columns = Prisma.sql`service_id, country_code, vat_number, is_registered, register, consultation_number, name,
  address, checked_at, created_at`;

export function createTaxNumberCheckStore(scope: TenantScope): TaxNumberCheckStore {
  const { prisma, statements, tenantId } = scope;
  const conditions = (filter: TaxNumberCheckFilter) => conditionsOf(taxNumberCheckFilterColumns, filter);

  return {
    async insert(check) {
      await prisma.$executeRaw`
        INSERT INTO tax_number_checks (tenant_id, ${columns})
        VALUES (${tenantId}, ${check.serviceId}::uuid, ${check.countryCode}, ${check.vatNumber}, ${check.isRegistered},
          ${check.register}, ${check.consultationNumber}, ${check.name}, ${check.address},
          ${check.checkedAt.toISOString()}::timestamptz,
          ${check.internalTimestamps.createdDate.toISOString()}::timestamptz)
        ON CONFLICT (tenant_id, vat_number, register, checked_at) DO NOTHING`;
    },

    async list(filter, page) {
      const tail = Prisma.sql`${where(scope, [...conditions(filter), isAfter(page)])} ${orderByCreation(page)}`;
      const select = Prisma.sql`SELECT ${columns} FROM tax_number_checks ${tail}`;
      const rows = await statements.rows<Row>(select, planningOf(conditions(filter)));
      return rows.map(toCheck);
    },

    async count(filter) {
      const counting = Prisma.sql`SELECT count(*)::int AS count FROM tax_number_checks ${where(scope, conditions(filter))}`;
      const [row] = await statements.rows<{ count: number }>(counting, planningOf(conditions(filter)));
      return row?.count ?? 0;
    },
  };
}

function toCheck(row: Row): TaxNumberCheckRecord {
  const createdAt = new Date(row.created_at);
  return {
    serviceId: row.service_id,
    countryCode: row.country_code,
    vatNumber: row.vat_number,
    isRegistered: row.is_registered,
    register: row.register,
    consultationNumber: row.consultation_number,
    name: row.name,
    address: row.address,
    checkedAt: new Date(row.checked_at),
    internalTimestamps: { createdDate: createdAt, updatedDate: createdAt },
  };
}
