import { expect, it } from 'vitest';
import { loadBundledReferenceData } from '../../src/reference/bundled.ts';

const reference = loadBundledReferenceData();

// Published numbers of companies and authorities.
it.each([
  'ATU13585627',
  'BE0428759497',
  'CZ25123891',
  'DE136695976',
  'DK13585628',
  'EL094259216',
  'FI20774740',
  'FR40303265045',
  'IE6433435F',
  'IT00743110157',
  'LU15027442',
  'NL004495445B01',
  'PL8567346215',
  'PT501964843',
  'SE556188840401',
  'GB980780684',
])('knows %s for a number that can be', (number) => {
  expect(reference.checkTaxNumber(number, null)).toMatchObject({ number, isValid: true });
});

it.each([
  ['de 136.695.976', null, { country: 'DE', number: 'DE136695976', isValid: true }, 'blanks, points, small letters'],
  ['136695976', 'DE', { country: 'DE', number: 'DE136695976', isValid: true }, 'a prefix that goes without saying'],
  ['U13585627', 'AT', { country: 'AT', number: 'ATU13585627', isValid: true }, "Austria's U is part of the number"],
  ['GR094259216', null, { country: 'GR', number: 'EL094259216', isValid: true }, 'Greece writes EL'],
  ['UK980780684', null, { country: 'GB', number: 'GB980780684', isValid: true }, 'the United Kingdom writes GB'],
  [
    'XI980780684',
    null,
    { country: 'XI', number: 'XI980780684', isValid: true },
    'Northern Ireland has the numbers of GB',
  ],
  ['DE136695977', null, { country: 'DE', number: 'DE136695977', isValid: false }, 'a wrong check digit'],
  ['DE000000000', null, { country: 'DE', number: 'DE000000000', isValid: false }, 'zeros are issued to nobody'],
  ['LU00000000', null, { country: 'LU', number: 'LU00000000', isValid: false }, 'though their checksum fits'],
  ['DE12345678X', null, { country: 'DE', number: 'DE12345678X', isValid: false }, 'a letter among digits'],
  ['136695976', null, null, 'nobody says whose it is'],
  ['', 'US', null, 'a country without such numbers'],
])('reads %j of %s as %j: %s', (text, country, expected, _why) => {
  expect(reference.checkTaxNumber(text, country)).toEqual(expected);
});
