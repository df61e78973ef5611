import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { fileReturn, flat } from '../../support/returns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = await customer('C-1', 'RETAIL');
});
afterAll(() => app.close());

async function customer(externalId: string, customerType: string): Promise<string> {
  const body = aCustomerBody({ externalId, customerType });
  return (await bodyOf<Json>(app.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, body))).serviceId;
}
const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });
const lamp = (unitPrice: number, more: object = {}) =>
  anItemBody({ name: `Lamp ${unitPrice}`, unitPrice, quantity: 1, ...more });
const path = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const put = (externalId: string, more: object) =>
  app.send('PUT', path(externalId), anInvoiceBody(customerId, { externalId, ...on('2026-06-15'), ...more }));
const stored = async (externalId: string, more: object): Promise<Json> => {
  const response = await put(externalId, more);
  const body = await bodyOf<Json>(response);
  expect([200, 201], JSON.stringify(body)).toContain(response.status);
  return body;
};
const faults = async (response: Response): Promise<Json> =>
  (await bodyOf<Json>(response)).errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
const refundOf = (createdFrom: string, more: object = {}) => ({
  transactionType: 'REFUND',
  createdFrom,
  items: [],
  customerId,
  ...on('2026-07-03'),
  ...more,
});
const amazon = { collectedBy: 'MARKETPLACE', marketplace: 'Amazon' };

describe('a sale whose tax a marketplace collects', () => {
  it('is not taxed here, and keeps the tax that was collected, in both doors', async () => {
    const sale = await stored('whole', { ...amazon, collectedTaxAmount: 9.03, items: [lamp(100)] });
    expect(sale).toMatchObject({
      ...amazon,
      collectedTaxAmount: 9.03,
      finalTransactionAmount: 100,
      salesTax: { amount: 0 },
      items: [{ reason: 'MARKETPLACE', taxAmount: 0 }],
    });
    const query = `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) {
      ... on Transaction { collectedBy collectedTaxAmount marketplace finalTransactionAmount
        items { collectedBy collectedTaxAmount reason } } } }`;
    const item = {
      name: 'Lamp',
      taxCode: 'C1S1',
      unitPrice: '100',
      collectedBy: 'MARKETPLACE',
      collectedTaxAmount: '8',
    };
    const { quantity: _, ...input } = anInvoiceBody(customerId, { externalId: 'both', items: [item] });
    const { data } = await bodyOf<Json>(app.send('POST', '/graphql', { query, variables: { input } }));
    expect(data.upsertTransaction).toEqual({
      collectedBy: null,
      collectedTaxAmount: null,
      marketplace: null,
      finalTransactionAmount: '100.00',
      items: [{ collectedBy: 'MARKETPLACE', collectedTaxAmount: '8.00', reason: 'MARKETPLACE' }],
    });
  });

  it('may be one item of a document that the seller taxes, and the item decides', async () => {
    const items = [lamp(100), lamp(50, { collectedBy: 'MARKETPLACE', collectedTaxAmount: 4.51 })];
    expect(await stored('mixed', { items })).toMatchObject({
      salesTax: { amount: 9.03 },
      finalTransactionAmount: 159.03,
      items: [{ reason: 'TAXED' }, { reason: 'MARKETPLACE', collectedTaxAmount: 4.51 }],
    });
    const except = [lamp(100), lamp(50, { collectedBy: 'SELLER' })];
    expect((await stored('mixed-2', { ...amazon, items: except })).items.map(({ reason }: Json) => reason)).toEqual([
      'MARKETPLACE',
      'TAXED',
    ]);
  });

  it('also collects on the shipping fee if it taxes all items, or if the document declares it', async () => {
    const shippingFee = { taxCode: 'C6S1', totalPrice: 10 };
    const ofMarketplace = lamp(100, { collectedBy: 'MARKETPLACE' });
    const feeOf = async (externalId: string, more: object) => {
      const { shippingFee: fee } = await stored(externalId, { shippingFee, ...more });
      return [fee.reason, fee.taxAmount];
    };
    expect(await feeOf('fee-1', { items: [ofMarketplace], collectedTaxAmount: 9.93 })).toEqual(['MARKETPLACE', 0]);
    expect(await feeOf('fee-2', { ...amazon, items: [lamp(50, { collectedBy: 'SELLER' })] })).toEqual([
      'MARKETPLACE',
      0,
    ]);
    // A third of the goods is taxed here, and the fee with it: 3.33 at 9.025 %.
    expect(await feeOf('fee-3', { items: [ofMarketplace, lamp(50)] })).toEqual(['TAXED', 0.3]);
    const { data } = await bodyOf<Json>(
      app.send('POST', '/graphql', {
        query: '{ transaction(by: {key: {source: "9", externalId: "fee-1"}}) { checks { name passed } } }',
      }),
    );
    expect(data.transaction.checks.filter(({ passed }: Json) => !passed)).toEqual([]);
  });

  it('follows the type of the customer unless the document says otherwise', async () => {
    const ofMarketplace = { customerId: await customer('C-2', 'MARKETPLACE'), items: [lamp(100)] };
    expect(await stored('by-type', ofMarketplace)).toMatchObject({ salesTax: { amount: 0 } });
    expect(await stored('own-shop', { ...ofMarketplace, collectedBy: 'SELLER' })).toMatchObject({
      salesTax: { amount: 9.03 },
    });
    const ofExempt = { customerId: await customer('C-3', 'RETAIL_EXEMPT'), items: [lamp(100)] };
    expect(await stored('exempt', { ...ofExempt, ...amazon })).toMatchObject({ items: [{ reason: 'MARKETPLACE' }] });
    expect(await stored('exempt-2', { ...ofExempt, collectedBy: 'SELLER' })).toMatchObject({
      items: [{ reason: 'CUSTOMER_TYPE' }],
    });
  });

  it('is the same when it is sent as read, and changes only in the sent fields', async () => {
    const first = await stored('again', { ...amazon, collectedTaxAmount: 9.03, items: [lamp(100)] });
    expect(await stored('again', first)).toMatchObject({ calculationNumber: 1 });
    const patch = { 'Content-Type': 'application/merge-patch+json' };
    const patched = await bodyOf<Json>(app.send('PATCH', path('again'), { collectedTaxAmount: 8 }, patch));
    expect(patched).toMatchObject({ calculationNumber: 2, collectedTaxAmount: 8, ...amazon });
    const own = await stored('again', { items: [lamp(100)] });
    expect(own).toMatchObject({ calculationNumber: 3, salesTax: { amount: 9.03 } });
    expect(own).not.toHaveProperty('collectedBy');
    expect(own).not.toHaveProperty('collectedTaxAmount');
    expect(own).not.toHaveProperty('marketplace');
  });

  it('is replayed with the same figures', async () => {
    await stored('replay', { items: [lamp(100), lamp(50, { collectedBy: 'MARKETPLACE', collectedTaxAmount: 4 })] });
    expect(await bodyOf<Json>(app.send('GET', `${path('replay')}/replay`))).toMatchObject({ reproduces: true });
  });
});

