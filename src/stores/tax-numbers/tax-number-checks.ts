import type { TaxNumberCheckFilter, TaxNumberCheckRecord } from '../../domain/tax-numbers/tax-number-validation.ts';
import type { TaxNumberCheckStore } from '../../ports/stores/tax-number-check-store.ts';
import { Prisma } from '../generated/client.ts';
import { countRows } from '../sql/count-rows.ts';
import { taxNumberCheckFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf } from '../sql/filter-sql.ts';
import { columnsOf, type RowOf, withTimes } from '../sql/stored-record.ts';
import { isAfter, orderByCreation, type TenantScope, where } from '../sql/tenant-scope.ts';

type Row = Omit<RowOf<TaxNumberCheckRecord>, 'updatedAt'>;

const columns = columnsOf<Row>(
  'serviceId',
  'countryCode',
  'vatNumber',
  'isRegistered',
  'register',
  'consultationNumber',
  'name',
  'address',
  'checkedAt',
  'createdAt',
);

export function createTaxNumberCheckStore(scope: TenantScope): TaxNumberCheckStore {
  const { prisma, statements, tenantId } = scope;
  const conditions = (filter: TaxNumberCheckFilter) => conditionsOf(taxNumberCheckFilterColumns, filter);

  return {
    async insert(check) {
      await prisma.$executeRaw`
        INSERT INTO tax_number_checks (tenant_id, service_id, country_code, vat_number, is_registered, register,
          consultation_number, name, address, checked_at, created_at)
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

    count: (filter) => countRows(scope, 'statements', 'tax_number_checks', conditions(filter)),
  };
}

function toCheck({ checkedAt, ...row }: Row): TaxNumberCheckRecord {
  return { ...withTimes({ ...row, updatedAt: row.createdAt }), checkedAt: new Date(checkedAt) };
}
