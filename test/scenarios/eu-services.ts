import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonFile } from '../../src/rates/book/files/json-file.ts';
import { aNexusDeclaration } from '../support/records.ts';
import { calculate, testScenarios } from './scenario.ts';

type Scheme = 'STANDARD' | 'UNION_ONE_STOP_SHOP' | 'NON_UNION_ONE_STOP_SHOP' | 'IMPORT_ONE_STOP_SHOP';
const registered = (country: string, scheme: Scheme = 'STANDARD', more = {}) =>
  aNexusDeclaration({
    physicalNexus: [],
    economicNexus: [],
    country,
    state: null,
    registrations: [{ validFrom: '2021-07-01', validThrough: null, number: null, scheme, ...more }],
  });

const berlin = { country: 'DE', city: 'Berlin', zip: '10115' };
const paris = { country: 'FR', city: 'Paris', zip: '75001' };
const belfast = { country: 'GB', zip: 'BT1 1AA' };
const london = { country: 'GB', city: 'London', zip: 'SW1A 1AA' };
const home = registered('DE');
const union = registered('DE', 'UNION_ONE_STOP_SHOP');
const both = { ...home, registrations: [...home.registrations, ...union.registrations] };
const of = (code: string, price = '100') => [{ code, price }];
const from = { on: '2026-06-15', from: berlin, to: paris, currency: 'EUR' };
const taxed = (tax: string, notices: readonly string[] = []) => ({
  taxes: [tax],
  reasons: ['TAXED'],
  total: String(100 + Number(tax)),
  notices,
});
const untaxed = (reason: string, notices: readonly string[] = []) => ({
  taxes: ['0'],
  reasons: [reason],
  total: '100',
  notices,
});
const general = 'Directive 2006/112/EC, article 45';
const atSeller = ['TAXED_AT_SELLER', 'SERVICE_PLACE_UNCERTAIN'];