describe('refunds', () => {
  it('inherit the collector, and their share of the collected tax, to the cent', async () => {
    const items = [lamp(30, { quantity: 3 }), lamp(100)];
    await stored('r-sale', { ...amazon, collectedTaxAmount: 17.15, items });
    const one = { name: 'Lamp 30', taxCode: 'C1S1', quantity: 1 };
    const shares = [];
    for (const number of [1, 2, 3]) {
      const refund = await stored(`r-${number}`, refundOf('r-sale', { items: [one] }));
      expect(refund).toMatchObject({ ...amazon, salesTax: { amount: 0 }, items: [{ reason: 'MARKETPLACE' }] });
      shares.push(refund.collectedTaxAmount);
    }
    // 17.15 over 90 and 100: 8.12 and 9.03.
    expect(shares).toEqual([2.71, 2.7, 2.71]);
    const rest = await stored('r-rest', refundOf('r-sale', { items: [{ ...one, name: 'Lamp 100' }] }));
    expect(rest).toMatchObject({ finalTransactionAmount: 100, collectedTaxAmount: 9.03 });
    expect((await put('r-rest', rest)).status).toBe(200);
    expect(await bodyOf<Json>(app.send('GET', path('r-rest')))).toMatchObject({ calculationNumber: 1 });
  });

  it('of one item of a mixed document return only the tax of that item', async () => {
    await stored('m-sale', { items: [lamp(100), lamp(50, { collectedBy: 'MARKETPLACE', collectedTaxAmount: 4.51 })] });
    const ofMarket = { items: [{ name: 'Lamp 50', taxCode: 'C1S1', refundFraction: 0.5 }] };
    expect(await stored('m-1', refundOf('m-sale', ofMarket))).toMatchObject({
      salesTax: { amount: 0 },
      collectedTaxAmount: 2.26,
      items: [{ collectedBy: 'MARKETPLACE', collectedTaxAmount: 2.26 }],
    });
    const seller = await stored(
      'm-2',
      refundOf('m-sale', { items: [{ name: 'Lamp 100', taxCode: 'C1S1', quantity: 1 }] }),
    );
    expect(seller).toMatchObject({ salesTax: { amount: 9.03 } });
    expect(seller).not.toHaveProperty('collectedTaxAmount');
  });

  it('ignore their own declaration, and protect their invoice', async () => {
    await stored('h-sale', { ...amazon, collectedTaxAmount: 9, items: [lamp(100)] });
    const wrong = { collectedBy: 'SELLER', collectedTaxAmount: 90, marketplace: 'eBay' };
    const refund = refundOf('h-sale', wrong);
    expect(await stored('h-refund', refund)).toMatchObject({ ...amazon, collectedTaxAmount: 9 });
    expect(await stored('h-refund', refund)).toMatchObject({ calculationNumber: 1 });
    const less = await put('h-sale', { ...amazon, collectedTaxAmount: 8, items: [lamp(100)] });
    expect([less.status, await faults(less)]).toEqual([409, ['/collectedTaxAmount OVER_REFUND']]);
    const other = await put('h-sale', { items: [lamp(100)] });
    expect([other.status, await faults(other)]).toEqual([
      409,
      ['/collectedBy OVER_REFUND', '/marketplace OVER_REFUND'],
    ]);
    const renamed = await put('h-sale', { ...amazon, marketplace: 'Etsy', collectedTaxAmount: 9, items: [lamp(100)] });
    expect([renamed.status, await faults(renamed)]).toEqual([409, ['/marketplace OVER_REFUND']]);
    const respelled = { ...amazon, marketplace: 'amazon', collectedTaxAmount: 9, items: [lamp(100)] };
    expect((await put('h-sale', respelled)).status).toBe(200);
  });
});

