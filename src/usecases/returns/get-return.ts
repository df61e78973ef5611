import { notFound } from '../../domain/base/errors.ts';
import type { Precondition } from '../../domain/base/precondition.ts';
import {
  asReturn,
  documentsOfReturn,
  figuresChanged,
  isAsReviewed,
  taxReturnDigest,
} from '../../domain/returns/return.ts';
import { type AskedTaxReturn, readTaxReturnKey } from '../../domain/returns/return-input.ts';
import type { ReopenedTaxReturn, TaxReturn, TaxReturnFigures } from '../../domain/returns/return-record.ts';
import type { CountedDocuments } from '../../domain/transactions/transaction-list.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import { reportedLaterCount } from './reported-later.ts';
import { readFigures } from './return-figures.ts';

/**
 * A return, filed or not. Every place and period has a draft until its return is filed. Throws `NOT_FOUND` for an
 * unknown id.
 */
export function getTaxReturn(ctx: Context, asked: AskedTaxReturn): Promise<TaxReturn> {
  return findReturn(ctx, authorize(ctx, 'returns:read'), asked);
}

/**
 * The return, if an earlier attempt with the same idempotency key filed it but the response was lost; null if it is
 * still to be filed.
 */
export async function recallFiledReturn(ctx: Context, asked: AskedTaxReturn): Promise<TaxReturn | null> {
  const one = await findReturn(ctx, authorize(ctx, 'returns:write'), asked);
  return one.status === 'FILED' || one.status === 'AMENDED' ? one : null;
}

/** The return as reopened by an earlier attempt with the same idempotency key; null if it is still to be reopened. */
export async function recallReopenedReturn(ctx: Context, asked: AskedTaxReturn): Promise<ReopenedTaxReturn | null> {
  const session = authorize(ctx, 'returns:write');
  const one = await findReturn(ctx, session, asked);
  return one.status === 'REOPENING' ? null : { ...one, reportedLaterCount: await reportedLaterCount(session, one) };
}

/** The documents counted in a return, for document lists. */
export async function getReturnDocuments(ctx: Context, asked: AskedTaxReturn): Promise<CountedDocuments> {
  const one = await findReturn(ctx, authorize(ctx, 'transactions:read'), asked);
  return documentsOfReturn(one, ctx.reference.countries);
}

export async function findReturn(
  { reference }: { readonly reference: Context['reference'] },
  { stores }: Pick<Session, 'stores'>,
  asked: AskedTaxReturn,
): Promise<TaxReturn> {
  if ('serviceId' in asked) {
    const stored = await stores.returns.findById(asked.serviceId);
    if (!stored) throw notFound('TAX_RETURN', asked);
    return asReturn(stored, stored);
  }
  const key = readTaxReturnKey(reference, asked.key);
  return asReturn(key, await stores.returns.find(key));
}

/** The state of a return that a client reviewed before filing or reopening it. */
export type Reviewed = { readonly version: number; readonly figures: TaxReturnFigures };

/**
 * Throws `FIGURES_CHANGED` if the return differs from the state that the client reviewed. Returns null without a
 * precondition.
 */
export async function requireReviewed(
  ctx: Pick<Context, 'reference'>,
  session: Session,
  one: TaxReturn,
  precondition: Precondition | undefined,
): Promise<Reviewed | null> {
  if (!precondition) return null;
  const { figures } = await readFigures(ctx, session, one);
  const digest = taxReturnDigest(one, figures);
  if (!isAsReviewed(precondition, digest)) throw figuresChanged(digest);
  return { version: one.stored?.version ?? 0, figures };
}
