import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = Record<string, any>;

const today = '2027-06-20';
const southDakota = '/v1/rate_changes/id/2027-07-01.US.SD.RATE';
const siouxFalls = { street: '1 Main St', city: 'Sioux Falls', state: 'SD', zip: '57104', country: 'US' };
const omaha = { street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US' };

let app: TestApp;
let later = 0;
let customerId: string;
beforeAll(async () => {
  const authNow = () => new Date(Date.now() + later);
  app = await startApp({ now: () => new Date(`${today}T12:00:00Z`), authNow });
  customerId = (await customer('buyer')).serviceId;
});
afterAll(() => app.close());

const customer = (externalId: string, more: Body = {}) =>
  bodyOf<Body>(
    app.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, aCustomerBody({ externalId, ...more })),
  );
const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });
async function store(externalId: string, day: string, more: Body = {}): Promise<Body> {
  const body = anInvoiceBody(customerId, { externalId, ...on(day), shippingAddress: siouxFalls, ...more });
  const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
  expect([200, 201], await response.clone().text()).toContain(response.status);
  return (await response.json()) as Body;
}
const effect = async (path = southDakota, query = '') => bodyOf<Body>(app.send('GET', `${path}/effect${query}`));

/** The law of two days for the same items: only the change is between them. */
async function taxOn(taxDate: string, items: Body[], shippingAddress: Body, more: Body = {}): Promise<Decimal> {
  const quote = { items, shippingAddress, taxDate, ...more };
  const { salesTax } = await bodyOf<Body>(app.send('POST', '/v1/transactions/calculate', quote));
  return new Decimal(salesTax.amount);
}

const carts: readonly (readonly [name: string, day: string, items: Body[], more?: Body])[] = [
  ['one', '2027-06-19', [anItemBody({ unitPrice: 19.99, quantity: 3 })]],
  [
    'several',
    '2027-05-05',
    [
      anItemBody({ unitPrice: 0.37 }),
      anItemBody({ name: 'Bread', taxCode: 'C1S10', unitPrice: 4.1 }),
      anItemBody({ name: 'Visit', taxCode: 'C4S1', unitPrice: 80 }),
    ],
  ],
  [
    'discount',
    '2027-04-01',
    [anItemBody({ unitPrice: 100 }), anItemBody({ unitPrice: 33.33 })],
    { transactionLevelDiscount: 17 },
  ],
  ['inclusive', '2027-04-02', [anItemBody({ unitPrice: 10.64 })], { isTaxInclusive: true }],
  ['euro', '2027-04-03', [anItemBody({ unitPrice: 55.55 })], { currency: 'EUR' }],
  ['room', '2027-04-04', [anItemBody({ name: 'Night', taxCode: 'C5S2', unitPrice: 120 })]],
];

