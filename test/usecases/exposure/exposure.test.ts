import { describe, expect, it } from 'vitest';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import type { ExposureQuery } from '../../../src/domain/exposure/exposure-query.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { upsertExchangeRates } from '../../../src/usecases/exchange-rates/exchange-rates.ts';
import { getExposure } from '../../../src/usecases/exposure/get-exposure.ts';
import { upsertNexus } from '../../../src/usecases/nexus/change-nexus.ts';
import { cancelTransaction } from '../../../src/usecases/transactions/cancel-transaction.ts';
import { aCustomerBody, anItemBody } from '../../support/bodies.ts';
import { inputs } from '../../support/context.ts';
import { amount } from '../../support/records.ts';
import { aSellerPerTest } from '../../support/seller.ts';

const seller = aSellerPerTest();
const lateSeller = { collectionPolicy: 'WHERE_REGISTERED' } as const;

const lamp = (unitPrice: number) => anItemBody({ name: 'Lamp', unitPrice, quantity: 1 });
const coat = anItemBody({ name: 'Coat', taxCode: 'C1S2', unitPrice: 80, quantity: 1 });
const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });
const sell = (externalId: string, day: string, more: object) => seller.put({ externalId, ...on(day), ...more });
const exposureOf = (query: Partial<ExposureQuery> = {}) =>
  getExposure(seller.ctx, { period: '2026', from: null, to: null, state: null, collectFrom: null, ...query });

/** Minneapolis: 9.025 % on lamps, nothing on clothing. */
async function sellForAYear() {
  await sell('before', '2026-01-10', { items: [lamp(40_000)] });
  await sell('reaches', '2026-02-20', { items: [lamp(60_000)] });
  await sell('march', '2026-03-31', { items: [lamp(1_000)] });
  await sell('april', '2026-04-02', { items: [lamp(100), coat] });
  await sell('euro', '2026-05-05', { items: [lamp(200)], currency: 'EUR' });
  await sell('half', '2026-06-03', {
    transactionType: 'REFUND',
    createdFrom: 'april',
    items: [anItemBody({ name: 'Lamp', unitPrice: 50, quantity: 1 })],
  });
  await sell('cancelled', '2026-06-10', { items: [lamp(500)] });
  await cancelTransaction(seller.ctx, { key: { source: '9', externalId: 'cancelled' } });
  const exempt = aCustomerBody({ externalId: 'exempt', customerType: 'RETAIL_EXEMPT' });
  const { serviceId } = (await upsertCustomer(seller.ctx, parseInput(inputs.customer, exempt))).value;
  await sell('exempt', '2026-06-12', { customerId: serviceId, items: [lamp(300)] });
}

describe('the exposure of a scripted year', () => {
  it('begins on the first of the month within 60 days of reaching the threshold of Minnesota', async () => {
    await seller.begin(lateSeller);
    await sellForAYear();
    const { places, notices } = await exposureOf();
    const minnesota = {
      state: 'MN',
      basis: 'THRESHOLD',
      reachedOn: '2026-02-20',
      collectFrom: '2026-04-01',
      reportingAmounts: null,
    };
    expect(places).toMatchObject([
      {
        ...minnesota,
        currency: 'EUR',
        taxableAmount: '200',
        taxAmount: '18.05',
        transactionCount: 1,
        months: [{ month: '2026-05', taxableAmount: '200', taxAmount: '18.05' }],
      },
      {
        ...minnesota,
        currency: 'USD',
        taxableAmount: '50',
        // 9.03 of tax in April; half of it is 4.515.
        taxAmount: '4.51',
        transactionCount: 2,
        months: [
          { month: '2026-04', taxableAmount: '100', taxAmount: '9.03' },
          { month: '2026-06', taxableAmount: '-50', taxAmount: '-4.52' },
        ],
      },
    ]);
    expect(notices.map(({ code }) => code)).toEqual(['FACT_UNCERTAIN']);
  });

  it('begins with the first sale if that is asked for', async () => {
    await seller.begin(lateSeller);
    await sellForAYear();
    const { places } = await exposureOf({ collectFrom: 'FIRST_SALE' });
    // 3610 + 5415 + 90.25 more.
    expect(places[1]).toMatchObject({ collectFrom: '2026-01-10', taxableAmount: '101050', taxAmount: '9119.76' });
  });

  it('follows the rulings that applied when the documents were stored', async () => {
    await seller.begin(lateSeller);
    const row = { category: 'general', taxable: 'no', from: '2026-01-01' };
    const fact = { part: 'RULE', country: 'US', subdivision: 'MN', taxCode: 'C1S1', row, source: 'Ruling 1' } as const;
    const { reference } = seller.ctx;
    await sell('reaches', '2026-02-20', { items: [lamp(100_000)] });
    seller.ctx = { ...seller.ctx, reference: reference.withRulings(1, [{ number: 1, fact }]) };
    await sell('ruled', '2026-04-02', { items: [lamp(100)] });
    seller.ctx = { ...seller.ctx, reference };
    await sell('later', '2026-04-03', { items: [lamp(10)] });
    const { places } = await exposureOf();
    expect(places).toMatchObject([{ collectFrom: '2026-04-01', taxableAmount: '10', taxAmount: '0.9' }]);
  });

  it('begins with a declared nexus that is earlier', async () => {
    await seller.begin(lateSeller);
    await sellForAYear();
    const physicalNexus = [{ validFrom: '2026-03-15' }];
    await upsertNexus(seller.ctx, parseInput(inputs.nexus, { place: 'US-MN', physicalNexus }));
    const { places } = await exposureOf();
    const usd = { basis: 'DECLARED', reachedOn: '2026-02-20', collectFrom: '2026-03-15', taxAmount: '94.76' };
    expect(places[1]).toMatchObject(usd);
  });

  it('is also in the reporting currency, at the rate of each day', async () => {
    await seller.begin({ ...lateSeller, reportingCurrency: 'USD' });
    await sellForAYear();
    const missing = await exposureOf();
    expect(missing.places.map(({ reportingAmounts }) => reportingAmounts?.taxAmount)).toEqual([undefined, '4.51']);
    expect(missing.notices.map(({ code }) => code)).toContain('EXCHANGE_RATE_MISSING');
    const rate = {
      fromCurrency: 'EUR',
      toCurrency: 'USD',
      rate: amount('1.25'),
      publishedOn: '2026-05-04',
      source: 'ECB',
    };
    await upsertExchangeRates(seller.ctx, { rates: [rate] });
    const { places } = await exposureOf();
    // 18.05 x 1.25
    expect(places[0]!.reportingAmounts).toEqual({ currency: 'USD', taxableAmount: '250', taxAmount: '22.56' });
  });

  it('is nothing where tax was collected, and where nexus was not reached', async () => {
    await seller.begin();
    await sellForAYear();
    expect((await exposureOf()).places).toEqual([]);
    await seller.begin(lateSeller);
    await sell('small', '2026-05-01', { items: [lamp(99_999)] });
    expect((await exposureOf()).places).toEqual([]);
    expect((await exposureOf({ collectFrom: 'FIRST_SALE', state: ['TX'] })).places).toEqual([]);
  });
});

