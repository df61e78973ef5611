import type { JurisdictionFacts, JurisdictionFilter, RateOnDay } from '../../domain/lookups/jurisdictions.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Books } from './books.ts';
import { findRate, noticesOnRates, type RateWindow } from './files/rate-windows.ts';

export type ListedJurisdiction = {
  readonly facts: JurisdictionFacts;
  readonly windows: readonly RateWindow[];
  readonly introducedOn: string | null;
};

type JurisdictionList = Pick<ReferenceData, 'jurisdictions' | 'jurisdictionRate'>;

/** The jurisdictions of the rate book, by key. */
export function makeJurisdictionList(books: Books): JurisdictionList {
  return listJurisdictionsOf(() => [...usEntries(books), ...globalEntries(books)]);
}

/** A list of jurisdictions, created on first use. */
export function listJurisdictionsOf(all: () => readonly ListedJurisdiction[]): JurisdictionList {
  let known: ReadonlyMap<string, ListedJurisdiction> | null = null;
  const entries = () => {
    known ??= byKey(all());
    return known;
  };
  return {
    jurisdictions: (filter) => {
      const candidates = namedEntries(entries(), filter) ?? [...entries().values()];
      return candidates.filter(fits(filter)).map(({ facts }) => facts);
    },
    jurisdictionRate: (key, taxDate) => {
      const entry = entries().get(key);
      return entry ? rateOn(entry, taxDate) : null;
    },
  };
}

/** The jurisdictions for a filter with country and ids, looked up by key instead of scanned; null for other filters. */
function namedEntries(
  entries: ReadonlyMap<string, ListedJurisdiction>,
  { country, ids }: JurisdictionFilter,
): ListedJurisdiction[] | null {
  if (country === null || ids === null) return null;
  const keys = [...new Set(ids)].map((id) => `${country}/${id}`).sort();
  return keys.flatMap((key) => entries.get(key) ?? []);
}

function fits({ country, subdivision, level, ids }: JurisdictionFilter): (one: ListedJurisdiction) => boolean {
  const wantedIds = ids === null ? null : new Set(ids);
  return ({ facts }) =>
    (country === null || facts.country === country) &&
    (subdivision === null || facts.subdivision === subdivision) &&
    (level === null || facts.jurisdiction.level === level) &&
    (wantedIds === null || wantedIds.has(facts.jurisdiction.id));
}

function rateOn(entry: ListedJurisdiction, taxDate: string): RateOnDay {
  const found = findRate(entry, taxDate);
  if (found.kind === 'not-levied') return { rate: null, notices: [] };
  return { rate: found.window.rate, notices: noticesOnRates([found], taxDate) };
}

/** Sorted by code unit, the way list cursors compare keys. */
function byKey(all: readonly ListedJurisdiction[]): ReadonlyMap<string, ListedJurisdiction> {
  const known = new Map(all.map((one) => [one.facts.key, one]));
  return new Map([...known.keys()].sort().map((key) => [key, known.get(key)!]));
}

function usEntries({ us }: Books): ListedJurisdiction[] {
  return [...us.states.values()].flatMap((state) =>
    [...state.jurisdictions.values()].map(({ jurisdiction, county, stacking, windows, introducedOn }) => ({
      facts: {
        key: `US/${jurisdiction.id}`,
        jurisdiction,
        country: 'US',
        subdivision: state.code,
        county: jurisdiction.level === 'COUNTY' ? jurisdiction.name : county,
        contains: contained[stacking],
      },
      windows,
      introducedOn,
    })),
  );
}

const contained = {
  add: 'NOTHING',
  replaces_county: 'COUNTY',
  replaces_all: 'COUNTY_AND_DISTRICTS',
} as const;

/** The US levies no federal sales tax. Regions without their own rates are part of their country. */
function globalEntries({ global }: Books): ListedJurisdiction[] {
  const countries = [...global.countries.values()]
    .filter(({ alpha2, windows }) => alpha2 !== 'US' && windows.length > 0)
    .map(({ alpha2, name, taxName, windows }) =>
      globalEntry({ id: alpha2, level: 'COUNTRY', name, code: taxName, country: alpha2, region: null }, windows),
    );
  const regions = [...global.regions.values()]
    .filter(({ windows }) => windows.length > 0)
    .map(({ id, name, taxName, country, windows }) =>
      globalEntry({ id, level: 'REGION', name, code: taxName ?? 'NONE', country, region: id }, windows),
    );
  return [...countries, ...regions];
}

type GlobalName = {
  readonly id: string;
  readonly level: 'COUNTRY' | 'REGION';
  readonly name: string;
  readonly code: string;
  readonly country: string;
  readonly region: string | null;
};

function globalEntry({ country, region, ...name }: GlobalName, windows: readonly RateWindow[]): ListedJurisdiction {
  return {
    facts: {
      key: `${country}/${name.id}`,
      jurisdiction: { ...name, fips: null, districtOf: null },
      country,
      subdivision: region,
      county: null,
      contains: 'NOTHING',
    },
    windows,
    introducedOn: null,
  };
}