describe('the effect of a change', () => {
  beforeAll(async () => {
    for (const [name, day, items, more] of carts) await store(name, day, { items, ...more });
    await store('old', '2027-03-22', { items: [anItemBody({ unitPrice: 1_000 })] });
    await store('elsewhere', '2027-06-01', { shippingAddress: omaha });
    await store('ended', '2027-06-01');
    await app.send('DELETE', '/v1/transactions/source/9/externalId/ended');
    const exempt = await customer('exempt', { customerType: 'RETAIL_EXEMPT' });
    await store('relieved', '2027-06-02', { customerId: exempt.serviceId });
  });

  it('is the difference of the law before and on its first day, recounted by quotes', async () => {
    const found = await effect();
    const expected: Record<string, Decimal> = { EUR: new Decimal(0), USD: new Decimal(0) };
    for (const [, , items, { currency = 'USD', ...more } = {} as Body] of carts) {
      // Lodging changes by a separate rule on the same day, which is a different change.
      if (items[0]!.taxCode === 'C5S2') continue;
      const options = { currency, ...more };
      const after = await taxOn('2027-07-01', items, siouxFalls, options);
      const before = await taxOn('2027-06-30', items, siouxFalls, options);
      expected[currency] = expected[currency]!.plus(after).minus(before);
    }
    expect(found).toMatchObject({ from: '2027-03-23', to: today });
    expect(found.taxes.map(({ currency, taxDifference }: Body) => [currency, taxDifference])).toEqual([
      ['EUR', expected.EUR!.toNumber()],
      ['USD', expected.USD!.toNumber()],
    ]);
    for (const { before, after, taxDifference } of found.taxes) {
      expect(new Decimal(before).plus(taxDifference).toNumber()).toBe(after);
    }
  });

  it('reaches back as many days as asked for, and leaves out what the change already taxed', async () => {
    const short = await effect(southDakota, '?days=2');
    // 59.97 at 4.5 instead of 4.2 %: 0.1799.
    expect(short.taxes).toMatchObject([{ currency: 'USD', transactionCount: 1, taxDifference: 0.18 }]);
    expect((await effect(southDakota, '?days=91')).transactionCount).toBe((await effect()).transactionCount + 1);
    expect((await effect('/v1/rate_changes/id/2023-07-01.US.SD.RATE')).taxes).toEqual([]);
  });

  it('of a rule only has its tax codes', async () => {
    const found = await effect('/v1/rate_changes/id/2027-07-01.US.SD.RULE');
    // A night in South Dakota: 3 x 120 at 6 instead of 5.7 %.
    expect(found.taxes).toMatchObject([{ currency: 'USD', transactionCount: 1, taxDifference: 1.08 }]);
  });

  it('is nothing where a private letter ruling decides', async () => {
    const row = { category: 'lodging', taxable: 'no', from: '2027-06-18' };
    const fact = { part: 'RULE', country: 'US', subdivision: 'SD', row, taxCode: 'C5S2', source: 'Ruling 1' } as const;
    const [ruling] = await app.records.rulings.add([fact], new Date());
    later += 1_000;
    const found = await effect('/v1/rate_changes/id/2027-07-01.US.SD.RULE');
    await app.records.rulings.withdraw(ruling!.number, new Date());
    later += 1_000;
    expect(found.taxes).toEqual([]);
  });

  it('subtracts what refunds would have returned more', async () => {
    const before = await effect();
    const whole = await store('sold', '2027-06-10', { items: [anItemBody({ unitPrice: 100, quantity: 2 })] });
    expect(whole.salesTax.amount).toBeGreaterThan(0);
    const sold = await effect();
    const usd = ({ taxes }: Body) => new Decimal(taxes.find(({ currency }: Body) => currency === 'USD').taxDifference);
    expect(usd(sold).minus(usd(before)).toNumber()).toBe(0.6);
    const refund = { transactionType: 'REFUND', createdFrom: 'sold' };
    await store('half', '2027-06-11', { ...refund, items: [anItemBody({ unitPrice: 100, quantity: 1 })] });
    expect(
      usd(await effect())
        .minus(usd(before))
        .toNumber(),
    ).toBe(0.3);
    await store('rest', '2027-06-12', { ...refund, refundKind: 'TAX_ONLY', items: [] });
    expect(usd(await effect()).toNumber()).toBe(usd(before).toNumber());
  });

  it('counts customers there once, by their address or their documents', async () => {
    const { customerCount } = await effect();
    await customer('there', { address: { state: 'south dakota', country: 'USA' } });
    await customer('away', { address: { state: 'NE', country: 'US' } });
    await customer('nobody');
    expect((await effect()).customerCount).toBe(customerCount + 1);
    await customer('buyer', { address: siouxFalls });
    expect((await effect()).customerCount).toBe(customerCount + 1);
  });

  it('lists estimates and orders that can still become invoices', async () => {
    await store('estimate', '2027-06-01', { transactionType: 'ESTIMATE' });
    await store('order', '2027-06-02', { transactionType: 'SALES_ORDER' });
    await store('paid', '2027-06-02', { transactionType: 'SALES_ORDER', transactionStatus: 'PAID' });
    await store('away', '2027-06-02', { transactionType: 'SALES_ORDER', shippingAddress: omaha });
    await store('made', '2027-06-02', { transactionType: 'SALES_ORDER' });
    const convert = '/v1/transactions/source/9/externalId/made/convert';
    const to = { externalId: 'made-invoice', transactionType: 'INVOICE', ...on('2027-06-03') };
    expect((await app.send('POST', convert, to)).status).toBe(201);
    const found = await effect();
    expect(found).toMatchObject({ openTransactionCount: 2, openTransactionsPath: `${southDakota}/transactions` });
    const listed = await bodyOf<Body[]>(app.send('GET', `${found.openTransactionsPath}?sort=externalId`));
    expect(listed.map(({ externalId }) => externalId)).toEqual(['estimate', 'order']);
  });

  it('of a district is that of its ZIP codes', async () => {
    const chicago = { street: '121 N LaSalle St', city: 'Chicago', state: 'IL', zip: '60602', country: 'US' };
    const springfield = { street: '300 S 7th St', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' };
    const early = await startApp({ now: () => new Date('2026-07-10T12:00:00Z') });
    const send = async (externalId: string, more: Body) =>
      early.send(
        'PUT',
        `/v1/transactions/source/9/externalId/${externalId}`,
        anInvoiceBody(id, { externalId, ...more }),
      );
    const put = aCustomerBody({ externalId: 'c', address: chicago });
    const { serviceId: id } = await bodyOf<Body>(early.send('PUT', '/v1/customers/source/9/externalId/c', put));
    await early.send(
      'PUT',
      '/v1/customers/source/9/externalId/d',
      aCustomerBody({ externalId: 'd', address: springfield }),
    );
    await send('chicago', { shippingAddress: chicago, items: [anItemBody({ unitPrice: 100, quantity: 1 })] });
    await send('springfield', { shippingAddress: springfield });
    await send('order', { shippingAddress: chicago, transactionType: 'SALES_ORDER' });
    await send('other', { shippingAddress: springfield, transactionType: 'SALES_ORDER' });
    const path = '/v1/rate_changes/id/2026-08-01.US.IL-DRTA-COOK.RATE/effect';
    // Cook County: 1.25 instead of 1 %.
    expect(await bodyOf<Body>(early.send('GET', path))).toMatchObject({
      customerCount: 1,
      openTransactionCount: 1,
      transactionCount: 1,
      taxes: [{ currency: 'USD', transactionCount: 1, taxDifference: 0.25 }],
    });
    await early.close();
  });

  it('of a tax that begins is that of the places where it begins', async () => {
    const charlotte = { street: '600 E 4th St', city: 'Charlotte', state: 'NC', zip: '28202', country: 'US' };
    const early = await startApp({ now: () => new Date('2026-06-20T12:00:00Z') });
    const { serviceId } = await bodyOf<Body>(
      early.send('PUT', '/v1/customers/source/9/externalId/c', aCustomerBody({ externalId: 'c' })),
    );
    const body = anInvoiceBody(serviceId, {
      externalId: 'c',
      shippingAddress: charlotte,
      items: [anItemBody({ unitPrice: 100, quantity: 1 })],
    });
    await early.send('PUT', '/v1/transactions/source/9/externalId/c', body);
    const path = '/v1/rate_changes/id/2026-07-01.US.NC-D98119.RATE/effect';
    expect(await bodyOf<Body>(early.send('GET', path))).toMatchObject({
      customerCount: 1,
      taxes: [{ currency: 'USD', transactionCount: 1, before: 7.25, after: 8.25, taxDifference: 1 }],
    });
    await early.close();
  });

  it('says what is wrong with the question', async () => {
    const failed = async (path: string) => {
      const response = await app.send('GET', path);
      const { code, errors } = (await response.json()) as Body;
      return [response.status, code, errors?.[0]?.parameter];
    };
    expect(await failed(`${southDakota}/effect?days=0`)).toEqual([400, 'INVALID_INPUT', 'days']);
    expect(await failed(`${southDakota}/effect?days=367`)).toEqual([400, 'INVALID_INPUT', 'days']);
    expect((await failed('/v1/rate_changes/id/2027-07-01.US.WY.RATE/effect')).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  });
});
