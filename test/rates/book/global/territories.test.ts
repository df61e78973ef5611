import { describe, expect, it } from 'vitest';
import type { AddressQuery } from '../../../../src/domain/places/address-match.ts';
import { asList, asRecord, asText, asTexts, readJsonFile } from '../../../../src/rates/book/files/json-file.ts';
import { decimalText } from '../../../../src/tax/numbers/decimal.ts';
import { anAddress, issueOf, placeOf, rateBook } from '../rate-book.ts';

const on = '2026-06-15';

/** `country rates notices`, with `not covered` for a place whose taxes are not in the rate book. */
function law(fields: Partial<AddressQuery>): string {
  const match = rateBook.matchAddress(anAddress(fields), on);
  if (match.kind === 'unmatched') return match.uncovered ? `${match.uncovered.country} not covered` : 'unknown';
  const { taxation, taxPlace, notices } = rateBook.placeFacts(match.place, on);
  const rates = taxPlace.rates.map(({ rate }) => decimalText(rate)).join(' + ');
  const codes = new Set([...match.place.notices, ...notices].map(({ code }) => code));
  return [match.place.country, taxation === 'TAXED' ? rates : taxation, ...codes].join(' ');
}

/** The law of each territory, and names used by its sellers, posts and shops. */
const territories: [string, string, Partial<AddressQuery>[]][] = [
  [
    'Åland',
    'AX 0.255 OUTSIDE_EU_VAT',
    [
      { country: 'AX' },
      { country: 'ALA' },
      { country: 'Aland Islands' },
      { country: 'FI', zip: 'AX-22100' },
      { country: 'FI', zip: 'FI-22100' },
      { country: 'FI', state: 'FI-01' },
      { country: 'FI', city: 'Mariehamn' },
      { country: 'FI', city: 'MAARIANHAMINA' },
      { country: 'FI', region: 'Ahvenanmaa' },
      { country: 'FI', state: 'Aaland' },
    ],
  ],
  [
    'Canary Islands',
    'ES 0.07 OUTSIDE_EU_VAT',
    [
      { country: 'IC' },
      { country: 'ES', zip: 'E-35001' },
      { country: 'ES', city: 'Las Palmas de Gran Canaria' },
      { country: 'ES', city: 'Sta. Cruz de Tenerife' },
      { country: 'ES', city: 'S/C de Tenerife' },
      { country: 'ES', city: 'San Cristobal de la Laguna' },
      { country: 'ES', state: 'ES-TF' },
      { country: 'ES', state: 'Tenerife' },
    ],
  ],
  [
    'Ceuta',
    'ES OUTSIDE_TERRITORY LOCAL_TAX_NOT_COVERED',
    [
      { country: 'EA' },
      { country: 'ES', zip: '51001' },
      { country: 'ES', city: 'Ceuta' },
      { country: 'ES', state: 'ES-CE' },
    ],
  ],
  [
    'Melilla',
    'ES OUTSIDE_TERRITORY LOCAL_TAX_NOT_COVERED',
    [
      { country: 'ES', zip: '52001' },
      { country: 'ES', state: 'ML' },
    ],
  ],
  [
    'Madeira',
    'PT 0.22',
    [
      { country: 'PT', city: 'Funchal' },
      { country: 'PT', state: 'Região Autónoma da Madeira' },
      { country: 'PT', zip: '9000-017' },
    ],
  ],
  [
    'Azores',
    'PT 0.16',
    [
      { country: 'PT', city: 'Ponta Delgada' },
      { country: 'PT', state: 'The Azores' },
      { country: 'PT', zip: 'PT-9500-119' },
      { country: 'PT', state: 'Ilha Terceira' },
    ],
  ],
  [
    'Réunion',
    'FR 0.085 OUTSIDE_EU_VAT',
    [
      { country: 'RE' },
      { country: 'FR', state: 'FR-RE' },
      { country: 'FR', state: 'RE' },
      { country: 'FR', state: 'FR-974' },
      { country: 'FR', zip: '97400' },
      { country: 'FR', state: 'La Reunion' },
      { country: 'FR', city: 'Saint-Denis de la Réunion' },
    ],
  ],
  [
    'Guadeloupe',
    'FR 0.085 OUTSIDE_EU_VAT',
    [
      { country: 'FR', state: 'FR-GP' },
      { country: 'FR', city: 'Pointe a Pitre' },
    ],
  ],
  [
    'Martinique',
    'FR 0.085 OUTSIDE_EU_VAT',
    [
      { country: 'FR', state: 'FR-MQ' },
      { country: 'FR', city: 'Fort de France' },
    ],
  ],
  [
    'French Guiana',
    'FR OUTSIDE_TERRITORY',
    [
      { country: 'FR', state: 'FR-GF' },
      { country: 'GUF' },
      { country: 'FR', city: 'Cayenne' },
      { country: 'FR', zip: '97300' },
    ],
  ],
  [
    'Mayotte',
    'FR OUTSIDE_TERRITORY',
    [
      { country: 'FR', state: 'FR-YT' },
      { country: 'FR', city: 'Mamoudzou' },
    ],
  ],
  [
    'Saint-Barthélemy',
    'FR OUTSIDE_TERRITORY',
    [
      { country: 'FR', state: 'St. Barts' },
      { country: 'FR', zip: '97133' },
    ],
  ],
  ['Monaco', 'FR 0.2', [{ country: 'MC' }, { country: 'FR', zip: 'MC-98000' }, { country: 'FR', city: 'Monte-Carlo' }]],
  [
    'Isle of Man',
    'GB 0.2',
    [{ country: 'IMN' }, { country: 'GB', zip: 'IM1 1AA' }, { country: 'GB', state: 'Isle of Man' }],
  ],
  ['Jersey', 'JE 0.05', [{ country: 'JE' }, { country: 'GB', city: 'St Helier' }, { country: 'GB', zip: 'JE2 3AB' }]],
  [
    'Guernsey',
    'GG NO_TAX_THERE',
    [
      { country: 'GB', zip: 'GY1 1AA' },
      { country: 'GB', city: 'St. Peter Port' },
    ],
  ],
  [
    'Gibraltar',
    'GI NO_TAX_THERE FACT_UNCERTAIN',
    [{ country: 'GI' }, { country: 'GIB' }, { country: 'GB', zip: 'GX11 1AA' }, { country: 'GB', city: 'Gibraltar' }],
  ],
  [
    'Northern Ireland',
    'GB 0.2 EU_GOODS_RULES',
    [
      { country: 'XI' },
      { country: 'GB', zip: 'BT1 1AA' },
      { country: 'GB', city: 'Belfast' },
      { country: 'GB', state: 'Co. Down' },
    ],
  ],
  [
    'Akrotiri',
    'CY 0.19',
    [
      { country: 'GB', zip: 'BFPO 57' },
      { country: 'GB', city: 'Akrotiri' },
    ],
  ],
  [
    'Büsingen',
    'DE OUTSIDE_TERRITORY OUTSIDE_EU_VAT',
    [
      { country: 'DE', city: 'Buesingen am Hochrhein' },
      { country: 'DE', city: 'BÜSINGEN' },
      { country: 'DE', zip: 'D-78266' },
      { country: 'DE', state: 'Busingen' },
    ],
  ],
  [
    'Heligoland',
    'DE OUTSIDE_TERRITORY',
    [
      { country: 'DE', zip: '27498' },
      { country: 'DE', city: 'Heligoland' },
    ],
  ],
  [
    'Livigno',
    'IT OUTSIDE_TERRITORY',
    [
      { country: 'IT', zip: '23041' },
      { country: 'IT', city: 'Trepalle' },
      { country: 'IT', zip: '23030', city: 'Livigno' },
    ],
  ],
  [
    'Campione',
    'IT OUTSIDE_TERRITORY LOCAL_TAX_NOT_COVERED',
    [
      { country: 'IT', city: "Campione d'Italia" },
      { country: 'IT', city: 'Campione d’Italia', zip: '22060' },
      { country: 'CH', zip: '6911' },
    ],
  ],
  [
    'San Marino',
    'SM NOT_COVERED TAX_NOT_COVERED',
    [{ country: 'SM' }, { country: 'IT', zip: '47890' }, { country: 'IT', state: 'RSM' }],
  ],
  ['Vatican City', 'VA NO_TAX_THERE FACT_UNCERTAIN', [{ country: 'VA' }, { country: 'IT', zip: '00120' }]],
  [
    'Mount Athos',
    'GR OUTSIDE_TERRITORY',
    [
      { country: 'GR', zip: '630 86' },
      { country: 'GR', state: 'GR-69' },
      { country: 'GR', city: 'Άγιο Όρος' },
    ],
  ],
  [
    'northern Cyprus',
    'CY OUTSIDE_TERRITORY LOCAL_TAX_NOT_COVERED',
    [
      { country: 'CY', zip: '99300' },
      { country: 'CY', city: 'Kyrenia' },
      { country: 'TR', zip: '99300' },
      { country: 'CY', state: 'TRNC' },
    ],
  ],
  [
    'Jungholz',
    'AT 0.19',
    [
      { country: 'AT', zip: '6691' },
      { country: 'DE', zip: '87491' },
      { country: 'AT', city: 'Jungholz' },
    ],
  ],
  [
    'Kleinwalsertal',
    'AT 0.19',
    [
      { country: 'AT', zip: '6991' },
      { country: 'DE', zip: '87567' },
      { country: 'AT', city: 'Riezlern' },
    ],
  ],
  [
    'Svalbard',
    'NO OUTSIDE_TERRITORY',
    [
      { country: 'SJ' },
      { country: 'NO', zip: '9170' },
      { country: 'NO', city: 'Longyearbyen' },
      { country: 'NO', state: 'NO-22' },
    ],
  ],
  [
    'Faroe Islands',
    'FO 0.25 FACT_UNCERTAIN',
    [{ country: 'FO' }, { country: 'DK', zip: 'FO-100' }, { country: 'DK', city: 'Torshavn' }],
  ],
  [
    'Greenland',
    'GL NO_TAX_THERE FACT_UNCERTAIN',
    [{ country: 'GL' }, { country: 'DK', zip: '3900' }, { country: 'DK', state: 'Kalaallit Nunaat' }],
  ],
  [
    'Samnaun',
    'CH 0.081',
    [
      { country: 'CH', zip: '7563' },
      { country: 'CH', city: 'Samnaun Dorf' },
    ],
  ],
  [
    'Hong Kong',
    'HK NO_TAX_THERE',
    [{ country: 'HK' }, { country: 'CN', state: 'CN-HK' }, { country: 'CN', zip: '999077' }],
  ],
  [
    'Macao',
    'MO NO_TAX_THERE',
    [
      { country: 'CN', state: 'Macau' },
      { country: 'CN', city: '澳門' },
    ],
  ],
  [
    'Taiwan',
    'TW 0.05',
    [
      { country: 'TW' },
      { country: 'CN', state: 'Taiwan' },
      { country: 'CN', state: 'CN-TW' },
      { country: 'CN', city: 'Taipei' },
    ],
  ],
  [
    'San Andrés',
    'CO OUTSIDE_TERRITORY',
    [
      { country: 'CO', state: 'San Andrés' },
      { country: 'CO', state: 'CO-SAP' },
      { country: 'CO', zip: '880001' },
    ],
  ],
  [
    'Norfolk Island',
    'AU OUTSIDE_TERRITORY',
    [{ country: 'NF' }, { country: 'AU', zip: '2899' }, { country: 'AU', state: 'Norfolk Island' }],
  ],
  ['Christmas Island', 'AU OUTSIDE_TERRITORY', [{ country: 'CXR' }, { country: 'AU', zip: '6798' }]],
  ['Cocos Islands', 'AU OUTSIDE_TERRITORY', [{ country: 'CC' }, { country: 'AU', zip: '6799' }]],
  [
    'Bonaire',
    'NL OUTSIDE_TERRITORY LOCAL_TAX_NOT_COVERED',
    [
      { country: 'BQ' },
      { country: 'BES' },
      { country: 'NL', state: 'Bonaire' },
      { country: 'NL', state: 'NL-BQ2' },
      { country: 'NL', city: 'Kralendijk' },
    ],
  ],
  ['Curaçao', 'CW 0.06', [{ country: 'CW' }, { country: 'NL', state: 'Curacao' }, { country: 'NL', state: 'NL-CW' }]],
  [
    'Aruba',
    'AW 0.07 FACT_UNCERTAIN',
    [{ country: 'AW' }, { country: 'NL', state: 'ABW' }, { country: 'NL', city: 'Oranjestad' }],
  ],
  [
    'Sint Maarten',
    'SX not covered',
    [{ country: 'SX' }, { country: 'NL', state: 'NL-SX' }, { country: 'NL', city: 'Philipsburg' }],
  ],
  ['Cook Islands', 'CK not covered', [{ country: 'CK' }, { country: 'NZ', state: 'Cook Islands' }]],
  ['Falkland Islands', 'FK not covered', [{ country: 'FLK' }, { country: 'GB', zip: 'FIQQ 1ZZ' }]],
  ['Cayman Islands', 'KY NO_TAX_THERE', [{ country: 'KY' }, { country: 'GB', zip: 'KY1-1100' }]],
  ['Guam', 'GU not covered', [{ country: 'GU' }, { country: 'US', state: 'GU' }, { country: 'US', zip: '96910' }]],
  ['Palau', 'PW not covered', [{ country: 'PW' }, { country: 'US', zip: '96939' }, { country: 'US', zip: '96940' }]],
  [
    'Micronesia',
    'FM not covered',
    [{ country: 'FM' }, { country: 'US', zip: '96941' }, { country: 'US', zip: '96944' }],
  ],
  [
    'Saipan and Tinian',
    'MP not covered',
    [
      { country: 'US', zip: '96950' },
      { country: 'US', zip: '96952' },
    ],
  ],
  [
    'Marshall Islands',
    'MH not covered',
    [
      { country: 'US', zip: '96960' },
      { country: 'US', zip: '96970' },
    ],
  ],
  [
    'US Virgin Islands',
    'VI not covered',
    [{ country: 'VI' }, { country: 'US', state: 'US Virgin Islands' }, { country: 'US', zip: '00802' }],
  ],
  [
    'Kosovo',
    'XK 0.18',
    [
      { country: 'XK' },
      { country: 'Kosovo i Metohija' },
      { country: 'RS', state: 'RS-KM' },
      { country: 'RS', state: 'Kosovo' },
      { country: 'RS', city: 'Priština' },
    ],
  ],
  [
    'Eilat',
    'IL 0.18 REGIONAL_RATE_NOT_APPLIED',
    [
      { country: 'IL', city: 'Eilat' },
      { country: 'IL', zip: '8801001' },
    ],
  ],
  [
    'Tierra del Fuego',
    'AR 0.21 REGIONAL_RATE_NOT_APPLIED',
    [
      { country: 'AR', state: 'AR-V' },
      { country: 'AR', state: 'Tierra del Fuego' },
      { country: 'AR', zip: 'V9410BKA' },
      { country: 'AR', zip: '9420' },
      { country: 'AR', city: 'Ushuaia' },
    ],
  ],
  ['Batam', 'ID 0.11 REGIONAL_RATE_NOT_APPLIED', [{ country: 'ID', city: 'Kota Batam' }]],
  [
    'Labuan',
    'MY 0.08 FACT_UNCERTAIN REGIONAL_RATE_NOT_APPLIED',
    [
      { country: 'MY', state: 'MY-15' },
      { country: 'MY', state: 'W.P. Labuan' },
      { country: 'MY', zip: '87000' },
    ],
  ],
  [
    'Langkawi',
    'MY 0.08 FACT_UNCERTAIN REGIONAL_RATE_NOT_APPLIED',
    [
      { country: 'MY', city: 'Langkawi', zip: '07000' },
      { country: 'MY', city: 'Kuah' },
    ],
  ],
  [
    'Baja California',
    'MX 0.08 REGIONAL_RATE_CONDITIONAL FACT_UNCERTAIN',
    [
      { country: 'MX', state: 'MX-BCN' },
      { country: 'MX', state: 'BCN' },
      { country: 'MX', state: 'B.C.' },
      { country: 'MX', state: 'Baja California Norte' },
    ],
  ],
  [
    'Büsingen by its Swiss postal code',
    'DE OUTSIDE_TERRITORY OUTSIDE_EU_VAT',
    [{ country: 'DE', city: 'Büsingen', zip: '8238' }],
  ],
  ['Réunion as a country', 'FR 0.085 OUTSIDE_EU_VAT', [{ country: 'La Réunion' }, { country: 'Réunion' }]],
  ['Canary Islands as a country', 'ES 0.07 OUTSIDE_EU_VAT', [{ country: 'Islas Canarias' }, { country: 'Tenerife' }]],
  ['Svalbard as a country', 'NO OUTSIDE_TERRITORY', [{ country: 'Svalbard' }, { country: 'SJ' }]],
  ['Vatican City as a country', 'VA NO_TAX_THERE FACT_UNCERTAIN', [{ country: 'Vatican' }, { country: 'Holy See' }]],
  [
    'Zanzibar',
    'TZ 0.18 FACT_UNCERTAIN',
    [
      { country: 'TZ', state: 'Zanzibar' },
      { country: 'TZ', city: 'Stone Town' },
    ],
  ],
];

