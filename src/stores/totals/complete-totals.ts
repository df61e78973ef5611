import { AppError } from '../../domain/base/errors.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { formatCount, formatNumber } from '../../domain/base/words.ts';
import type { CountingProgress } from '../../ports/stores/totals-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { isCounted, isReportedIn } from '../transactions/filing-sql.ts';
import { backFill } from './back-fill.ts';
import { bytesPerFold, changesPerFold, foldChanges } from './fold-changes.ts';

/**
 * Above this number, pending changes are folded before a report reads them, because every report would otherwise read
 * all pending changes.
 */
const mostPending = 5 * changesPerFold;
/** The limit in bytes, for long documents. */
const mostPendingBytes = 5 * bytesPerFold;
const wholeWithinMs = 20_000;
const partlyWithinMs = 5_000;

/** Awaited before a report reads totals. Throws `STILL_COUNTING` if some totals are still unknown at the time limit. */
export async function completeTotals(scope: TenantScope): Promise<void> {
  if (await completeWithin(scope, wholeWithinMs)) return;
  const { documents, missing } = await countMissing(scope, null);
  const message = `The figures would be incomplete: ${formatNumber(documents - missing)} of ${formatCount(documents, 'document')} ${documents - missing === 1 ? 'is' : 'are'} counted. The amounts of ${formatCount(missing, 'document')}, stored by another version, are still being calculated. Try again later. The operator can monitor and speed up the calculation with \`tollgate migrate --back-fill\`.`;
  throw new AppError('STILL_COUNTING', message, { retryAfter: 30 });
}

/** Waits for less time, for reports that list missing documents. */
export const completeSoon = (scope: TenantScope) => completeWithin(scope, partlyWithinMs);

export async function countMissing(scope: TenantScope, period: ReportPeriod | null): Promise<CountingProgress> {
  const counted = where(scope, [isCounted, period && isReportedIn(period)]);
  const [row] = await scope.reports.rows<CountingProgress>(Prisma.sql`
    SELECT count(*)::int AS documents, (count(*) FILTER (WHERE totals IS NULL))::int AS missing FROM transactions ${counted}`);
  return row ?? { documents: 0, missing: 0 };
}

/** Returns false if the totals of some documents are still unknown at the time limit. */
async function completeWithin(scope: TenantScope, limitMs: number): Promise<boolean> {
  const [state] = await scope.reports.rows<{ is_incomplete: boolean; is_long: boolean }>(Prisma.sql`
    SELECT EXISTS (SELECT FROM transactions ${where(scope, [Prisma.sql`totals IS NULL`])}) AS is_incomplete,
      (SELECT count(*) > ${mostPending} OR sum(bytes) > ${mostPendingBytes} FROM (
        SELECT pg_column_size(totals) AS bytes FROM total_changes ${where(scope, [])} LIMIT ${mostPending + 1}) AS found) AS is_long`);
  const until = performance.now() + limitMs;
  if (state?.is_incomplete) {
    while ((await backFill(scope)) > 0) {
      if (performance.now() > until) return false;
    }
  }
  if (!state?.is_incomplete && !state?.is_long) return true;
  while ((await foldChanges(scope)) > 0 && performance.now() < until);
  return true;
}
