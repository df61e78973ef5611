import { describe, expect, it } from 'vitest';
import { loadBundledReferenceData } from '../../../../src/rates/book/bundled.ts';

const reference = loadBundledReferenceData();

const fitting = (country: string, number: string) => ({ country, number, isValid: true, issue: null });

/** Published numbers of companies and authorities, and examples from tax authorities; then with one wrong character. */
const european: Readonly<Record<string, { readonly valid: string; readonly wrongChecksum: string }>> = {
  AT: { valid: 'ATU13585627 ATU33864707', wrongChecksum: 'ATU13585626 ATU33864708' },
  BE: { valid: 'BE0428759497 BE0403019261 BE0417497106', wrongChecksum: 'BE0428759498 BE1428759497' },
  BG: { valid: 'BG175074752 BG831642181 BG7523169263 BG7111042925', wrongChecksum: 'BG175074753 BG7523169264' },
  CY: { valid: 'CY10259033P', wrongChecksum: 'CY10259033Z' },
  CZ: {
    valid: 'CZ25123891 CZ640903926 CZ7103192745 CZ991231123',
    wrongChecksum: 'CZ25123890 CZ640903927 CZ7103192746',
  },
  DE: { valid: 'DE136695976 DE129273398 DE811569869', wrongChecksum: 'DE136695977 DE129273399' },
  DK: { valid: 'DK13585628 DK22756214', wrongChecksum: 'DK13585627 DK22756215' },
  EE: { valid: 'EE100594102', wrongChecksum: 'EE100594103' },
  ES: {
    valid: 'ESB58378431 ESA28015865 ESP2807900B ESQ2826000H ES54362315K ESX5253868R ESM1234567L',
    wrongChecksum: 'ESB58378432 ESP2807900C ES54362315L ESX5253868S ESM1234567M',
  },
  FI: { valid: 'FI20774740 FI01120389', wrongChecksum: 'FI20774741' },
  FR: {
    valid: 'FR40303265045 FR23334175221 FRK7399859412 FR4Z123456782 FR53000004605',
    wrongChecksum: 'FR41303265045 FR40303265046 FRK8399859412 FR54000004605',
  },
  GR: { valid: 'EL094259216 EL094019245', wrongChecksum: 'EL094259217' },
  HR: { valid: 'HR33392005961 HR81793146560', wrongChecksum: 'HR33392005962' },
  HU: { valid: 'HU12892312 HU10773381', wrongChecksum: 'HU12892313' },
  IE: {
    valid: 'IE6433435F IE6433435OA IE8D79739I IE6388047V',
    wrongChecksum: 'IE6433435E IE6433435OB IE8D79739J',
  },
  IT: { valid: 'IT00743110157 IT00905811006 IT00488410010', wrongChecksum: 'IT00743110158' },
  LT: { valid: 'LT119511515 LT100001919017', wrongChecksum: 'LT119511516 LT100001919018' },
  LU: { valid: 'LU15027442 LU26375245', wrongChecksum: 'LU15027443' },
  LV: { valid: 'LV40003521600 LV40003032949 LV16117519997', wrongChecksum: 'LV40003521601 LV16117519998' },
  MT: { valid: 'MT11679112', wrongChecksum: 'MT11679113' },
  NL: { valid: 'NL004495445B01 NL002455799B11 NL000099998B57', wrongChecksum: 'NL004495446B01 NL000099998B58' },
  PL: { valid: 'PL8567346215 PL5260250995', wrongChecksum: 'PL8567346216' },
  PT: { valid: 'PT501964843 PT500697256', wrongChecksum: 'PT501964842' },
  RO: { valid: 'RO18547290 RO14399840', wrongChecksum: 'RO18547291' },
  SE: { valid: 'SE556188840401 SE556016068001 SE556016068002', wrongChecksum: 'SE556188840501' },
  SI: { valid: 'SI50223054', wrongChecksum: 'SI50223053' },
  SK: { valid: 'SK2022749619 SK2020273893', wrongChecksum: 'SK2022749618' },
  GB: { valid: 'GB980780684 GB220430231 GB340804329 GB980780684001', wrongChecksum: 'GB980780685 GB802311781' },
  XI: { valid: 'XI980780684', wrongChecksum: 'XI980780685' },
  CH: { valid: 'CHE107787577MWST CHE107787577 CHE116281710TVA CHE105909036IVA', wrongChecksum: 'CHE107787578MWST' },
  NO: { valid: 'NO995525828MVA NO923609016MVA', wrongChecksum: 'NO995525829MVA' },
};