describe('an amount that does not fit', () => {
  const market = { ...amazon, items: [lamp(100), lamp(50)] };
  const item = (collectedTaxAmount: unknown, more: object = {}) => ({
    ...amazon,
    items: [lamp(100, { collectedTaxAmount, ...more }), lamp(50)],
  });
  it.each([
    ['is negative', { ...market, collectedTaxAmount: -1 }, '/collectedTaxAmount OUT_OF_RANGE'],
    ['is more than the price', { ...market, collectedTaxAmount: 150.01 }, '/collectedTaxAmount OUT_OF_RANGE'],
    ['of an item is more than its price', item(100.01), '/items/0/collectedTaxAmount OUT_OF_RANGE'],
    ['has parts of a cent', item(1.001), '/items/0/collectedTaxAmount TOO_MANY_DIGITS'],
    ['is for a line of the seller', item(9, { collectedBy: 'SELLER' }), '/items/0/collectedTaxAmount INVALID_VALUE'],
    ['has no line', { items: [lamp(100)], collectedTaxAmount: 9 }, '/collectedTaxAmount INVALID_VALUE'],
    ['is less than its items', { ...item(9), collectedTaxAmount: 8 }, '/collectedTaxAmount INVALID_VALUE'],
    [
      'is more than its items',
      { ...amazon, items: [lamp(100, { collectedTaxAmount: 9 })], collectedTaxAmount: 10 },
      '/collectedTaxAmount INVALID_VALUE',
    ],
    ['is in the price', { ...market, collectedTaxAmount: 9, isTaxInclusive: true }, '/isTaxInclusive INVALID_VALUE'],
    ['names no collector', { ...market, collectedBy: 'AMAZON' }, '/collectedBy UNKNOWN_VALUE'],
  ])('is refused if it %s', async (_what, more, fault) => {
    const response = await put('wrong', more);
    expect([response.status, await faults(response)]).toEqual([400, [fault]]);
  });
});

describe('the law of the place', () => {
  const codes = ({ notices }: Json) =>
    notices.map((one: Json) => [one.code, one.pointer]).filter(([code]: string[]) => code!.startsWith('MARKETPLACE'));
  const quoted = async (more: object): Promise<Json> => {
    const body = { shippingAddress: { country: 'US', state: 'MN', zip: '55401' }, items: [lamp(100)], ...more };
    return bodyOf<Json>(app.send('POST', '/v1/transactions/calculate', { taxDate: '2026-06-15', ...body }));
  };

  it('is not repeated where the document follows it', async () => {
    expect(codes(await quoted({ ...amazon }))).toEqual([]);
    expect(codes(await quoted({}))).toEqual([]);
  });

  it('reports that the marketplace should have collected, with day and source', async () => {
    const sale = await quoted({ marketplace: 'Etsy', items: [lamp(100, { collectedBy: 'MARKETPLACE' }), lamp(50)] });
    expect(codes(sale)).toEqual([['MARKETPLACE_SHOULD_COLLECT', '/collectedBy']]);
    expect(sale.notices.at(-1).message).toMatch(
      /^Minnesota has required marketplaces to collect since 2018-10-01, so "Etsy" .* Source: /,
    );
    const ofItem = await quoted({ ...amazon, items: [lamp(100), lamp(50, { collectedBy: 'SELLER' })] });
    expect(codes(ofItem)).toEqual([['MARKETPLACE_SHOULD_COLLECT', '/items/1/collectedBy']]);
  });

  it('reports that no law required the marketplace to collect on that day', async () => {
    const early = await quoted({ ...amazon, taxDate: '2018-09-30' });
    expect(codes(early)).toEqual([['MARKETPLACE_NEED_NOT_COLLECT', '/collectedBy']]);
    expect(early.salesTax.amount).toBe(0);
    const untaxed = { ...amazon, shippingAddress: { country: 'US', state: 'OR', zip: '97204' } };
    expect(codes(await quoted(untaxed))).toEqual([]);
  });

  it('is not known abroad, whoever collects', async () => {
    const toGermany = { shippingAddress: { country: 'DE' } };
    expect(codes(await quoted({ ...toGermany, ...amazon }))).toEqual([
      ['MARKETPLACE_RULES_NOT_COVERED', '/collectedBy'],
    ]);
    expect(codes(await quoted({ ...toGermany, marketplace: 'Amazon' }))).toEqual([
      ['MARKETPLACE_RULES_NOT_COVERED', '/collectedBy'],
    ]);
    expect(codes(await quoted(toGermany))).toEqual([]);
  });
});

