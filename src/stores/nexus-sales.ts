import { asText } from '../domain/amount.ts';
import type { SalesAnswer, SalesQuestion } from '../domain/nexus-sales.ts';
import { decimal, decimalText } from '../tax/decimal.ts';
import { Prisma } from './generated/client.ts';
import type { NexusStore } from './nexus-store.ts';
import { readRows } from './rows.ts';
import { type TenantScope, where } from './tenant-scope.ts';

type Row = {
  number: number;
  currency: string;
  sales_amount: string;
  transaction_count: number;
  sales_on: string | null;
  transactions_on: string | null;
};

/** Adds up the sales of many places and periods in one statement, which reads nothing but an index. */
export function createSalesAdder(scope: TenantScope): NexusStore['addUpSales'] {
  return async (questions) => {
    if (questions.length === 0) return [];
    const rows = await readRows<Row>(scope.prisma, sums(scope, questions));
    return questions.map((_, number) => toAnswer(rows.filter((row) => row.number === number)));
  };
}

function toAnswer(rows: readonly Row[]): SalesAnswer {
  return {
    sales: rows.map((row) => ({
      currency: row.currency,
      salesAmount: asText(decimal(row.sales_amount)),
      transactionCount: row.transaction_count,
    })),
    salesReachedOn: rows[0]?.sales_on ?? null,
    transactionsReachedOn: rows[0]?.transactions_on ?? null,
  };
}

/** By day first: running sums over the days tell when a threshold was come to. */
function sums(scope: TenantScope, questions: readonly SalesQuestion[]): Prisma.Sql {
  return Prisma.sql`
    WITH asked AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(questions.map(toRow))}::json) AS asked (number int, country text,
        state text, from_on date, to_on date, currency text, counts_marketplace boolean, sales_threshold numeric,
        transaction_threshold int)
    ), daily AS (
      ${salesByDay(scope, Prisma.sql`transactions.state = asked.state`, Prisma.sql`asked.state IS NOT NULL`)}
      UNION ALL
      ${salesByDay(scope, null, Prisma.sql`asked.state IS NULL`)}
    ), running AS (
      SELECT number, tax_on,
        sum(sum(amount) FILTER (WHERE daily.currency = asked.currency)) OVER days AS amount,
        sum(sum(count)) OVER days AS count
      FROM daily JOIN asked USING (number) GROUP BY number, tax_on
      WINDOW days AS (PARTITION BY number ORDER BY tax_on)
    ), reached AS (
      SELECT number, min(tax_on) FILTER (WHERE amount >= sales_threshold) AS sales_on,
        min(tax_on) FILTER (WHERE count >= transaction_threshold) AS transactions_on
      FROM running JOIN asked USING (number) GROUP BY number
    )
    SELECT number, daily.currency, sum(amount)::text AS sales_amount, sum(count)::int AS transaction_count, sales_on,
      transactions_on
    FROM daily JOIN reached USING (number)
    GROUP BY number, daily.currency, sales_on, transactions_on ORDER BY number, daily.currency`;
}

/** One look into the index for each question: planned as a join, it could read all documents for each. */
function salesByDay(scope: TenantScope, isInState: Prisma.Sql | null, isAsked: Prisma.Sql): Prisma.Sql {
  const counted = where(scope, [
    Prisma.sql`transactions.country = asked.country`,
    isInState,
    Prisma.sql`tax_on BETWEEN asked.from_on AND asked.to_on`,
    Prisma.sql`transaction_type IN ('INVOICE', 'REFUND', 'TAXABLE_REFUND') AND transaction_status <> 'CANCELLED'`,
    Prisma.sql`(asked.counts_marketplace OR customer_type <> 'MARKETPLACE')`,
  ]);
  return Prisma.sql`
    SELECT asked.number, sale.* FROM asked CROSS JOIN LATERAL (
      SELECT currency, tax_on, count(*) FILTER (WHERE transaction_type = 'INVOICE') AS count,
        sum((final_transaction_amount - tax_amount) * CASE transaction_type WHEN 'INVOICE' THEN 1 ELSE -1 END) AS amount
      FROM transactions ${counted} GROUP BY transactions.currency, tax_on
    ) AS sale WHERE ${isAsked}`;
}

function toRow(
  { country, state, fromOn, toOn, currency, countsMarketplaceSales, threshold }: SalesQuestion,
  number: number,
) {
  return {
    number,
    country,
    state,
    from_on: fromOn,
    to_on: toOn,
    currency,
    counts_marketplace: countsMarketplaceSales,
    sales_threshold: threshold && decimalText(threshold.salesAmount),
    transaction_threshold: threshold?.transactionCount ?? null,
  };
}
