import { addMonths } from '../../domain/base/calendar.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { formatCount } from '../../domain/base/words.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { createConverter, currenciesFor, daysFor } from '../../domain/exchange-rates/conversion.ts';
import { type CollectionStart, type ExposedDocument, exposedPlaces } from '../../domain/exposure/exposed-places.ts';
import { type ExposureQuery, type ExposureQuestion, readExposureQuery } from '../../domain/exposure/exposure-query.ts';
import type { Exposure } from '../../domain/exposure/exposure-record.ts';
import { allDocuments } from '../../domain/liability/counted-documents.ts';
import { everyPart } from '../../domain/liability/liability-query.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { AddedUpTotals, CurrencyDay } from '../../ports/stores/totals-store.ts';
import type { TenantStores } from '../../ports/stores.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { currentSettings } from '../account/account.ts';
import { missingNotices } from '../liability/convert-liability.ts';
import { startCounting } from '../liability/start-counting.ts';
import { findStarts } from './find-starts.ts';
import { uncollectedDocuments } from './uncollected-documents.ts';

/**
 * The tax of US states that was due but not collected. Finds the states and days from the stored totals. Reassesses the
 * documents without tax under their frozen law, page by page. Refuses requests with more documents than one response
 * can cover.
 */
export async function getExposure(ctx: Context, query: ExposureQuery): Promise<Exposure> {
  authorize(ctx, 'nexus:read');
  const session = authorize(ctx, 'returns:read');
  const { stores, work } = session;
  work.add(workCosts.figures);
  const question = readExposureQuery(ctx.reference, query);
  const { from, to, collectFrom } = question;
  const { totals, notices } = await startCounting(stores.totals, measuredSpan(question));
  const states = await statesWithoutTax(totals, question);
  work.add(workCosts.nexusPlace * states.length);
  const found = await findStarts(ctx, stores, question, states);
  const starts = found.starts.filter((start) => start.collectFrom <= to);
  const [only] = starts.length === 1 ? starts : [];
  const counted = {
    ...allDocuments({ from, to }),
    countries: ['US'],
    state: only?.state ?? null,
    reason: 'NOT_COLLECTING',
  } as const;
  const dueFrom = new Map(starts.map((start) => [start.state, start.collectFrom]));
  const documents = starts.length === 0 ? nothing : await uncollectedDocuments(session, { counted }, dueFrom);
  const { reportingCurrency } = await currentSettings(session);
  const converted = await conversionOf(stores, documents.exposed, reportingCurrency);
  return {
    from,
    to,
    collectFrom,
    places: exposedPlaces(documents.exposed, starts, { from, to }, converted),
    notices: [
      ...(await notices()),
      ...found.notices,
      ...unknownNotices(documents.unknown, starts),
      ...converted.notices,
    ],
  };
}

/** Sales of up to two years earlier determine the day from which the tax was due. */
const measuredSpan = ({ from, to }: ExposureQuestion) => ({ from: addMonths(from, -24), to });

const nothing = { exposed: [], unknown: new Map<string, number>() };

const { exposureDocuments: most } = gatewayLimits;

/** Throws `INVALID_INPUT` if there are too many documents. */
async function statesWithoutTax(
  totals: AddedUpTotals,
  { states, ...period }: ExposureQuestion,
): Promise<readonly string[]> {
  const state = states?.length === 1 ? states[0]! : null;
  const { from, to } = period;
  const groupBy = new Set(['STATE', 'REASON'] as const);
  const within = { from, to, country: 'US', state, ...everyPart, groupBy, taxes: null };
  const sums = await totals.addUpLiability(within, gatewayLimits.liability.sums);
  const untaxed = sums.filter(({ reason }) => reason === 'NOT_COLLECTING');
  const count = untaxed.reduce((added, { documents }) => added + documents, 0);
  if (count > most) {
    const message = `The period has ${count} documents without tax, but at most ${most} can be assessed together. Request a shorter period, or a single state.`;
    throw invalidInput([{ path: ['from'], code: 'TOO_LONG', message }]);
  }
  const found = new Set(untaxed.flatMap(({ labels }) => labels.state ?? []));
  return [...found].filter((one) => states === null || states.includes(one)).sort();
}

/** The rates for all days with amounts not in the reporting currency. */
async function conversionOf(
  { exchangeRates }: TenantStores,
  documents: readonly ExposedDocument[],
  currency: string | null,
) {
  const foreign = documents.filter((one) => currency !== null && one.currency !== currency);
  if (foreign.length === 0 || currency === null) return { currency, rateOn: () => null, notices: [] };
  const days = [...new Set(foreign.map(({ reportedOn }) => reportedOn))].sort();
  const currencies = currenciesFor([currency, ...foreign.map((one) => one.currency)]);
  const rateOn = createConverter(await exchangeRates.findFor(currencies, daysFor(days)));
  const asked = new Map<string, CurrencyDay>(
    foreign.map(({ currency: from, reportedOn: day }) => [`${day} ${from}`, { currency: from, day }]),
  );
  const rates = [...asked.values()]
    .sort((one, other) => (one.day < other.day ? -1 : 1))
    .map((one) => ({ ...one, rate: rateOn({ from: one.currency, to: currency, on: one.day })?.rate ?? null }));
  return { currency, rateOn, notices: missingNotices(rates, currency) };
}

function unknownNotices(unknown: ReadonlyMap<string, number>, starts: readonly CollectionStart[]): Notice[] {
  return starts.flatMap(({ state, name }) => {
    const count = unknown.get(state) ?? 0;
    if (count === 0) return [];
    const message = `${name}: the amounts do not include the tax on ${formatCount(count, 'document')}, because the rate book did not contain it when the documents were stored. Calculate it separately.`;
    return [{ code: 'EXPOSURE_INCOMPLETE', pointer: '/places', message }];
  });
}
