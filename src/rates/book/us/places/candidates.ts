import type { ZipRow } from '../book/state-book.ts';
import type { InState } from './address-reading.ts';
import { districtsOfPart, everyCounty, liesElsewhere } from './cities.ts';
import { localitiesOfCity } from './city-locality.ts';
import { type Locality, type LocalNames, localityOfZip } from './locality.ts';

/** Other possible places for an address in its state, most likely first; the matched place may be among them. */
export function otherLocalities({ state, zip, names }: InState): readonly Locality[] {
  if (zip.kind === 'found') return localitiesOfZip(zip.row, names);
  return names.city === null ? [] : localitiesOfCity(state, names.city);
}

function localitiesOfZip(row: ZipRow, names: LocalNames): readonly Locality[] {
  const asNamed = inEveryCounty(row, names.city);
  if (names.city === null) return [...asNamed, ...asNamed.filter(isInCity).map((one) => outsideCity(row, one))];
  const ofZip = inEveryCounty(row, null);
  const elsewhere = asNamed.some(({ cityMatch }) => cityMatch === 'NO_MATCH')
    ? localitiesOfCity(row.state, names.city).map((one): Locality => ({ ...one, zipMatch: 'NO_MATCH' }))
    : [];
  const isMainPlace = asNamed[0]?.cityMatch === 'EXACT' && asNamed[0].cityId === row.cityId;
  const ofMainPlace = isMainPlace ? [] : ofZip.map((one): Locality => ({ ...one, cityMatch: 'NO_MATCH' }));
  return [...asNamed, ...ofMainPlace, ...elsewhere];
}

/** If the county does not contain the city, this part of the ZIP code is outside the city. */
function inEveryCounty(row: ZipRow, city: string | null): readonly Locality[] {
  return everyCounty(row).map((county) => {
    const locality = localityOfZip(row, { city, county });
    const isElsewhere =
      locality.cityId !== null &&
      locality.county !== null &&
      liesElsewhere(row.state, locality.cityId, locality.county);
    return isElsewhere ? outsideCity(row, locality) : locality;
  });
}

function isInCity({ cityId }: Locality): boolean {
  return cityId !== null;
}

/** The part of a ZIP code that uses a city's name but is outside the city limits. */
function outsideCity(row: ZipRow, locality: Locality): Locality {
  return {
    ...locality,
    cityId: null,
    districtIds: districtsOfPart(row, { county: locality.county, cityId: null }),
    precision: 'ZIP5',
    notices: [
      {
        code: 'OUTSIDE_CITY_LIMITS',
        pointer: '/city',
        message: `The place is the part of ZIP code ${row.zip} outside the limits of ${row.place ?? 'its city'}.`,
      },
    ],
  };
}
