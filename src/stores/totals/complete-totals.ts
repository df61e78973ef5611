import { AppError } from '../../domain/base/errors.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { backFill, countUnknown } from './back-fill.ts';
import { changesPerFold, foldChanges } from './fold-changes.ts';

/** More pending changes than this are folded before a report reads them: it would read each of them every time. */
const mostPending = 5 * changesPerFold;
const limitMs = 20_000;

/** Awaited before a report reads totals. Throws `NOT_READY` while the totals of too many documents are unknown. */
export async function completeTotals(scope: TenantScope): Promise<void> {
  const [state] = await scope.reports.rows<{ is_incomplete: boolean; pending: number }>(Prisma.sql`
    SELECT EXISTS (SELECT FROM transactions ${where(scope, [Prisma.sql`totals IS NULL`])}) AS is_incomplete,
      (SELECT count(*) FROM (SELECT FROM total_changes ${where(scope, [])} LIMIT ${mostPending + 1}) AS found) AS pending`);
  const until = performance.now() + limitMs;
  if (state?.is_incomplete) {
    while ((await backFill(scope)) > 0) {
      if (performance.now() > until) {
        const left = await countUnknown(scope);
        const message = `The figures would be incomplete: the totals of ${left} documents, stored by another version, are still being worked out. Try again later.`;
        throw new AppError('NOT_READY', message, { retryAfter: 30 });
      }
    }
  }
  if (!state?.is_incomplete && (state?.pending ?? 0) <= mostPending) return;
  while ((await foldChanges(scope)) > 0 && performance.now() < until);
}
