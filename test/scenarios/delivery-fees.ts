import { describe, expect, it } from 'vitest';
import { calculate, type Scenario, testScenarios } from './scenario.ts';

const denver = { state: 'CO', city: 'Denver', zip: '80202' };
const minneapolis = { state: 'MN', city: 'Minneapolis', zip: '55401' };
const colorado = { source: 'C.R.S. 43-4-218', on: '2026-06-15', to: denver };
const minnesota = { source: 'Minn. Stat. 168E.01 to 168E.05', on: '2026-06-15', to: minneapolis };
const due = ['DELIVERY_FEE_DUE'];

describe('the retail delivery fee of Colorado', () => {
  testScenarios([
    {
      ...colorado,
      name: 'of one taxed thing',
      why: 'due from the first dollar, and in no figure: 10 x 9.15 % = 0.915',
      items: [{ code: 'C1S1', price: '10' }],
      expected: { taxes: ['0.92'], total: '10.92', notices: due },
    },
    {
      ...colorado,
      name: 'of food alone',
      why: 'nothing that the state taxes is delivered',
      items: [{ code: 'C1S10', price: '200' }],
      expected: { taxes: ['0'], total: '200' },
    },
  ] satisfies Scenario[]);
});

describe('a delivery fee that the seller is liable for', () => {
  testScenarios([
    {
      ...colorado,
      name: 'is charged in Colorado',
      why: '10 x 9.15 % = 0.915; 10 + 0.92 + 0.28',
      on: '2026-06-15',
      items: [{ code: 'C1S1', price: '10' }],
      settings: { deliveryFees: 'CHARGE' },
      expected: { taxes: ['0.92'], total: '11.2', fees: ['CO 0.28'] },
    },
    {
      ...colorado,
      name: 'is charged on top of prices that include tax',
      why: '10 + 0.28; 10 x 0.0915 / 1.0915 = 0.838',
      on: '2026-06-15',
      items: [{ code: 'C1S1', price: '10' }],
      isTaxInclusive: true,
      settings: { deliveryFees: 'CHARGE' },
      expected: { taxes: ['0.84'], total: '10.28', fees: ['CO 0.28'] },
    },
    {
      ...minnesota,
      name: 'is charged in Minnesota from 100 dollars',
      why: '100 x 9.025 % = 9.025; 100 + 9.03 + 0.50',
      items: [{ code: 'C1S1', price: '100' }],
      settings: { deliveryFees: 'CHARGE' },
      expected: { taxes: ['9.03'], total: '109.53', fees: ['MN 0.5'] },
    },
  ] satisfies Scenario[]);
});

describe('the fee of Minnesota on deliveries of 100 dollars or more', () => {
  testScenarios([
    {
      ...minnesota,
      name: 'below',
      why: '99.99 x 9.025 % = 9.0240975; tax does not count',
      items: [{ code: 'C1S1', price: '99.99' }],
      expected: { taxes: ['9.02'], total: '109.01', fees: [] },
    },
    {
      ...minnesota,
      name: 'at the threshold',
      why: '100 x 9.025 % = 9.025',
      items: [{ code: 'C1S1', price: '100' }],
      expected: { taxes: ['9.03'], total: '109.03', fees: ['MN 0.5'], notices: due },
    },
    {
      ...minnesota,
      name: 'reached with the charge for delivery',
      why: '95 + 5 = 100; 95 x 9.025 % = 8.57375; 5 x 9.025 % = 0.45125',
      items: [{ code: 'C1S1', price: '95' }],
      shipping: { price: '5' },
      expected: { taxes: ['8.57'], shippingTax: '0.45', total: '109.02', notices: due },
    },
    {
      ...minnesota,
      name: 'of clothing, which is exempt and counts',
      why: '120 is 100 or more',
      items: [{ code: 'C1S2', price: '120' }],
      expected: { taxes: ['0'], total: '120', notices: due },
    },
    {
      ...minnesota,
      name: 'of food, which does not count',
      why: '60 x 9.025 % = 5.415; 60 is less than 100',
      items: [
        { code: 'C1S10', price: '150' },
        { code: 'C1S1', price: '60' },
      ],
      expected: { taxes: ['0', '5.42'], total: '215.42' },
    },
    {
      ...minnesota,
      name: 'to an exempt buyer',
      why: 'the certificate frees from tax and fee',
      items: [{ code: 'C1S1', price: '200' }],
      exemption: { state: 'MN' },
      expected: { taxes: ['0'], total: '200', reasons: ['CUSTOMER_EXEMPT'] },
    },
    {
      ...minnesota,
      name: 'of a refund',
      why: '200 x 9.025 % = 18.05; nothing is delivered',
      type: 'TAXABLE_REFUND',
      items: [{ code: 'C1S1', price: '200' }],
      expected: { taxes: ['18.05'], total: '218.05' },
    },
  ] satisfies Scenario[]);

  it('is reported with its amount and law', async () => {
    const sale = { ...minnesota, name: 'sale', why: '', items: [{ code: 'C1S1', price: '100' }] };
    const { document } = await calculate({ ...sale, expected: { taxes: [], total: '' } });
    expect(document.notices[0]?.message).toMatch(/^Road Improvement and Food Delivery Fee of MN: 0\.50 USD .*168E\.03/);
  });
});