describe('the day from which a state requires collection', () => {
  it.each([
    ['TX', 'Austin', '78701', 500_000, '2025-08-15', '2025-12-01', 'the first day of the fourth month after'],
    ['TN', 'Nashville', '37201', 100_000, '2025-08-15', '2025-11-01', 'the first day of the third month after'],
    ['FL', 'Miami', '33101', 100_000, '2025-08-15', '2026-01-01', '1 January of the next year'],
    ['WI', 'Madison', '53703', 100_000, '2026-02-10', '2026-02-10', 'unknown, so the day of reaching it'],
  ])('in %s, %s %s: %d on %s means %s (%s)', async (state, city, zip, amount, reachedOn, collectFrom) => {
    await seller.begin(lateSeller);
    const shippingAddress = { country: 'US', state, city, zip, isPartial: true };
    await sell('reaches', reachedOn, { shippingAddress, items: [lamp(amount)] });
    await sell('after', '2026-06-01', { shippingAddress, items: [lamp(100)] });
    const { places, notices } = await exposureOf();
    expect(places).toMatchObject([{ state, basis: 'THRESHOLD', reachedOn, collectFrom }]);
    expect(notices.some(({ code }) => code === 'COLLECTION_START_UNKNOWN')).toBe(state === 'WI');
  });

  it('is not reached by twelve months that contain too little at any time', async () => {
    await seller.begin(lateSeller);
    await sell('early', '2025-01-15', { items: [lamp(60_000)] });
    await sell('late', '2026-01-15', { items: [lamp(60_000)] });
    await sell('between', '2025-12-31', { items: [lamp(39_999)] });
    await sell('after', '2026-06-01', { items: [lamp(0.01)] });
    expect((await exposureOf()).places).toEqual([]);
    await sell('between', '2025-12-31', { items: [lamp(40_000)] });
    expect((await exposureOf()).places).toMatchObject([{ reachedOn: '2025-12-31', collectFrom: '2026-03-01' }]);
  });
});

it('refuses more documents than it assesses', async () => {
  await seller.begin(lateSeller);
  await sell('one', '2026-05-01', { items: [lamp(1)] });
  const { stores } = seller.ctx.session!;
  const totals = {
    ...stores.totals,
    addUpLiability: async (...asked: Parameters<typeof stores.totals.addUpLiability>) =>
      (await stores.totals.addUpLiability(...asked)).map((sum) => ({
        ...sum,
        documents: gatewayLimits.exposureDocuments + 1,
      })),
  };
  const ctx = { ...seller.ctx, session: { ...seller.ctx.session!, stores: { ...stores, totals } } };
  const asked = getExposure(ctx, { period: '2026', from: null, to: null, state: null, collectFrom: null });
  await expect(asked).rejects.toMatchObject({
    issues: [
      { message: expect.stringContaining('10001 documents without tax, but at most 10000 can be assessed together') },
    ],
  });
});
