import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import type { Context } from '../../../src/ports/context.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { endNexus, upsertNexus } from '../../../src/usecases/nexus/change-nexus.ts';
import { listNexus } from '../../../src/usecases/nexus/list-nexus.ts';
import { traceTransaction } from '../../../src/usecases/transactions/trace-transaction.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aContext, inputs } from '../../support/context.ts';
import { examples } from '../../support/examples.ts';
import { aCustomer, amount, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const minnesota = { asOf: '2026-12-31', country: { eq: 'US' }, state: { eq: 'MN' } };

async function salesIn(ctx: Context) {
  const [tracker] = await listNexus(ctx, minnesota);
  const [period] = tracker!.periods;
  return { amount: period!.salesAmount, count: period!.transactionCount };
}

type Sale = { readonly cents: number; readonly taxCents: number; readonly day: number };
const sale: fc.Arbitrary<Sale> = fc.record({
  cents: fc.integer({ min: 0, max: 10_000_000 }),
  taxCents: fc.integer({ min: 0, max: 1_000_000 }),
  day: fc.integer({ min: 1, max: 28 }),
});
const text = (cents: number) => amount((cents / 100).toFixed(2));

async function storeAll(ctx: Context, sales: readonly Sale[], transactionType: 'INVOICE' | 'TAXABLE_REFUND') {
  const { customers, transactions } = ctx.session!.stores;
  const customer = aCustomer();
  await customers.insert(customer);
  for (const { cents, taxCents, day } of sales) {
    const document = {
      transactionType,
      taxDate: `2026-07-${String(day).padStart(2, '0')}`,
      finalTransactionAmount: text(cents + taxCents),
      salesTax: { amount: text(taxCents), rate: amount('0') },
    };
    await transactions.insert(aStoredTransaction(customer.serviceId, document));
  }
}

describe('what counts towards nexus', () => {
  it('is reduced by refunds to the cent, whatever was sold', async () => {
    const sales = fc.array(sale, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sales, sales, async (sold, more) => {
        const ctx = aContext(store.stores, await aTenant(store.stores));
        await storeAll(ctx, sold, 'INVOICE');
        const before = await salesIn(ctx);
        await storeAll(ctx, more, 'INVOICE');
        await storeAll(ctx, more, 'TAXABLE_REFUND');
        expect(await salesIn(ctx)).toEqual({ amount: before.amount, count: sold.length + more.length });
        await storeAll(ctx, sold, 'TAXABLE_REFUND');
        expect((await salesIn(ctx)).amount).toBe('0');
      }),
      { numRuns: examples(15) },
    );
  });

  it.each([
    [false, '170', 'prices without tax: 2 x 90 - 20 + 10'],
    [true, '155.93', 'prices with 9.025 % inside: 170 / 1.09025'],
  ])(
    'is the price after discounts without tax, with shipping (inside: %s): %s (%s)',
    async (isTaxInclusive, expected) => {
      const ctx = aContext(store.stores, await aTenant(store.stores));
      const customer = (await upsertCustomer(ctx, parseInput(inputs.customer, aCustomerBody()))).value;
      const put = async (more: Record<string, unknown>) =>
        upsertTransaction(ctx, parseInput(inputs.transaction, anInvoiceBody(customer.serviceId, more)));
      const items = [anItemBody({ unitPrice: 90, quantity: 2 })];
      const shippingFee = { taxCode: 'C6S1', totalPrice: 10 };
      await put({ items, shippingFee, transactionLevelDiscount: 20, isTaxInclusive });
      expect(await salesIn(ctx)).toEqual({ amount: expected, count: 1 });
      await put({ externalId: 'r-1', transactionType: 'REFUND', createdFrom: 'i-1', items: [], isTaxInclusive });
      expect(await salesIn(ctx)).toEqual({ amount: '0', count: 1 });
      await put({
        externalId: 'r-1',
        transactionType: 'REFUND',
        createdFrom: 'i-1',
        items: [],
        isTaxInclusive,
        transactionStatus: 'CANCELLED',
      });
      expect(await salesIn(ctx)).toEqual({ amount: expected, count: 1 });
      await put({ items, shippingFee, transactionLevelDiscount: 20, isTaxInclusive, transactionStatus: 'CANCELLED' });
      expect(await salesIn(ctx)).toEqual({ amount: '0', count: 0 });
    },
  );
});

