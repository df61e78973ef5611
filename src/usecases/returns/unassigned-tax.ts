import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { everyPart, type LiabilityQuery, type LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { Liability } from '../../domain/liability/liability-record.ts';
import type { UnassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { returnsFor } from '../../domain/returns/filing-calendar.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { AddedUpTotals } from '../../ports/stores/totals-store.ts';
import { addUpUnassigned } from '../liability/add-up-unassigned.ts';
import { getLiability, readQuestion } from '../liability/get-liability.ts';
import { ownReturnTotals } from '../liability/own-totals.ts';
import { startCounting } from '../liability/start-counting.ts';
import { everyReturn } from './every-return.ts';

type AskedUnassignedTax = Pick<LiabilityQuery, 'period' | 'from' | 'to' | 'country' | 'state'>;

/** Liability in a period, with the part that no return reports. */
export async function getAssignedLiability(ctx: Context, query: LiabilityQuery): Promise<Liability> {
  const found = await getLiability(ctx, query);
  return { ...found, unassignedTax: await findUnassignedTax(ctx, found.question) };
}

/**
 * The unreported part of liability, for a list without notices. Throws `STILL_COUNTING` while documents are being
 * counted.
 */
export async function listUnassignedTax(ctx: Context, asked: AskedUnassignedTax): Promise<UnassignedTax[]> {
  const session = authorize(ctx, 'returns:read');
  const question = readQuestion(ctx.reference, { ...asked, ...everyPart, groupBy: null });
  return addUp(ctx, session, question, session.stores.totals);
}

/** The tax of a period that no return reports. Together with the tax in the period's returns, it equals liability. */
export async function findUnassignedTax(ctx: Context, question: LiabilityQuestion): Promise<UnassignedTax[]> {
  const session = authorize(ctx, 'returns:read');
  const { totals } = await startCounting(session.stores.totals, question);
  return addUp(ctx, session, question, totals);
}

async function addUp(ctx: Context, session: Session, question: LiabilityQuestion, totals: AddedUpTotals) {
  session.work.add(workCosts.figures);
  return addUpUnassigned(
    await ownReturnTotals(ctx, session, totals),
    question,
    await returnsIn(ctx, session, question),
  );
}

/** The returns required by registrations, and all stored returns. */
async function returnsIn(
  { reference }: Context,
  { stores }: Session,
  { from, to }: ReportPeriod,
): Promise<TaxReturnKey[]> {
  const returns: TaxReturnKey[] = returnsFor(await stores.nexus.list(), { from, to }, reference.dueDays);
  for await (const one of everyReturn(stores.returns, { from: { lte: to }, to: { gte: from } })) returns.push(one);
  return returns;
}
