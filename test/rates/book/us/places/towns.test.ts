import { expect, it } from 'vitest';
import type { AddressQuery } from '../../../../../src/domain/places/address-match.ts';
import { loadBundledReferenceData } from '../../../../../src/rates/book/bundled.ts';

const reference = loadBundledReferenceData();
const nowhere = { state: null, region: null, county: null, city: null, street: null, zip: null, isPartial: true };

function placed(address: Partial<AddressQuery>) {
  const match = reference.matchAddress({ ...nowhere, country: null, ...address });
  if (match.kind !== 'matched') throw new Error(JSON.stringify(match.issues));
  const { taxPlace, taxation } = reference.placeFacts(match.place, '2026-07-01');
  return [taxPlace.country, taxPlace.subdivision, taxation];
}

it.each([
  [{ country: 'DK', city: 'Nuuk', zip: '3900' }, ['GL', null, 'NO_TAX_THERE'], 'Greenland by its postal code'],
  [{ country: 'DK', city: 'Nuuk' }, ['GL', null, 'NO_TAX_THERE'], 'and by its capital'],
  [{ country: 'DK', city: 'Tórshavn' }, ['FO', null, expect.any(String)], 'the Faroe Islands'],
  [{ country: 'DK', city: 'København', zip: '1050' }, ['DK', null, 'TAXED'], 'Denmark itself'],
  [{ country: 'NL', city: 'Kralendijk' }, ['NL', 'NL-BQ', 'OUTSIDE_TERRITORY'], 'Bonaire'],
  [{ country: 'CN', city: 'Hong Kong' }, ['HK', null, 'NO_TAX_THERE'], 'Hong Kong'],
  [{ country: 'CN', region: 'Macau' }, ['MO', null, 'NO_TAX_THERE'], 'Macao'],
  [{ country: 'CN', city: 'Shanghai' }, ['CN', null, 'TAXED'], 'the mainland'],
  [{ country: 'GR', city: 'Mount Athos' }, ['GR', 'GR-69', 'OUTSIDE_TERRITORY'], 'Mount Athos'],
  [{ country: 'ES', city: 'Melilla' }, ['ES', 'ES-ML', 'OUTSIDE_TERRITORY'], 'Melilla without a postal code'],
  [{ country: 'IT', city: 'Livigno', zip: '23030' }, ['IT', 'IT-LIVIGNO', 'OUTSIDE_TERRITORY'], 'a shared postal code'],
])('places %j: %s (%s)', (address, expected, _why) => {
  expect(placed(address)).toEqual(expected);
});
