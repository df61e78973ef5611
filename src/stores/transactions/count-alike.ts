import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/** Documents with the same values in these columns are counted together: see `totals/document-counts.ts`. */
export const alikeColumns =
  'transaction_type, transaction_status, transaction_filing_status, customer_type, country, state, currency, source, is_overridden, subsidiary';

/**
 * The number of documents that match the conditions, which may use only these columns. The count is exact, whether or
 * not changes have been folded.
 */
export function countAlike(scope: TenantScope, conditions: readonly Prisma.Sql[]): Prisma.Sql {
  const counted = where(scope, conditions);
  return Prisma.sql`SELECT coalesce(sum(documents), 0)::int AS count FROM (
    SELECT documents FROM document_counts ${counted} UNION ALL SELECT documents FROM document_count_changes ${counted}) AS counts`;
}
