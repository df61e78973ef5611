import { notFound } from '../../domain/base/errors.ts';
import type { Precondition } from '../../domain/base/precondition.ts';
import { asReturn } from '../../domain/returns/return.ts';
import type { AskedTaxReturn } from '../../domain/returns/return-input.ts';
import type { ReopenedTaxReturn } from '../../domain/returns/return-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { claimOf, overtaken, withClaim } from './claim-return.ts';
import { findReturn, requireReviewed } from './get-return.ts';
import { reportedLaterCount } from './reported-later.ts';

/**
 * Reopens a filed return. Its documents can then change again, and its figures follow the documents until the return is
 * filed again as an amendment. The filed figures are kept. Reopening a draft changes nothing. Throws `NOT_FOUND` for a
 * return that was never filed.
 */
export async function reopenTaxReturn(
  ctx: Context,
  asked: AskedTaxReturn,
  reason: string,
  precondition?: Precondition,
): Promise<ReopenedTaxReturn> {
  const session = authorize(ctx, 'returns:write');
  const { returns, filing } = session.stores;
  const one = await findReturn(ctx, session, asked);
  const reviewed = await requireReviewed(ctx, session, one, precondition);
  const request = { next: 'REOPENING', at: ctx.now(), ifVersion: reviewed?.version ?? null } as const;
  const held = await claimOf(session, one, request);
  if (held !== null) {
    const { claim } = held;
    await withClaim(session, claim, async () => {
      const period = { ...one, serviceIds: null };
      const change = { period, status: 'NOT_FILED', reason, at: ctx.now(), claim } as const;
      if (one.scheme === 'STANDARD') await filing.change(change);
      if (!(await returns.reopen(claim, reason, ctx.now()))) throw overtaken(one);
    });
  }
  const stored = await returns.find(one);
  if (!stored) throw notFound('TAX_RETURN', {}, 'This return was never filed.');
  const reopened = asReturn(one, stored);
  return { ...reopened, reportedLaterCount: await reportedLaterCount(session, reopened) };
}
