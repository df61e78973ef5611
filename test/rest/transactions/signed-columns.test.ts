import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/base/errors.ts';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { taxLineRows } from '../../../src/domain/transactions/tax-line-record.ts';
import { authenticated, type Context } from '../../../src/ports/context.ts';
import { taxLineColumns } from '../../../src/rest/transactions/tax-line-list.ts';
import { documentColumns } from '../../../src/rest/transactions/transaction-columns.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { upsertExemptions } from '../../../src/usecases/exemptions/exemptions.ts';
import { getLiability } from '../../../src/usecases/liability/get-liability.ts';
import { cancelTransaction } from '../../../src/usecases/transactions/cancel-transaction.ts';
import { loadDetails } from '../../../src/usecases/transactions/list-transactions.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
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
  { country: 'US', state: 'TN', city: 'Nashville', zip: '37201', isPartial: true },
  { country: 'DE' },
];
const item = fc.record({
  taxCode: fc.constantFrom('C1S1', 'C1S2', 'C1S10'),
  unitPrice: fc.integer({ min: 1, max: 3000_00 }).map((cents) => cents / 100),
  shippingAddress: fc.option(fc.constantFrom(...places), { nil: undefined, freq: 4 }),
});
const sale = fc.record({
  day: fc.constantFrom('2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01'),
  place: fc.constantFrom(...places),
  customer: fc.constantFrom('RETAIL', 'RETAIL_EXEMPT', 'CERTIFICATE'),
  transactionType: fc.constantFrom('INVOICE', 'INVOICE', 'TAXABLE_REFUND', 'ESTIMATE'),
  isTaxInclusive: fc.boolean(),
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  fee: fc.option(fc.constantFrom(5, 9.99)),
  refunded: fc.option(fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100)),
  isTaxOnly: fc.boolean(),
  isCancelled: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
});
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

async function customersOf(ctx: Context) {
  const ids = new Map<string, string>();
  for (const kind of ['RETAIL', 'RETAIL_EXEMPT', 'CERTIFICATE']) {
    const customerType = kind === 'CERTIFICATE' ? 'RETAIL' : kind;
    const body = aCustomerBody({ externalId: kind, name: `Buyer ${kind}`, customerType });
    const { serviceId } = (await upsertCustomer(ctx, parseInput(inputs.customer, body))).value;
    ids.set(kind, serviceId);
  }
  const exemption = {
    customerId: ids.get('CERTIFICATE'),
    exemptionReason: 'RESALE',
    certificate: { certificateId: 'MN-77' },
  };
  await upsertExemptions(ctx, parseInput(inputs.exemption, { exemption, states: [{ code: 'MN' }, { code: 'TX' }] }));
  return ids;
}

async function carryOut(ctx: Context, sales: readonly Sale[]) {
  const customers = await customersOf(ctx);
  const put = async (body: Record<string, unknown>) => {
    try {
      await upsertTransaction(ctx, parseInput(inputs.transaction, body));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  };
  for (const [
    index,
    { day, place, customer, items, fee, refunded, isTaxOnly, isCancelled, ...more },
  ] of sales.entries()) {
    const externalId = `s-${index}`;
    const shared = { shippingAddress: place, externalTimestamps: { createdDate: day, updatedDate: day } };
    const invoice = {
      ...shared,
      ...more,
      externalId,
      items: items.map((one) => anItemBody({ quantity: 1, ...one })),
      ...(fee !== null && { shippingFee: { taxCode: 'C6S1', totalPrice: fee } }),
    };
    await put(anInvoiceBody(customers.get(customer)!, invoice));
    const refund = {
      ...shared,
      transactionType: 'REFUND',
      externalId: `${externalId}-r`,
      createdFrom: externalId,
      items: [],
      refundFraction: refunded,
      ...(isTaxOnly && { refundKind: 'TAX_ONLY' }),
    };
    if (refunded !== null && more.transactionType === 'INVOICE')
      await put(anInvoiceBody(customers.get(customer)!, refund));
    else if (isCancelled) await cancelTransaction(ctx, { key: { source: '9', externalId } });
  }
}

const cents = (text: unknown) => Math.round(Number(text ?? 0) * 100);
const everyPart = { subsidiary: null, source: null, marketplace: null };
const june = { period: '2026-06', from: null, to: null, country: null, state: null, ...everyPart };

/** Every line of a ledger export, regardless of its month. */
async function exported(ctx: Context) {
  const all = await loadDetails(
    ctx,
    await authenticated(ctx).stores.transactions.list({}, { limit: 100, after: null }),
  );
  const cellsOf = <Line>(columns: readonly { name: string; value(line: Line): unknown }[], line: Line) =>
    Object.fromEntries(columns.map((column) => [column.name, column.value(line)]));
  const isOfJune = (row: Record<string, unknown>) => String(row.reportedOn).startsWith('2026-06');
  return {
    lines: all.flatMap((one) => [...taxLineRows(one)].map((row) => cellsOf(taxLineColumns, row))).filter(isOfJune),
    documents: all.map((one) => cellsOf(documentColumns, one)).filter(isOfJune),
  };
}

function added(
  rows: readonly Record<string, unknown>[],
  keyOf: (row: Record<string, unknown>) => string,
  names: readonly string[],
) {
  const sums: Record<string, number[]> = {};
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums[key] ?? names.map(() => 0);
    sums[key] = sum;
    for (const [index, name] of names.entries()) sum[index]! += cents(row[name]);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum.some((one) => one !== 0)));
}

it('add up to the liability of a month, by jurisdiction and in all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 6 }), async (sales) => {
      const ctx = aContext(store.stores, await aTenant(store.stores));
      await carryOut(ctx, sales);
      const { lines, documents } = await exported(ctx);
      const byJurisdiction = await getLiability(ctx, { ...june, groupBy: ['JURISDICTION'] });
      const untaxed = ['exemptAmount', 'nonTaxableAmount', 'uncollectedAmount'] as const;
      const owed = byJurisdiction.rows.map((row) => ({
        ...row,
        id: row.jurisdiction!.id,
        untaxedAmount: String(untaxed.reduce((total, name) => total + cents(row[name]), 0) / 100),
      }));
      const names = ['signedNetAmount', 'signedTaxableAmount', 'signedExemptAmount', 'signedTaxAmount'];
      const ofJurisdictions = lines.filter(({ jurisdictionId }) => jurisdictionId != null);
      expect(added(ofJurisdictions, (row) => `${row.jurisdictionId} ${row.currency}`, names)).toEqual(
        added(owed, (row) => `${row.id} ${row.currency}`, [
          'grossSalesAmount',
          'taxableAmount',
          'untaxedAmount',
          'taxAmount',
        ]),
      );
      const whole = await getLiability(ctx, { ...june, groupBy: ['CURRENCY'] });
      expect(added(documents, (row) => String(row.currency), ['signedNetAmount', 'signedTaxAmount'])).toEqual(
        added([...whole.rows], (row) => String(row.currency), ['grossSalesAmount', 'taxAmount']),
      );
      for (const row of lines) {
        const isByCertificate = row.exemptionId != null;
        expect([row.certificateId, row.exemptionReason]).toEqual(isByCertificate ? ['MN-77', 'RESALE'] : [null, null]);
        expect(row.customerName).toBe(`Buyer ${row.customerExternalId}`);
        expect(row.vatCategory).toBe(row.country === 'DE' ? (row.appliedRate === '0' ? row.vatCategory : 'S') : null);
      }
    }),
    { numRuns: examples(60) },
  );
});