describe('a territory', () => {
  it.each(territories.flatMap(([name, expected, all]) => all.map((fields) => [name, fields, expected] as const)))(
    '%s is found by %j: %s',
    (_, fields, expected) => {
      expect(law(fields)).toBe(expected);
    },
  );

  it('is found by every one of its names and postal codes in the rate book', () => {
    const missed: string[] = [];
    for (const value of asList(readJsonFile('global/regions.json').regions, 'regions')) {
      const row = asRecord(value, 'region');
      const id = asText(row.id, 'region');
      const country = asText(row.country, id);
      const wanted = law({ country, region: asText(row.name, id) });
      const check = (fields: Partial<AddressQuery>) => {
        const found = law(fields).replace(' FACT_UNCERTAIN', '');
        if (found !== wanted.replace(' FACT_UNCERTAIN', ''))
          missed.push(`${id} ${JSON.stringify(fields)}: ${found}, not ${wanted}`);
      };
      const towns = asTexts(row.towns ?? [], id);
      if (id.endsWith('-UNPLACED')) continue;
      for (const state of [id, ...towns, ...asTexts(row.spellings ?? [], id)]) {
        check({ country, state });
        check({ country, state: state.toUpperCase() });
        check({ country, state: state.normalize('NFD').replace(/\p{M}/gu, '') });
      }
      for (const city of towns) check({ country, city });
      for (const text of asTexts(row.postal ?? [], id)) {
        const [, post = country, prefix = text] = /^([A-Z]{2}):(.+)$/.exec(text) ?? [];
        if (!['CA', 'GB', 'GR', 'MX', 'PT'].includes(post))
          check({ country: post, zip: prefix.replaceAll('*', '1').padEnd(lengths[post] ?? 5, '0') });
      }
    }
    expect(missed).toEqual([]);
  });

  it.each<[Partial<AddressQuery>, string]>([
    [{ country: 'IT', state: 'VA' }, 'IT 0.22'],
    [{ country: 'IT', zip: '22060', city: 'Cabiate' }, 'IT 0.22'],
    [{ country: 'FR', zip: '47700', city: 'La Réunion' }, 'FR 0.2'],
    [{ country: 'NL', zip: '4797 AB', city: 'Willemstad' }, 'NL 0.21'],
    [{ country: 'GB', zip: 'KY1 1AA' }, 'GB 0.2'],
    [{ country: 'CY', zip: '9930' }, 'CY 0.19'],
    [{ country: 'DE', zip: '08238' }, 'DE 0.19'],
    [{ country: 'MX', state: 'Baja California Sur' }, 'MX 0.16'],
    [{ country: 'AR', city: 'Río Grande', zip: '5900' }, 'AR 0.21'],
    [{ country: 'RS', zip: '37000' }, 'RS 0.2'],
  ])('is not taken for a place of the same name or code, %j', (fields, expected) => {
    expect(law(fields)).toBe(expected);
  });
});

