import { describe } from 'vitest';
import { aNexusDeclaration } from '../support/records.ts';
import { type Scenario, testScenarios } from './scenario.ts';

const nothing = { physicalNexus: [], economicNexus: [], registrations: [] };
const registered = (
  country: string,
  scheme: 'STANDARD' | 'UNION_ONE_STOP_SHOP' | 'IMPORT_ONE_STOP_SHOP' = 'STANDARD',
  number: string | null = null,
) =>
  aNexusDeclaration({
    ...nothing,
    country,
    state: null,
    registrations: [{ validFrom: '2026-01-01', validThrough: null, number, scheme }],
  });
const importShop = [registered('IE', 'UNION_ONE_STOP_SHOP', 'IM3720000123')];

const on = '2026-06-15';

const berlin = { country: 'DE', city: 'Berlin', zip: '10115' };
const london = { country: 'GB', city: 'London', zip: 'SW1A 1AA' };
const paris = { country: 'FR', city: 'Paris', zip: '75001' };
const of = (price: string, quantity = 1, code = 'C1S1') => [{ code, price, quantity }];
const untaxed = (reason: string, total: string, notices: string[] = []) => ({
  taxes: ['0'],
  reasons: [reason],
  total,
  notices,
});

describe('goods from outside the EU', () => {
  const eu = { source: 'Directive 2006/112/EC, arts. 33 (c), 143 (1) (ca) and 369l', on, to: paris, currency: 'EUR' };
  testScenarios([
    {
      ...eu,
      name: 'of 150 euros, in the import scheme',
      why: '150 is within the limit: 150 x 20 % = 30',
      items: of('150'),
      declared: importShop,
      expected: { taxes: ['30'], reasons: ['TAXED'], total: '180' },
    },
    {
      ...eu,
      name: 'of 150 euros, with a registration that names the import scheme',
      why: '150 is within the limit: 150 x 20 % = 30',
      items: of('150'),
      declared: [registered('IE', 'IMPORT_ONE_STOP_SHOP')],
      expected: { taxes: ['30'], reasons: ['TAXED'], total: '180' },
    },
    {
      ...eu,
      name: 'of 150.01 euros, with a registration that names the import scheme',
      why: 'customs charge the tax',
      items: of('150.01'),
      declared: [registered('IE', 'IMPORT_ONE_STOP_SHOP')],
      expected: untaxed('IMPORT_AT_BORDER', '150.01'),
    },
    {
      ...eu,
      name: 'of 150.01 euros, in the import scheme',
      why: 'customs charge the tax',
      items: of('150.01'),
      declared: importShop,
      expected: untaxed('IMPORT_AT_BORDER', '150.01'),
    },
    {
      ...eu,
      name: 'of 179.99 euros with the tax inside',
      why: '179.99 / 1.2 = 149.99: the limit is without tax; 179.99 x 20 / 120 = 29.998',
      items: of('179.99'),
      isTaxInclusive: true,
      declared: importShop,
      expected: { taxes: ['30'], total: '179.99' },
    },
    {
      ...eu,
      name: 'of 150 euros and 12 for delivery',
      why: 'delivery does not count for the limit and is taxed: 150 x 20 %; 12 x 20 %',
      items: of('150'),
      shipping: { price: '12' },
      declared: importShop,
      expected: { taxes: ['30'], shippingTax: '2.4', total: '194.4' },
    },
    {
      ...eu,
      name: 'of twice 100 euros',
      why: 'one consignment of 200',
      items: of('100', 2),
      declared: importShop,
      expected: untaxed('IMPORT_AT_BORDER', '200', ['CONSIGNMENT_ASSUMED']),
    },
    {
      ...eu,
      name: 'in the one-stop shop for sales within the EU',
      why: 'that scheme does not serve imports',
      items: of('100'),
      declared: [registered('IE', 'UNION_ONE_STOP_SHOP', 'IE6388047V')],
      expected: untaxed('IMPORT_AT_BORDER', '100'),
    },
    {
      ...eu,
      name: 'registered in the country',
      why: 'the seller imports the goods itself: 500 x 20 %',
      items: of('500'),
      declared: [registered('FR')],
      expected: { taxes: ['100'], total: '600' },
    },
    {
      ...eu,
      name: 'to a business',
      why: 'the import scheme serves consumers only',
      items: of('100'),
      declared: importShop,
      customer: { taxNumber: 'FR40303265045' },
      expected: untaxed('IMPORT_AT_BORDER', '100', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...eu,
      name: 'in dollars',
      why: 'there are no exchange rates here: treated as within the limit, with a notice',
      items: of('500'),
      currency: 'USD',
      declared: importShop,
      expected: { taxes: ['100'], total: '600', notices: ['IMPORT_LIMIT_NOT_COMPARED'] },
    },
  ] satisfies Scenario[]);
});

describe('goods from abroad to the United Kingdom', () => {
  const uk = {
    source: 'gov.uk: charging VAT on goods sold direct to customers in the UK',
    on,
    to: london,
    currency: 'GBP',
  };
  const business = { taxNumber: 'GB980780684' };
  testScenarios([
    {
      ...uk,
      name: 'for a business that gives its Northern Irish number',
      why: 'the number is its British one: the buyer accounts for the tax',
      items: of('100'),
      from: berlin,
      customer: { taxNumber: 'XI151308443' },
      expected: untaxed('REVERSE_CHARGE', '100', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...uk,
      name: 'of 135 pounds',
      why: '135 x 20 % = 27',
      items: of('135'),
      declared: [registered('GB')],
      expected: { taxes: ['27'], reasons: ['TAXED'], total: '162' },
    },
    {
      ...uk,
      name: 'of 135.01 pounds',
      why: 'import VAT at the border',
      items: of('135.01'),
      declared: [registered('GB')],
      expected: untaxed('IMPORT_AT_BORDER', '135.01'),
    },
    {
      ...uk,
      name: 'of 100 pounds, not registered',
      why: 'the seller owes the tax and must register',
      items: of('100'),
      declared: [],
      expected: untaxed('NOT_COLLECTING', '100', ['IMPORT_REGISTRATION_MISSING', 'NOT_COLLECTING']),
    },
    {
      ...uk,
      name: 'of 100 pounds from Berlin, not registered',
      why: 'an export, and the seller owes British VAT',
      from: berlin,
      items: of('100'),
      declared: [registered('DE')],
      expected: untaxed('EXPORT', '100', ['IMPORT_REGISTRATION_MISSING']),
    },
    {
      ...uk,
      name: 'of 100 pounds to a business',
      why: 'a buyer with a VAT number accounts for the tax',
      items: of('100'),
      declared: [registered('GB')],
      customer: business,
      expected: untaxed('REVERSE_CHARGE', '100', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...uk,
      name: 'of 200 pounds to a business',
      why: 'above the limit, import VAT at the border',
      items: of('200'),
      declared: [registered('GB')],
      customer: business,
      expected: untaxed('IMPORT_AT_BORDER', '200', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...uk,
      name: 'of 500 pounds, by a seller who collects everywhere',
      why: 'such a seller imports the goods itself: 500 x 20 %',
      items: of('500'),
      expected: { taxes: ['100'], total: '600', notices: ['IMPORT_BY_SELLER_ASSUMED'] },
    },
    {
      ...uk,
      name: 'software from abroad to a business',
      source: 'Value Added Tax Act 1994, ss. 7A and 8',
      why: 'the buyer accounts for the tax on services from abroad',
      items: of('100', 1, 'C3S1'),
      declared: [registered('GB')],
      customer: business,
      expected: untaxed('REVERSE_CHARGE', '100', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...uk,
      name: 'a hotel night to a business',
      source: 'Value Added Tax Act 1994, Sch. 4A, para. 1',
      why: 'taxed where the hotel is: 100 x 20 %',
      items: of('100', 1, 'C5S2'),
      declared: [registered('GB')],
      customer: business,
      expected: { taxes: ['20'], total: '120', notices: ['TAX_NUMBER_NOT_CONFIRMED'] },
    },
  ] satisfies Scenario[]);
});

describe('goods of a US seller whose state is unknown', () => {
  const eu = { source: 'Directive 2006/112/EC, arts. 33 (c), 143 (1) (ca) and 369l', on, to: paris, currency: 'EUR' };
  testScenarios([
    {
      ...eu,
      name: 'to a consumer, in the import scheme',
      why: 'as if dispatched within the EU, which the document says: 900 x 20 %',
      from: { country: 'US' },
      items: of('900'),
      declared: importShop,
      expected: { taxes: ['180'], total: '1080', notices: ['ORIGIN_UNKNOWN'] },
    },
    {
      ...eu,
      name: 'to a business',
      why: 'whether the supply is exempt depends on the place of dispatch',
      from: { country: 'US' },
      items: of('100'),
      customer: { taxNumber: 'FR40303265045' },
      expected: { taxes: ['20'], total: '120', notices: ['TAX_NUMBER_NOT_CONFIRMED', 'ORIGIN_UNKNOWN'] },
    },
    {
      ...eu,
      name: 'to a consumer, by a seller that collects everywhere',
      why: 'the place of dispatch makes no difference: 100 x 20 %',
      from: { country: 'US' },
      items: of('100'),
      expected: { taxes: ['20'], total: '120' },
    },
    {
      ...eu,
      name: 'to a consumer, from a known ZIP code',
      why: 'more than 150 euros, so customs levies the tax',
      from: { country: 'US', zip: '10001' },
      items: of('900'),
      declared: importShop,
      expected: untaxed('IMPORT_AT_BORDER', '900'),
    },
  ] satisfies Scenario[]);
});

describe('goods from abroad to other countries', () => {
  const norway = {
    source: 'skatteetaten.no: value added tax on low value imported goods',
    on,
    to: { country: 'NO' },
    currency: 'NOK',
  };
  const australia = { source: 'ato.gov.au: LCR 2018/1', on, to: { country: 'AU' }, currency: 'AUD' };
  const newZealand = {
    source: 'ird.govt.nz: what low value imported goods are',
    on,
    to: { country: 'NZ' },
    currency: 'NZD',
  };
  const singapore = {
    source: 'iras.gov.sg: purchasing imported low-value goods',
    on,
    to: { country: 'SG' },
    currency: 'SGD',
  };
  const switzerland = { source: 'estv.admin.ch: mail-order rule', on, to: { country: 'CH' }, currency: 'CHF' };
  testScenarios([
    {
      ...norway,
      name: 'Norway, two pieces of 2,999.99 kroner',
      why: 'each piece counts for itself: 5,999.98 x 25 % = 1,499.995',
      items: of('2999.99', 2),
      declared: [registered('NO')],
      expected: { taxes: ['1500'], total: '7499.98' },
    },
    {
      ...norway,
      name: 'Norway, a piece of 3,000 kroner',
      why: 'the limit is below 3,000',
      items: of('3000'),
      declared: [registered('NO')],
      expected: untaxed('IMPORT_AT_BORDER', '3000'),
    },
    {
      ...norway,
      name: 'Norway, food',
      why: 'food is always cleared at the border',
      items: of('100', 1, 'C1S10'),
      declared: [registered('NO')],
      expected: untaxed('IMPORT_AT_BORDER', '100'),
    },
    {
      ...norway,
      name: 'Norway, cheap and dear pieces together',
      why: '1,000 x 25 % = 250; 4,000 at the border',
      items: [...of('1000'), ...of('4000')],
      declared: [registered('NO')],
      expected: { taxes: ['250', '0'], reasons: ['TAXED', 'IMPORT_AT_BORDER'], total: '5250' },
    },
    {
      ...australia,
      name: 'Australia, 1,000 dollars',
      why: '1,000 x 10 %',
      items: of('1000'),
      declared: [registered('AU')],
      expected: { taxes: ['100'], total: '1100' },
    },
    {
      ...australia,
      name: 'Australia, 1,000.01 dollars',
      why: 'a taxable importation',
      items: of('1000.01'),
      declared: [registered('AU')],
      expected: untaxed('IMPORT_AT_BORDER', '1000.01'),
    },
    {
      ...australia,
      name: 'Australia, to a registered business',
      why: 'a recipient who is registered for GST is no consumer',
      items: of('500'),
      declared: [registered('AU')],
      customer: { taxNumber: '51 824 753 556', address: null },
      expected: untaxed('REVERSE_CHARGE', '500', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...newZealand,
      name: 'New Zealand, two pieces of 1,000 dollars',
      why: 'each piece counts for itself: 2,000 x 15 %',
      items: of('1000', 2),
      declared: [registered('NZ')],
      expected: { taxes: ['300'], total: '2300' },
    },
    {
      ...newZealand,
      name: 'New Zealand, a piece of 1,000.01 dollars',
      why: 'taxed at the border',
      items: of('1000.01'),
      declared: [registered('NZ')],
      expected: untaxed('IMPORT_AT_BORDER', '1000.01'),
    },
    {
      ...singapore,
      name: 'Singapore, two pieces of 400 dollars',
      why: 'each piece counts for itself, and 400 is within the limit: 800 x 9 %',
      items: of('400', 2),
      declared: [registered('SG')],
      expected: { taxes: ['72'], total: '872' },
    },
    {
      ...singapore,
      name: 'Singapore, a piece of 400.01 dollars',
      why: 'GST is paid to customs',
      items: of('400.01'),
      declared: [registered('SG')],
      expected: untaxed('IMPORT_AT_BORDER', '400.01'),
    },
    {
      ...singapore,
      name: 'Singapore, 400 dollars, not registered',
      why: 'neither the seller nor customs charge GST on goods of an unregistered supplier',
      items: of('400'),
      declared: [],
      expected: untaxed('NOT_COLLECTING', '400', ['IMPORT_REGISTRATION_MISSING', 'NOT_COLLECTING']),
    },
    {
      ...singapore,
      name: 'Singapore, to a registered business',
      why: 'a recipient who is registered for GST accounts for it',
      items: of('300'),
      declared: [registered('SG')],
      customer: { taxNumber: 'M90367530Y', address: null },
      expected: untaxed('REVERSE_CHARGE', '300', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...singapore,
      name: 'Singapore, a piece of 500 dollars, by a seller who collects everywhere',
      why: 'only as the importer: 500 x 9 %',
      items: of('500'),
      expected: { taxes: ['45'], total: '545', notices: ['IMPORT_BY_SELLER_ASSUMED'] },
    },
    {
      ...singapore,
      name: 'Singapore, before low-value goods were taxed at the sale',
      why: 'the rule holds since 2023; 300 x 7 %',
      on: '2022-12-31',
      items: of('300'),
      expected: { taxes: ['21'], total: '321' },
    },
    {
      ...switzerland,
      name: 'Switzerland, 60 francs, not registered',
      why: '60 x 8.1 % = 4.86, which is at most 5 and not levied',
      items: of('60'),
      declared: [],
      expected: untaxed('IMPORT_AT_BORDER', '60', ['IMPORT_TAX_WAIVED']),
    },
    {
      ...switzerland,
      name: 'Switzerland, 62 francs, not registered',
      why: '62 x 8.1 % = 5.02, which is levied',
      items: of('62'),
      declared: [],
      expected: untaxed('IMPORT_AT_BORDER', '62'),
    },
    {
      ...switzerland,
      name: 'Switzerland, registered by the mail-order rule',
      why: 'all sales count as Swiss: 500 x 8.1 %',
      items: of('500'),
      declared: [registered('CH')],
      expected: { taxes: ['40.5'], total: '540.5' },
    },
  ] satisfies Scenario[]);
});

describe('a seller of the EU that is only registered at home', () => {
  const sale = { source: 'Directive 2006/112/EC, art. 59c', on, from: berlin, to: paris, currency: 'EUR' };
  const home = [registered('DE')];
  testScenarios([
    {
      ...sale,
      name: 'to a consumer',
      why: 'the VAT of the origin below 10,000 a year: 100 x 19 %',
      items: of('100'),
      declared: home,
      expected: {
        taxes: ['19'],
        total: '119',
        taxLines: ['COUNTRY VAT 0.19 of 100 = 19'],
        notices: ['TAXED_AT_ORIGIN'],
      },
    },
    {
      ...sale,
      name: 'to a consumer, above the threshold',
      why: 'French VAT is due, which the seller does not collect',
      items: of('100'),
      declared: home,
      settings: { euDistanceSales: 'ABOVE_THRESHOLD' },
      expected: untaxed('NOT_COLLECTING', '100', ['NOT_COLLECTING']),
    },
    {
      ...sale,
      name: 'to a consumer, in the one-stop shop',
      why: '100 x 20 %',
      items: of('100'),
      declared: [...home, registered('DE', 'UNION_ONE_STOP_SHOP')],
      expected: { taxes: ['20'], total: '120' },
    },
    {
      ...sale,
      name: 'to a business',
      why: 'exempt, whatever is collected where',
      items: of('100'),
      declared: home,
      customer: { taxNumber: 'FR40303265045' },
      expected: untaxed('INTRA_COMMUNITY', '100', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...sale,
      name: 'software to a business',
      source: 'Directive 2006/112/EC, arts. 44 and 196',
      why: 'the buyer accounts for the tax, whatever is collected where',
      items: of('100', 1, 'C3S1'),
      declared: home,
      customer: { taxNumber: 'FR40303265045' },
      expected: untaxed('REVERSE_CHARGE', '100', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...sale,
      name: 'to a consumer, from a warehouse in a third state',
      why: 'the threshold is for goods from the home country',
      to: { country: 'IT' },
      items: of('100'),
      declared: home,
      shipFrom: { country: 'PL' },
      expected: untaxed('NOT_COLLECTING', '100', ['NOT_COLLECTING']),
    },
  ] satisfies Scenario[]);
});