/** Issued without a prefix. */
const others: Readonly<Record<string, { readonly valid: string; readonly wrongChecksum: string }>> = {
  AR: { valid: '20267565393 30500010912', wrongChecksum: '20267565392' },
  AU: { valid: '83914571673 51824753556', wrongChecksum: '99999999999' },
  BR: { valid: '16727230000197 00000000000191 12ABC34501DE35', wrongChecksum: '16727230000198 12ABC34501DE99' },
  BY: { valid: '200988541', wrongChecksum: '200988542' },
  CA: { valid: '754039725RT0001 123026635', wrongChecksum: '754039729RT0001' },
  CL: { valid: '760864285 125319092', wrongChecksum: '125319093' },
  CN: { valid: '91110000600037341L', wrongChecksum: '91110000600037342L' },
  CO: { valid: '2131234321', wrongChecksum: '2131234325' },
  DO: { valid: '101850043 131246796', wrongChecksum: '101850042' },
  EC: { valid: '1792060346001', wrongChecksum: '1792060347001' },
  GH: { valid: 'C0000803561', wrongChecksum: 'C0000803562' },
  GT: { valid: '576937K 71080', wrongChecksum: '89771120' },
  ID: { valid: '013121660091000', wrongChecksum: '013121661091000' },
  IL: { valid: '516179157 520000472', wrongChecksum: '516179158' },
  IN: { valid: '27AAPFU0939F1ZV', wrongChecksum: '27AAPFU0939F1Z0' },
  JP: { valid: 'T5835678256246 T7000012050002', wrongChecksum: 'T2835678256246' },
  KR: { valid: '1168200276 1248100998', wrongChecksum: '1168200278' },
  LI: { valid: 'CHE107787577MWST', wrongChecksum: 'CHE107787578MWST' },
  MA: { valid: '001512572000078', wrongChecksum: '001512572000079' },
  MD: { valid: '1008600038413', wrongChecksum: '1008600038412' },
  ME: { valid: '02002230', wrongChecksum: '03353487' },
  MK: { valid: 'MK4030000375897', wrongChecksum: 'MK4057019547840' },
  MX: { valid: 'GODE561231GR8 MAB9307148T4 DEM930714AB1', wrongChecksum: 'GODE561231GR9' },
  NZ: { valid: '49091850', wrongChecksum: '136410133' },
  PE: { valid: '20512333797 20100047218', wrongChecksum: '20512333798' },
  PY: { valid: '800280610', wrongChecksum: '800280611' },
  RS: { valid: 'RS101134702', wrongChecksum: 'RS101134701' },
  RU: { valid: '7707083893 7736050003 123456789047', wrongChecksum: '7707083894 123456789037' },
  SG: { valid: '197401143C 00192200M S16FC0121D', wrongChecksum: '197401143D' },
  SV: { valid: '06140507071048', wrongChecksum: '06140507071040' },
  TH: { valid: '0994000617721', wrongChecksum: '0994000617722' },
  TR: { valid: '4540536920', wrongChecksum: '4540536921' },
  TW: { valid: '00501503 22099131', wrongChecksum: '00501502' },
  UA: { valid: '14360570', wrongChecksum: '32855968' },
  UY: { valid: '211003420017 221003420014', wrongChecksum: '210303670014' },
  VE: { valid: 'V114702834', wrongChecksum: 'V114702833' },
  VN: { valid: '0100233488 0314409058002', wrongChecksum: '0100233480' },
  ZA: { valid: '4740101508 4100105461', wrongChecksum: '4740101509' },
};

const rows = (table: typeof european, kind: 'valid' | 'wrongChecksum') =>
  Object.entries(table).flatMap(([country, row]) => row[kind].split(' ').map((number) => [country, number] as const));

