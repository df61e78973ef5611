import { filedPeriod } from '../../domain/returns/closed-period.ts';
import {
  type AskedFiling,
  type FilingChange,
  type FilingStatusChange,
  readFilingPeriod,
} from '../../domain/transactions/filing.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { documentsOfShopOnly } from '../liability/own-totals.ts';

/** A dry run reports the changes without making them. */
export type AskedFilingRun = AskedFiling & { readonly dryRun?: boolean | null };

/** Marks the invoices and refunds of a place and period as filed; documents already filed do not change. */
export function markTransactionsFiled(ctx: Context, asked: AskedFilingRun): Promise<FilingStatusChange> {
  return changeFiling(ctx, asked, { status: 'FILED', reason: null });
}

/** Reopens filed documents and stores the reason; their tax can then change again. */
export function reopenTransactions(ctx: Context, asked: AskedFilingRun, reason: string): Promise<FilingStatusChange> {
  return changeFiling(ctx, asked, { status: 'NOT_FILED', reason });
}

async function changeFiling(
  ctx: Context,
  { dryRun, ...asked }: AskedFilingRun,
  to: Pick<FilingChange, 'status' | 'reason'>,
): Promise<FilingStatusChange> {
  const session = authorize(ctx, 'returns:write');
  const { filing, returns } = session.stores;
  const named = readFilingPeriod(ctx.reference, asked);
  const exceptIds = to.status === 'FILED' ? await documentsOfShopOnly(ctx, session, named) : [];
  const change = { ...to, period: { ...named, exceptIds }, at: ctx.now() };
  if (change.status === 'NOT_FILED') {
    const [closed] = await returns.findClosed(change.period);
    if (closed) throw filedPeriod(closed);
  }
  return dryRun === true ? filing.preview(change) : filing.change(change);
}