describe('reports', () => {
  it('show sales and tax of marketplaces separately, by line', async () => {
    const fresh = await startApp();
    try {
      const { serviceId } = await bodyOf<Json>(
        fresh.send('PUT', '/v1/customers/source/9/externalId/C', aCustomerBody({ externalId: 'C' })),
      );
      const send = async (externalId: string, more: object) => {
        const body = anInvoiceBody(serviceId, { externalId, ...on('2026-06-15'), ...more });
        expect((await fresh.send('PUT', path(externalId), body)).status).toBe(201);
      };
      const shippingFee = { taxCode: 'C6S1', totalPrice: 10 };
      await send('1', { items: [lamp(100), lamp(50, { collectedBy: 'MARKETPLACE', collectedTaxAmount: 4.51 })] });
      await send('2', { ...amazon, collectedTaxAmount: 9.93, items: [lamp(100, { taxCode: 'C1S2' })], shippingFee });
      await send('3', {
        ...refundOf('1'),
        customerId: serviceId,
        ...on('2026-06-20'),
        items: [{ name: 'Lamp 50', taxCode: 'C1S1', quantity: 1 }],
      });
      await send('4', { items: [lamp(10)] });
      const rows = async (query: string) =>
        (await bodyOf<Json>(fresh.send('GET', `/v1/liability?period=2026-06${query}`))).rows.map(flat);
      const sums = {
        grossSalesAmount: 110,
        taxableAmount: 110,
        nonTaxableAmount: 0,
        taxAmount: 9.93,
        marketplaceSalesAmount: 110,
        marketplaceTaxAmount: 9.93,
        refundsAmount: 0,
        transactionCount: 4,
      };
      expect(await rows('')).toMatchObject([sums]);
      expect(await rows('&groupBy=TAX_CODE')).toMatchObject([
        { taxCode: 'C1S1', grossSalesAmount: 110, marketplaceSalesAmount: 0, marketplaceTaxAmount: 0 },
        { taxCode: 'C1S2', grossSalesAmount: 0, marketplaceSalesAmount: 100, marketplaceTaxAmount: 9.03 },
        { taxCode: 'C6S1', grossSalesAmount: 0, marketplaceSalesAmount: 10, marketplaceTaxAmount: 0.9 },
      ]);
      const [state] = await rows('&groupBy=JURISDICTION');
      expect(state).toMatchObject({ taxAmount: 7.57, marketplaceSalesAmount: 110 });
      expect(state).not.toHaveProperty('marketplaceTaxAmount');
      const named = { place: 'US-MN', period: '2026-06' };
      const draft = await bodyOf<Json>(fresh.send('GET', '/v1/returns/place/US-MN/period/2026-06'));
      expect(draft.figures.totals.map(flat)).toMatchObject([sums]);
      expect((await fileReturn(fresh, named)).status).toBe(201);
      const body = anInvoiceBody(serviceId, {
        externalId: '2',
        ...amazon,
        items: [lamp(100, { taxCode: 'C1S2' })],
        shippingFee,
        ...on('2026-06-15'),
      });
      for (const collectedTaxAmount of [9.92, undefined]) {
        const late = await fresh.send('PUT', path('2'), { ...body, collectedTaxAmount });
        expect([late.status, (await bodyOf<Json>(late)).code]).toEqual([409, 'PERIOD_CLOSED']);
      }
    } finally {
      await fresh.close();
    }
  });
});
