import type { JurisdictionFacts } from '../../../domain/lookups/jurisdictions.ts';
import type { ReferenceData } from '../../../ports/reference-data.ts';
import type { PublishedRate } from './published-rate.ts';

/** The jurisdictions of a rate book and their rates. */
export type RateList = Pick<ReferenceData, 'jurisdictions' | 'jurisdictionRate'>;

type FoundPlace = {
  /** Null if the place is not in the rate book, or if several places have its name. */
  readonly facts: JurisdictionFacts | null;
  /** Keys of the other jurisdictions whose rates a combined rate includes. */
  readonly included: readonly string[];
  /** The key of the county whose rate a city's combined rate includes; otherwise null. */
  readonly county: string | null;
};

type Candidates = {
  readonly all: readonly JurisdictionFacts[];
  readonly byCode: ReadonlyMap<string, readonly JurisdictionFacts[]>;
  readonly byName: ReadonlyMap<string, readonly JurisdictionFacts[]>;
};

/** Finds the jurisdictions for published rates: by code, otherwise by name and county. */
export function placeFinder(list: RateList): (published: PublishedRate) => FoundPlace {
  const known = new Map<string, Candidates>();
  const candidatesAt = ({ country, state }: PublishedRate, level: PublishedRate['level']): Candidates => {
    const key = `${country} ${state} ${level}`;
    const found = known.get(key) ?? indexed(list.jurisdictions({ country, subdivision: state, level, ids: null }));
    known.set(key, found);
    return found;
  };
  /** A county may be identified by its code. */
  const countiesOf = (published: PublishedRate, county: string): readonly JurisdictionFacts[] => {
    const { byCode, byName } = candidatesAt(published, 'COUNTY');
    return byName.get(folded(county)) ?? byCode.get(county) ?? [];
  };
  return (published) => {
    const { country, level } = published;
    const given = published.county === null || country !== 'US' ? [] : countiesOf(published, published.county);
    const county = given[0]?.jurisdiction.name ?? published.county;
    const facts = onlyPlace(candidatesAt(published, level), { ...published, county });
    if (country !== 'US' || published.kind === 'OWN') return { facts, included: [], county: null };
    const state = `US/${published.state}`;
    if (facts?.contains === 'COUNTY_AND_DISTRICTS') return { facts, included: [state], county: null };
    const districts = published.includes.map((id) => `US/${id}`);
    if (level === 'CITY') {
      const isCountyBeside = facts === null || facts.contains === 'NOTHING';
      const ofCity = county ?? facts?.county ?? null;
      const beside = isCountyBeside && ofCity !== null ? countiesOf(published, ofCity) : [];
      const besides = beside.map(({ key }) => key);
      return { facts, included: [state, ...districts, ...besides], county: besides[0] ?? null };
    }
    // The total for the rest of a county includes the districts outside its cities.
    const outside = candidatesAt(published, 'DISTRICT').all.filter(
      (one) => one.county !== null && folded(one.county) === folded(published.name),
    );
    return { facts, included: [state, ...districts, ...outside.map(({ key }) => key)], county: null };
  };
}

function onlyPlace({ all, byCode, byName }: Candidates, { level, name, county, code }: PublishedRate) {
  if (level === 'STATE' || level === 'COUNTRY') return all[0] ?? null;
  const named = (code === null ? null : byCode.get(code)) ?? byName.get(folded(name)) ?? [];
  const [place, other] = named.filter(
    (one) => one.county === null || county === null || folded(one.county) === folded(county),
  );
  return other ? null : (place ?? null);
}

function indexed(all: readonly JurisdictionFacts[]): Candidates {
  const byCode = new Map<string, JurisdictionFacts[]>();
  const byName = new Map<string, JurisdictionFacts[]>();
  const put = (map: Map<string, JurisdictionFacts[]>, key: string, one: JurisdictionFacts) =>
    map.set(key, [...(map.get(key) ?? []), one]);
  for (const one of all) {
    put(byCode, one.jurisdiction.code, one);
    put(byName, folded(one.jurisdiction.name), one);
    // Missouri lists `SPRINGFIELD GREENE COUNTY`.
    if (one.jurisdiction.level === 'CITY' && one.county !== null)
      put(byName, folded(`${one.jurisdiction.name} ${one.county}`), one);
  }
  return { all, byCode, byName };
}

/** Keeps only letters and digits, without "City of"; `Co` equals `County` and `St` equals `Saint`. */
function folded(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\b(county|co|parish|(city|town|village) of)\b/g, '')
    .replace(/\bsaint\b/g, 'st')
    .replace(/[^a-z0-9]/g, '');
}
