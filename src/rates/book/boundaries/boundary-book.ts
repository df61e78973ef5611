import type { AddressQuery, MatchedPlace } from '../../../domain/places/address-match.ts';
import type { BoundaryStack } from '../../../domain/rate-book/rate-layer.ts';
import type { BoundaryQuestion, FoundBoundaries, ReferenceData } from '../../../ports/reference-data.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import type { StateBoundaries } from '../layers/state-boundaries.ts';
import { foldPlace } from '../names/folding.ts';
import { hasLocalTaxes, type StateBook, type UsBook } from '../us/book/state-book.ts';
import { foldedCity, pickCity } from '../us/places/cities.ts';
import { zipParts } from '../us/places/zip-codes.ts';
import { chooseBoundary } from './boundary-choice.ts';
import { readStreetAddress, streetNames } from './street-address.ts';

/** A state's boundaries, and its jurisdictions by level and code (`CITY 43000`). */
type KnownBoundaries = StateBoundaries & {
  readonly state: StateBook;
  readonly ids: ReadonlyMap<string, string>;
  readonly zips: UsBook['zips'];
};

/** Determines the boundary records to look up for a matched address, and uses them to refine its place. */
export function makeBoundaryBook(
  us: UsBook,
  byState: ReadonlyMap<string, StateBoundaries>,
): Pick<ReferenceData, 'boundaryQuestion' | 'placeWithin'> {
  const known = new Map<string, KnownBoundaries>();
  for (const [code, boundaries] of byState) {
    const state = us.states.get(code);
    if (!state || !hasLocalTaxes(state)) continue;
    const ids = [...state.jurisdictions.values()].map(({ jurisdiction: { id, level, code } }): [string, string] => {
      return [`${level} ${code}`, id];
    });
    known.set(code, { ...boundaries, state, ids: new Map(ids), zips: us.zips });
  }
  const boundariesOf = ({ country, subdivision }: MatchedPlace) =>
    country === 'US' && subdivision !== null ? (known.get(subdivision) ?? null) : null;
  return {
    boundaryQuestion: (place, address) => {
      const boundaries = boundariesOf(place);
      return boundaries && questionFor(boundaries, address);
    },
    placeWithin: (place, found) => {
      const boundaries = boundariesOf(place);
      return boundaries ? placeWithin(boundaries, place, found) : place;
    },
  };
}

const zipOf = ({ zip }: AddressQuery): string | null => zipParts(zip)?.zip ?? null;

/** Null if the address has no ZIP code. */
function questionFor({ layer }: StateBoundaries, address: AddressQuery): BoundaryQuestion | null {
  const parts = zipParts(address.zip);
  if (parts === null) return null;
  const { zip, plus4 } = parts;
  const street = readStreetAddress(address.street);
  return {
    layerId: layer.layerId,
    query: { zip, plus4, streets: street ? streetNames(street) : [] },
  };
}

/**
 * A matched place with its jurisdictions according to the boundaries, or with a notice that the boundaries do not cover
 * it.
 */
function placeWithin(
  boundaries: KnownBoundaries,
  place: MatchedPlace,
  { address, rows, taxDate }: FoundBoundaries,
): MatchedPlace {
  const { state } = boundaries;
  const choice = chooseBoundary(rows, { street: readStreetAddress(address.street), taxDate });
  const stack = choice && boundaries.layer.stacks[choice.row.stack];
  if (!stack) {
    const message = `The boundaries of ${state.name} (${boundaries.layer.source}) do not contain this ZIP code on ${taxDate}; the place was determined without them.`;
    return { ...place, notices: [...place.notices, { code: 'NOT_WITHIN_BOUNDARIES', pointer: '/zip', message }] };
  }
  const { precision } = choice;
  const jurisdictionIds = idsOf(boundaries, stack, correctedIds(boundaries, { address, taxDate }));
  const isCity = (id: string) => state.jurisdictions.get(id)?.jurisdiction.level === 'CITY';
  const city = jurisdictionIds.find(isCity) ?? boundaries.ids.get(`CITY ${stack.place}`) ?? null;
  return {
    ...place,
    jurisdictionIds,
    precision,
    matchedAddress: {
      ...place.matchedAddress,
      city: (city && state.jurisdictions.get(city)?.jurisdiction.name) ?? place.matchedAddress.city,
      county: state.counties.get(`${state.fips}${stack.county}`)?.name ?? place.matchedAddress.county,
    },
    localRates: 'COMPLETE',
    gaps: [],
    notices: precision === 'ZIP5' ? [wholeZip(state, address)] : [],
  };
}

