import type { FieldMatch, Precision } from '../../../../domain/places/matched-address.ts';
import type { Notice } from '../../../../tax/model/assessment.ts';
import { bareName, foldPlace, isNearSpelling } from '../../names/folding.ts';
import { type County, hasLocalTaxes, type ZipRow } from '../book/state-book.ts';
import {
  cityNameOf,
  countiesOfCity,
  countyAmong,
  countyNamed,
  districtsBeyondCity,
  districtsOfCity,
  districtsOfPart,
  everyCounty,
  foldedCity,
  isAnyNear,
  mostCommonRow,
  pickCity,
} from './cities.ts';

/** The location of an address within a state, before rates are combined. */
export type Locality = {
  readonly county: County | null;
  readonly countyJurisdictionId: string | null;
  readonly cityId: string | null;
  readonly districtIds: readonly string[];
  readonly cityName: string | null;
  readonly cityMatch: FieldMatch | null;
  /** The match quality of the ZIP code, if it is known to be poor. */
  readonly zipMatch: 'NO_MATCH' | null;
  readonly precision: Precision;
  readonly notices: readonly Notice[];
};

/** The submitted city and county; empty strings become null. */
export type LocalNames = { readonly city: string | null; readonly county: string | null };

/** The place of a known ZIP code. A different city nearby takes precedence over the ZIP code's main place. */
export function localityOfZip(row: ZipRow, names: LocalNames): Locality {
  const locality = localityByName(row, names);
  const other = otherCounty(row, locality, names.county);
  if (other) return { ...locality, notices: [...locality.notices, farCounty(other, row, locality.county)] };
  if (!isCountyInDoubt(row, locality, names.county)) return locality;
  return { ...locality, notices: [...locality.notices, splitZip(row, locality.county)] };
}

function localityByName(row: ZipRow, names: LocalNames): Locality {
  const home = localityOfRow(row, names.county);
  if (names.city === null) return home;
  const city = foldedCity(row.state, names.city);
  const candidates = row.state.cityIdsByName.get(city) ?? [];
  const otherCity = row.cityId === null || candidates.includes(row.cityId) ? null : pickCity(row, candidates);
  if (isCityOfRow(row, city) && otherCity === null) {
    return { ...home, cityName: row.place ?? names.city, cityMatch: 'EXACT', precision: cityPrecision(row) };
  }
  const places = candidates.length === 0 ? (row.state.zipsByPlace.get(city) ?? []) : [];
  if (places.some((other) => other.cityId !== null && other.cityId === row.cityId)) {
    return { ...home, cityMatch: 'GOOD', precision: cityPrecision(row) };
  }
  const isKnown = candidates.length > 0 || places.length > 0;
  if (!isKnown && row.place !== null && isNearSpelling(city, foldPlace(row.place))) {
    return { ...home, cityMatch: 'GOOD', precision: cityPrecision(row) };
  }
  const cityId = pickCity(row, candidates);
  if (cityId !== null) return localityOfOtherCity(row, cityId);
  if (isKnown && !isAnyNear(row, places))
    return { ...home, cityMatch: 'NO_MATCH', notices: [farCity(names.city, row)] };
  return localityOutsideCities(row, home, { given: names.city, isKnownPlace: isKnown });
}

function localityOfRow(row: ZipRow, countyGiven: string | null): Locality {
  const county = countyOfRow(row, countyGiven);
  const isMain = county?.fips === row.countyFips;
  return {
    county,
    countyJurisdictionId: isMain ? row.countyJurisdictionId : (county?.jurisdictionId ?? null),
    cityId: row.cityId,
    districtIds: districtsOfPart(row, { county, cityId: row.cityId }),
    cityName: row.place,
    cityMatch: null,
    zipMatch: null,
    precision: row.precision === 'state-only' ? 'STATE' : 'ZIP5',
    notices: [],
  };
}

/** The county in the address if the ZIP code extends into it, otherwise the ZIP code's main county. */
function countyOfRow(row: ZipRow, given: string | null): County | null {
  const counties = countiesOfRow(row);
  return countyAmong(row.state, counties, given) ?? counties[0] ?? null;
}

function countiesOfRow(row: ZipRow): readonly County[] {
  return [row.countyFips, ...row.furtherCounties].flatMap((fips) => row.state.counties.get(fips) ?? []);
}

function isCityOfRow(row: ZipRow, city: string): boolean {
  return placeNames(row).some((name) => {
    if (name === null) return false;
    const folded = row.state.foldedNames.get(name) ?? foldPlace(name);
    if (folded === city) return true;
    return bareName(folded) === bareName(city) && !row.state.cityIdsByName.has(city);
  });
}

/** A ZIP code without a known place is named after its counties, which are the municipalities in Puerto Rico. */
function placeNames(row: ZipRow): readonly (string | null)[] {
  if (row.place === null) return everyCounty(row);
  const cities = row.cityId === null ? row.laterCityIds : [row.cityId, ...row.laterCityIds];
  return [row.place, ...cities.map((id) => cityNameOf(row.state, id))];
}

