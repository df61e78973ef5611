import type { InState } from './us-address.ts';
import type { ZipRow } from './us-book.ts';
import { districtsOutsideCities, everyCounty } from './us-cities.ts';
import { localitiesOfCity } from './us-city-locality.ts';
import { type Locality, type LocalNames, localityOfZip } from './us-locality.ts';

/** Where else in its state an address may lie, the likeliest first; what it was matched to may be among them. */
export function otherLocalities({ state, zip, names }: InState): readonly Locality[] {
  if (zip.kind === 'found') return localitiesOfZip(zip.row, names);
  return names.city === null ? [] : localitiesOfCity(state, names.city);
}

function localitiesOfZip(row: ZipRow, names: LocalNames): readonly Locality[] {
  const asNamed = everyCounty(row).map((county) => localityOfZip(row, { city: names.city, county }));
  if (names.city === null) return [...asNamed, ...asNamed.filter(isInCity).map((one) => outsideCity(row, one))];
  const ofZip = everyCounty(row).map((county) => localityOfZip(row, { city: null, county }));
  const elsewhere = asNamed.some(({ cityMatch }) => cityMatch === 'NO_MATCH')
    ? localitiesOfCity(row.state, names.city).map((one): Locality => ({ ...one, zipMatch: 'NO_MATCH' }))
    : [];
  const isMainPlace = asNamed[0]?.cityMatch === 'EXACT' && asNamed[0].cityId === row.cityId;
  const ofMainPlace = isMainPlace ? [] : ofZip.map((one): Locality => ({ ...one, cityMatch: 'NO_MATCH' }));
  return [...asNamed, ...ofMainPlace, ...elsewhere];
}

function isInCity({ cityId }: Locality): boolean {
  return cityId !== null;
}

/** The part of a ZIP code that bears a city's name and lies beyond its limits. */
function outsideCity(row: ZipRow, locality: Locality): Locality {
  return {
    ...locality,
    cityId: null,
    districtIds: districtsOutsideCities(row),
    precision: 'ZIP5',
    notices: [
      {
        code: 'OUTSIDE_CITY_LIMITS',
        pointer: '/city',
        message: `The part of ZIP code ${row.zip} that lies beyond the limits of ${row.place ?? 'its city'}.`,
      },
    ],
  };
}
