import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { formatCount, formatNumber } from '../../domain/base/words.ts';
import { stillCountingCode } from '../../domain/liability/liability-record.ts';
import type { AddedUpTotals, CountingProgress, TotalsStore } from '../../ports/stores/totals-store.ts';
import type { Notice } from '../../tax/model/assessment.ts';

type Counting = {
  /** False while documents stored by another version are still being counted. */
  readonly isWhole: boolean;
  readonly totals: AddedUpTotals;
  /** Called after the totals are read. Returns a notice if documents of the period are missing from them. */
  notices(): Promise<Notice[]>;
};

/** The sums for a report that lists missing documents. Waits a few seconds for unknown sums. */
export async function startCounting(totals: TotalsStore, period: ReportPeriod): Promise<Counting> {
  if (await totals.completeSoon()) return { isWhole: true, totals, notices: async () => [] };
  const before = await totals.countMissing(period);
  return {
    isWhole: false,
    totals: totals.asFarAsCounted,
    async notices() {
      // Totals of a document may have become unknown, or known, while the sums were read.
      const after = await totals.countMissing(period);
      return stillCounting(before.missing > after.missing ? before : after);
    },
  };
}

function stillCounting({ documents, missing }: CountingProgress): Notice[] {
  if (missing === 0) return [];
  const message = `These figures are incomplete: ${formatNumber(missing)} of ${formatCount(documents, 'document')} in the period ${missing === 1 ? 'is' : 'are'} missing. The amounts, stored by another version, are still being calculated. Try again later.`;
  return [{ code: stillCountingCode, pointer: '', message }];
}
