import { isZero } from '../../format/decimal-text.ts';
import { money } from '../../format/format.ts';

/** The status of a place. Collecting tax there takes precedence. */
export type Progress = 'collecting' | 'reached' | 'approaching' | 'below' | 'none' | 'untracked';

export type Tracked = {
  readonly status: string;
  readonly isCollecting: boolean;
  readonly runningPeriod: {
    readonly salesShare: string | null;
    readonly transactionShare: string | null;
    readonly transactionCount: number;
  };
  readonly threshold: { readonly combine: string; readonly transactionCount: number | null } | null;
};

export function progressOf({ status, isCollecting, runningPeriod }: Tracked): Progress {
  if (isCollecting) return 'collecting';
  if (status === 'REACHED') return 'reached';
  if (status === 'APPROACHING') return 'approaching';
  if (status === 'NOT_TRACKED') return 'untracked';
  return runningPeriod.transactionCount > 0 ? 'below' : 'none';
}

/** The deciding share of the threshold: by sales or by number of invoices. If both must be reached, the lower share. */
export function shareOf({ runningPeriod, threshold }: Tracked): string | null {
  const { salesShare, transactionShare } = runningPeriod;
  if (!threshold || salesShare === null) return null;
  if (threshold.combine === 'SALES_ONLY' || transactionShare === null) return salesShare;
  const isSalesAhead = Number(salesShare) >= Number(transactionShare);
  return (threshold.combine === 'BOTH') === isSalesAhead ? transactionShare : salesShare;
}

type Sold = { readonly currency: string; readonly salesAmount: string };

/** Sales in the currency of the place, followed by sales in other currencies that lack an exchange rate. */
export function salesText({ notConverted, ...own }: Sold & { readonly notConverted: readonly Sold[] }): string {
  const shown = isZero(own.salesAmount) && notConverted.length > 0 ? notConverted : [own, ...notConverted];
  return shown.map(({ salesAmount, currency }) => money(salesAmount, currency)).join(' + ');
}
