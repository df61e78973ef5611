import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { stillCountingCode } from '../../domain/liability/liability-record.ts';
import type { AddedUpTotals, CountingProgress, TotalsStore } from '../../ports/stores/totals-store.ts';
import type { Notice } from '../../tax/model/assessment.ts';

type Counting = {
  /** False while the documents that another version stored are still being counted. */
  readonly isWhole: boolean;
  readonly totals: AddedUpTotals;
  /** Asked once the sums are read: what they miss of the period, if anything. */
  notices(): Promise<Notice[]>;
};

/** The sums for a report that says what it misses. Waits a few seconds for those that are not known. */
export async function startCounting(totals: TotalsStore, period: ReportPeriod): Promise<Counting> {
  if (await totals.completeSoon()) return { isWhole: true, totals, notices: async () => [] };
  const before = await totals.countMissing(period);
  return {
    isWhole: false,
    totals: totals.asFarAsCounted,
    async notices() {
      // A document may have become unknown, or known, while the sums were read.
      const after = await totals.countMissing(period);
      return stillCounting(before.missing > after.missing ? before : after);
    },
  };
}

function stillCounting({ documents, missing }: CountingProgress): Notice[] {
  if (missing === 0) return [];
  const message = `These figures are incomplete: they miss the amounts of ${missing} of ${documents} documents of the period, which another version stored and which are still being calculated. Try again later.`;
  return [{ code: stillCountingCode, pointer: '', message }];
}
