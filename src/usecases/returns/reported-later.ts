import type { TaxReturn } from '../../domain/returns/return-record.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';

/** How many documents of the period a later return reports. Returns of the one-stop shop report them as corrections instead. */
export async function reportedLaterCount({ stores }: Pick<Session, 'stores'>, one: TaxReturn): Promise<number> {
  return one.stored === null || one.scheme !== 'STANDARD' ? 0 : stores.filing.countReportedLater(one);
}

export function countReportedLater(ctx: Context, one: TaxReturn): Promise<number> {
  return reportedLaterCount(authorize(ctx, 'returns:read'), one);
}
