import type { UnmappedProductFilter } from '../../domain/products/unmapped-product.ts';
import type { ProductStore, SoldProduct, UnmappedProductPage } from '../../ports/stores/product-store.ts';
import { Prisma } from '../generated/client.ts';
import { productFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf } from '../sql/filter-sql.ts';
import { limitTo, type TenantScope, where } from '../sql/tenant-scope.ts';
import { transactionConditions } from '../transactions/transaction-conditions.ts';

/** Invoices are found by the notice label. Their items identify the unmapped products. */
const sold = {
  noticeCode: { eq: 'PRODUCT_UNMAPPED' },
  transactionType: { eq: 'INVOICE' },
  transactionStatus: { ne: 'CANCELLED' },
} as const;

export function createUnmappedReader(
  scope: TenantScope,
): Pick<ProductStore, 'listUnmapped' | 'countUnmapped' | 'countUnmappedSales'> {
  const { reports } = scope;

  const whereSold = ({ taxDate }: UnmappedProductFilter): Prisma.Sql =>
    where(scope, transactionConditions(scope, taxDate ? { ...sold, taxDate } : sold));

  /** Products in invoices and stored products, if they have no tax code. */
  const unmapped = (filter: UnmappedProductFilter): Prisma.Sql => {
    const { source } = filter;
    const isAsked = [Prisma.sql`tax_code IS NULL`, ...conditionsOf(productFilterColumns, source ? { source } : {})];
    return Prisma.sql`(
      SELECT source, external_id, coalesce(known.name, sales.name) AS name, category,
        coalesce(sale_count, 0) AS sale_count, last_sold_on
      FROM (
        SELECT coalesce("productSource", invoices.source) AS source, product AS external_id, max(sent.name) AS name,
          count(DISTINCT service_id)::int AS sale_count, max(tax_date) AS last_sold_on
        FROM (SELECT service_id, source, tax_date, document FROM transactions ${whereSold(filter)}) AS invoices,
          json_to_recordset(document -> 'items')
            AS sent (product text, "productSource" text, "productMapping" text, name text)
        WHERE "productMapping" = 'UNMAPPED'
        GROUP BY 1, 2
      ) AS sales
      FULL JOIN (
        SELECT source::text, external_id::text, name, category, tax_code FROM products ${where(scope, [])}
      ) AS known USING (source, external_id)
      WHERE ${Prisma.join(isAsked, ' AND ')}
    ) AS unmapped`;
  };

  return {
    listUnmapped(filter, page) {
      return reports.rows<SoldProduct>(Prisma.sql`
        SELECT source, external_id AS "externalId", name, category, sale_count AS "saleCount", last_sold_on AS "lastSoldOn"
        FROM ${unmapped(filter)} ${after(page)} ${orderOf(page)} ${limitTo(page.limit)}`);
    },

    async countUnmapped(filter) {
      const [row] = await reports.rows<{ count: number }>(
        Prisma.sql`SELECT count(*)::int AS count FROM ${unmapped(filter)}`,
      );
      return row?.count ?? 0;
    },

    async countUnmappedSales(filter, limit) {
      const [row] = await reports.rows<{ count: number }>(Prisma.sql`
        SELECT count(*)::int AS count FROM (SELECT FROM transactions ${whereSold(filter)} ${limitTo(limit)}) AS invoices`);
      return row?.count ?? 0;
    },
  };
}

/** Sorts by sales, most sold first, then by key; reversed when reading backward. */
function orderOf({ isBackward }: UnmappedProductPage): Prisma.Sql {
  return isBackward
    ? Prisma.sql`ORDER BY sale_count, source DESC, external_id DESC`
    : Prisma.sql`ORDER BY sale_count DESC, source, external_id`;
}

function after({ after: position, isBackward }: UnmappedProductPage): Prisma.Sql {
  if (!position) return Prisma.empty;
  const key = Prisma.sql`(${position.source}, ${position.externalId})`;
  const sales = Prisma.sql`${position.saleCount}::int`;
  return isBackward
    ? Prisma.sql`WHERE sale_count > ${sales} OR sale_count = ${sales} AND (source, external_id) < ${key}`
    : Prisma.sql`WHERE sale_count < ${sales} OR sale_count = ${sales} AND (source, external_id) > ${key}`;
}