function wholeZip({ name }: StateBook, address: AddressQuery): Notice {
  const missing = readStreetAddress(address.street)
    ? 'The boundaries do not contain the street and house number in this ZIP code'
    : 'The address has no street with a house number';
  const message = `${missing}: the boundaries of ${name} for the whole ZIP code ${zipOf(address)} were used. A ZIP+4 code is more precise.`;
  return { code: 'PLACED_BY_ZIP_CODE', pointer: '/zip', message };
}

/**
 * The jurisdictions that corrections assign to the ZIP code on a day. A city in the address takes precedence over a
 * corrected city.
 */
function correctedIds(
  boundaries: KnownBoundaries,
  { address, taxDate }: { readonly address: AddressQuery; readonly taxDate: string },
): readonly string[] {
  const { state, correctedByZip } = boundaries;
  const there = (correctedByZip.get(zipOf(address) ?? '') ?? []).flatMap(({ jurisdictionId, validFrom }) => {
    return validFrom === null || validFrom <= taxDate ? [jurisdictionId] : [];
  });
  const named = citiesSent(boundaries, address);
  if (named.length === 0) return there;
  return there.filter((id) => state.jurisdictions.get(id)?.jurisdiction.level !== 'CITY' || named.includes(id));
}

/**
 * The cities to which the name in the address may refer. Empty if the name only refers to the place of the ZIP code,
 * although a distant city shares the name.
 */
function citiesSent({ state, zips }: KnownBoundaries, address: AddressQuery): readonly string[] {
  const city = foldedCity(state, address.city?.trim() ?? '');
  const named = state.cityIdsByName.get(city) ?? [];
  const row = zips.get(zipOf(address) ?? '');
  const isOwnPlace = row !== undefined && row.place !== null && foldPlace(row.place) === city;
  return isOwnPlace && pickCity(row, named) === null ? [] : named;
}

/**
 * The state, county, city and districts, except jurisdictions that are included in another jurisdiction's rate or have
 * no tax in the rate book.
 */
function idsOf(
  { state, ids, districtIds }: KnownBoundaries,
  stack: BoundaryStack,
  corrected: readonly string[],
): readonly string[] {
  const levelOf = (id: string) => state.jurisdictions.get(id)?.jurisdiction.level;
  const correctedAt = (level: 'COUNTY' | 'CITY') => corrected.findLast((id) => levelOf(id) === level) ?? null;
  const county = correctedAt('COUNTY') ?? ids.get(`COUNTY ${stack.county}`) ?? null;
  const city = correctedAt('CITY') ?? ids.get(`CITY ${stack.place}`) ?? null;
  const districts = stack.districts.map(
    ({ type, code }) =>
      districtIds.get(`${type} ${code}`) ?? (districtIds.size === 0 ? ids.get(`DISTRICT ${code}`) : null) ?? null,
  );
  const own = stack.isStateTaxed ? [state.code] : [];
  const stackingOf = (id: string) => state.jurisdictions.get(id)?.stacking;
  const isAddedDistrict = (id: string) => levelOf(id) === 'DISTRICT' && stackingOf(id) === 'add';
  // Jurisdictions without a tax may be missing from the rate book.
  const added = corrected.filter((id) => levelOf(id) === 'DISTRICT');
  const found = [...new Set([county, city, ...districts, ...added])].filter((id) => id !== null);
  const locals = found.filter((id) => stackingOf(id) !== undefined);
  const whole = locals.find((id) => stackingOf(id) === 'replaces_all');
  if (whole !== undefined) {
    // A city's rate may include its districts. A district's rate may replace the rates of the county and city; other
    // districts are added to it.
    const beside = levelOf(whole) === 'DISTRICT' ? locals.filter((id) => isAddedDistrict(id)) : [];
    return [...own, whole, ...beside];
  }
  const isCountyContained = locals.some((id) => stackingOf(id) === 'replaces_county');
  return [...own, ...locals.filter((id) => id !== county || !isCountyContained)];
}