/** The number of digits of a postal code, if it is not five. */
const lengths: Readonly<Record<string, number>> = { AT: 4, AU: 4, CH: 4, DK: 4, NO: 4, CN: 6, CO: 6 };

describe('a postal code', () => {
  it.each<[string, string, 'EXACT' | 'GOOD']>([
    ['DE', '10115', 'EXACT'],
    ['DE', 'D-10115', 'EXACT'],
    ['DE', '1067', 'GOOD'],
    ['ES', '8001', 'GOOD'],
    ['PL', '00-950', 'EXACT'],
    ['JP', '100-0001', 'EXACT'],
    ['GB', 'sw1a 1aa', 'EXACT'],
    ['GB', 'M1', 'EXACT'],
    ['IE', 'D02 X285', 'EXACT'],
    ['NL', '1012AB', 'EXACT'],
    ['NL', 'NL-1012 AB', 'EXACT'],
    ['AR', 'C1070AAM', 'EXACT'],
    ['AD', 'AD500', 'EXACT'],
    ['LI', 'FL-9490', 'EXACT'],
    ['MC', '98000', 'EXACT'],
  ])('of the country %s, %s, matches: %s', (country, zip, match) => {
    const { scoring, notices } = placeOf({ country, zip });
    expect(scoring.fieldScore.zipMatch).toBe(match);
    expect(notices).toEqual([]);
  });

  it.each([
    ['CA', '90001', 'Canada', ' Valid postal codes look like ANA NAN or ANA (A: a letter, N: a digit, X: either).'],
    ['DE', 'SW1A 1AA', 'Germany', ' Valid postal codes look like NNNNN (A: a letter, N: a digit, X: either).'],
    ['DE', 'CH-8001', 'Germany', ' Valid postal codes look like NNNNN (A: a letter, N: a digit, X: either).'],
    [
      'GB',
      '75001',
      'United Kingdom',
      ' Valid postal codes look like AN NAA or ANN NAA (A: a letter, N: a digit, X: either).',
    ],
    ['AT', '10115', 'Austria', ' Valid postal codes look like NNNN (A: a letter, N: a digit, X: either).'],
  ])('of another country than %s, %s, has a notice', (country, zip, name, like) => {
    const { scoring, notices } = placeOf({ country, zip });
    expect(scoring).toMatchObject({ matchLevel: 'FAIR', fieldScore: { zipMatch: 'NO_MATCH' } });
    expect(notices).toContainEqual({
      code: 'POSTAL_CODE_NOT_OF_COUNTRY',
      pointer: '/zip',
      message: `"${zip.replace(/[- ]/g, '')}" is not a postal code of ${name}.${like} Check the country and the postal code.`,
    });
  });

  it('cannot be wrong where there are none', () => {
    expect(placeOf({ country: 'AE', zip: '00000' })).toMatchObject({
      scoring: { matchLevel: 'EXCELLENT' },
      notices: [],
    });
  });

  it('outside the region that was named has a notice', () => {
    const place = placeOf({ country: 'FR', state: 'Réunion', zip: '75001' });
    expect(place.subdivision).toBe('FR-974');
    expect(place.notices.map(({ code }) => code)).toEqual(['OUTSIDE_EU_VAT', 'REGION_NOT_AT_ZIP']);
    expect(placeOf({ country: 'RE', zip: '75001' }).notices.map(({ code }) => code)).toContain('REGION_NOT_AT_ZIP');
  });

  it('has a form in every country of the rate book that uses postal codes', () => {
    const { formats, prefixes } = asRecord(readJsonFile('global/countries.json').postalCodes, 'postal codes');
    const forms = Object.entries(asRecord(formats, 'formats'));
    expect(forms.length).toBeGreaterThan(130);
    for (const [country, shown] of forms) {
      expect(rateBook.countryFacts(country)).not.toBeNull();
      for (const form of asTexts(shown, country)) expect(form).toMatch(/^([a-z]+ ?)?[ANX]+([ -][ANX]+)?$/);
    }
    for (const country of Object.values(asRecord(prefixes, 'prefixes'))) {
      expect(rateBook.countryFacts(String(country))).not.toBeNull();
    }
  });
});

it('refuses a state by the code of another country', () => {
  expect(issueOf({ country: 'DE', state: 'US-CA', zip: '90210' })).toEqual({
    code: 'ERR-ADDR-001',
    field: 'state',
    given: 'US-CA',
    expected: 'a state or region of Germany',
    suggestions: [],
    message: '"US-CA" is the code of a state or region of United States, not of Germany.',
  });
});
