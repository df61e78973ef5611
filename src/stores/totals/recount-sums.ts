import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { isReportedIn } from '../transactions/filing-sql.ts';
import { addToJurisdictions, addToSales, lockOfSums, summed } from './fold-changes.ts';
import { jurisdictionEntries, jurisdictionTotals, ofTenant, salesEntries, salesTotals } from './total-entries.ts';

type SumsKind = 'sales' | 'jurisdictions';

export type SumFault = {
  readonly of: SumsKind;
  /** The number of sums that differ, and the total amounts by which the documents exceed these sums. */
  readonly count: number;
  readonly taxAmount: string;
  readonly grossAmount: string;
};

const labels = Prisma.sql`tenant_id, reported_on, country, state, tax_code, reason, rate, transaction_type, currency, customer_type,
  subsidiary`;

const parts = {
  sales: {
    table: Prisma.sql`sales_totals`,
    labels: Prisma.sql`${labels}, tax_date`,
    amounts: [...summed, Prisma.raw('fee_amount')],
    entries: salesEntries,
    totals: salesTotals,
    add: addToSales,
  },
  jurisdictions: {
    table: Prisma.sql`jurisdiction_totals`,
    labels: Prisma.sql`${labels}, jurisdiction_id, level, name`,
    amounts: summed,
    entries: jurisdictionEntries,
    totals: jurisdictionTotals,
    add: addToJurisdictions,
  },
} as const;

/** The months in which documents or sums have amounts, each given as its first day. */
export async function monthsOfSums(scope: TenantScope): Promise<readonly string[]> {
  const month = (day: Prisma.Sql) => Prisma.sql`SELECT DISTINCT date_trunc('month', ${day})::date AS month FROM`;
  const rows = await scope.reports.rows<{ month: string }>(Prisma.sql`
    ${month(Prisma.sql`reported_on`)} sales_totals ${where(scope, [])}
    UNION ${month(Prisma.sql`reported_on`)} jurisdiction_totals ${where(scope, [])}
    UNION ${month(Prisma.sql`(totals->>'reportedOn')::date`)} total_changes ${where(scope, [])}
    UNION ${month(Prisma.sql`coalesce(reported_on, tax_date)`)} transactions ${where(scope, [])}
    ORDER BY month`);
  return rows.map(({ month: first }) => first);
}

/**
 * The sums of a period that differ from its documents. Reads documents, sums and pending changes as of the same
 * instant.
 */
export async function recountSums(scope: TenantScope, period: ReportPeriod): Promise<SumFault[]> {
  const faults: SumFault[] = [];
  for (const of of ['sales', 'jurisdictions'] as const) {
    const [row] = await scope.reports.rows<{ count: number; gross: string | null; tax: string | null }>(Prisma.sql`
      SELECT count(*)::int AS count, trim_scale(sum(gross_amount))::text AS gross, trim_scale(sum(tax_amount))::text AS tax
      FROM (${differences(scope, of, period)}) AS differing`);
    if (row && row.count > 0) faults.push({ of, count: row.count, grossAmount: row.gross!, taxAmount: row.tax! });
  }
  return faults;
}

/**
 * Rebuilds the sums of a period from its documents, without the pending changes. Both are read as of the same instant,
 * and no changes are folded in the meantime.
 */
export async function repairSums(scope: TenantScope, period: ReportPeriod): Promise<void> {
  await inUnitOfWork(scope, async (rows) => {
    await rows(lockOfSums(scope, Prisma.sql`pg_advisory_xact_lock`));
    for (const of of ['sales', 'jurisdictions'] as const) {
      await rows(Prisma.sql`
        DELETE FROM ${parts[of].table} ${where(scope, [isReportedOnDayOf(period)])} RETURNING 1 AS removed`);
      await rows(parts[of].add(differences(scope, of, period)));
    }
    return true;
  });
}

const isReportedOnDayOf = ({ from, to }: ReportPeriod) => Prisma.sql`reported_on BETWEEN ${from}::date AND ${to}::date`;

function differences(scope: TenantScope, of: SumsKind, period: ReportPeriod): Prisma.Sql {
  const { labels: by, amounts, entries, totals } = parts[of];
  const each = (render: (amount: Prisma.Sql) => Prisma.Sql, separator?: string) =>
    Prisma.join(amounts.map(render), separator);
  const documents = Prisma.sql`(SELECT 1 AS sign, totals, tenant_id FROM transactions
    ${where(scope, [isReportedIn(period), Prisma.sql`totals IS NOT NULL`])})`;
  return Prisma.sql`
    SELECT ${by}, ${each((amount) => Prisma.sql`sum(${amount}) AS ${amount}`)} FROM (
      SELECT ${by}, ${each((amount) => amount)} FROM (${entries(documents, ofTenant)}) AS entries
      UNION ALL
      SELECT ${by}, ${each((amount) => Prisma.sql`-${amount}`)} FROM ${totals(scope, [isReportedOnDayOf(period)])} AS kept
    ) AS both_sides
    GROUP BY ${by} HAVING ${each((amount) => Prisma.sql`sum(${amount}) <> 0`, ' OR ')}`;
}
