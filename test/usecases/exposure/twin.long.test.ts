import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/base/errors.ts';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { exposureStartNames } from '../../../src/domain/exposure/exposure-query.ts';
import type { Exposure } from '../../../src/domain/exposure/exposure-record.ts';
import type { Context } from '../../../src/ports/context.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { upsertExemptions } from '../../../src/usecases/exemptions/exemptions.ts';
import { getExposure } from '../../../src/usecases/exposure/get-exposure.ts';
import { getLiability } from '../../../src/usecases/liability/get-liability.ts';
import { upsertNexus } from '../../../src/usecases/nexus/change-nexus.ts';
import { cancelTransaction } from '../../../src/usecases/transactions/cancel-transaction.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody, minneapolis } from '../../support/bodies.ts';
import { aContext, inputs } from '../../support/context.ts';
import { examples } from '../../support/examples.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const places = [
  minneapolis,
  { country: 'US', state: 'TX', city: 'Austin', zip: '78701', isPartial: true },
  // A single article above 1,600 has a second state rate.
  { country: 'US', state: 'TN', city: 'Nashville', zip: '37201', isPartial: true },
  { country: 'US', state: 'IL', city: 'Chicago', zip: '60601', isPartial: true },
];
const cents = (min: number, max: number) => fc.integer({ min, max }).map((amount) => amount / 100);
const item = fc.record({
  name: fc.constantFrom('a', 'b'),
  taxCode: fc.constantFrom('C1S1', 'C1S1', 'C1S2', 'C1S10', 'C3S1'),
  unitPrice: fc.oneof(cents(1, 3000_00), cents(90_000_00, 250_000_00)),
  quantity: fc.integer({ min: 1, max: 7 }),
  discount: fc.constantFrom(undefined, 0.01),
  shippingAddress: fc.option(fc.constantFrom(...places), { nil: undefined, freq: 4 }),
  manual: fc.integer({ min: 0, max: 8 }).map((chance) => chance === 0),
});
const day = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, date]) => `2025-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);
const refund = fc.record({
  fraction: fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100),
  days: fc.integer({ min: 0, max: 90 }),
  isCancelled: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
});
const sale = fc.record({
  day,
  shippingAddress: fc.constantFrom(...places),
  currency: fc.constantFrom('USD', 'USD', 'CAD'),
  transactionType: fc.constantFrom('INVOICE', 'INVOICE', 'INVOICE', 'TAXABLE_REFUND'),
  customer: fc.constantFrom('RETAIL', 'RETAIL', 'MARKETPLACE', 'RETAIL_EXEMPT', 'CERTIFICATE', 'PARTLY'),
  isTaxInclusive: fc.boolean(),
  discount: fc.constantFrom(undefined, 0.05),
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  fee: fc.option(cents(1, 50_00)),
  refunds: fc.array(refund, { maxLength: 3 }),
  isCancelled: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
});
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

async function customersOf(ctx: Context): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const kind of ['RETAIL', 'MARKETPLACE', 'RETAIL_EXEMPT', 'CERTIFICATE', 'PARTLY']) {
    const customerType = kind === 'CERTIFICATE' || kind === 'PARTLY' ? 'RETAIL' : kind;
    const body = aCustomerBody({ externalId: kind, customerType });
    const { serviceId } = (await upsertCustomer(ctx, parseInput(inputs.customer, body))).value;
    ids.set(kind, serviceId);
    if (customerType === kind) continue;
    const exemption = {
      customerId: serviceId,
      country: 'US',
      exemptionStatus: 'ACTIVE',
      exemptionType: kind === 'PARTLY' ? 'PARTIALLY' : 'FULLY',
      ...(kind === 'PARTLY' && { exemptFraction: 0.4 }),
      validFrom: '2025-04-01',
    };
    await upsertExemptions(ctx, parseInput(inputs.exemption, { exemption, states: [{ code: 'TX' }, { code: 'MN' }] }));
  }
  return ids;
}

const laterDay = (from: string, days: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns refusals too, so that twins can be compared. */
async function carryOut(ctx: Context, sales: readonly Sale[]): Promise<string[]> {
  const customers = await customersOf(ctx);
  const refused: string[] = [];
  const put = async (body: Record<string, unknown>) => {
    try {
      await upsertTransaction(ctx, parseInput(inputs.transaction, body));
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(`${body.externalId}: ${error.code}`);
      return false;
    }
  };
  for (const [index, { items, fee, refunds, isCancelled, discount, customer, day: on, ...more }] of sales.entries()) {
    const externalId = `s-${index}`;
    const customerId = customers.get(customer)!;
    const dated = (when: string) => ({ createdDate: when, updatedDate: when });
    const isStored = await put(
      anInvoiceBody(customerId, {
        ...more,
        externalId,
        externalTimestamps: dated(on),
        transactionLevelDiscount: discount,
        items: items.map(({ manual, ...one }) => ({
          ...one,
          ...(manual && { manualSalesTax: true, manualSalesTaxRate: 0.05 }),
        })),
        ...(fee !== null && { shippingFee: { taxCode: 'C6S1', totalPrice: fee } }),
      }),
    );
    if (!isStored) continue;
    const cancelled: string[] = [];
    for (const [number, { fraction, days, isCancelled: isDropped }] of refunds.entries()) {
      if (more.transactionType !== 'INVOICE') break;
      const key = `${externalId}-r-${number}`;
      const isReturned = await put(
        anInvoiceBody(customerId, {
          externalId: key,
          transactionType: 'REFUND',
          createdFrom: externalId,
          items: [],
          refundFraction: fraction,
          shippingAddress: more.shippingAddress,
          externalTimestamps: dated(laterDay(on, days)),
        }),
      );
      if (isReturned && isDropped) cancelled.push(key);
    }
    for (const key of cancelled) await cancelTransaction(ctx, { key: { source: '9', externalId: key } });
    if (isCancelled && refunds.length === 0) await cancelTransaction(ctx, { key: { source: '9', externalId } });
  }
  return refused;
}

const settings = fc.record({
  collectionPolicy: fc.constant('WHERE_REGISTERED' as const),
  roundingLevel: fc.constantFrom('LINE', 'BY_LAW', 'DOCUMENT', 'DOCUMENT_PER_RATE', 'UNIT'),
  exemptInclusivePrice: fc.constantFrom('KEEP', 'STRIP'),
  discountCoversShipping: fc.boolean(),
  shippingTaxMethod: fc.constantFrom('BY_LAW', 'OWN_CODE', 'WEIGHTED_BY_ITEMS'),
});

async function aSeller(chosen: typeof settings extends fc.Arbitrary<infer Value> ? Value : never) {
  return aContext(store.stores, await aTenant(store.stores, chosen));
}

const year = { period: '2025', from: null, to: null };

async function owed(ctx: Context) {
  const { rows } = await getLiability(ctx, {
    ...year,
    country: 'US',
    state: null,
    subsidiary: null,
    source: null,
    marketplace: null,
    groupBy: ['STATE', 'MONTH'],
  });
  return rows.map((row) => [`${row.state} ${row.month} ${row.currency}`, row] as const);
}

type Owed = { readonly taxAmount: string; readonly taxableAmount: string };

function byMonth({ places: exposed }: Exposure) {
  return new Map<string, Owed>(
    exposed.flatMap(({ state, currency, months }) =>
      months.map((month) => [`${state} ${month.month} ${currency}`, month] as const),
    ),
  );
}

it('is the tax that a twin collects who is registered from that day', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...exposureStartNames),
      settings,
      async (sales, collectFrom, chosen) => {
        const late = await aSeller(chosen);
        const refused = await carryOut(late, sales);
        const exposure = await getExposure(late, { ...year, state: null, collectFrom });
        const twin = await aSeller(chosen);
        for (const { state, collectFrom: validFrom } of exposure.places) {
          const place = parseInput(inputs.nexus, { place: `US-${state}`, registrations: [{ validFrom }] });
          await upsertNexus(twin, place);
        }
        fc.pre((await carryOut(twin, sales)).join() === refused.join());
        const before = new Map<string, Owed>(await owed(late));
        const found = byMonth(exposure);
        for (const [key, row] of await owed(twin)) {
          const own = before.get(key)!;
          const month = found.get(key) ?? { taxAmount: '0', taxableAmount: '0' };
          for (const amount of ['taxAmount', 'taxableAmount'] as const) {
            const difference = Math.round((Number(row[amount]) - Number(own[amount])) * 100);
            expect(`${key} ${amount} ${Math.round(Number(month[amount]) * 100)}`).toBe(
              `${key} ${amount} ${difference}`,
            );
          }
        }
      },
    ),
    { numRuns: examples(60) },
  );
});
