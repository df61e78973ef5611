import { describe } from 'vitest';
import { aNexusDeclaration } from '../support/records.ts';
import { type Scenario, testScenarios } from './scenario.ts';

const on = '2026-06-15';
const lamp = [{ code: 'C1S1', price: '100' }];
const book = [{ code: 'C1S30', price: '20' }];
const lampAndBook = [...lamp, ...book];
const germany = { to: { country: 'DE', city: 'Berlin', zip: '10115' }, items: lampAndBook };
const uStG = 'UStG, s. 12';
const cut = 'UStG, s. 28 (1) and (2), second half of 2020';

describe('VAT of Germany', () => {
  testScenarios([
    {
      ...germany,
      name: 'standard and reduced',
      source: uStG,
      why: '100 x 19 %; 20 x 7 %',
      on,
      expected: {
        taxes: ['19', '1.4'],
        total: '140.4',
        reasons: ['TAXED', 'REDUCED_RATE'],
        taxLines: ['COUNTRY VAT 0.19 of 100 = 19'],
      },
    },
    {
      ...germany,
      name: 'during the cut',
      source: cut,
      why: '100 x 16 %; 20 x 5 %',
      on: '2020-07-01',
      expected: { taxes: ['16', '1'], total: '137' },
    },
    {
      ...germany,
      name: 'on the last day of the cut',
      source: cut,
      why: '100 x 16 %; 20 x 5 %',
      on: '2020-12-31',
      expected: { taxes: ['16', '1'], total: '137' },
    },
    {
      ...germany,
      name: 'after the cut',
      source: uStG,
      why: '100 x 19 %; 20 x 7 %',
      on: '2021-01-01',
      expected: { taxes: ['19', '1.4'], total: '140.4' },
    },
    {
      ...germany,
      name: 'inside the price',
      source: uStG,
      why: '100 x 19 / 119 = 15.966...; 20 x 7 / 107 = 1.308...',
      on,
      isTaxInclusive: true,
      expected: { taxes: ['15.97', '1.31'], total: '120' },
    },
  ] satisfies Scenario[]);
});

describe('rates that have not been checked for a long time', () => {
  testScenarios([
    {
      ...germany,
      name: 'of Germany, verified on 2026-11-22',
      source: uStG,
      why: '100 x 19 %; 20 x 7 %; more than 18 months later',
      on: '2028-05-23',
      expected: { taxes: ['19', '1.4'], total: '140.4', notices: ['RATES_NOT_VERIFIED'] },
    },
  ] satisfies Scenario[]);
});

describe('a tax too small to charge', () => {
  testScenarios([
    {
      ...germany,
      name: 'of a paper clip',
      source: uStG,
      why: '0.02 x 19 % = 0.0038, which rounds to zero; the sale is taxed nevertheless',
      on,
      items: [{ code: 'C1S1', price: '0.02' }],
      expected: { taxes: ['0'], total: '0.02', reasons: ['TAXED'], notices: ['ROUNDS_TO_ZERO'] },
    },
  ] satisfies Scenario[]);
});

