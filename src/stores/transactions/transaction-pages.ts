import { daysBetween } from '../../domain/base/calendar.ts';
import type { Comparators } from '../../domain/base/record-filter.ts';
import type { TransactionFilter, TransactionOrderField } from '../../domain/transactions/transaction-list.ts';
import type { OrderedPage, PageRequest, PartOfPage } from '../../ports/stores/page-request.ts';
import { Prisma } from '../generated/client.ts';
import { transactionFilterColumns } from '../sql/filter-columns.ts';
import { type PageSql, pageSql } from '../sql/page-sql.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import {
  hasRareValue,
  isIndexed,
  isOfCustomer,
  isSkimmed,
  isSkimmedByDay,
  isSkimmedByStart,
} from './indexed-filters.ts';
import { type MostByStart, type SizedPage, selectByStart } from './pages-by-start.ts';
import { transactionConditions } from './transaction-conditions.ts';

type Page = PageRequest | OrderedPage<TransactionOrderField>;

export function listPage<Row>(
  scope: TenantScope,
  columns: Prisma.Sql,
  filter: TransactionFilter,
  page: Page,
): Promise<Row[]> {
  const pageOf = pageSql(transactionFilterColumns, page);
  return rowsOf(scope, selectPage(scope, columns, filter, { ...pageOf, size: page.limit }), filter, pageOf);
}

/** Maximum compressed size of one read: a few documents of 1,000 items, or hundreds of typical ones. */
const mostStoredBytes = 256 * 1024;

/**
 * Selects the first documents: at least one, and more until the limit is exceeded. Document sizes are known without
 * reading the documents. `page_size` is the number of documents in `whole`.
 */
export function selectPart(
  columns: Prisma.Sql,
  whole: Prisma.Sql,
  order: Prisma.Sql,
  mostBytes = mostStoredBytes,
): Prisma.Sql {
  const sized = Prisma.sql`SELECT *, count(*) OVER ()::int AS page_size,
    sum(pg_column_size(document) + pg_column_size(snapshot)) OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (${whole}) AS transactions`;
  return Prisma.sql`SELECT ${columns}, page_size FROM (${sized}) AS transactions
    WHERE coalesce(bytes_before, 0) < ${mostBytes} ${order}`;
}

/** Reads the first documents of a page, up to the size limit of one read. */
export async function listPart<Row>(
  scope: TenantScope,
  columns: Prisma.Sql,
  filter: TransactionFilter,
  page: Page,
): Promise<PartOfPage<Row>> {
  const pageOf = pageSql(transactionFilterColumns, page);
  const { order } = pageOf;
  const whole = selectPage(scope, Prisma.sql`transactions.*`, filter, { ...pageOf, size: page.limit });
  const select = selectPart(columns, whole, order);
  return partOf(await rowsOf<SizedRow<Row>>(scope, select, filter, pageOf));
}

export type SizedRow<Row> = Row & { readonly page_size: number };

export function partOf<Row>(rows: readonly SizedRow<Row>[]): PartOfPage<Row> {
  return { rows, isCut: rows.length < (rows[0]?.page_size ?? 0) };
}

/** Filters without an index use the pool for reports, except for a short period. */
function rowsOf<Row>(
  scope: TenantScope,
  select: Prisma.Sql,
  filter: TransactionFilter,
  pageOf: PageSql,
): Promise<Row[]> {
  if (transactionConditions(scope, filter).length === 0) return scope.statements.rows(select);
  const isBounded = isIndexed(filter) || isShort(filter) || isByStart(filter, pageOf);
  return (isBounded ? scope.statements : scope.reports).rows(select, 'FOR_ITS_VALUES');
}

/**
 * The planner expects a period's documents to be spread evenly across the sort order. It reads the sort index from the
 * end, past every newer document if the period is long ago. A page sorted by creation therefore takes the newest
 * documents of each day in the period. For other sort orders, the documents of a short period are found first and then
 * sorted. Only the page itself is read in full.
 */
