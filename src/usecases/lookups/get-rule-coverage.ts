import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { ageOfRates } from '../../domain/coverage/freshness.ts';
import type { RuleCoverageInput } from '../../domain/lookups/catalogue-input.ts';
import { countsOf, type PlaceCoverage, type RuleCoverage } from '../../domain/lookups/rule-coverage.ts';
import type { RuleEvidence } from '../../domain/places/place-law.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { nowhere } from './look-up-place.ts';
import { lawOf } from './rates-at-place.ts';

type ListedPlace = {
  readonly place: string;
  readonly name: string;
  readonly country: string;
  readonly state: string | null;
};

/** The evidence for tax code rules in states and countries: a law, an authority, other sources, or no source. */
export async function getRuleCoverage(ctx: Context, { places: named }: RuleCoverageInput): Promise<RuleCoverage> {
  const { work } = authorize(ctx, 'tax:read');
  const { reference } = ctx;
  const asOf = todayOf(ctx);
  const listed = named ? namedPlaces(reference, named) : listedPlaces(reference);
  work.add(workCosts.coveredRule * reference.taxCodes.length * listed.length);
  const yieldIfDue = createYield();
  const places: PlaceCoverage[] = [];
  for (const place of listed) {
    await yieldIfDue();
    places.push(coverageAt(reference, place, asOf));
  }
  return {
    asOf,
    rateBookVersion: reference.version,
    states: countsOf(places.filter(({ place }) => place.startsWith('US-'))),
    countries: countsOf(places.filter(({ place }) => !place.startsWith('US-'))),
    places,
  };
}

/** The US states, followed by the other countries. */
export function listedPlaces(reference: ReferenceData): readonly ListedPlace[] {
  const states = reference.states.map(({ code, name }) => ({ place: `US-${code}`, name, country: 'US', state: code }));
  const countries = reference.countries
    .filter(({ code }) => code !== 'US')
    .map(({ code, name }) => ({ place: code, name, country: code, state: null }));
  return [...sorted(states), ...sorted(countries)];
}

const sorted = (places: readonly ListedPlace[]) => places.toSorted((a, b) => (a.place < b.place ? -1 : 1));

function namedPlaces(reference: ReferenceData, named: readonly string[]): readonly ListedPlace[] {
  const known = new Map(listedPlaces(reference).map((place) => [place.place, place]));
  const issues = named.flatMap((text, index): Issue[] => {
    if (known.has(text.toUpperCase())) return [];
    const message = `${JSON.stringify(text)} is not a place in this list. Send a state such as US-MN, or a country such as DE.`;
    return [{ path: ['places', index], code: 'UNKNOWN_VALUE', message }];
  });
  if (issues.length > 0) throw invalidInput(issues);
  return [...new Set(named.map((text) => known.get(text.toUpperCase())!))];
}

/** The evidence for the rule of each tax code, for the entire place. */
export function coverageAt(reference: ReferenceData, listed: ListedPlace, on: string): PlaceCoverage {
  const { place, name, country, state } = listed;
  const match = reference.matchAddress({ ...nowhere, country, state });
  if (match.kind === 'unmatched') throw new Error(`Place ${place} is not in the rate book.`);
  const evidence = reference.taxCodes.map(({ code }) => ({
    code,
    evidence: lawOf(reference, { place: match.place, taxDate: on, taxCode: code }).evidence,
  }));
  const codesWith = (wanted: RuleEvidence) => evidence.filter((one) => one.evidence === wanted).map(({ code }) => code);
  return {
    place,
    name,
    ...ageOfRates(reference.freshnessOf(place), on),
    lawCodes: codesWith('LAW'),
    authorityCodes: codesWith('AUTHORITY'),
    severalSourcesCodes: codesWith('SEVERAL_SOURCES'),
    oneSourceCodes: codesWith('ONE_SOURCE'),
    standardRateCodes: codesWith('STANDARD_RATE'),
    noSourceCodes: codesWith('NONE'),
  };
}
