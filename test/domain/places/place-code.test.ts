import { expect, it } from 'vitest';
import { placeCode, stateCode } from '../../../src/domain/places/place-code.ts';
import { readPlaceCode } from '../../../src/domain/places/place-filter.ts';
import { rateBook } from '../../rates/book/rate-book.ts';

it.each([
  ['US-MN', { country: 'US', state: 'MN' }],
  ['us-mn', { country: 'US', state: 'MN' }],
  ['Minnesota', { country: 'US', state: 'MN' }],
  ['CA-QC', { country: 'CA', state: 'CA-QC' }],
  ['ca-québec', { country: 'CA', state: 'CA-QC' }],
  ['US-Minnesota', { country: 'US', state: 'MN' }],
  ['CA', { country: 'CA' }],
  ['DE', { country: 'DE' }],
  ['Germany', { country: 'DE' }],
  ['MN', { country: 'MN' }],
  ['US', { country: 'US' }],
])('reads %s', (text, place) => {
  expect(readPlaceCode(rateBook, text)).toEqual({ place, issues: [] });
});

it.each(['Georgia', 'Atlantis', 'US-ZZ', 'XX-01', 'DE-', ''])('refuses %s', (text) => {
  const { place, issues } = readPlaceCode(rateBook, text);
  expect(place).toEqual({});
  expect(issues).toMatchObject([{ path: ['place'], code: 'UNKNOWN_VALUE' }]);
});

it.each([
  [{ country: 'US', state: 'MN' }, 'US-MN', 'MN'],
  [{ country: 'CA', state: 'CA-QC' }, 'CA-QC', 'QC'],
  [{ country: 'DE', state: null }, 'DE', null],
])('writes %o', (place, code, state) => {
  expect(placeCode(place)).toBe(code);
  expect(stateCode(place)).toBe(state);
});
