import {
  type AskedFiling,
  type FilingChange,
  type FilingOutcome,
  readFilingPeriod,
} from '../../domain/transactions/filing.ts';
import { authorize, type Context } from '../../ports/context.ts';

/** A dry run tells what would be changed, and changes nothing. */
export type AskedFilingRun = AskedFiling & { readonly dryRun?: boolean | null };

/** Marks the invoices and refunds of a place and a period as filed; what is so already is left alone. */
export function markFiled(ctx: Context, asked: AskedFilingRun): Promise<FilingOutcome> {
  return changeFiling(ctx, asked, { status: 'FILED', reason: null });
}

/** Reopens what was filed, with the reason kept; their tax can then be changed again. */
export function reopenFiled(ctx: Context, asked: AskedFilingRun, reason: string): Promise<FilingOutcome> {
  return changeFiling(ctx, asked, { status: 'NOT_FILED', reason });
}

async function changeFiling(
  ctx: Context,
  { dryRun, ...asked }: AskedFilingRun,
  to: Pick<FilingChange, 'status' | 'reason'>,
): Promise<FilingOutcome> {
  const { filing } = authorize(ctx, 'transactions:write').stores;
  const change = { ...to, period: readFilingPeriod(ctx.reference, asked), at: ctx.now() };
  return dryRun === true ? filing.preview(change) : filing.change(change);
}