describe('services from one member state to a consumer in another', () => {
  testScenarios([
    {
      ...from,
      name: 'of a consultant in the one-stop shop',
      source: general,
      why: 'supplied in Germany: 100 x 19 %',
      items: of('C4S1'),
      declared: [both],
      expected: { ...taxed('19', atSeller), taxLines: ['COUNTRY VAT 0.19 of 100 = 19'] },
    },
    {
      ...from,
      name: 'of a consultant who collects everywhere',
      source: general,
      why: 'supplied in Germany: 100 x 19 %',
      items: of('C4S1'),
      oneStopShop: true,
      expected: taxed('19', atSeller),
    },
    {
      ...from,
      name: 'of a hairdresser with a fixed establishment in the country',
      source: `${general}: where the establishment is that provides them`,
      why: 'supplied from Paris: 100 x 20 %',
      items: of('C4S4'),
      shipFrom: paris,
      declared: [both, registered('FR', 'STANDARD', { hasFixedEstablishment: true })],
      expected: taxed('20'),
    },
    {
      ...from,
      name: 'software and advice in one document',
      source: 'Directive 2006/112/EC, articles 45 and 58',
      why: 'software at the consumer, 50 x 20 %; advice at the seller, 100 x 19 %',
      items: [...of('C4S1'), ...of('C3S2', '50')],
      declared: [both],
      expected: {
        taxes: ['19', '10'],
        total: '179',
        notices: ['TAXED_AT_SELLER', 'PLACE_EVIDENCE_MISSING', 'SERVICE_PLACE_UNCERTAIN'],
      },
    },
    {
      ...from,
      name: 'goods with delivery, and advice',
      source: 'Directive 2006/112/EC, articles 33, 45 and 78',
      why: 'the goods and their delivery in France, 60 x 20 %; the advice in Germany, 100 x 19 %',
      items: [...of('C4S1'), ...of('C1S1', '50')],
      shipping: { price: '10' },
      declared: [both],
      expected: {
        taxes: ['19', '10'],
        shippingTax: '2',
        total: '191',
        notices: ['TAXED_AT_SELLER', 'SERVICE_PLACE_UNCERTAIN'],
      },
    },
    {
      ...from,
      name: 'software below the threshold',
      source: 'Directive 2006/112/EC, article 59c',
      why: '100 x 19 %',
      items: of('C3S2'),
      declared: [home],
      expected: taxed('19', ['TAXED_AT_ORIGIN']),
    },
    {
      ...from,
      name: 'a night in a hotel there, in the one-stop shop',
      source: 'Directive 2006/112/EC, articles 47 and 369b; CGI, art. 279',
      why: '100 x 10 %',
      items: of('C5S2'),
      declared: [both],
      expected: { ...taxed('10'), reasons: ['REDUCED_RATE'] },
    },
    {
      ...from,
      name: 'a night in a hotel there, below the threshold',
      source: 'Directive 2006/112/EC, articles 47 and 59c',
      why: 'the threshold is for goods and electronic services: due in France, without a registration there',
      items: of('C5S2'),
      declared: [home],
      expected: untaxed('NOT_COLLECTING', ['NOT_COLLECTING']),
    },
    {
      ...from,
      name: 'the hire of a car there, in the one-stop shop',
      source: 'Directive 2006/112/EC, articles 56 and 369b',
      why: 'supplied where the car is handed over: 100 x 20 %',
      items: of('C4S7'),
      declared: [both],
      expected: taxed('20', ['SERVICE_PLACE_UNCERTAIN']),
    },
    {
      ...from,
      name: 'the commission of an agent, in the one-stop shop',
      source: 'Directive 2006/112/EC, articles 46 and 369b',
      why: 'supplied where the arranged sale is, which is assumed to be at the customer: 100 x 20 %',
      items: of('C4S5'),
      declared: [both],
      expected: taxed('20', ['SERVICE_PLACE_UNCERTAIN']),
    },
    {
      ...from,
      name: 'the commission of an agent and software, below the threshold',
      source: 'Directive 2006/112/EC, articles 46, 58 and 59c',
      why: 'software at home, 100 x 19 %; the commission is due in France, without a registration there',
      items: [...of('C4S5'), ...of('C3S2')],
      declared: [home],
      expected: {
        taxes: ['0', '19'],
        reasons: ['NOT_COLLECTING', 'TAXED'],
        total: '219',
        notices: ['TAXED_AT_ORIGIN', 'SERVICE_PLACE_UNCERTAIN', 'NOT_COLLECTING'],
      },
    },
    {
      ...from,
      name: 'a taxi there, for a business',
      source: 'Directive 2006/112/EC, article 48',
      why: 'supplied where the transport takes place, for businesses too; the seller is not registered there',
      items: of('C4S6'),
      declared: [home],
      customer: { taxNumber: 'FR40303265045' },
      expected: untaxed('NOT_COLLECTING', [
        'TAX_NUMBER_NOT_CONFIRMED',
        'CATEGORY_IS_BROAD',
        'SERVICE_PLACE_UNCERTAIN',
        'NOT_COLLECTING',
      ]),
    },
    {
      ...from,
      name: 'a meal that is sent as goods',
      source: 'Directive 2006/112/EC, articles 33 and 55; CGI, art. 279 m',
      why: 'goods are taxed at their destination, 100 x 10 %; a meal that is served, where it is served',
      items: of('C1S15'),
      declared: [both],
      expected: { ...taxed('10', ['CATEGORY_IS_BROAD', 'SERVICE_PLACE_UNCERTAIN']), reasons: ['REDUCED_RATE'] },
    },
    {
      ...from,
      name: 'a meal in the country of the seller',
      source: 'UStG, section 12 (2) no. 15',
      why: '100 x 7 %',
      items: of('C1S15'),
      to: berlin,
      declared: [both],
      expected: { ...taxed('7', ['CATEGORY_IS_BROAD']), reasons: ['REDUCED_RATE'] },
    },
    {
      ...from,
      name: 'advice to a business',
      source: 'Directive 2006/112/EC, articles 44 and 196',
      why: 'supplied where the customer is, who accounts for the tax',
      items: of('C4S1'),
      declared: [both],
      customer: { taxNumber: 'FR40303265045' },
      expected: untaxed('REVERSE_CHARGE', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...from,
      name: 'a gift card for a business',
      source: 'Directive 2006/112/EC, article 30b (2)',
      why: 'a voucher for several purposes is taxed when it is spent: no reverse charge',
      items: of('C7S1'),
      customer: { taxNumber: 'FR40303265045' },
      expected: untaxed('PRODUCT_NOT_TAXABLE', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...from,
      name: 'software for a business at home, beside goods from a warehouse abroad',
      source: 'Directive 2006/112/EC, articles 44 and 196: no reverse charge by an established supplier',
      why: 'supplied in Germany by a seller who is established there: 100 x 19 %',
      shipFrom: { country: 'PL', city: 'Warszawa', zip: '00-001' },
      to: berlin,
      items: of('C3S2'),
      customer: { taxNumber: 'DE136695976' },
      expected: taxed('19', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...from,
      name: 'advice to a business that is established with the seller',
      source: 'Directive 2006/112/EC, article 44',
      why: 'supplied in Germany: 100 x 19 %',
      items: of('C4S1'),
      declared: [both],
      customer: { taxNumber: 'DE136695976' },
      expected: taxed('19', ['TAXED_AT_SELLER', 'TAX_NUMBER_NOT_CONFIRMED']),
    },
  ]);
});

describe('goods to a business with a number of the state of dispatch, or of a country outside the EU', () => {
  const source = 'Directive 2006/112/EC, articles 14 (4), 32, 33 and 138 (1)';
  const ofSellersState = { customer: { taxNumber: 'DE136695976' }, items: of('C1S1') };
  const atDispatch = ['TAXED_AT_DISPATCH', 'TAX_NUMBER_NOT_CONFIRMED'];
  testScenarios([
    {
      ...from,
      ...ofSellersState,
      name: 'with delivery',
      source,
      why: 'no distance sale, and not exempt: 110 x 19 % in Germany',
      shipping: { price: '10' },
      expected: {
        taxes: ['19'],
        shippingTax: '1.9',
        total: '130.9',
        taxLines: ['COUNTRY VAT 0.19 of 100 = 19'],
        notices: atDispatch,
      },
    },
    {
      ...from,
      ...ofSellersState,
      name: 'of a seller in the one-stop shop',
      source,
      why: '100 x 19 %, declared at home',
      declared: [both],
      expected: taxed('19', atDispatch),
    },
    {
      ...from,
      ...ofSellersState,
      name: 'of a seller registered at home, above the threshold',
      source,
      why: 'the threshold is for consumers: 100 x 19 %',
      declared: [home],
      settings: { euDistanceSales: 'ABOVE_THRESHOLD' },
      expected: taxed('19', atDispatch),
    },
    {
      ...from,
      name: 'from a warehouse in Poland, for a Polish number',
      source,
      why: '100 x 23 % in Poland',
      items: of('C1S1'),
      shipFrom: { country: 'PL', city: 'Warszawa', zip: '00-001' },
      customer: { taxNumber: 'PL5260001246' },
      expected: taxed('23', atDispatch),
    },
    {
      ...from,
      ...ofSellersState,
      name: 'from a warehouse in Poland, for a German number',
      source,
      why: 'the number is of another state than Poland: exempt there',
      shipFrom: { country: 'PL', city: 'Warszawa', zip: '00-001' },
      expected: untaxed('INTRA_COMMUNITY', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...from,
      name: 'of a country outside the EU',
      source,
      why: 'the buyer is a taxable person without a number of another member state: 100 x 19 % in Germany',
      items: of('C1S1'),
      declared: [both],
      customer: { taxNumber: 'CHE107787577MWST' },
      expected: taxed('19', ['TAXED_AT_DISPATCH']),
    },
    {
      ...from,
      name: 'with wrong check digits, of a country outside the EU',
      source,
      why: 'a consumer, by the one-stop shop: 100 x 20 % in France',
      items: of('C1S1'),
      declared: [both],
      customer: { taxNumber: 'CHE107787578MWST' },
      expected: taxed('20', ['TAX_NUMBER_INVALID']),
    },
    {
      ...from,
      ...ofSellersState,
      name: 'to Northern Ireland',
      source: `${source}; Protocol on Ireland/Northern Ireland, annex 3`,
      why: '100 x 19 % in Germany',
      to: belfast,
      expected: taxed('19', ['EU_GOODS_RULES', ...atDispatch]),
    },
    {
      ...from,
      ...ofSellersState,
      name: 'beside advice',
      source: `${source}; article 44`,
      why: 'both supplied in Germany: 200 x 19 %',
      items: [...of('C1S1'), ...of('C4S1')],
      expected: {
        taxes: ['19', '19'],
        total: '238',
        notices: ['TAXED_AT_DISPATCH', 'TAXED_AT_SELLER', 'TAX_NUMBER_NOT_CONFIRMED'],
      },
    },
  ]);
});

describe('services across the border of the EU', () => {
  testScenarios([
    {
      ...from,
      name: 'of an American consultant to a French consumer',
      source: general,
      why: 'supplied where the seller is established, outside the EU',
      from: { country: 'US', state: 'NY' },
      items: of('C4S1'),
      expected: untaxed('OUTSIDE_TERRITORY', atSeller),
    },
    {
      ...from,
      name: 'of an American seller of software to a French consumer',
      source: 'Directive 2006/112/EC, articles 58 and 359',
      why: '100 x 20 %',
      from: { country: 'US', state: 'NY' },
      items: of('C3S2'),
      declared: [registered('IE', 'NON_UNION_ONE_STOP_SHOP')],
      expected: taxed('20', ['PLACE_EVIDENCE_MISSING']),
    },
    {
      ...from,
      name: 'of a German consultant to an American consumer',
      source: 'Directive 2006/112/EC, article 59 (c)',
      why: 'supplied in the US, where nothing is declared',
      to: { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401' },
      items: of('C4S1'),
      declared: [both],
      expected: untaxed('NOT_COLLECTING', ['SERVICE_PLACE_UNCERTAIN', 'NOT_COLLECTING']),
    },
    {
      ...from,
      name: 'of a German hairdresser to a British consumer',
      source: `${general}; article 59 does not name them`,
      why: 'supplied in Germany: 100 x 19 %',
      to: london,
      items: of('C4S4'),
      declared: [both],
      expected: taxed('19', ['TAXED_AT_SELLER']),
    },
    {
      ...from,
      name: 'to a business in Belfast that gives its EU number',
      source: 'Protocol on Ireland/Northern Ireland, article 8 and annex 3: for goods only',
      why: 'for services the number is its British one: the buyer accounts for the tax',
      to: belfast,
      items: of('C4S1'),
      customer: { taxNumber: 'XI151308443' },
      expected: untaxed('REVERSE_CHARGE', ['EU_GOODS_RULES', 'TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...from,
      name: 'to a business in Belfast that gives its British number',
      source: 'Protocol on Ireland/Northern Ireland, article 8 and annex 3: for goods only',
      why: 'the buyer accounts for the tax',
      to: belfast,
      items: of('C4S1'),
      customer: { taxNumber: 'GB151308443' },
      expected: untaxed('REVERSE_CHARGE', ['EU_GOODS_RULES', 'TAX_NUMBER_NOT_CONFIRMED']),
    },
    {
      ...from,
      name: 'to a business in London that gives its Northern Irish number',
      source: 'Protocol on Ireland/Northern Ireland, article 8 and annex 3: for goods only',
      why: 'for services the number is its British one: the buyer accounts for the tax',
      to: london,
      items: of('C4S1'),
      customer: { taxNumber: 'XI151308443' },
      expected: untaxed('REVERSE_CHARGE', ['TAX_NUMBER_NOT_CONFIRMED']),
    },
  ]);
});

describe('a registration for a scheme counts only for what the scheme covers', () => {
  const distance = 'Directive 2006/112/EC, articles 59c, 358a, 369b and 369l';
  testScenarios([
    ...(['IMPORT_ONE_STOP_SHOP', 'NON_UNION_ONE_STOP_SHOP'] as const).map((scheme) => ({
      ...from,
      name: `goods from Germany under ${scheme}`,
      source: distance,
      why: 'not covered, and below the threshold: 100 x 19 %',
      items: of('C1S1'),
      declared: [home, registered('IE', scheme)],
      expected: taxed('19', ['TAXED_AT_ORIGIN']),
    })),
    ...[
      { name: 'software of a seller in Monaco', items: of('C3S2'), expected: taxed('19', ['PLACE_EVIDENCE_MISSING']) },
      { name: 'goods of a seller in Monaco', items: of('C1S1'), expected: taxed('19') },
    ].map((sale) => ({
      ...from,
      ...sale,
      source: `${distance}; article 7: Monaco is treated as France`,
      why: 'in the Union scheme of France: 100 x 19 %',
      from: { country: 'FR', state: 'MC' },
      to: berlin,
      settings: { collectionPolicy: 'WHERE_REGISTERED' as const },
      oneStopShop: true,
    })),
    {
      ...from,
      name: 'at home in Monaco, with nothing but the scheme of France',
      source: 'Directive 2006/112/EC, articles 7 and 369d',
      why: 'Paris is in the same territory: 100 x 20 %',
      items: of('C1S1'),
      from: { country: 'FR', state: 'MC' },
      declared: [registered('FR', 'UNION_ONE_STOP_SHOP')],
      expected: taxed('20'),
    },
    ...[
      { name: 'registered in Monaco, to Paris', at: 'MC', to: paris },
      { name: 'registered in France, to Monaco', at: null, to: { country: 'MC' } },
    ].map(({ name, at, to }) => ({
      ...from,
      name,
      to,
      source: 'Directive 2006/112/EC, article 7',
      why: 'one territory and one register: 100 x 20 %',
      items: of('C1S1'),
      from: { country: 'FR', state: 'MC' },
      declared: [{ ...registered('FR'), state: at }],
      expected: taxed('20'),
    })),
    {
      ...from,
      name: 'goods within France under the Union scheme',
      source: distance,
      why: 'they cross no border, and nothing is registered in France',
      items: of('C1S1'),
      shipFrom: paris,
      declared: [both],
      expected: untaxed('NOT_COLLECTING', ['NOT_COLLECTING']),
    },
    {
      ...from,
      name: 'goods within Germany, with nothing but the Union scheme',
      source: 'Directive 2006/112/EC, article 369d: the scheme uses the number of the country of establishment',
      why: '100 x 19 %',
      to: berlin,
      items: of('C1S1'),
      declared: [union],
      expected: taxed('19'),
    },
    {
      ...from,
      name: 'goods to Belfast under the Union scheme',
      source: distance,
      why: 'Northern Ireland is in the scheme for goods: 100 x 20 %',
      to: belfast,
      items: of('C1S1'),
      declared: [both],
      expected: taxed('20', ['EU_GOODS_RULES']),
    },
    {
      ...from,
      name: 'software to Belfast under the Union scheme',
      source: distance,
      why: 'Northern Ireland is not in the scheme for services',
      to: belfast,
      items: of('C3S2'),
      declared: [both],
      expected: untaxed('NOT_COLLECTING', ['EU_GOODS_RULES', 'NOT_COLLECTING']),
    },
    {
      ...from,
      name: 'software to London under the Union scheme',
      source: distance,
      why: 'outside the EU',
      to: london,
      items: of('C3S2'),
      declared: [both],
      expected: untaxed('NOT_COLLECTING', ['NOT_COLLECTING']),
    },
    {
      ...from,
      name: 'goods from China under the non-Union scheme',
      source: distance,
      why: 'that scheme covers services',
      from: { country: 'CN' },
      items: of('C1S1'),
      declared: [registered('IE', 'NON_UNION_ONE_STOP_SHOP')],
      expected: untaxed('EXPORT'),
    },
    {
      ...from,
      name: 'software from China under the import scheme',
      source: distance,
      why: 'that scheme covers goods',
      from: { country: 'CN' },
      items: of('C3S2'),
      declared: [registered('IE', 'IMPORT_ONE_STOP_SHOP')],
      expected: untaxed('NOT_COLLECTING', ['PLACE_EVIDENCE_MISSING', 'NOT_COLLECTING']),
    },
    {
      ...from,
      name: 'a night in a hotel for a business under the Union scheme',
      source: 'Directive 2006/112/EC, articles 47 and 369b (c)',
      why: 'the scheme covers services to consumers only',
      items: of('C5S2'),
      declared: [both],
      customer: { taxNumber: 'FR40303265045' },
      expected: untaxed('NOT_COLLECTING', ['TAX_NUMBER_NOT_CONFIRMED', 'NOT_COLLECTING']),
    },
  ]);
});

/**
 * The country that taxes a service under each article of Directive 2006/112/EC, read from the articles instead of the
 * code.
 */
const taxedIn: Readonly<Record<string, 'BUYER' | 'SELLER' | 'DISPATCH'>> = {
  '44': 'BUYER',
  '45': 'SELLER',
  '46': 'BUYER',
  '47': 'BUYER',
  '48': 'BUYER',
  '50': 'DISPATCH',
  '53': 'BUYER',
  '54 (1)': 'BUYER',
  '54 (2)': 'DISPATCH',
  '54 (2), installation': 'BUYER',
  '55': 'BUYER',
  '56': 'BUYER',
  '58': 'BUYER',
  '59': 'BUYER',
};
const members = ['AT', 'DE', 'ES', 'FR', 'IE', 'PL', 'SE'] as const;
const others = ['CH', 'GB', 'JP', 'NO'] as const;
const numbers = { DE: 'DE136695976', FR: 'FR40303265045', AT: 'ATU13585627' } as const;

describe('the place of supply of each service code', () => {
  // C1S15, meals, counts as goods in US law, and follows the law of goods.
  const rows = (readJsonFile('tax-codes.json').servicePlaces as string[][]).filter(([code]) => code !== 'C1S15');
  const sale = fc.record({
    row: fc.constantFrom(...rows),
    seller: fc.constantFrom(...members),
    buyer: fc.constantFrom(...members, ...others),
    dispatch: fc.option(fc.constantFrom(...members)),
    isBusiness: fc.boolean(),
  });

  it('is the place that the article of the code names, for every seller and buyer', async () => {
    await fc.assert(
      fc.asyncProperty(sale, async ({ row, seller, buyer, dispatch, isBusiness }) => {
        const [code = '', consumers = '', consumersOutside = '', businesses = ''] = row;
        const taxNumber = isBusiness && buyer in numbers ? numbers[buyer as keyof typeof numbers] : null;
        const isInEu = (members as readonly string[]).includes(buyer);
        const article = taxNumber ? businesses : isInEu ? consumers : consumersOutside;
        const place = { BUYER: buyer, SELLER: seller, DISPATCH: dispatch ?? seller }[taxedIn[article]!];
        const { document, snapshot } = await calculate({
          name: code,
          source: article,
          why: '',
          on: '2026-06-15',
          from: { country: seller },
          ...(dispatch && { shipFrom: { country: dispatch } }),
          to: { country: buyer },
          currency: 'EUR',
          items: of(code),
          ...(taxNumber && { customer: { taxNumber } }),
          expected: { taxes: [], total: '' },
        });
        const taxed = snapshot.items[0]!.taxLines.map(({ rate }) => snapshot.rates[rate]!.jurisdiction.id.slice(0, 2));
        expect(new Set(taxed)).toEqual(new Set([place]));
        const isReverse = document.items[0]!.reason === 'REVERSE_CHARGE';
        expect(isReverse).toBe(taxNumber !== null && businesses === '44' && buyer !== seller);
      }),
      { numRuns: 300 },
    );
  });
});
