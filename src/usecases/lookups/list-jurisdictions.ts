import { toDecimalText } from '../../domain/base/amount.ts';
import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import type { JurisdictionsInput } from '../../domain/lookups/catalogue-input.ts';
import type { JurisdictionFacts, JurisdictionFilter, RatedJurisdiction } from '../../domain/lookups/jurisdictions.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { nowhere, todayInUtc } from './look-up-place.ts';

/** At most `limit` jurisdictions after this key, or the last ones before it; null is an end of the list. */
type JurisdictionPage = { readonly limit: number } & (
  | { readonly after: string | null }
  | { readonly before: string | null }
);

type JurisdictionList = {
  readonly rows: readonly RatedJurisdiction[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount: number;
};

/** Jurisdictions of the rate book, by country and id, with their general rates on a day. */
export async function listJurisdictions(
  ctx: Context,
  { filter, ...asked }: JurisdictionsInput,
  page: JurisdictionPage,
): Promise<JurisdictionList> {
  authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const day = asked.asOf ?? todayInUtc(ctx);
  const found = reference.jurisdictions(resolved(reference, filter, day));
  const { start, end } = rangeOf(found, page);
  return {
    rows: found.slice(start, end).map((facts) => ratedOn(reference, facts, day)),
    hasNextPage: end < found.length,
    hasPreviousPage: start > 0,
    totalCount: found.length,
  };
}

/** The page within the list, which is sorted by key. */
function rangeOf(found: readonly JurisdictionFacts[], page: JurisdictionPage) {
  const indexOf = (isBehind: (key: string) => boolean) => {
    const index = found.findIndex(({ key }) => isBehind(key));
    return index < 0 ? found.length : index;
  };
  if ('before' in page) {
    const { before } = page;
    const end = before === null ? found.length : indexOf((key) => key >= before);
    return { start: Math.max(0, end - page.limit), end };
  }
  const { after } = page;
  const start = after === null ? 0 : indexOf((key) => key > after);
  return { start, end: Math.min(start + page.limit, found.length) };
}

function ratedOn(reference: ReferenceData, facts: JurisdictionFacts, day: string): RatedJurisdiction {
  const known = reference.jurisdictionRate(facts.key, day);
  const rate = known?.rate ?? null;
  return {
    ...facts,
    generalRate: rate && toDecimalText(rate.rate),
    appliedRate: null,
    validFrom: rate?.validFrom ?? null,
    validThrough: rate?.validThrough ?? null,
    source: rate?.source ?? null,
    notices: known?.notices ?? [],
  };
}

function resolved(reference: ReferenceData, filter: JurisdictionsInput['filter'], day: string): JurisdictionFilter {
  const issues: Issue[] = [];
  const refuse = (field: string, message: string) => {
    issues.push({ path: ['filter', field], code: 'UNKNOWN_VALUE', message });
    return null;
  };
  const { state, country, level, name: nameContains, zip, jurisdictionIds: ids } = filter;
  const subdivision =
    state === null ? null : (reference.findState(state)?.code ?? refuse('state', `"${state}" is not a US state.`));
  const code =
    country === null ? null : (reference.findCountry(country) ?? refuse('country', `"${country}" is not a country.`));
  const atZip =
    zip === null
      ? null
      : (idsAtZip(reference, { zip, state: subdivision, day }) ?? refuse('zip', noZip(zip, subdivision)));
  if (issues.length > 0) throw invalidInput(issues);
  const wanted = atZip !== null && ids !== null ? ids.filter((id) => atZip.includes(id)) : (atZip ?? ids);
  return { country: zip === null ? code : (code ?? 'US'), subdivision, level, nameContains, ids: wanted };
}

/** The jurisdictions of all places that a ZIP code covers on a day. */
function idsAtZip(
  reference: ReferenceData,
  { zip, state, day }: { readonly zip: string; readonly state: string | null; readonly day: string },
): readonly string[] | null {
  const match = reference.matchCandidates({ ...nowhere, country: 'US', state, zip }, day);
  if (match.kind === 'unmatched') return null;
  return [...new Set(match.places.flatMap(({ jurisdictionIds }) => jurisdictionIds))];
}

function noZip(zip: string, state: string | null): string {
  return `"${zip}" is not a ZIP code of ${state ?? 'the rate book'}.`;
}