describe('numbers of Europe, recognized by their prefix', () => {
  it.each(rows(european, 'valid'))('%s: %s is possible', (country, number) => {
    expect(reference.checkTaxNumber(number, null)).toEqual({ ...fitting(country, number), hasChecksum: true });
  });

  it.each(rows(european, 'wrongChecksum'))('%s: %s has a wrong check digit', (country, number) => {
    expect(reference.checkTaxNumber(number, null)).toMatchObject({
      country,
      number,
      isValid: false,
      issue: 'CHECKSUM',
    });
  });

  it.each(rows(european, 'valid').filter(([country]) => country !== 'CH'))(
    '%s: %s is understood without its prefix',
    (country, number) => {
      expect(reference.checkTaxNumber(number.slice(2), country)).toMatchObject(fitting(country, number));
    },
  );
});

describe('numbers of other countries', () => {
  it.each(rows(others, 'valid'))('%s: %s is possible', (country, number) => {
    expect(reference.checkTaxNumber(number, country)).toEqual({ ...fitting(country, number), hasChecksum: true });
  });

  it.each(rows(others, 'wrongChecksum'))('%s: %s has a wrong check digit', (country, number) => {
    const wrong = { country, number, isValid: false, issue: 'CHECKSUM' };
    expect(reference.checkTaxNumber(number, country)).toMatchObject(wrong);
  });

  it.each([
    ['AE', '100123456700003'],
    ['AD', 'ADU132950X'],
    ['EG', '100531385'],
    ['IS', 'IS00621'],
    ['KE', 'P051365947M'],
    ['LI', '12345'],
    ['SA', '300123456700003'],
    ['SG', 'M90367530Y'],
    ['GB', 'GBGD001'],
    ['GB', 'GBHA599'],
    ['XI', 'XIGD001'],
  ])('%s: %s has a form, but no public checksum', (country, number) => {
    expect(reference.checkTaxNumber(number, country)).toEqual({ ...fitting(country, number), hasChecksum: false });
  });
});

describe('numbers that are never issued', () => {
  it.each([
    ['BE0000000097', 'zeros with a check number that fits them'],
    ['CY12259033P', 'Cyprus begins none with 12'],
    ['DE000000000', 'zeros'],
    ['DE036695976', 'a leading zero'],
    ['DE12345678X', 'a letter among digits'],
    ['DK00000000', 'zeros, though their checksum fits'],
    ['ESP28079002', 'a digit where public bodies have a letter'],
    ['ESB5837843A', 'a letter where companies have a digit'],
    ['FRO7399859412', 'the letter O, which is left out of keys'],
    ['GB000000000', 'zeros'],
    ['GB000000000012', 'a branch of zeros'],
    ['GBAB123', 'neither GD nor HA'],
    ['GBGD500', 'a department beyond its range'],
    ['GBHA499', 'a health authority below its range'],
    ['XIHA499', 'the same in Northern Ireland'],
    ['IT00000000157', 'no company, but an office'],
    ['LU00000000', 'zeros, though their checksum fits'],
    ['MT01679112', 'a leading zero'],
    ['NL000000000B01', 'zeros before the B'],
    ['NL004495445B00', 'no company part 00'],
    ['PL0000002000', 'no tax office'],
    ['PT001964843', 'a leading zero'],
    ['SE000000000001', 'zeros before the count'],
    ['SE556188840400', 'a count of none'],
    ['SE556188840495', 'a count beyond 94'],
    ['SK2012749619', 'a kind of taxpayer that is none'],
    ['CHE000000000MWST', 'zeros'],
    ['NO995525828', 'a company number, which says nothing of VAT without MVA'],
    ['HU12345', 'too short'],
  ])('%s: %s', (number, _why) => {
    expect(reference.checkTaxNumber(number, null)).toMatchObject({ number, isValid: false, issue: 'FORM' });
  });
});