describe('a declaration', () => {
  const terms = {
    physicalNexus: [],
    economicNexus: [{ validFrom: '2026-01-01', validThrough: null }],
    registrations: [],
  };
  const place = { country: 'US', state: 'MN' };

  it('loses none of many concurrent changes', async () => {
    const ctx = aContext(store.stores, await aTenant(store.stores));
    const years = ['2020', '2021', '2022', '2023', '2024'];
    await Promise.all(
      years.map((year) =>
        upsertNexus(ctx, {
          place,
          terms: { ...terms, economicNexus: [{ validFrom: `${year}-01-01`, validThrough: null }] },
        }),
      ),
    );
    expect((await ctx.session!.stores.nexus.find(place))!.version).toBe(5);
  });

  it('needs its scope', async () => {
    const tenant = await aTenant(store.stores);
    const reading = aContext(store.stores, tenant, ['nexus:read']);
    await expect(async () => upsertNexus(reading, { place, terms })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(endNexus(reading, place)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const writing = aContext(store.stores, tenant, ['nexus:write']);
    await expect(listNexus(writing, minnesota)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('shows in the tracker whether a document of that date is taxed', async () => {
    const tenant = await aTenant(store.stores, { collectionPolicy: 'WHERE_REGISTERED' });
    const ctx = aContext(store.stores, tenant);
    await upsertNexus(ctx, { place, terms });
    const day = async (on: string) => {
      const [tracker] = await listNexus(ctx, { ...minnesota, asOf: on });
      return [tracker!.isCollecting, tracker!.collectionBasis.kind];
    };
    expect(await day('2026-01-01')).toEqual([true, 'ECONOMIC_NEXUS']);
    expect(await day('2025-12-31')).toEqual([false, 'NOT_YET']);
  });

  it('of a region with its own tax applies only there', async () => {
    const ctx = aContext(store.stores, await aTenant(store.stores, { collectionPolicy: 'WHERE_REGISTERED' }));
    await upsertNexus(ctx, { place: { country: 'CA', state: null }, terms });
    await upsertNexus(ctx, {
      place: { country: 'CA', state: 'CA-QC' },
      terms: { ...terms, economicNexus: [{ validFrom: '2026-09-01', validThrough: null }] },
    });
    await upsertNexus(ctx, { place: { country: 'PT', state: null }, terms });
    await upsertNexus(ctx, { place: { country: 'PT', state: 'PT-20' }, terms: { ...terms, economicNexus: [] } });
    const trackers = await listNexus(ctx, { asOf: '2026-06-15' });
    const others = trackers.filter(({ country }) => country !== 'US');
    expect(others.map(({ name, state, isCollecting }) => [name, state, isCollecting])).toEqual([
      ['Canada', null, true],
      ['Quebec', 'CA-QC', false],
      ['Portugal', null, true],
      ['Azores', 'PT-20', true],
    ]);
  });

  it('is read with the other facts of a document, in one call', async () => {
    const ctx = aContext(store.stores, await aTenant(store.stores, { collectionPolicy: 'WHERE_REGISTERED' }));
    const customer = (await upsertCustomer(ctx, parseInput(inputs.customer, aCustomerBody()))).value;
    const list = vi.spyOn(ctx.session!.stores.nexus, 'list');
    const facts = vi.spyOn(ctx.session!.stores.transactions, 'findFacts');
    await upsertTransaction(ctx, parseInput(inputs.transaction, anInvoiceBody(customer.serviceId)));
    expect([facts.mock.calls.length, list.mock.calls.length]).toEqual([1, 0]);
  });

  it('appears in the trace of a document as it was', async () => {
    const ctx = aContext(store.stores, await aTenant(store.stores, { collectionPolicy: 'WHERE_REGISTERED' }));
    await upsertNexus(ctx, { place: { country: 'CA', state: null }, terms });
    const customer = (await upsertCustomer(ctx, parseInput(inputs.customer, aCustomerBody()))).value;
    const shippingAddress = { country: 'CA', region: 'QC' };
    const body = anInvoiceBody(customer.serviceId, { shippingAddress });
    const { transaction } = (await upsertTransaction(ctx, parseInput(inputs.transaction, body))).value;
    const steps = [...(await traceTransaction(ctx, { serviceId: transaction.serviceId })).steps];
    expect(steps.filter(({ kind }) => kind === 'COLLECTING').map(({ message }) => message)).toEqual([
      'The seller collects the tax of Canada: economic nexus was approved there from 2026-01-01. The tax of Quebec is not collected: neither nexus nor a registration is declared there.',
    ]);
    const untaxed = steps.filter(({ kind }) => kind === 'JURISDICTION_NOT_TAXED');
    expect(untaxed.map(({ reason, jurisdiction }) => [reason, jurisdiction!.id])).toEqual([
      ['NOT_COLLECTING', 'CA-QC'],
    ]);
    expect(transaction.salesTax).toEqual({ amount: '3.68', rate: '0.05' });
  });
});