const collected = {
  ...colorado,
  items: [{ code: 'C1S1', price: '10' }],
  settings: { deliveryFees: 'CHARGE' },
} as const;
const shop = { ...denver, street: '1 Market St' };

describe('goods that the buyer collects', () => {
  testScenarios([
    {
      ...collected,
      name: 'at the shop they ship from bear no delivery fee',
      why: '10 + 0.92: nothing is delivered by motor vehicle',
      to: shop,
      shipFrom: { country: 'US', ...shop, street: '1  market st' },
      expected: { taxes: ['0.92'], total: '10.92', fees: [] },
    },
    {
      ...collected,
      name: 'are not assumed in another street of the same ZIP code',
      why: '10 + 0.92 + 0.28: two addresses in one city are no proof of a collection',
      to: shop,
      shipFrom: { country: 'US', ...shop, street: '2 Market St' },
      expected: { taxes: ['0.92'], total: '11.2', fees: ['CO 0.28'] },
    },
    {
      ...collected,
      name: 'are not assumed without a street',
      why: '10 + 0.92 + 0.28',
      shipFrom: { country: 'US', ...denver },
      expected: { taxes: ['0.92'], total: '11.2', fees: ['CO 0.28'] },
    },
    {
      ...collected,
      name: 'are not assumed at the home address, which has no street',
      why: '10 + 0.92 + 0.28',
      from: { country: 'US', ...denver },
      expected: { taxes: ['0.92'], total: '11.2', fees: ['CO 0.28'] },
    },
    {
      ...collected,
      name: 'at the home address bear no fee if this is stated',
      why: '10 + 0.92',
      from: { country: 'US', ...denver },
      deliveryMethod: 'COLLECTED',
      expected: { taxes: ['0.92'], total: '10.92', fees: [] },
    },
    {
      ...collected,
      name: 'bear it if they are delivered all the same',
      why: '10 + 0.92 + 0.28: the statement of the document counts',
      to: shop,
      shipFrom: { country: 'US', ...shop },
      deliveryMethod: 'DELIVERED',
      expected: { taxes: ['0.92'], total: '11.2', fees: ['CO 0.28'] },
    },
    {
      ...collected,
      name: 'are taxed where they are collected',
      why: 'Minneapolis, 9.025 %, although the buyer lives in Denver',
      shipFrom: minneapolis,
      deliveryMethod: 'COLLECTED',
      expected: { taxes: ['0.9'], total: '10.9', fees: [] },
    },
    {
      name: 'in Berlin are no distance sale to France',
      source: 'Directive 2006/112/EC, articles 31 and 33: nothing is dispatched',
      why: '19 % of 100; delivered, the one-stop shop would charge 20 %',
      on: '2026-06-15',
      from: { country: 'DE' },
      to: { country: 'FR' },
      currency: 'EUR',
      oneStopShop: true,
      deliveryMethod: 'COLLECTED',
      items: [{ code: 'C1S1', price: '100' }],
      expected: { taxes: ['19'], total: '119', reasons: ['TAXED'] },
    },
    {
      name: 'in Berlin by a Swiss buyer are no export',
      source: 'Directive 2006/112/EC, article 146 (1): an export needs dispatch out of the Community',
      why: '19 % of 100; delivered, the sale would be an export',
      on: '2026-06-15',
      from: { country: 'DE' },
      to: { country: 'CH' },
      currency: 'EUR',
      deliveryMethod: 'COLLECTED',
      items: [{ code: 'C1S1', price: '100' }],
      expected: { taxes: ['19'], total: '119' },
    },
    {
      name: 'in Berlin by a business of France are no intra-Community supply',
      source: 'Directive 2006/112/EC, article 138 (1): the goods must be dispatched to another member state',
      why: '19 % of 100',
      on: '2026-06-15',
      from: { country: 'DE' },
      to: { country: 'FR' },
      currency: 'EUR',
      customer: { taxNumber: 'FR40303265045' },
      deliveryMethod: 'COLLECTED',
      items: [{ code: 'C1S1', price: '100' }],
      expected: { taxes: ['19'], total: '119', notices: ['TAX_NUMBER_NOT_CONFIRMED'] },
    },
    {
      name: 'beside a service: the service keeps its place',
      source: 'Directive 2006/112/EC, articles 31 and 58',
      why: '19 % of 100 in Germany, and 20 % of 100 for software in France',
      on: '2026-06-15',
      from: { country: 'DE' },
      to: { country: 'FR' },
      currency: 'EUR',
      oneStopShop: true,
      deliveryMethod: 'COLLECTED',
      items: [
        { code: 'C1S1', price: '100' },
        { code: 'C2S6', price: '100' },
      ],
      expected: { taxes: ['19', '20'], total: '239', notices: ['PLACE_EVIDENCE_MISSING'] },
    },
  ] satisfies Scenario[]);
});