function selectPage(scope: TenantScope, columns: Prisma.Sql, filter: TransactionFilter, pageOf: SizedPage): Prisma.Sql {
  const { order } = pageOf;
  const conditions = transactionConditions(scope, filter);
  if (conditions.length === 0) {
    return Prisma.sql`SELECT ${columns} FROM transactions ${where(scope, [pageOf.isAfter])} ${order} ${pageOf.limit}`;
  }
  const fitting = where(scope, [...conditions, pageOf.isAfter]);
  const otherwise = selectKeys(filter, pageOf, fitting);
  const keys = isByStart(filter, pageOf)
    ? selectByStart(scope, { conditions, page: pageOf, otherwise, most: mostByStart(filter) })
    : otherwise;
  // To avoid a sort, the planner would go through all documents in order until the page is full. OFFSET prevents this.
  return Prisma.sql`SELECT ${columns} FROM (${keys}) AS page CROSS JOIN LATERAL (
    SELECT * FROM transactions ${where(scope, [Prisma.sql`service_id = page_id`])} OFFSET 0) AS transactions ${order}`;
}

function selectKeys(
  filter: TransactionFilter,
  { field, isAfter, order, limit }: PageSql,
  fitting: Prisma.Sql,
): Prisma.Sql {
  const matching = Prisma.sql`SELECT service_id AS page_id FROM transactions ${fitting} ${order} ${limit}`;
  const sorted = Prisma.sql`SELECT service_id AS page_id FROM (SELECT * FROM transactions ${fitting} OFFSET 0) AS fitting ${order} ${limit}`;
  // The index by customer includes the tax date, so the number of the customer's documents does not matter.
  if (field === 'taxDate' && isOfCustomer(filter)) return sorted;
  const period = periodOf(filter);
  if (!period || field === 'taxDate' || hasRareValue(filter)) return matching;
  // A page after the first starts within the period, so no newer documents need to be skipped.
  if (field === 'createdAt' && isAfter && isSkimmed(filter)) return matching;
  const days = daysBetween(period.first, period.last);
  if (field === 'createdAt' && days < mostSkimmedDays && isSkimmed(filter)) {
    return Prisma.sql`SELECT service_id AS page_id FROM generate_series(0, ${days}::int) AS day CROSS JOIN LATERAL (
      SELECT created_at, service_id FROM transactions ${fitting} AND tax_date = ${period.first}::date + day ${order} ${limit}
    ) AS of_day ${order} ${limit}`;
  }
  // Includes filters with an amount range: the planner knows how many rows match.
  const mostDays = field === 'createdAt' && isSkimmedByDay(filter) ? mostSkimmedDays : mostSortedDays;
  return days < mostDays ? sorted : matching;
}

/** Maximum number of days from which a page is read; every hundred days take two milliseconds. */
const mostSkimmedDays = 366;
/**
 * A quarter: a store with a million documents over three years has 90,000 in a quarter, and their keys are sorted in a
 * tenth of a second.
 */
const mostSortedDays = 92;

/** The sort orders whose fields are in the index of external id prefixes. */
function isByStart(filter: TransactionFilter, { field }: PageSql): boolean {
  return isSkimmedByStart(filter) && (field === 'createdAt' || field === 'taxDate' || field === 'externalId');
}

/** A period also limits reading in sort order, so that alternative pays off with fewer matches. */
function mostByStart(filter: TransactionFilter): MostByStart {
  return { lookedThrough: 2_000, sorted: periodOf(filter) ? 10_000 : 100_000 };
}

type Period = { readonly first: string; readonly last: string };

/** The period of the filter; null unless both ends are given. */
function periodOf({ taxDate, counted }: TransactionFilter): Period | null {
  const days: Comparators<string> = counted ? { gte: counted.from, lte: counted.to } : (taxDate ?? {});
  const first = days.eq ?? days.gte ?? days.gt;
  const last = days.eq ?? days.lte ?? days.lt;
  return first != null && last != null ? { first, last } : null;
}

function isShort(filter: TransactionFilter): boolean {
  const period = periodOf(filter);
  return period !== null && daysBetween(period.first, period.last) < mostSortedDays;
}
