import type { transactionList } from '../../domain/transactions/transaction-list.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/** Documents with the same values in these fields are counted together: see `totals/document-counts.ts`. */
export const alikeFields = [
  'transactionType',
  'transactionStatus',
  'transactionFilingStatus',
  'customerType',
  'country',
  'state',
  'currency',
  'source',
  'isOverridden',
  'subsidiary',
] as const satisfies readonly (keyof typeof transactionList.fields)[];

/** The columns of these fields. */
export const alikeColumns = alikeFields
  .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  .join(', ');

/**
 * The number of documents that match the conditions, which may use only these columns. The count is exact, whether or
 * not changes have been folded.
 */
export function countAlike(scope: TenantScope, conditions: readonly Prisma.Sql[]): Prisma.Sql {
  const counted = where(scope, conditions);
  return Prisma.sql`SELECT coalesce(sum(documents), 0)::int AS count FROM (
    SELECT documents FROM document_counts ${counted} UNION ALL SELECT documents FROM document_count_changes ${counted}) AS counts`;
}
