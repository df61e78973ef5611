import { sumOfTexts } from '../../domain/base/amount.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { LiabilityQuery, LiabilityQuestion, ReportedTaxes } from '../../domain/liability/liability-query.ts';
import type { Liability, LiabilityRow } from '../../domain/liability/liability-record.ts';
import type { TaxedPlace, UnassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { daysWithoutReturn, sharesOf, taxesOf } from '../../domain/returns/days-without-return.ts';
import { returnsFor } from '../../domain/returns/filing-calendar.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { AddedUpTotals } from '../../ports/stores/totals-store.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { addUpRows, getLiability, readQuestion } from '../liability/get-liability.ts';
import { ownReturnTotals } from '../liability/own-totals.ts';
import { startCounting } from '../liability/start-counting.ts';
import { everyReturn } from './every-return.ts';

type AskedUnassignedTax = Pick<LiabilityQuery, 'period' | 'from' | 'to' | 'country' | 'state'>;

/** The tax owed in a period, with the part that belongs to no return. */
export async function getAssignedLiability(ctx: Context, query: LiabilityQuery): Promise<Liability> {
  const found = await getLiability(ctx, query);
  return { ...found, unassignedTax: await findUnassignedTax(ctx, found.question) };
}

/** The same part for a list, which has no notices. Throws `STILL_COUNTING` while documents are being counted. */
export async function listUnassignedTax(ctx: Context, asked: AskedUnassignedTax): Promise<UnassignedTax[]> {
  const session = authorize(ctx, 'returns:read');
  const question = readQuestion(ctx.reference, { ...asked, subsidiary: null, source: null, groupBy: null });
  return addUpUnassigned(ctx, session, question, session.stores.totals);
}

/** The tax of a period that no return reports. The returns of the period and this tax together are its liability. */
export async function findUnassignedTax(ctx: Context, question: LiabilityQuestion): Promise<UnassignedTax[]> {
  const session = authorize(ctx, 'returns:read');
  const { totals } = await startCounting(session.stores.totals, question);
  return addUpUnassigned(ctx, session, question, totals);
}

async function addUpUnassigned(
  ctx: Context,
  session: Session,
  question: LiabilityQuestion,
  totals: AddedUpTotals,
): Promise<UnassignedTax[]> {
  session.work.add(workCosts.figures);
  const own = await ownReturnTotals(ctx, session, totals);
  const returns = await returnsIn(session, question);
  const read = new Map<string, Promise<readonly LiabilityRow[]>>();

  function rowsOf({ from, to }: ReportPeriod, country: string | null, taxes: ReportedTaxes | null) {
    const asked = { ...question, from, to, country, taxes, groupBy: new Set(['COUNTRY', 'STATE'] as const) };
    const key = JSON.stringify([from, to, country, taxes]);
    const rows = read.get(key) ?? addUpRows(own, asked);
    read.set(key, rows);
    return rows;
  }

  const found: UnassignedTax[] = [];
  for (const place of placesOf(await rowsOf(question, question.country, null))) {
    const rows: LiabilityRow[] = [];
    for (const share of sharesOf(place)) {
      const taxes = taxesOf(share);
      for (const days of daysWithoutReturn(share, question, returns)) {
        const all = await rowsOf(days, taxes ? place.country : question.country, taxes);
        rows.push(...all.filter(({ country, state }) => country === place.country && state === place.state));
      }
    }
    for (const currency of new Set(rows.map((row) => row.currency))) {
      const taxAmount = sumOfTexts(rows.filter((row) => row.currency === currency).map((row) => row.taxAmount));
      if (!decimal(taxAmount).isZero()) found.push({ ...place, currency, taxAmount });
    }
  }
  return found;
}

/** Those that registrations require, and those that were filed without one. */
async function returnsIn({ stores }: Session, { from, to }: ReportPeriod): Promise<TaxReturnKey[]> {
  const returns: TaxReturnKey[] = returnsFor(await stores.nexus.list(), { from, to });
  for await (const one of everyReturn(stores.returns, { from: { lte: to }, to: { gte: from } })) returns.push(one);
  return returns;
}

function placesOf(rows: readonly LiabilityRow[]): TaxedPlace[] {
  const places = rows.flatMap(({ country, state }) => (country === null ? [] : [{ country, state }]));
  return [...new Map(places.map((one) => [`${one.country} ${one.state}`, one])).values()];
}
