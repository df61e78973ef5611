import { AppError } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { LiabilityGroup } from '../../domain/liability/liability-group.ts';
import { everyPart, type LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import { type ShownLiabilityRow, shownRow } from '../../domain/liability/liability-record.ts';
import { isShopScheme } from '../../domain/nexus/one-stop-shop.ts';
import { taxesOfReturn } from '../../domain/returns/own-taxes.ts';
import { taxReturnDigest } from '../../domain/returns/return.ts';
import { figuresDifference } from '../../domain/returns/return-difference.ts';
import {
  type FilingFigures,
  type ShownTaxReturnFigures,
  shownFigures,
  type TaxReturn,
  type TaxReturnFigures,
  type TaxReturnFiling,
  type TaxReturnKey,
} from '../../domain/returns/return-record.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { AddedUpTotals } from '../../ports/stores/totals-store.ts';
import { currentSettings } from '../account/account.ts';
import { convertRows, findLiabilityRates } from '../liability/convert-liability.ts';
import { addUpRows, chargeDocuments } from '../liability/get-liability.ts';
import { ownReturnTotals } from '../liability/own-totals.ts';
import { startCounting } from '../liability/start-counting.ts';
import { addUpShopFigures } from './shop-figures.ts';

export type ShownFigures = {
  readonly figures: ShownTaxReturnFigures;
  /** Current figures minus the previous filing; null if there is no previous filing. */
  readonly difference: ShownTaxReturnFigures | null;
  /** Changes whenever the status or the figures of the return change. */
  readonly digest: string;
};

/**
 * The frozen figures of a filed return, or the current figures of a draft, with a notice about documents that are still
 * being counted.
 */
export async function getTaxReturnFigures(ctx: Context, one: TaxReturn): Promise<ShownFigures> {
  const session = authorize(ctx, 'returns:read');
  return shownWith(await readFigures(ctx, session, one, addUpCountedFigures), one);
}

/** The figures for results without notices. Throws `STILL_COUNTING` while documents are being counted. */
export async function getWholeFigures(ctx: Context, one: TaxReturn): Promise<ShownFigures> {
  return shownWith(await readFigures(ctx, authorize(ctx, 'returns:read'), one), one);
}

function shownWith({ figures, before }: ReadFigures, one: TaxReturn): ShownFigures {
  return {
    figures: shownFigures(figures, one),
    difference: before && shownFigures(figuresDifference(before, figures), one),
    digest: taxReturnDigest(one, figures),
  };
}

/** The filed figures of each filing, with the changes since the previous and the first filing, in order. */
export async function getFilingFigures(ctx: Context, filings: readonly TaxReturnFiling[]): Promise<FilingFigures[]> {
  const { stores } = authorize(ctx, 'returns:read');
  const keyOf = (returnId: string, number: number) => `${returnId} ${number}`;
  const named = filings.flatMap(({ of: { serviceId: returnId }, number }) =>
    [number, number - 1, 1].map((one) => [keyOf(returnId, one), { returnId, number: one }] as const),
  );
  const distinct = new Map(named.filter(([, one]) => one.number > 0));
  const found = await stores.returns.findFigures([...distinct.values()]);
  const figuresOf = new Map([...distinct.keys()].map((key, index) => [key, found[index]]));
  return filings.map(({ of, number }) => {
    const filed = (one: number) => {
      const figures = figuresOf.get(keyOf(of.serviceId, one));
      if (!figures) throw new Error(`Filing ${one} of return ${of.serviceId} has no figures.`);
      return figures;
    };
    const figures = filed(number);
    const since = (one: number) => (number === 1 ? null : shownFigures(figuresDifference(filed(one), figures), of));
    return { figures: shownFigures(figures, of), difference: since(number - 1), differenceToFirst: since(1) };
  });
}

type ReadFigures = {
  readonly figures: TaxReturnFigures;
  /** The figures of the previous filing. */
  readonly before: TaxReturnFigures | null;
};

export async function readFigures(
  ctx: Pick<Context, 'reference'>,
  session: Session,
  one: TaxReturn,
  addUp: typeof addUpFigures = addUpFigures,
): Promise<ReadFigures> {
  const { stored, filings, status } = one;
  const isFiled = status === 'FILED' || status === 'AMENDED';
  const shown = filings.slice(isFiled ? -2 : -1).map(({ number }) => ({ returnId: stored?.serviceId ?? '', number }));
  const frozen = shown.length === 0 ? [] : await session.stores.returns.findFigures(shown);
  const figures = isFiled ? frozen.at(-1) : await addUp(ctx, session, one);
  if (!figures) throw new Error(`Return ${stored?.serviceId} has no figures.`);
  const before = isFiled ? frozen.at(-2) : frozen.at(-1);
  return { figures, before: before ?? null };
}

const noRowsOfShop =
  'A one-stop-shop return has no rows by jurisdiction. Its supplies by member state and rate are in figures.oneStopShop.supplies of the return.';

type Parts = Pick<LiabilityQuestion, 'subsidiary' | 'source'>;

/**
 * The rows by jurisdiction, for all documents or for a subsidiary or source. The closed documents of a filed return do
 * not change, so their rows still add up to its figures; they are converted at its exchange rates. Throws `NOT_FOUND`
 * for a one-stop-shop return.
 */
export async function getTaxReturnRows(
  ctx: Context,
  one: TaxReturn,
  parts: Parts,
): Promise<readonly ShownLiabilityRow[]> {
  if (isShopScheme(one.scheme)) throw new AppError('NOT_FOUND', noRowsOfShop);
  const { figures } = await getWholeFigures(ctx, one);
  if (parts.subsidiary === null && parts.source === null) return figures.jurisdictions;
  const session = authorize(ctx, 'returns:read');
  const totals = await ownReturnTotals(ctx, session, session.stores.totals);
  const question = { ...questionOf(one, ['JURISDICTION']), ...parts };
  session.work.add(workCosts.figures);
  await chargeDocuments(session, totals, question);
  const rows = await addUpRows(totals, question);
  const currency = figures.totals.flatMap(({ reportingAmounts }) => reportingAmounts?.currency ?? [])[0];
  const rates = figures.exchangeRates.map(({ fromCurrency, reportedOn: day, rate }) => {
    return { currency: fromCurrency, day, rate };
  });
  const converted = currency === undefined ? rows : await convertRows({ totals }, question, rows, { currency, rates });
  return converted.map((row) => shownRow(row, { ...question, groupedBy: question.groupBy }));
}

/** The query for all documents that a standard return counts, limited to the taxes that the return reports. */
function questionOf(
  { country, state, from, to }: Omit<TaxReturnKey, 'scheme'>,
  groups: readonly LiabilityGroup[],
): LiabilityQuestion {
  const taxes = taxesOfReturn({ country, state });
  return { country, state, ...everyPart, from, to, groupBy: new Set(groups), taxes };
}

/** The sums of the period's documents, also in the reporting currency if the account has one. */
export async function addUpFigures(
  ctx: Pick<Context, 'reference'>,
  session: Session,
  { country, state, scheme, from, to }: TaxReturnKey,
  sums: AddedUpTotals = session.stores.totals,
): Promise<TaxReturnFigures> {
  if (isShopScheme(scheme)) return addUpShopFigures(ctx, session, { country, state, scheme, from, to });
  const { work } = session;
  const totals = await ownReturnTotals(ctx, session, sums);
  const stores = { totals, exchangeRates: session.stores.exchangeRates };
  work.add(workCosts.figures);
  const [whole, each] = ([[], ['JURISDICTION']] as const).map((groups) =>
    questionOf({ country, state, from, to }, groups),
  ) as [LiabilityQuestion, LiabilityQuestion];
  const figures = {
    totals: await addUpRows(stores.totals, whole),
    jurisdictions: await addUpRows(stores.totals, each),
    exchangeRates: [],
    notices: [],
  };
  const { reportingCurrency } = await currentSettings(session);
  if (reportingCurrency === null) return figures;
  const rates = await findLiabilityRates(stores, whole, figures.totals, reportingCurrency);
  return {
    totals: await convertRows(stores, whole, figures.totals, rates),
    jurisdictions: await convertRows(stores, each, figures.jurisdictions, rates),
    exchangeRates: rates.applied,
    notices: rates.notices,
  };
}

/** The sums of the documents counted so far. The one-stop shop reads documents, not their sums. */
async function addUpCountedFigures(
  ctx: Pick<Context, 'reference'>,
  session: Session,
  key: TaxReturnKey,
): Promise<TaxReturnFigures> {
  if (isShopScheme(key.scheme)) return addUpFigures(ctx, session, key);
  const { totals, notices } = await startCounting(session.stores.totals, key);
  const figures = await addUpFigures(ctx, session, key, totals);
  return { ...figures, notices: [...(await notices()), ...figures.notices] };
}
