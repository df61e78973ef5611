import { toDecimalText } from '../../domain/base/amount.ts';
import { addDays } from '../../domain/base/calendar.ts';
import { groupedBy } from '../../domain/base/grouped-by.ts';
import { namesOf } from '../../domain/base/record.ts';
import type { CurrencySales } from '../../domain/nexus/nexus-record.ts';
import type { AddedUpSales, ReachedDays, SalesQuestion } from '../../domain/nexus/nexus-sales.ts';
import { euCode, unionStates } from '../../domain/places/eu-code.ts';
import { type ExclusionReason, exclusionReason } from '../../domain/transactions/transaction-enums.ts';
import type { NexusStore } from '../../ports/stores/nexus-store.ts';
import { decimal, decimalText, sum } from '../../tax/numbers/decimal.ts';
import { Prisma } from '../generated/client.ts';
import { excludedAs, ofWholeInvoices } from '../sql/excluded-as.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';
import { salesTotals } from './total-entries.ts';

const reasons = excludedAs(Prisma.sql`customer_type`, Prisma.sql`reason`);
/** Invoices less refunds, without state fees. A refund reduces the amount of sales, but not their number. */
const count = Prisma.sql`coalesce(sum(documents) FILTER (WHERE transaction_type = 'INVOICE'), 0)`;
const amount = Prisma.sql`sum(gross_amount * CASE WHEN transaction_type = 'INVOICE' THEN 1 ELSE -1 END)`;
/** Excludes rows whose documents were all cancelled. */
const anySales = Prisma.sql`${count} <> 0 OR ${amount} <> 0`;

type Segment = {
  country: string;
  state: string;
  currency: string;
  /** Reasons for which a place may exclude the sales. */
  reasons: readonly ExclusionReason[];
  /** The number, starting at 1, of the date range between two adjacent limits from the questions. */
  segment: number;
  count: number;
  amount: string;
};

/**
 * Adds up the sales of many jurisdictions and periods in one scan of the tenant's totals. The questions share few limits, so
 * the sums between adjacent limits answer all of them. The cost of a join would depend on PostgreSQL's choice of plan.
 */
export function createSalesAdder(scope: TenantScope, ready: () => Promise<void>): NexusStore['addUpSales'] {
  return async (questions) => {
    if (questions.length === 0) return [];
    const ends = new Map([...new Set(questions.map(({ to }) => to))].map((to) => [to, addDays(to, 1)]));
    const limits = [...new Set([...questions.map(({ from }) => from), ...ends.values()])].sort();
    const segmentFrom = new Map(limits.map((limit, index) => [limit, index + 1]));
    const sales = salesTotals(scope, [
      isAtPlaces(questions),
      isReportedSince(limits[0]!),
      Prisma.sql`tax_date >= ${limits[0]}::date AND tax_date < ${limits.at(-1)}::date`,
    ]);
    await ready();
    const rows = await scope.reports.rows<Segment>(
      Prisma.sql`
        SELECT country, state, currency, ${reasons} AS reasons,
          width_bucket(tax_date, ${limits}::date[]) AS segment, ${count}::int AS count, ${amount}::text AS amount
        FROM ${sales} AS sales GROUP BY 1, 2, 3, 4, 5 HAVING ${anySales}`,
    );
    const byCountry = groupedBy(rows, ({ country }) => country);
    return questions.map((question) => {
      const first = segmentFrom.get(question.from)!;
      const end = segmentFrom.get(ends.get(question.to)!)!;
      const sold = countriesOf(question)
        .flatMap((country) => byCountry.get(country) ?? [])
        .filter((row) => isAt(question, row) && row.segment >= first && row.segment < end);
      return addedUp(sold, question);
    });
  };
}

type Sold = Omit<Segment, 'segment'>;

/** Sales that fall under several reasons are listed under the first one. */
function addedUp(sold: readonly Sold[], { excludes }: SalesQuestion): AddedUpSales {
  const known = namesOf(exclusionReason).filter((reason) => excludes.includes(reason));
  const counted: Sold[] = [];
  const excluded = new Map<ExclusionReason, Sold[]>(known.map((reason) => [reason, []]));
  for (const row of sold) {
    const reasons = known.filter((reason) => row.reasons.includes(reason));
    const [first] = reasons;
    const isCounted = ofWholeInvoices(reasons).length === 0;
    if (isCounted) counted.push(first ? { ...row, amount: '0' } : row);
    if (first) excluded.get(first)!.push(isCounted ? { ...row, count: 0 } : row);
  }
  return {
    counted: salesByCurrency(counted),
    excludedSales: [...excluded].flatMap(([reason, rows]) =>
      salesByCurrency(rows).map((sales) => ({ reason, ...sales })),
    ),
  };
}

/** Totals are sorted by reporting day, which is never before the tax date. */
function isReportedSince(day: string): Prisma.Sql {
  return Prisma.sql`reported_on >= ${day}::date`;
}

/** The entries of the EU, and the corrections of a whole country: see `domain/totals/nexus-entries.ts`. */
const countriesOf = ({ country, state }: SalesQuestion): readonly string[] =>
  state === null && country !== euCode ? [country, euCode] : [country];

function isAt({ countries = [], ...question }: SalesQuestion, { country, state }: Pick<Segment, 'country' | 'state'>) {
  if (question.country === euCode) return unionStates(countries).includes(state);
  return country === euCode ? state === question.country : question.state === null || state === question.state;
}

