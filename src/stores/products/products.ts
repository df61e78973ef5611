import type { NaturalKey } from '../../domain/base/record-name.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import type { Product, ProductInput } from '../../domain/products/product.ts';
import type { MappedCount } from '../../domain/products/suggest-tax-codes.ts';
import type { ProductStore } from '../../ports/stores/product-store.ts';
import { Prisma } from '../generated/client.ts';
import { countRows } from '../sql/count-rows.ts';
import { productFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf, searchesText } from '../sql/filter-sql.ts';
import { columnsOf, type RowOf, withTimes } from '../sql/stored-record.ts';
import { besideTenant, isAfter, isUuid, orderByCreation, type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { createUnmappedReader } from './unmapped.ts';

type Row = RowOf<Product>;

const columns = columnsOf<Row>(
  'serviceId',
  'source',
  'externalId',
  'name',
  'category',
  'taxCode',
  'createdAt',
  'updatedAt',
  'version',
);

export function createProductStore(scope: TenantScope): ProductStore {
  const { statements, reports, changedBy } = scope;

  return {
    async find(names) {
      const ids = names.flatMap((name) => ('serviceId' in name && isUuid(name.serviceId) ? [name.serviceId] : []));
      const keys = names.flatMap((name) => ('key' in name ? [name.key] : []));
      const conditions = [
        ...(ids.length > 0 ? [Prisma.sql`service_id = ANY(${ids}::uuid[])`] : []),
        ...(keys.length > 0 ? [isAmong(keys)] : []),
      ];
      if (conditions.length === 0) return [];
      const isNamed = Prisma.sql`(${Prisma.join(conditions, ' OR ')})`;
      const rows = await statements.rows<Row>(Prisma.sql`SELECT ${columns} FROM products ${where(scope, [isNamed])}`);
      return rows.map(withTimes);
    },

    async list(filter, page) {
      const conditions = conditionsOf(productFilterColumns, filter);
      const from = searchesText(filter) ? reports : statements;
      const select = Prisma.sql`SELECT ${columns} FROM products ${where(scope, [...conditions, isAfter(page)])}
        ${orderByCreation(page)}`;
      return (await from.rows<Row>(select, planningOf(conditions))).map(withTimes);
    },

    count: (filter) => countRows(scope, 'reports', 'products', conditionsOf(productFilterColumns, filter)),

    async findTaxCodes(keys) {
      const isMapped = [isAmong(keys), Prisma.sql`tax_code IS NOT NULL`];
      return statements.rows<NaturalKey & { taxCode: string }>(Prisma.sql`
        SELECT source, external_id AS "externalId", tax_code AS "taxCode" FROM products ${where(scope, isMapped)}`);
    },

    ...createUnmappedReader(scope),

    async countByCategory(categories) {
      if (categories.length === 0) return [];
      const isMapped = [Prisma.sql`category = ANY(${[...categories]}::text[])`, Prisma.sql`tax_code IS NOT NULL`];
      return statements.rows<MappedCount>(Prisma.sql`
        SELECT category, tax_code AS "taxCode", count(*)::int AS "productCount" FROM products ${where(scope, isMapped)}
        GROUP BY category, tax_code ORDER BY tax_code`);
    },

    async put(products, at, { isNew = false } = {}) {
      const now = Prisma.sql`${at.toISOString()}::timestamptz`;
      const rows = inOrder(products).map((one) => ({ serviceId: newServiceId(), ...one }));
      const sent = Prisma.sql`json_to_recordset(${JSON.stringify(rows)}::json)
        AS sent ("serviceId" uuid, source text, "externalId" text, name text, category text, "taxCode" text)`;
      const update = Prisma.sql`UPDATE SET name = excluded.name, category = excluded.category, tax_code = excluded.tax_code,
          updated_at = greatest(products.updated_at, excluded.updated_at), version = products.version + 1,
          changed_by = excluded.changed_by
        WHERE (products.name, products.category, products.tax_code)
          IS DISTINCT FROM (excluded.name, excluded.category, excluded.tax_code)`;
      const put = Prisma.sql`
        INSERT INTO products (tenant_id, service_id, source, external_id, name, category, tax_code, created_at, updated_at,
          changed_by)
        SELECT tenants.tenant_id, "serviceId", source, "externalId", sent.name, category, "taxCode", ${now}, ${now}, ${changedBy}
        ${besideTenant(scope, sent)}
        ON CONFLICT (tenant_id, source, external_id) DO ${isNew ? Prisma.sql`NOTHING` : update}
        RETURNING ${columns}`;
      return (await statements.rows<Row>(put)).map(withTimes);
    },

    async replace({ serviceId, version }, { name, category, taxCode }, at) {
      const [row] = await statements.rows<Row>(Prisma.sql`
        UPDATE products SET name = ${name}, category = ${category}, tax_code = ${taxCode},
          updated_at = greatest(updated_at, ${at.toISOString()}::timestamptz), version = version + 1, changed_by = ${changedBy}
        ${where(scope, isVersion(serviceId, version))} RETURNING ${columns}`);
      return row ? withTimes(row) : null;
    },

    remove({ serviceId, version }, at) {
      return inUnitOfWork(scope, async (rows) => {
        // The audit trail takes the author of the deletion from the row.
        await rows(Prisma.sql`UPDATE products SET changed_by = ${changedBy},
          updated_at = greatest(updated_at, ${at.toISOString()}::timestamptz), version = version + 1 ${where(scope, isVersion(serviceId, version))}`);
        const gone = await rows(Prisma.sql`DELETE FROM products
          ${where(scope, isVersion(serviceId, version + 1))} RETURNING service_id`);
        return gone.length === 1;
      });
    },
  };
}

const isVersion = (serviceId: string, version: number) => [
  Prisma.sql`service_id = ${serviceId}::uuid`,
  Prisma.sql`version = ${version}`,
];

function isAmong(keys: readonly NaturalKey[]): Prisma.Sql {
  const sources = keys.map(({ source }) => source);
  const ids = keys.map(({ externalId }) => externalId);
  return Prisma.sql`(source, external_id) IN (SELECT * FROM unnest(${sources}::text[], ${ids}::text[]))`;
}

/** A fixed order, so that two requests for the same products cannot deadlock. */
function inOrder(products: readonly ProductInput[]): ProductInput[] {
  const keyOf = ({ source, externalId }: ProductInput) => `${source} ${externalId}`;
  return products.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