function cityPrecision(row: ZipRow): Precision {
  return row.precision === 'state-only' ? 'STATE' : 'CITY';
}

function localityOfOtherCity(row: ZipRow, cityId: string): Locality {
  const { state } = row;
  const counties = countiesOfCity(state, cityId);
  const ownRows = state.zipsByCity.get(cityId) ?? [];
  const rowsHere = ownRows.filter((other) => other.countyFips === row.countyFips);
  const model = mostCommonRow(rowsHere.length > 0 ? rowsHere : ownRows, (one) => one.districtIds.join(' '));
  const fips =
    [row.countyFips, ...row.furtherCounties].find((one) => counties.has(one)) ??
    model?.row.countyFips ??
    row.countyFips;
  const county = state.counties.get(fips) ?? null;
  return {
    county,
    countyJurisdictionId: fips === row.countyFips ? row.countyJurisdictionId : (county?.jurisdictionId ?? null),
    cityId,
    districtIds: districtsOfCity(state, cityId, model?.row ?? null) ?? districtsBeyondCity(row),
    cityName: cityNameOf(state, cityId),
    cityMatch: 'EXACT',
    zipMatch: null,
    precision: 'CITY',
    notices:
      row.place === cityNameOf(state, cityId)
        ? []
        : [
            {
              code: 'CITY_IS_NOT_MAIN_PLACE',
              pointer: '/city',
              message: `ZIP code ${row.zip} mainly serves ${row.place ?? 'another place'}; the address names ${cityNameOf(state, cityId)}, whose rates were used.`,
            },
          ],
  };
}

function localityOutsideCities(
  row: ZipRow,
  home: Locality,
  city: { readonly given: string; readonly isKnownPlace: boolean },
): Locality {
  const hasCities = row.state.cityIdsByName.size > 0;
  const notice: Notice = {
    code: 'CITY_NOT_IN_RATE_BOOK',
    pointer: '/city',
    message: `${city.given} is not the main place of ZIP code ${row.zip} and is not a city in the rate book; the county and district rates were used, without a city rate. Correct the city, or omit it.`,
  };
  return {
    ...home,
    cityId: null,
    districtIds: districtsOfPart(row, { county: home.county, cityId: null }),
    cityName: city.isKnownPlace || !hasCities ? city.given : null,
    cityMatch: city.isKnownPlace ? 'GOOD' : row.place === null ? null : 'NO_MATCH',
    notices: hasCities ? [notice] : [],
  };
}

/**
 * The match of a ZIP code in several counties is certain if the address contains the county, if the city implies it, or
 * if the county makes no difference.
 */
function isCountyInDoubt(row: ZipRow, { county, cityId }: Locality, countyGiven: string | null): boolean {
  if (row.precision !== 'split' || countiesOfRow(row).length < 2) return false;
  if (county !== null && countyAmong(row.state, [county], countyGiven) !== null) return false;
  const city = cityId === null ? undefined : row.state.jurisdictions.get(cityId);
  if (city !== undefined && city.stacking !== 'add') return false;
  if (city !== undefined && city.county !== null && countyNamed(row.state, city.county) === county) return false;
  return [row.countyFips, ...row.furtherCounties].some((fips) => row.state.counties.get(fips)?.jurisdictionId);
}

/** The county in the address, if it is neither used nor part of the ZIP code. Irrelevant without local taxes. */
function otherCounty(row: ZipRow, { county }: Locality, given: string | null): County | null {
  const named = hasLocalTaxes(row.state) ? countyNamed(row.state, given) : null;
  const known = county === null ? countiesOfRow(row) : [county, ...countiesOfRow(row)];
  return countyAmong(row.state, known, given) === null ? named : null;
}

function farCounty(given: County, row: ZipRow, taken: County | null): Notice {
  return {
    code: 'COUNTY_NOT_AT_ZIP',
    pointer: '/county',
    message: `ZIP code ${row.zip} is not known to be in ${given.name}; ${taken?.name ?? 'its main county'} was used. Check which is correct.`,
  };
}

function splitZip(row: ZipRow, county: County | null): Notice {
  return {
    code: 'ZIP_SPANS_COUNTIES',
    pointer: '/zip',
    message: `ZIP code ${row.zip} spans more than one county; ${county?.name ?? 'its main county'} was used. Send the county to choose another.`,
  };
}

function farCity(given: string, row: ZipRow): Notice {
  return {
    code: 'CITY_NOT_AT_ZIP',
    pointer: '/city',
    message: `${given} is elsewhere in ${row.state.name}; the rates of ZIP code ${row.zip}${row.place === null ? '' : ` (${row.place})`} were used. Correct the city, or omit it.`,
  };
}
