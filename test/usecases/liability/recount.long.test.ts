import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groupedBy } from '../../../src/domain/base/grouped-by.ts';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { documentsOfRow } from '../../../src/domain/liability/counted-documents.ts';
import type { LiabilityGroup } from '../../../src/domain/liability/liability-group.ts';
import type { LiabilityRow } from '../../../src/domain/liability/liability-record.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { authenticated, type Context } from '../../../src/ports/context.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { getLiability } from '../../../src/usecases/liability/get-liability.ts';
import { cancelTransaction } from '../../../src/usecases/transactions/cancel-transaction.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aContext, inputs } from '../../support/context.ts';
import { examples } from '../../support/examples.ts';
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
  taxCode: fc.constantFrom('C1S1', 'C1S2', 'C1S10', 'C3S1'),
  unitPrice: fc.integer({ min: 1, max: 500_00 }).map((cents) => cents / 100),
  quantity: fc.integer({ min: 1, max: 3 }),
});
const write = fc.record({
  externalId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  source: fc.constantFrom('8', '9'),
  subsidiary: fc.constantFrom(null, 'North'),
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
  if (isCancelled) await cancelTransaction(ctx, { key: { source: more.source, externalId: more.externalId } });
}

const cents = (text: string) => Math.round(Number(text) * 100);

type Figures = { gross: number; taxable: number; tax: number; market: number; documents: number };

function figuresOf(row: LiabilityRow): Figures {
  return {
    gross: cents(row.grossSalesAmount),
    taxable: cents(row.taxableAmount),
    tax: cents(row.taxAmount),
    market: cents(row.marketplaceSalesAmount),
    documents: row.transactionCount,
  };
}

/** Counted from the documents, with integers. */
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

type Labels = { readonly [Name in 'taxCode' | 'reason' | 'rate']?: string | null };

/** By label and currency, counted from the items only. */
function recountItems(
  documents: readonly Transaction[],
  isMarketplace: (one: Transaction) => boolean,
  labelOf: (labels: Labels) => string,
) {
  const rows = new Map<string, Figures>();
  for (const one of documents) {
    if (one.transactionStatus === 'CANCELLED' || one.transactionType === 'ESTIMATE') continue;
    const sign = one.transactionType === 'INVOICE' ? 1 : -1;
    const counted = new Set<string>();
    for (const line of one.items) {
      const key = `${labelOf({ ...line, rate: line.taxRate })} ${one.currency}`;
      const row = rows.get(key) ?? { gross: 0, taxable: 0, tax: 0, market: 0, documents: 0 };
      const net = sign * (cents(line.calculatedTotal) - (one.isTaxInclusive ? cents(line.taxAmount) : 0));
      if (isMarketplace(one)) row.market += net;
      else row.gross += net;
      row.taxable += sign * cents(line.taxableAmount);
      row.tax += sign * cents(line.taxAmount);
      row.documents += counted.has(key) ? 0 : 1;
      counted.add(key);
      rows.set(key, row);
    }
  }
  return Object.fromEntries(rows);
}

const ratedGroups: readonly (readonly LiabilityGroup[])[] = [
  ['RATE'],
  ['TAX_CODE', 'RATE'],
  ['REASON', 'RATE'],
  ['TAX_CODE', 'REASON', 'RATE'],
  ['TAX_CODE', 'REASON'],
];

const ofDocuments: readonly (readonly [readonly LiabilityGroup[], { source?: string; subsidiary?: string }])[] = [
  [['SOURCE'], {}],
  [['CUSTOMER', 'SOURCE'], {}],
  [['CUSTOMER'], { source: '9' }],
  [[], { source: '8', subsidiary: 'North' }],
  [[], { subsidiary: '' }],
];

const query = (groupBy: readonly LiabilityGroup[]) => ({
  from: '2026-06-01',
  to: '2026-07-31',
  period: null,
  country: null,
  state: null,
  subsidiary: null,
  source: null,
  marketplace: null,
  groupBy: [...groupBy],
});

it('is what the documents say, whatever was written, replaced and cancelled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
      const ctx = aContext(store.stores, await aTenant(store.stores));
      for (const one of writes) await carryOut(ctx, one);
      const documents = await authenticated(ctx).stores.transactions.list({}, { limit: 100, after: null });
      const lastOf = new Map(writes.map((one) => [`${one.source} ${one.externalId}`, one]));
      const isMarketplace = (one: Transaction) =>
        lastOf.get(`${one.source} ${one.externalId}`)?.customerType === 'MARKETPLACE';
      const expected = recount(documents, isMarketplace);
      const { rows } = await getLiability(ctx, query(['MONTH']));
      const found = rows.map((row): [string, Figures] => [`${row.month} ${row.currency}`, figuresOf(row)]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      for (const row of rows) {
        const parts = [row.taxableAmount, row.exemptAmount, row.nonTaxableAmount, row.uncollectedAmount];
        expect(parts.reduce((total, part) => total + cents(part), 0)).toBe(cents(row.grossSalesAmount));
      }
      for (const groupBy of ratedGroups) {
        const label = ({ taxCode, reason, rate }: Labels) =>
          [
            groupBy.includes('TAX_CODE') && taxCode,
            groupBy.includes('REASON') && reason,
            groupBy.includes('RATE') && rate,
          ].join();
        const rated = (await getLiability(ctx, query(groupBy))).rows.map((row) => [
          `${label(row)} ${row.currency}`,
          figuresOf(row),
        ]);
        expect(Object.fromEntries(rated)).toEqual(recountItems(documents, isMarketplace, label));
      }
      for (const [groupBy, only] of ofDocuments) {
        const { rows: ofParts } = await getLiability(ctx, { ...query([...groupBy, 'MONTH']), ...only });
        for (const row of ofParts) {
          const counted = documentsOfRow(row, row.within);
          const behind = await authenticated(ctx).stores.transactions.list({ counted }, { limit: 100, after: null });
          expect(behind.length).toBe(row.transactionCount);
        }
        const found = ofParts.map((row) => [
          `${row.source} ${row.customerId} ${row.month} ${row.currency}`,
          figuresOf(row),
        ]);
        const counted = documents.filter(
          ({ source, subsidiary }) =>
            (only.source ?? source) === source && (only.subsidiary ?? subsidiary ?? '') === (subsidiary ?? ''),
        );
        const parts = groupedBy(counted, ({ source, customerId }) =>
          [groupBy.includes('SOURCE') ? source : null, groupBy.includes('CUSTOMER') ? customerId : null].join(' '),
        );
        const expected = [...parts].flatMap(([, ofPart]) =>
          [...recount(ofPart, isMarketplace)].map(([key, figures]) => {
            const { source, customerId } = ofPart[0]!;
            const labels = [
              groupBy.includes('SOURCE') ? source : null,
              groupBy.includes('CUSTOMER') ? customerId : null,
            ];
            return [`${labels[0]} ${labels[1]} ${key}`, figures];
          }),
        );
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      }
      const byJurisdiction = (await getLiability(ctx, query(['JURISDICTION']))).rows;
      const all = (tax: readonly { readonly taxAmount: string }[]) =>
        tax.reduce((total, one) => total + cents(one.taxAmount), 0);
      expect(all(byJurisdiction)).toBe(all(rows));
      const byBoth = (await getLiability(ctx, query(['JURISDICTION', 'RATE']))).rows;
      for (const { jurisdiction, currency, ...whole } of byJurisdiction) {
        const parts = byBoth.filter((row) => row.jurisdiction?.id === jurisdiction?.id && row.currency === currency);
        for (const name of ['grossSalesAmount', 'taxableAmount', 'exemptAmount', 'taxAmount'] as const) {
          expect(parts.reduce((total, part) => total + cents(part[name]), 0)).toBe(cents(whole[name]));
        }
      }
    }),
    { numRuns: examples(60) },
  );
});
