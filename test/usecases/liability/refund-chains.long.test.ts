import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/base/errors.ts';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import type { LiabilityGroup } from '../../../src/domain/liability/liability-group.ts';
import type { LiabilityRow } from '../../../src/domain/liability/liability-record.ts';
import { authenticated, type Context } from '../../../src/ports/context.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { upsertExemptions } from '../../../src/usecases/exemptions/exemptions.ts';
import { refundTax } from '../../../src/usecases/exemptions/refund-tax.ts';
import { getLiability } from '../../../src/usecases/liability/get-liability.ts';
import { verifyTotals } from '../../../src/usecases/liability/verify-totals.ts';
import { fileTaxReturn } from '../../../src/usecases/returns/file-return.ts';
import { cancelTransaction } from '../../../src/usecases/transactions/cancel-transaction.ts';
import { getRefundable } from '../../../src/usecases/transactions/get-transaction.ts';
import { checkTransaction } from '../../../src/usecases/transactions/trace-transaction.ts';
import { upsertTransaction } from '../../../src/usecases/transactions/upsert-transaction.ts';
import { aCustomerBody, anInvoiceBody, minneapolis } from '../../support/bodies.ts';
import { aContext, inputs, reference } from '../../support/context.ts';
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
  // Groceries have a reduced rate.
  { country: 'US', state: 'IL', city: 'Chicago', zip: '60601', isPartial: true },
  { country: 'FR' },
  // Two taxes, each rounded separately.
  { country: 'CA', state: 'QC', isPartial: true },
  // The tax at each rate is rounded once and allocated.
  { country: 'JP' },
];
const cents = (min: number, max: number) => fc.integer({ min, max }).map((amount) => amount / 100);
const item = fc.record({
  taxCode: fc.constantFrom('C1S1', 'C1S1', 'C1S2', 'C1S10', 'C3S1'),
  unitPrice: cents(1, 3000_00),
  quantity: fc.integer({ min: 1, max: 7 }),
  isDiscounted: fc.boolean(),
});
const sale = fc.record({
  shippingAddress: fc.constantFrom(...places),
  isTaxInclusive: fc.boolean(),
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  fee: fc.option(cents(1, 50_00)),
  isPartlyExempt: fc.boolean(),
});
const step = fc.record({
  kind: fc.constantFrom('quantity', 'fraction', 'amount', 'tax', 'certificate', 'cancel', 'file', 'whole'),
  item: fc.nat({ max: 2 }),
  share: fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100),
  day: fc.constantFrom('2026-06-15', '2026-06-30', '2026-07-02', '2026-08-20'),
});
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const amounts = [
  'grossSalesAmount',
  'taxableAmount',
  'exemptAmount',
  'nonTaxableAmount',
  'uncollectedAmount',
  'taxAmount',
  'feeAmount',
  'marketplaceSalesAmount',
  'refundsAmount',
] as const;
/** Returned goods stay sold and refunded by type and month. */
const emptied: readonly LiabilityGroup[] = [
  'COUNTRY',
  'STATE',
  'JURISDICTION',
  'TAX_CODE',
  'REASON',
  'RATE',
  'SUBSIDIARY',
];
const adding: readonly LiabilityGroup[] = ['STATE', 'TAX_CODE', 'REASON', 'SUBSIDIARY', 'TRANSACTION_TYPE', 'MONTH'];
const inCents = (text: string | null) => Math.round(Number(text ?? 0) * 100);
const added = (rows: readonly LiabilityRow[]) =>
  Object.fromEntries(amounts.map((name) => [name, rows.reduce((sum, row) => sum + inCents(row[name]), 0)]));

class Chain {
  readonly ctx: Context;
  readonly sale: Sale;
  customerId = '';
  refunds = 0;

  constructor(ctx: Context, sale: Sale) {
    this.ctx = ctx;
    this.sale = sale;
  }