describe('spellings', () => {
  it.each([
    ['de 136.695.976', null, 'DE', 'DE136695976', 'blanks, points, small letters'],
    ['DE-136/695/976', null, 'DE', 'DE136695976', 'hyphens and slashes'],
    ['DE 136\u00a0695\u202f976', null, 'DE', 'DE136695976', 'blanks that do not break'],
    ['DE\u2011136695976\u200b', null, 'DE', 'DE136695976', 'a hyphen that does not break, a blank of no width'],
    ['ＤＥ１３６６９５９７６', null, 'DE', 'DE136695976', 'letters of full width'],
    ['136695976', 'DE', 'DE', 'DE136695976', 'a prefix that goes without saying'],
    ['U13585627', 'AT', 'AT', 'ATU13585627', "Austria's U is part of the number"],
    ['13585627', 'AT', 'AT', 'ATU13585627', 'and may be forgotten'],
    ['107.787.577 mwst', 'CH', 'CH', 'CHE107787577MWST', 'so may CHE'],
    ['428.759.497', 'BE', 'BE', 'BE0428759497', 'nine digits are from before 2008'],
    ['BE 428.759.497', null, 'BE', 'BE0428759497', 'the same with a prefix'],
    ['GR094259216', null, 'GR', 'EL094259216', 'Greece writes EL'],
    ['094259216', 'GR', 'GR', 'EL094259216', 'Greece without any prefix'],
    ['UK980780684', null, 'GB', 'GB980780684', 'the United Kingdom writes GB'],
    ['XI980780684', 'GB', 'XI', 'XI980780684', 'Northern Ireland has a prefix of its own'],
    ['980780684', 'XI', 'XI', 'XI980780684', 'and it may go without saying'],
    ['3-101-999999', 'CR', 'CR', '3101999999', 'a legal entity of Costa Rica, of class 3'],
    ['07-0161-0395', 'CR', 'CR', '0701610395', 'a person in Costa Rica'],
    ['6012345678', 'CR', 'CR', '6012345678', 'a special tax number (NITE) of Costa Rica'],
    ['155812994816', 'CR', 'CR', '155812994816', 'a foreigner in Costa Rica'],
    ['53 0000 04605', 'MC', 'FR', 'FR53000004605', 'Monaco has numbers of France'],
    ['980780684', 'IM', 'GB', 'GB980780684', 'and the Isle of Man those of the United Kingdom'],
    ['5835678256246', 'JP', 'JP', 'T5835678256246', "Japan's T"],
    ['JP T5835678256246', null, 'JP', 'T5835678256246', 'with the code of the country before it'],
    ['AU 83 914 571 673', null, 'AU', '83914571673', 'a country that has no prefix'],
  ])('reads %j of %s as one of %s: %s (%s)', (text, country, issuer, number, _why) => {
    expect(reference.checkTaxNumber(text, country)).toMatchObject(fitting(issuer, number));
  });

  it.each([
    ['DE136695976', 'FR', { country: 'DE', isValid: true }, 'a German number of a French customer'],
    ['DE123', 'FR', { country: 'DE', issue: 'FORM' }, 'a faulty one'],
    ['3-534-123559', 'CR', { country: 'CR', issue: 'FORM' }, 'a class of entity that Costa Rica does not have'],
    ['RO18547290', 'BY', { country: 'RO', isValid: true }, 'letters and digits that Belarus might issue'],
    ['SE556188840401', 'BR', { country: 'SE', isValid: true }, 'and Brazil'],
    ['K7399859412', 'FR', { country: 'FR', isValid: true }, 'a French key of letters'],
    ['136695977', 'DE', { country: 'DE', number: 'DE136695977', issue: 'CHECKSUM' }, 'a fault without prefix'],
  ])('finds the issuer of %j for a customer in %s: %o (%s)', (text, country, expected, _why) => {
    expect(reference.checkTaxNumber(text, country)).toMatchObject(expected);
  });

  it.each([
    ['136695976', null, 'nobody says whose it is'],
    ['', null, 'nothing is nobody’s'],
    ['12-3456789', 'US', 'a country without such numbers'],
    ['KPMG', null, 'a name'],
  ])('knows no issuer of %j of %s: %s', (text, country, _why) => {
    expect(reference.checkTaxNumber(text, country)).toBeNull();
  });
});