/** A single state is a contiguous part of the index. */
function isAtPlaces(questions: readonly SalesQuestion[]): Prisma.Sql {
  const countries = [...new Set(questions.flatMap(countriesOf))];
  const states = [...new Set(questions.flatMap(({ state }) => state ?? []))];
  const isInCountries = Prisma.sql`country = ANY(${countries}::text[])`;
  const areAllStates = questions.every(({ state }) => state !== null);
  return areAllStates ? Prisma.sql`${isInCountries} AND state = ANY(${states}::text[])` : isInCountries;
}

function salesByCurrency(rows: readonly Sold[]): CurrencySales[] {
  return [...groupedBy(rows, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, ofCurrency]) => ({
      currency,
      salesAmount: toDecimalText(sum(ofCurrency.map((row) => decimal(row.amount)))),
      transactionCount: ofCurrency.reduce((total, row) => total + row.count, 0),
    }))
    .filter(({ salesAmount, transactionCount }) => transactionCount !== 0 || !decimal(salesAmount).isZero());
}

type DayOfSales = Sold & { day: string };

/** The counted sales by day and currency, for the few questions that need them. */
export function createDailySales(scope: TenantScope): NexusStore['listDailySales'] {
  return async (questions) => {
    if (questions.length === 0) return [];
    const days = questions.flatMap(({ from, to }) => [from, to]).sort();
    const sales = salesTotals(scope, [
      isAtPlaces(questions),
      isReportedSince(days[0]!),
      Prisma.sql`tax_date BETWEEN ${days[0]}::date AND ${days.at(-1)}::date`,
    ]);
    const rows = await scope.reports.rows<DayOfSales>(Prisma.sql`
      SELECT country, state, currency, ${reasons} AS reasons, tax_date AS day, ${count}::int AS count, ${amount}::text AS amount
      FROM ${sales} AS sales GROUP BY 1, 2, 3, 4, 5 HAVING ${anySales}`);
    return questions.map((question) => {
      const ofPeriod = rows.filter(
        (row) =>
          countriesOf(question).includes(row.country) &&
          isAt(question, row) &&
          row.day >= question.from &&
          row.day <= question.to,
      );
      return [...groupedBy(ofPeriod, ({ day }) => day)].flatMap(([day, sold]) =>
        addedUp(sold, question).counted.map((ofCurrency) => ({ ...ofCurrency, day })),
      );
    });
  };
}

type Reached = { number: number; sales_on: string | null; transactions_on: string | null };

/** The days on which running sums reached a threshold, for the few states in which they did. */
export function createReachedFinder(scope: TenantScope): NexusStore['findReachedDays'] {
  return async (questions) => {
    if (questions.length === 0) return [];
    const found = await scope.reports.rows<Reached>(reached(scope, questions));
    return questions.map((_, number): ReachedDays => {
      const row = found.find((one) => one.number === number);
      return { salesReachedOn: row?.sales_on ?? null, transactionsReachedOn: row?.transactions_on ?? null };
    });
  };
}

function reached(scope: TenantScope, questions: readonly SalesQuestion[]): Prisma.Sql {
  const days = questions.flatMap(({ from, to }) => [from, to]).sort();
  const states = [...new Set(questions.map(({ state }) => state ?? ''))];
  const countries = [...new Set(questions.map(({ country }) => country))];
  const sales = salesTotals(scope, [
    Prisma.sql`country = ANY(${countries}::text[]) AND state = ANY(${states}::text[])`,
    isReportedSince(days[0]!),
    Prisma.sql`tax_date BETWEEN ${days[0]}::date AND ${days.at(-1)}::date`,
  ]);
  return Prisma.sql`
    WITH asked AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(questions.map(toRow))}::json) AS asked (number int, country text,
        state text, from_on date, to_on date, currency text, excludes text[], whole_excludes text[], sales_threshold numeric,
        transaction_threshold int)
    ), daily AS MATERIALIZED (
      SELECT country, state, currency, tax_date, ${reasons} AS reasons, ${count} AS count, ${amount} AS amount
      FROM ${sales} AS sales GROUP BY 1, 2, 3, 4, 5 HAVING ${anySales}
    ), running AS (
      SELECT number, tax_date, sum(sum(count)) OVER until_then AS count,
        sum(sum(amount) FILTER (WHERE daily.currency = asked.currency AND NOT reasons && excludes)) OVER until_then
          AS amount
      FROM asked JOIN daily ON daily.country = asked.country AND daily.state = asked.state
        AND tax_date BETWEEN from_on AND to_on AND NOT reasons && whole_excludes
      GROUP BY number, tax_date
      WINDOW until_then AS (PARTITION BY number ORDER BY tax_date)
    )
    SELECT number, min(tax_date) FILTER (WHERE amount >= sales_threshold) AS sales_on,
      min(tax_date) FILTER (WHERE count >= transaction_threshold) AS transactions_on
    FROM running JOIN asked USING (number) GROUP BY number`;
}

function toRow(question: SalesQuestion, number: number) {
  const { country, state, from, to, currency, excludes, threshold } = question;
  return {
    number,
    country,
    state: state ?? '',
    from_on: from,
    to_on: to,
    currency,
    excludes,
    whole_excludes: ofWholeInvoices(excludes),
    sales_threshold: threshold && decimalText(threshold.salesAmount),
    transaction_threshold: threshold?.transactionCount ?? null,
  };
}