describe('VAT of other states of the EU', () => {
  const lisbon = { to: { country: 'PT', zip: '1100-148' } };
  testScenarios([
    {
      name: 'books in France',
      source: 'CGI, art. 278-0 bis A 3',
      why: '20 x 5.5 % = 1.10',
      on,
      to: { country: 'FR', city: 'Paris', zip: '75001' },
      items: book,
      expected: { taxes: ['1.1'], total: '21.1', reasons: ['REDUCED_RATE'] },
    },
    {
      name: "children's clothing in Ireland, beside that of adults",
      source: 'Value-Added Tax Consolidation Act 2010, Sch. 2, para. 10',
      why: '50 x 0 %; 50 x 23 % = 11.50',
      on,
      to: { country: 'IE', city: 'Dublin' },
      items: [
        { code: 'C1S4', price: '50' },
        { code: 'C1S2', price: '50' },
      ],
      expected: {
        taxes: ['0', '11.5'],
        total: '111.5',
        reasons: ['ZERO_RATED', 'TAXED'],
        notices: ['CATEGORY_IS_BROAD'],
      },
    },
    {
      ...lisbon,
      name: 'Portugal',
      source: 'CIVA, art. 18',
      why: '100 x 23 %',
      on,
      items: lamp,
      expected: { taxes: ['23'], total: '123', taxLines: ['COUNTRY VAT 0.23 of 100 = 23'] },
    },
    {
      name: 'the Azores',
      source: 'Decreto Legislativo Regional 15-A/2021/A',
      why: '100 x 16 %; 20 x 4 % = 0.80',
      on,
      to: { country: 'PT', zip: '9500-119' },
      items: lampAndBook,
      expected: { taxes: ['16', '0.8'], total: '136.8', taxLines: ['REGION VAT 0.16 of 100 = 16'] },
    },
    {
      name: 'Madeira',
      source: 'CIVA, art. 18 (3), and the regional budget for 2024',
      why: '100 x 22 %; 20 x 4 % = 0.80',
      on,
      to: { country: 'PT', region: 'PT-30' },
      items: lampAndBook,
      expected: { taxes: ['22', '0.8'], total: '142.8' },
    },
    {
      name: 'Spain',
      source: 'Ley 37/1992, art. 90',
      why: '100 x 21 %',
      on,
      to: { country: 'ES', zip: '28001' },
      items: lamp,
      expected: { taxes: ['21'], total: '121' },
    },
    {
      name: 'the Canary Islands',
      source: 'Ley 20/1991 and Ley 4/2012 of the islands: IGIC at 7 %, no VAT',
      why: '100 x 7 %',
      on,
      to: { country: 'ES', zip: '35001' },
      items: lamp,
      expected: { taxes: ['7'], total: '107', taxLines: ['REGION IGIC 0.07 of 100 = 7'], notices: ['OUTSIDE_EU_VAT'] },
    },
  ] satisfies Scenario[]);
});

describe('installation, which has a lower rate in dwellings', () => {
  const installation = [{ code: 'C4S3', price: '100' }];
  testScenarios([
    {
      name: 'France',
      source: 'CGI, art. 279-0 bis: 10 % on work in dwellings of more than two years',
      why: '100 x 20 %, with a notice',
      on,
      from: { country: 'FR', zip: '75001' },
      to: { country: 'FR', zip: '75001' },
      items: installation,
      expected: { taxes: ['20'], total: '120', reasons: ['TAXED'], notices: ['CATEGORY_IS_BROAD'] },
    },
    {
      name: 'Denmark',
      source: 'Momsloven, s. 33: a single rate',
      why: '100 x 25 %',
      on,
      from: { country: 'DK', zip: '1050' },
      to: { country: 'DK', zip: '1050' },
      items: installation,
      expected: { taxes: ['25'], total: '125', reasons: ['TAXED'] },
    },
  ] satisfies Scenario[]);
});

describe('charges beside the VAT that are not calculated', () => {
  const madrid = { country: 'ES', city: 'Madrid', zip: '28001' };
  const spain = {
    on,
    from: madrid,
    to: madrid,
    items: lamp,
    currency: 'EUR',
    source: 'Ley 37/1992, arts. 148 and 154',
  };
  const france = { on, to: { country: 'FR', city: 'Paris', zip: '75001' }, currency: 'EUR' };
  const confirmed = ['TAX_NUMBER_NOT_CONFIRMED'];
  testScenarios([
    {
      ...spain,
      name: 'goods to a trader in Spain who may be under the recargo de equivalencia',
      why: '100 x 21 %; the recargo is not included',
      customer: { taxNumber: 'ES54362315K' },
      expected: { taxes: ['21'], total: '121', notices: [...confirmed, 'RETAILER_SURCHARGE_NOT_INCLUDED'] },
    },
    {
      ...spain,
      name: 'goods to a Spanish company, which cannot be under it',
      why: '100 x 21 %',
      customer: { taxNumber: 'ESB58378431' },
      expected: { taxes: ['21'], total: '121', notices: confirmed },
    },
    {
      ...spain,
      name: 'advice to a trader in Spain',
      why: '100 x 21 %; the recargo is on goods',
      items: [{ code: 'C4S1', price: '100' }],
      customer: { taxNumber: 'ES54362315K' },
      expected: { taxes: ['21'], total: '121', notices: confirmed },
    },
    {
      ...france,
      name: 'a computer in France, with an eco-participation',
      source: 'Commission d’examen des pratiques commerciales, avis 24-2',
      why: '500 x 20 %',
      items: [{ code: 'C1S41', price: '500' }],
      expected: { taxes: ['100'], total: '600', notices: ['CHARGE_NOT_INCLUDED'] },
    },
    {
      ...france,
      name: 'other goods in France',
      source: 'CGI, art. 278',
      why: '100 x 20 %',
      items: lamp,
      expected: { taxes: ['20'], total: '120' },
    },
  ] satisfies Scenario[]);
});