  put(more: Record<string, unknown>, day = '2026-08-25') {
    const externalTimestamps = { createdDate: day, updatedDate: day };
    const body = anInvoiceBody(this.customerId, { externalTimestamps, subsidiary: 'North', ...more });
    return upsertTransaction(this.ctx, parseInput(inputs.transaction, body));
  }

  refund(more: Record<string, unknown>, day?: string) {
    this.refunds += 1;
    const { shippingAddress } = this.sale;
    const named = { externalId: `r-${this.refunds}`, transactionType: 'REFUND', createdFrom: 'i-1', shippingAddress };
    return this.put({ ...named, subsidiary: null, ...more }, day);
  }

  certificate(terms: object) {
    const { country, state = '' } = { state: '', ...this.sale.shippingAddress };
    const isOfState = country === 'US';
    const exemption = { customerId: this.customerId, ...(isOfState ? {} : { country }), ...terms };
    const body = { exemption, states: isOfState ? [{ code: state }] : [] };
    return upsertExemptions(this.ctx, parseInput(inputs.exemption, body));
  }

  async sell() {
    const { items, fee, ...invoice } = this.sale;
    this.customerId = (await upsertCustomer(this.ctx, parseInput(inputs.customer, aCustomerBody()))).value.serviceId;
    if (invoice.isPartlyExempt) await this.certificate({ exemptionType: 'PARTIALLY', exemptFraction: 0.3337 });
    await this.put({
      shippingAddress: invoice.shippingAddress,
      isTaxInclusive: invoice.isTaxInclusive,
      items: items.map(({ isDiscounted, ...one }, index) => ({
        ...one,
        name: `Item ${index}`,
        ...(isDiscounted && { discount: Math.floor(one.unitPrice * 33) / 100 }),
      })),
      ...(fee !== null && { shippingFee: { taxCode: 'C6S1', totalPrice: fee } }),
      externalTimestamps: { createdDate: '2026-06-10', updatedDate: '2026-06-10' },
    });
  }

  /** Steps that return more than the remainder or change filed documents are refused and change nothing. */
  async carryOut({ kind, item: at, share, day }: Step): Promise<void> {
    const { items, shippingAddress } = this.sale;
    const index = at % items.length;
    const { taxCode, quantity } = items[index]!;
    const named = { name: `Item ${index}`, taxCode };
    switch (kind) {
      case 'quantity':
        await this.refund({ items: [{ ...named, quantity: Math.max(1, Math.floor(quantity * share)) }] }, day);
        return;
      case 'fraction':
        await this.refund({ items: [], refundFraction: share }, day);
        return;
      case 'amount': {
        const { amount } = (await this.left()).items[index]!;
        const unitPrice = Math.floor(Number(amount) * 100 * share) / 100;
        await this.refund({ items: [{ ...named, unitPrice, quantity: 1 }] }, day);
        return;
      }
      case 'tax':
        await this.refund({ items: [], refundKind: 'TAX_ONLY', refundFraction: share }, day);
        return;
      case 'whole':
        await this.refund({ items: [] }, day);
        return;
      case 'certificate': {
        const [exemption] = await this.certificate({ certificate: { certificateId: `late-${this.refunds}` } });
        const asked = { filed: 'REFUND', refundedOn: day, from: null, to: null, dryRun: false } as const;
        await refundTax(this.ctx, { serviceId: exemption!.serviceId }, asked);
        return;
      }
      case 'cancel': {
        const refunds = (await this.documents()).filter(({ transactionType }) => transactionType === 'REFUND');
        const key = refunds[at % Math.max(1, refunds.length)]?.externalId;
        if (key) await cancelTransaction(this.ctx, { key: { source: '9', externalId: key } });
        return;
      }
      case 'file': {
        const { country, state = null } = { state: null, ...shippingAddress };
        const key = { country, state, scheme: 'STANDARD', period: '2026-06' } as const;
        const payment = { filedOn: null, prepaidAmount: null, prepaidLocalAmount: null };
        const details = { referenceNumber: null, amountPaid: null, paidCurrency: null, ...payment };
        await fileTaxReturn(this.ctx, { key }, details);
      }
    }
  }

