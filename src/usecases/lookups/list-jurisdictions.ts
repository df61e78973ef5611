import { toDecimalText } from '../../domain/base/amount.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import type { Comparators } from '../../domain/base/record-filter.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { matches } from '../../domain/lists/matches.ts';
import type { JurisdictionsInput } from '../../domain/lookups/catalogue-input.ts';
import type { JurisdictionConditions } from '../../domain/lookups/jurisdiction-list.ts';
import type { JurisdictionFacts, RatedJurisdiction } from '../../domain/lookups/jurisdictions.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { nowhere } from './look-up-place.ts';
import { plain } from './search-tax-codes.ts';

/**
 * At most `limit` jurisdictions after this key, or the last jurisdictions before the key. A null key means the start or
 * the end of the list.
 */
type JurisdictionPage = { readonly limit: number } & (
  | { readonly after: string | null }
  | { readonly before: string | null }
);

type AskedJurisdictions = JurisdictionsInput & { readonly filter: JurisdictionConditions };

type JurisdictionList = {
  readonly rows: readonly RatedJurisdiction[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount: number;
};

/**
 * The jurisdictions in the rate book that match the conditions, sorted by country and id. Pages contain their general
 * rates on a day.
 */
export async function listJurisdictions(
  ctx: Context,
  asked: AskedJurisdictions,
): Promise<(page: JurisdictionPage) => JurisdictionList> {
  const { work } = authorize(ctx, 'tax:read');
  const { reference } = ctx;
  work.add(workCosts.jurisdictionList);
  const day = asked.asOf ?? todayOf(ctx);
  const all = await found(reference, asked, day);
  return (page) => {
    const { start, end } = rangeOf(all, page);
    work.add(workCosts.row * (end - start));
    return {
      rows: all.slice(start, end).map((facts) => ratedOn(reference, facts, day)),
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      totalCount: all.length,
    };
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

const comparedPerTurn = 50;

/** The jurisdictions that match the conditions, by key. Other requests are served during the comparison. */
async function found(
  reference: ReferenceData,
  { filter, zip }: Pick<AskedJurisdictions, 'filter' | 'zip'>,
  day: string,
): Promise<readonly JurisdictionFacts[]> {
  const state = filter.state?.eq ?? null;
  const atZip = zip === null ? null : idsAtZip(reference, { zip, state, day });
  if (zip !== null && atZip === null) {
    throw invalidInput([{ path: ['zip'], code: 'UNKNOWN_VALUE', message: noZip(zip, state) }]);
  }
  const named = filter.jurisdictionId?.in ?? (filter.jurisdictionId?.eq == null ? null : [filter.jurisdictionId.eq]);
  const ids = atZip !== null && named !== null ? named.filter((id) => atZip.includes(id)) : (atZip ?? named);
  // Ids are unique within a country.
  const country = filter.country?.eq ?? (zip === null ? null : 'US');
  const candidates = reference.jurisdictions({ country, subdivision: null, level: null, ids });
  const conditions: JurisdictionConditions = { ...filter, name: filter.name && plainComparators(filter.name) };
  const meetsAll = ({ country, subdivision, jurisdiction: { id, level, name } }: JurisdictionFacts) =>
    matches(
      { country, state: subdivision, level, name: filter.name ? plain(name) : name, jurisdictionId: id },
      conditions,
    );
  const serveOthers = createYield();
  const met: JurisdictionFacts[] = [];
  for (const [index, candidate] of candidates.entries()) {
    if (index % comparedPerTurn === 0) await serveOthers();
    if (meetsAll(candidate)) met.push(candidate);
  }
  return met;
}

function plainComparators({ isNull, ...texts }: Comparators<string>): Comparators<string> {
  const read = Object.entries(texts).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(plain) : typeof value === 'string' ? plain(value) : value,
  ]);
  return { ...Object.fromEntries(read), isNull };
}

/** The ids of the jurisdictions of all places within a ZIP code on a day; null if the ZIP code is unknown. */
export function idsAtZip(
  reference: ReferenceData,
  { zip, state, day }: { readonly zip: string; readonly state: string | null; readonly day: string },
): readonly string[] | null {
  const places = placesAtZip(reference, { zip, state, day });
  return places && [...new Set(places.flat())];
}

/** The ids of the jurisdictions of each place within a ZIP code on a day; null if the ZIP code is unknown. */
export function placesAtZip(
  reference: ReferenceData,
  { zip, state, day }: { readonly zip: string; readonly state: string | null; readonly day: string },
): readonly (readonly string[])[] | null {
  const match = reference.matchCandidates({ ...nowhere, country: 'US', state, zip }, day);
  return match.kind === 'unmatched' ? null : match.places.map(({ jurisdictionIds }) => jurisdictionIds);
}

export function noZip(zip: string, state: string | null): string {
  return `"${zip}" is not a ZIP code in ${state ?? 'the rate book'}.`;
}