describe('Switzerland and Liechtenstein, one territory', () => {
  const source = 'Swiss MWSTG, art. 3 a); MWSTG of Liechtenstein, LGBl. 2009 Nr. 330, art. 3 a)';
  const zurich = { country: 'CH', city: 'Zürich', zip: '8001' };
  const vaduz = { country: 'LI', city: 'Vaduz', zip: '9490' };
  const registeredIn = (country: string) =>
    aNexusDeclaration({
      physicalNexus: [],
      economicNexus: [],
      country,
      state: null,
      registrations: [{ validFrom: '2021-07-01', validThrough: null, number: null, scheme: 'STANDARD' }],
    });
  const sale = { on, source, items: lamp, currency: 'CHF', from: zurich, to: vaduz };
  const taxed = { taxes: ['8.1'], total: '108.1', notices: ['TAXED_AT_SELLER'] };
  testScenarios([
    {
      ...sale,
      name: 'goods of a Swiss seller',
      why: 'domestic: 100 x 8.1 %',
      declared: [registeredIn('CH')],
      expected: { ...taxed, taxLines: ['COUNTRY VAT 0.081 of 100 = 8.1'] },
    },
    {
      ...sale,
      name: 'goods of a seller in Liechtenstein',
      why: 'domestic: 100 x 8.1 %',
      from: vaduz,
      to: zurich,
      declared: [registeredIn('LI')],
      expected: taxed,
    },
    {
      ...sale,
      name: 'advice of a Swiss seller',
      why: 'domestic: 100 x 8.1 %',
      items: [{ code: 'C4S1', price: '100' }],
      declared: [registeredIn('CH')],
      expected: taxed,
    },
    {
      ...sale,
      name: 'goods within Switzerland',
      why: '100 x 8.1 %',
      to: { country: 'CH', city: 'Bern', zip: '3011' },
      declared: [registeredIn('CH')],
      expected: { taxes: ['8.1'], total: '108.1' },
    },
  ] satisfies Scenario[]);
});

describe('VAT outside the EU', () => {
  testScenarios([
    {
      name: 'Tajikistan until 2026-12-31',
      source: 'Tax Code of Tajikistan, art. 397 (4)',
      why: '100 x 14 %',
      on: '2026-12-31',
      to: { country: 'TJ' },
      items: lamp,
      expected: { taxes: ['14'], total: '114' },
    },
    {
      name: 'Tajikistan since 2027-01-01',
      source: 'Tax Code of Tajikistan, art. 397 (4)',
      why: '100 x 13 %',
      on: '2027-01-01',
      to: { country: 'TJ' },
      items: lamp,
      expected: { taxes: ['13'], total: '113' },
    },
    {
      name: 'zero rates of the United Kingdom',
      source: 'Value Added Tax Act 1994, Sch. 8, groups 3 and 16',
      why: "books and children's clothing at 0 %; 100 x 20 %",
      on,
      to: { country: 'GB', city: 'London', zip: 'SW1A 1AA' },
      items: [...book, { code: 'C1S4', price: '30' }, ...lamp],
      expected: { taxes: ['0', '0', '20'], total: '170', reasons: ['ZERO_RATED', 'ZERO_RATED', 'TAXED'] },
    },
    {
      name: 'Switzerland',
      source: 'MWSTG, art. 25, since 2024-01-01',
      why: '100 x 8.1 %; 20 x 2.6 % = 0.52',
      on,
      to: { country: 'CH', city: 'Zürich', zip: '8001' },
      items: lampAndBook,
      expected: { taxes: ['8.1', '0.52'], total: '128.62' },
    },
    {
      name: 'Switzerland until 2023-12-31',
      source: 'MWSTG, art. 25, and the additional financing of old-age insurance',
      why: '100 x 7.7 %',
      on: '2023-12-31',
      to: { country: 'CH', city: 'Zürich', zip: '8001' },
      items: lamp,
      expected: { taxes: ['7.7'], total: '107.7' },
    },
    {
      name: 'Norway',
      source: 'Merverdiavgiftsloven, s. 5-1 and 6-4; decision of the Storting on rates',
      why: '100 x 25 %; books at 0 %',
      on,
      to: { country: 'NO', city: 'Oslo', zip: '0150' },
      items: lampAndBook,
      expected: { taxes: ['25', '0'], total: '145', reasons: ['TAXED', 'ZERO_RATED'] },
    },
  ] satisfies Scenario[]);
});
