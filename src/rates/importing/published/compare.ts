import type { JurisdictionFacts } from '../../../domain/lookups/jurisdictions.ts';
import type { ReferenceData } from '../../../ports/reference-data.ts';
import { type Decimal, decimalText, sum } from '../../../tax/numbers/decimal.ts';
import type { PublishedRate } from './published-rate.ts';

/** A published rate that differs from the rate book; `ours` is null where it lacks the jurisdiction or its rate. */
export type RateDifference = {
  readonly published: PublishedRate;
  readonly ours: { readonly rate: Decimal; readonly source: string } | null;
};

/** The jurisdictions of a rate book and their rates. */
export type RateList = Pick<ReferenceData, 'jurisdictions' | 'jurisdictionRate'>;

/** Compares published rates with the rate book. Jurisdictions are found by code, or by name and county. */
export function compareRates(reference: RateList, rates: readonly PublishedRate[]): readonly RateDifference[] {
  const finder = jurisdictionFinder(reference);
  return rates.flatMap((published): RateDifference[] => {
    const found = finder(published);
    if (found === null) return [{ published, ours: null }];
    const ours =
      published.kind === 'OWN' ? ownRate(reference, found, published) : combined(reference, found, published);
    if (ours === null) return published.rate.isZero() ? [] : [{ published, ours: null }];
    return ours.rate.eq(published.rate) ? [] : [{ published, ours }];
  });
}

export type Found = {
  readonly facts: JurisdictionFacts;
  readonly county: JurisdictionFacts | null;
  /** Of a county: the districts outside its cities, which the rate of the rest of the county includes. */
  readonly outsideCities: readonly JurisdictionFacts[];
};

/** Finds the jurisdictions of the rate book that published rates name, by code, or by name and county. */
export function jurisdictionFinder(reference: RateList) {
  const byPlace = new Map<string, readonly JurisdictionFacts[]>();
  const all = (country: string, subdivision: string | null, level: PublishedRate['level']) => {
    const key = `${country} ${subdivision} ${level}`;
    const known = byPlace.get(key) ?? reference.jurisdictions({ country, subdivision, level, ids: null });
    byPlace.set(key, known);
    return known;
  };
  return ({ country, state, level, name, county, code }: PublishedRate): Found | null => {
    const candidates = all(country, state, level).filter(({ jurisdiction }) => {
      if (level === 'STATE' || level === 'COUNTRY') return true;
      return code === null ? folded(jurisdiction.name) === folded(name) : jurisdiction.code === code;
    });
    const inCounty = candidates.filter(
      (one) => one.county === null || county === null || folded(one.county) === folded(county),
    );
    const facts = inCounty[0] ?? null;
    if (facts === null) return null;
    const ofCounty = county ?? facts.county;
    const counties = country === 'US' && level === 'CITY' && ofCounty ? all(country, state, 'COUNTY') : [];
    const ownCounty = counties.find((one) => folded(one.jurisdiction.name) === folded(ofCounty ?? '')) ?? null;
    const districts = country === 'US' && level === 'COUNTY' ? all(country, state, 'DISTRICT') : [];
    const outsideCities = districts.filter((one) => one.county !== null && folded(one.county) === folded(name));
    return { facts, county: ownCounty, outsideCities };
  };
}

function ownRate(reference: RateList, { facts }: Found, { on }: PublishedRate) {
  const rate = rateOn(reference, facts.key, on);
  return rate && { rate: rate.rate, source: rate.source };
}

/** With the state, the districts outside the cities of a county and, for a city whose rate does not include it, the county. */
function combined(reference: RateList, { facts, county, outsideCities }: Found, { on, state }: PublishedRate) {
  const own = rateOn(reference, facts.key, on);
  const ofState = rateOn(reference, `US/${state}`, on);
  const isCountyBeside = county !== null && facts.contains === 'NOTHING';
  const ofCounty = isCountyBeside ? rateOn(reference, county.key, on) : null;
  const ofDistricts = outsideCities.map(({ key }) => rateOn(reference, key, on));
  const parts = [ofState, ofCounty, own, ...ofDistricts].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const sources = [...new Set(parts.map(({ source }) => source))];
  return { rate: sum(parts.map(({ rate }) => rate)), source: sources.join('; ') };
}

function rateOn(reference: RateList, key: string, on: string) {
  return reference.jurisdictionRate(key, on)?.rate ?? null;
}

/** Letters and digits alone; `Co` and `County`, `Saint` and `St` are the same. */
function folded(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\b(county|co|city of)\b/g, '')
    .replace(/\bsaint\b/g, 'st')
    .replace(/[^a-z0-9]/g, '');
}

/** One line for the operator: what differs, and both sources. */
export function differenceLine({ published, ours }: RateDifference, file: string): string {
  const { level, state, country, name, rate, on, line } = published;
  const place = [state ?? country, level, name].join('\t');
  const own = ours === null ? 'not in the rate book' : `${decimalText(ours.rate)} (${ours.source})`;
  return `differs\t${place}\t${on}\t${own}\t${decimalText(rate)} (${file}, line ${line})`;
}
