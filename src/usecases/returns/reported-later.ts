import type { TaxReturn } from '../../domain/returns/return-record.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';

/**
 * The number of documents in the period that a later return reports. One-stop-shop returns report them as corrections
 * instead.
 */
export async function reportedLaterCount({ stores }: Pick<Session, 'stores'>, one: TaxReturn): Promise<number> {
  return one.stored === null || one.scheme !== 'STANDARD' ? 0 : stores.filing.countReportedLater(one);
}

export function countReportedLater(ctx: Context, one: TaxReturn): Promise<number> {
  return reportedLaterCount(authorize(ctx, 'returns:read'), one);
}
