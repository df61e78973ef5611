import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionKey, ExemptionStore } from '../../ports/stores/exemption-store.ts';
import { Prisma } from '../generated/client.ts';
import { countRows } from '../sql/count-rows.ts';
import { exemptionFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf, searchesText } from '../sql/filter-sql.ts';
import { countsByOwner, customerOwners, pagesByOwner } from '../sql/owner-sql.ts';
import { pageSql } from '../sql/page-sql.ts';
import { isUuid, type TenantScope, where } from '../sql/tenant-scope.ts';
import { type ExemptionSqlRow, selectedExemptionColumns, toExemption } from './exemption-sql-row.ts';
import { createExemptionWrites, hasOneOfKeys } from './exemption-writes.ts';

export function createExemptionStore(scope: TenantScope): ExemptionStore {
  const { statements, reports } = scope;

  async function find(tail: Prisma.Sql): Promise<Exemption[]> {
    const rows = await statements.rows<ExemptionSqlRow>(
      Prisma.sql`SELECT ${selectedExemptionColumns} FROM exemptions ${tail}`,
    );
    return rows.map(toExemption);
  }

  async function findByKeys(keys: readonly ExemptionKey[]): Promise<Exemption[]> {
    if (keys.length === 0) return [];
    return find(where(scope, [hasOneOfKeys(keys)]));
  }

  return {
    async findByKey(key) {
      return isUuid(key.customerId) ? ((await findByKeys([key]))[0] ?? null) : null;
    },

    async findMany(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      return ids.length === 0 ? [] : find(where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`]));
    },

    async findByCustomers(customerIds) {
      const ids = customerIds.filter(isUuid);
      if (ids.length === 0) return [];
      const ofCustomers = where(scope, [Prisma.sql`customer_id = ANY(${ids}::uuid[])`]);
      return find(Prisma.sql`${ofCustomers} ORDER BY created_at, service_id`);
    },

    async list(filter, page) {
      const { isAfter, order, limit } = pageSql(exemptionFilterColumns, page);
      const conditions = conditionsOf(exemptionFilterColumns, filter);
      const select = Prisma.sql`SELECT ${selectedExemptionColumns} FROM exemptions
        ${where(scope, [...conditions, isAfter])} ${order} ${limit}`;
      const from = searchesText(filter) ? reports : statements;
      const rows = await from.rows<ExemptionSqlRow>(select, planningOf(conditions));
      return rows.map(toExemption);
    },

    count: (filter) => countRows(scope, 'reports', 'exemptions', conditionsOf(exemptionFilterColumns, filter)),

    async listByCustomer(customerIds, filter, page) {
      const owners = customerOwners(customerIds);
      const conditions = conditionsOf(exemptionFilterColumns, filter);
      const lists = { owners, columns: selectedExemptionColumns, table: Prisma.sql`exemptions`, conditions };
      const pages = await pagesByOwner<ExemptionSqlRow>(scope, lists, pageSql(exemptionFilterColumns, page));
      return pages.map((rows) => rows.map(toExemption));
    },

    countByCustomer(customerIds, filter) {
      const conditions = conditionsOf(exemptionFilterColumns, filter);
      return countsByOwner(scope, { owners: customerOwners(customerIds), table: Prisma.sql`exemptions`, conditions });
    },
    ...createExemptionWrites(scope, findByKeys),
  };
}
