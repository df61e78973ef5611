import { notFound } from '../../domain/base/errors.ts';
import { asReturn } from '../../domain/returns/return.ts';
import { type AskedReturn, readReturnName } from '../../domain/returns/return-input.ts';
import type { Return } from '../../domain/returns/return-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { claimOf, overtaken, withClaim } from './claim-return.ts';

/**
 * Reopens a filed return. Its documents can then change again, and its figures follow them until it is filed again as an
 * amendment. The filed figures are kept. Reopening a draft changes nothing. Throws `NOT_FOUND` for a return never filed.
 */
export async function reopenReturn(
  ctx: Context,
  { reason, ...asked }: AskedReturn & { readonly reason: string },
): Promise<Return> {
  const session = authorize(ctx, 'returns:write');
  const { returns, filing } = session.stores;
  const name = readReturnName(ctx.reference, asked);
  const claim = await claimOf(session, name, 'REOPENING', ctx.now());
  if (claim !== null) {
    await withClaim(session, claim, async () => {
      const period = { ...name, serviceIds: null };
      await filing.change({ period, status: 'NOT_FILED', reason, at: ctx.now(), claim });
      if (!(await returns.reopen(claim, reason, ctx.now()))) throw overtaken(name);
    });
  }
  const stored = await returns.find(name);
  if (!stored) throw notFound('TAX_RETURN', {}, 'This return was never filed.');
  return asReturn(name, stored);
}
