import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import type { LiabilityGroup } from '../../../src/domain/liability/liability-query.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { Context } from '../../../src/ports/context.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { getLiability } from '../../../src/usecases/liability/get-liability.ts';
import { cancelTransaction } from '../../../src/usecases/transactions/cancel-transaction.ts';
import { listTransactions } from '../../../src/usecases/transactions/list-transactions.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aContext, inputs } from '../../support/context.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const places = [
  { city: 'Minneapolis', state: 'MN', zip: '55401', street: '250 Marquette Ave', country: 'US', isPartial: false },
  { city: 'Austin', state: 'TX', zip: '78701', street: '1 Congress Ave', country: 'US', isPartial: false },
  { country: 'DE' },
];
const item = fc.record({
  taxCode: fc.constantFrom('C1S1', 'C1S2', 'C3S1'),
  unitPrice: fc.integer({ min: 1, max: 500_00 }).map((cents) => cents / 100),
  quantity: fc.integer({ min: 1, max: 3 }),
});
const write = fc.record({
  externalId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.constantFrom('06', '07'),
  place: fc.constantFrom(...places),
  customerType: fc.constantFrom('RETAIL', 'MARKETPLACE', 'RETAIL_EXEMPT'),
  transactionType: fc.constantFrom('INVOICE', 'INVOICE', 'TAXABLE_REFUND', 'ESTIMATE'),
  currency: fc.constantFrom('USD', 'EUR'),
  isTaxInclusive: fc.boolean(),
  isCancelled: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
});

type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never;

async function carryOut(ctx: Context, { day, month, place, customerType, isCancelled, ...more }: Write) {
  const customer = parseInput(inputs.customer, aCustomerBody({ externalId: customerType, customerType }));
  const { serviceId } = (await upsertCustomer(ctx, customer)).value;
  const on = `2026-${month}-${String(day).padStart(2, '0')}`;
  const body = anInvoiceBody(serviceId, {
    ...more,
    items: more.items.map((one) => anItemBody(one)),
    shippingAddress: place,
    externalTimestamps: { createdDate: on, updatedDate: on },
  });
  await upsertTransaction(ctx, parseInput(inputs.transaction, body));
  if (isCancelled) await cancelTransaction(ctx, { key: { source: '9', externalId: more.externalId } });
}

const cents = (text: string) => Math.round(Number(text) * 100);

type Figures = { gross: number; taxable: number; tax: number; market: number; documents: number };

/** From the documents, with integers. */
function recount(documents: readonly Transaction[], isMarketplace: (one: Transaction) => boolean) {
  const rows = new Map<string, Figures>();
  for (const one of documents) {
    if (one.transactionStatus === 'CANCELLED' || one.transactionType === 'ESTIMATE') continue;
    const sign = one.transactionType === 'INVOICE' ? 1 : -1;
    const key = `${one.taxDate.slice(0, 7)} ${one.currency}`;
    const row = rows.get(key) ?? { gross: 0, taxable: 0, tax: 0, market: 0, documents: 0 };
    const net = cents(one.finalTransactionAmount) - cents(one.salesTax.amount);
    if (isMarketplace(one)) row.market += sign * net;
    else {
      row.gross += sign * net;
      row.taxable += sign * one.items.reduce((total, { taxableAmount }) => total + cents(taxableAmount), 0);
    }
    row.tax += sign * cents(one.salesTax.amount);
    row.documents += 1;
    rows.set(key, row);
  }
  return rows;
}

const query = (groupBy: LiabilityGroup[]) => ({
  from: '2026-06-01',
  to: '2026-07-31',
  month: null,
  quarter: null,
  country: null,
  state: null,
  groupBy,
});

it('is what the documents say, whatever was written, replaced and cancelled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
      const ctx = aContext(store.stores, await aTenant(store.stores));
      for (const one of writes) await carryOut(ctx, one);
      const documents = await listTransactions(ctx, {}, { limit: 100, after: null });
      const lastOf = new Map(writes.map((one) => [String(one.externalId), one]));
      const expected = recount(documents, (one) => lastOf.get(one.externalId)?.customerType === 'MARKETPLACE');
      const { rows } = await getLiability(ctx, query(['MONTH']));
      const found = rows.map((row): [string, Figures] => [
        `${row.month} ${row.currency}`,
        {
          gross: cents(row.grossSalesAmount),
          taxable: cents(row.taxableAmount),
          tax: cents(row.taxAmount),
          market: cents(row.marketplaceSalesAmount),
          documents: row.documentCount,
        },
      ]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      for (const row of rows) {
        const parts = [row.taxableAmount, row.exemptAmount, row.nonTaxableAmount, row.uncollectedAmount];
        expect(parts.reduce((total, part) => total + cents(part), 0)).toBe(cents(row.grossSalesAmount));
      }
      const byJurisdiction = (await getLiability(ctx, query(['JURISDICTION']))).rows;
      const all = (tax: readonly { readonly taxAmount: string }[]) =>
        tax.reduce((total, one) => total + cents(one.taxAmount), 0);
      expect(all(byJurisdiction)).toBe(all(rows));
    }),
    { numRuns: 12 },
  );
});
