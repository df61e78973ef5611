import type { Comparators } from '../../domain/base/record-filter.ts';
import type { TransactionOrderField } from '../../domain/lists/list-order.ts';
import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import type { OrderedPage, PageRequest } from '../../ports/stores/page-request.ts';
import { Prisma } from '../generated/client.ts';
import { transactionFilterColumns } from '../sql/filter-columns.ts';
import { pageSql } from '../sql/page-sql.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { transactionConditions } from './transaction-conditions.ts';

/**
 * One page of a tenant's documents. The planner expects the documents of a period to be spread over the whole order, and
 * reads the order's index from its end: past every newer document if the period is long ago. The documents of a short period
 * are therefore found first and then sorted; only the page itself is read in full.
 */
export function selectPage(
  scope: TenantScope,
  columns: Prisma.Sql,
  filter: TransactionFilter,
  page: PageRequest | OrderedPage<TransactionOrderField>,
): Prisma.Sql {
  const { field, isAfter, order, limit } = pageSql(transactionFilterColumns, page);
  const fitting = where(scope, [...transactionConditions(filter), isAfter]);
  if (field === 'taxDate' || !isShort(daysOf(filter))) {
    return Prisma.sql`SELECT ${columns} FROM transactions ${fitting} ${order} ${limit}`;
  }
  return Prisma.sql`SELECT ${columns} FROM (
      SELECT service_id AS page_id FROM (SELECT * FROM transactions ${fitting} OFFSET 0) AS fitting ${order} ${limit}
    ) AS page JOIN transactions ON service_id = page_id ${where(scope, [])} ${order}`;
}

/** A quarter, in days. With a million documents in three years, a quarter has 90,000, whose keys are sorted in a tenth of a second. */
const longestShort = 92;
const dayMs = 86_400_000;

function daysOf({ taxDate, counted }: TransactionFilter): Comparators<string> | null | undefined {
  return counted ? { gte: counted.from, lte: counted.to } : taxDate;
}

function isShort(days: Comparators<string> | null | undefined): boolean {
  const first = days?.eq ?? days?.gte ?? days?.gt;
  const last = days?.eq ?? days?.lte ?? days?.lt;
  return first != null && last != null && Date.parse(last) - Date.parse(first) <= longestShort * dayMs;
}
