import type { Customer } from '../../domain/customers/customer.ts';
import type { CustomerStore } from '../../ports/stores/customer-store.ts';
import { Prisma } from '../generated/client.ts';
import { countRows } from '../sql/count-rows.ts';
import { customerFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf, searchesText } from '../sql/filter-sql.ts';
import { pageSql } from '../sql/page-sql.ts';
import { columnsOf, instantOf, type RowOf, withTimes } from '../sql/stored-record.ts';
import { isUuid, type TenantScope, where } from '../sql/tenant-scope.ts';
import { jsonText, utcInstant } from '../sql/values.ts';

export function createCustomerStore(scope: TenantScope): CustomerStore {
  const { statements, reports, tenantId, changedBy } = scope;

  async function find(tail: Prisma.Sql): Promise<Customer[]> {
    const rows = await statements.rows<CustomerRow>(Prisma.sql`SELECT ${customerColumns} FROM customers ${tail}`);
    return rows.map(toCustomer);
  }

  return {
    async findByKey({ source, externalId }) {
      const condition = Prisma.sql`source = ${source} AND external_id = ${externalId}`;
      return (await find(where(scope, [condition])))[0] ?? null;
    },

    async findByKeys(keys) {
      if (keys.length === 0) return [];
      const pairs = JSON.stringify(keys.map(({ source, externalId }) => ({ source, external_id: externalId })));
      const named = Prisma.sql`(source, external_id) IN (
        SELECT source, external_id FROM json_to_recordset(${pairs}::json) AS named (source text, external_id text))`;
      return find(where(scope, [named]));
    },

    async findMany(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      return ids.length === 0 ? [] : find(where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`]));
    },

    async list(filter, page) {
      const { isAfter, order, limit } = pageSql(customerFilterColumns, page);
      const conditions = conditionsOf(customerFilterColumns, filter);
      const select = Prisma.sql`SELECT ${customerColumns} FROM customers ${where(scope, [...conditions, isAfter])} ${order} ${limit}`;
      // A substring search reads all customers.
      const from = searchesText(filter) ? reports : statements;
      const rows = await from.rows<CustomerRow>(select, planningOf(conditions));
      return rows.map(toCustomer);
    },

    count: (filter) => countRows(scope, 'reports', 'customers', conditionsOf(customerFilterColumns, filter)),

    async insert(customer) {
      const { createdDate, updatedDate } = customer.externalTimestamps;
      const inserted = await statements.rows(Prisma.sql`
        INSERT INTO customers (tenant_id, service_id, source, external_id, name, email, customer_type, comment,
          tax_number, address, external_timestamps, external_created_at, external_updated_at, created_at, updated_at, version, changed_by)
        VALUES (${tenantId}, ${customer.serviceId}::uuid, ${customer.source}, ${customer.externalId}, ${customer.name},
          ${customer.email}, ${customer.customerType}::"CustomerType", ${customer.comment}, ${customer.taxNumber},
          ${jsonText(customer.address)}::json, ${JSON.stringify(customer.externalTimestamps)}::json,
          ${utcInstant(createdDate)}::timestamptz, ${utcInstant(updatedDate)}::timestamptz,
          ${customer.internalTimestamps.createdDate.toISOString()}::timestamptz,
          ${customer.internalTimestamps.updatedDate.toISOString()}::timestamptz, ${customer.version}, ${changedBy})
        ON CONFLICT (tenant_id, source, external_id) DO NOTHING RETURNING service_id`);
      return inserted.length === 1;
    },

    async replace(customer, expectedVersion) {
      const { createdDate, updatedDate } = customer.externalTimestamps;
      const isExpected = Prisma.sql`service_id = ${customer.serviceId}::uuid AND version = ${expectedVersion}`;
      const replaced = await statements.rows(Prisma.sql`
        UPDATE customers SET name = ${customer.name}, email = ${customer.email},
          customer_type = ${customer.customerType}::"CustomerType", comment = ${customer.comment},
          tax_number = ${customer.taxNumber}, address = ${jsonText(customer.address)}::json,
          external_timestamps = ${JSON.stringify(customer.externalTimestamps)}::json,
          external_created_at = ${utcInstant(createdDate)}::timestamptz,
          external_updated_at = ${utcInstant(updatedDate)}::timestamptz,
          updated_at = ${customer.internalTimestamps.updatedDate.toISOString()}::timestamptz,
          version = ${customer.version}, changed_by = ${changedBy}
        ${where(scope, [isExpected])} RETURNING service_id`);
      return replaced.length === 1;
    },
  };
}

export type CustomerRow = RowOf<Customer>;

export const customerColumns = columnsOf<CustomerRow>(
  'serviceId',
  'source',
  'externalId',
  'name',
  'address',
  'email',
  'customerType',
  'comment',
  'taxNumber',
  'externalTimestamps',
  'createdAt',
  'updatedAt',
  'erasedAt',
  'version',
);

export function toCustomer({ erasedAt, ...row }: CustomerRow): Customer {
  return { ...withTimes(row), erasedAt: instantOf(erasedAt) };
}