  left = () => getRefundable(this.ctx, { key: { source: '9', externalId: 'i-1' } });
  documents = () =>
    authenticated(this.ctx).stores.transactions.list({ createdFrom: { eq: 'i-1' } }, { limit: 100, after: null });

  /** First the prices, then the remaining tax. */
  async returnRest(): Promise<void> {
    const { items, shippingFee } = await this.left();
    const returned = items.flatMap(({ amount, name, taxCode }) =>
      amount === '0' ? [] : [{ name, taxCode, unitPrice: amount, quantity: 1 }],
    );
    const fee = shippingFee && shippingFee.amount !== '0' ? { taxCode: 'C6S1', totalPrice: shippingFee.amount } : null;
    if (returned.length > 0 || fee) await this.refund({ items: returned, ...(fee && { shippingFee: fee }) });
    if ((await this.left()).taxAmount !== '0') await this.refund({ items: [], refundKind: 'TAX_ONLY' });
  }

  rows = async (groupBy: readonly LiabilityGroup[]) => {
    const period = { from: '2026-06-01', to: '2026-12-31', period: null };
    return (
      await getLiability(this.ctx, {
        ...period,
        country: null,
        state: null,
        subsidiary: null,
        source: null,
        marketplace: null,
        groupBy: [...groupBy],
      })
    ).rows;
  };

  /** In every group, the parts add up to the whole, and the whole matches the documents. */
  async requireSound(): Promise<void> {
    const whole = added(await this.rows([]));
    const { grossSalesAmount, taxableAmount, exemptAmount, nonTaxableAmount, uncollectedAmount } = whole;
    expect(grossSalesAmount).toBe(taxableAmount! + exemptAmount! + nonTaxableAmount! + uncollectedAmount!);
    expect(added(await this.rows(adding))).toEqual(whole);
    expect(added(await this.rows(['JURISDICTION'])).taxAmount).toBe(whole.taxAmount);
    const { checks } = await checkTransaction(this.ctx, { key: { source: '9', externalId: 'i-1' } });
    const broken = checks.filter(({ passed }) => !passed);
    expect(broken).toEqual([]);
    const { amount, taxAmount, totalAmount } = await this.left();
    expect(inCents(taxAmount)).toBe(whole.taxAmount);
    expect(inCents(totalAmount) - inCents(taxAmount)).toBe(grossSalesAmount);
    expect(inCents(amount)).toBe(this.sale.isTaxInclusive ? inCents(totalAmount) : grossSalesAmount);
  }
}

const refusals = new Set(['OVER_REFUND', 'PERIOD_CLOSED', 'INVALID_INPUT']);

it('is empty by every group once all is returned, whatever was refunded, cancelled and filed on the way', async () => {
  await fc.assert(
    fc.asyncProperty(sale, fc.array(step, { minLength: 1, maxLength: 6 }), async (sold, steps) => {
      const tenant = await aTenant(store.stores);
      const chain = new Chain(aContext(store.stores, tenant), sold);
      await chain.sell();
      for (const one of steps) {
        await chain.carryOut(one).catch((error: unknown) => {
          if (!(error instanceof AppError) || !refusals.has(error.code)) throw error;
        });
        await chain.requireSound();
      }
      await chain.returnRest();
      await chain.requireSound();
      expect(
        (await verifyTotals(store.stores.forTenant(tenant.tenantId), { isRepair: false, countries: () => reference }))
          .faults,
      ).toEqual([]);
      const whole = added(await chain.rows([]));
      for (const group of adding) expect({ group, ...added(await chain.rows([group])) }).toEqual({ group, ...whole });
      for (const group of emptied) {
        const left = (await chain.rows([group])).flatMap((row) =>
          amounts
            .filter((name) => name !== 'refundsAmount' && inCents(row[name]) !== 0)
            .map((name) => ({ ...row, name })),
        );
        expect(left).toEqual([]);
      }
    }),
    { numRuns: examples(40) },
  );
}, 600_000);
