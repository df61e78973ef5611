import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDecimalText } from '../../../src/domain/base/amount.ts';
import { documentsOf } from '../../../src/domain/nexus/nexus-documents.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../../src/domain/transactions/transaction-snapshot.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';
import { examples } from '../../support/examples.ts';
import {
  aCustomer,
  amount,
  aNexusDeclaration,
  anItem,
  aSalesQuestion,
  aStoredTransaction,
} from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function aTenantsStores(): Promise<TenantStores> {
  return store.stores.forTenant((await aTenant(store.stores)).tenantId);
}

describe('a declaration', () => {
  it('is found by its place, unchanged', async () => {
    const { nexus } = await aTenantsStores();
    const texas = aNexusDeclaration({ state: 'TX', economicNexus: [{ validFrom: '2026-02-01', validThrough: null }] });
    const canada = aNexusDeclaration({ country: 'CA', state: null });
    expect(await nexus.insert(texas)).toBe(true);
    expect(await nexus.insert(canada)).toBe(true);
    expect(await nexus.find({ country: 'US', state: 'TX' })).toEqual(texas);
    expect(await nexus.find({ country: 'CA', state: null })).toEqual(canada);
    expect(await nexus.find({ country: 'CA', state: 'CA-QC' })).toBeNull();
    expect(await nexus.list()).toEqual([canada, texas]);
  });

  it('is inserted once, and replaced only at the version that was read', async () => {
    const { nexus } = await aTenantsStores();
    expect(await nexus.insert(aNexusDeclaration())).toBe(true);
    expect(await nexus.insert(aNexusDeclaration())).toBe(false);
    const changed = aNexusDeclaration({ registrations: [], version: 2 });
    expect(await nexus.replace(changed, 2)).toBe(false);
    expect(await nexus.replace(changed, 1)).toBe(true);
    expect(await nexus.list()).toEqual([changed]);
  });
});

type Sale = Partial<Transaction> & {
  readonly total: string;
  readonly tax?: string;
  readonly at?: Partial<TransactionSnapshot>;
};

async function sold(sales: readonly Sale[]): Promise<TenantStores['nexus']> {
  const { customers, nexus, transactions } = await aTenantsStores();
  const customer = aCustomer();
  await customers.insert(customer);
  for (const { total, tax = '0', at, ...more } of sales) {
    const item = anItem({ calculatedTotal: toDecimalText(decimal(total).minus(decimal(tax))), taxAmount: amount(tax) });
    const salesTax = { amount: amount(tax), rate: amount('0') };
    const figures = { items: [item], shippingFee: null, finalTransactionAmount: amount(total), salesTax };
    await transactions.insert(aStoredTransaction(customer.serviceId, { ...figures, ...more }, at));
  }
  return nexus;
}

const addUp = async (nexus: TenantStores['nexus'], changes: Parameters<typeof aSalesQuestion>[0] = {}) =>
  (await nexus.addUpSales([aSalesQuestion(changes)]))[0]!.counted;

const excludedAs: Readonly<Record<string, string>> = {
  CUSTOMER_EXEMPT: 'EXEMPT',
  REVERSE_CHARGE: 'BUSINESS',
  MARKETPLACE: 'MARKETPLACE',
  RESELLER: 'RESALE',
};
const someSale = fc.record({
  transactionType: fc.constantFrom('INVOICE', 'REFUND'),
  taxDate: fc.constantFrom('2025-12-31', '2026-01-01', '2026-05-05', '2026-12-31', '2027-01-01'),
  isLate: fc.boolean(),
  state: fc.constantFrom('MN', 'WI'),
  customerType: fc.constantFrom('RETAIL', 'RESELLER', 'MARKETPLACE'),
  lines: fc.array(
    fc.record({
      price: fc.integer({ min: 1, max: 9 }),
      reason: fc.constantFrom('TAXED', 'CUSTOMER_EXEMPT', 'REVERSE_CHARGE', 'MARKETPLACE'),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
});

it('lists the documents whose lines add up to the sales of a period', async () => {
  const some = fc.array(someSale, { minLength: 1, maxLength: 6 });
  const excluded = fc.subarray(['MARKETPLACE', 'RESALE', 'BUSINESS', 'EXEMPT'] as const);
  await fc.assert(
    fc.asyncProperty(some, excluded, async (sales, excludes) => {
      const { customers, nexus, transactions } = await aTenantsStores();
      const customer = aCustomer();
      await customers.insert(customer);
      for (const [index, { lines, state, customerType, isLate, ...sale }] of sales.entries()) {
        const items = lines.map(({ price, reason }) =>
          anItem({
            calculatedTotal: amount(String(price)),
            taxAmount: amount('0'),
            taxableAmount: amount('0'),
            reason,
          }),
        );
        const total = lines.reduce((sum, { price }) => sum + price, 0);
        const document = {
          ...sale,
          externalId: String(index),
          items,
          finalTransactionAmount: amount(String(total)),
          salesTax: { amount: amount('0'), rate: amount('0') },
          ...(isLate && { reportingPeriod: { from: '2027-02-01', to: '2027-02-28' } }),
        };
        const at = { subdivision: state, customerType };
        await transactions.insert(aStoredTransaction(customer.serviceId, document, at));
      }
      const question = aSalesQuestion({ excludes });
      const counted = documentsOf({ ...question, place: { country: 'US', state: 'MN' }, countries: null });
      const listed = await transactions.list({ counted }, { limit: 50, after: null, direction: 'ASC' });
      const behind: string[] = [];
      let expected = 0;
      for (const [index, { lines, customerType, transactionType, state, taxDate }] of sales.entries()) {
        if (state !== 'MN' || !taxDate.startsWith('2026')) continue;
        const isCounted = (reason: string, without: readonly string[]) =>
          [reason, customerType].every((label) => !without.includes(excludedAs[label] ?? 'OTHER'));
        const exceptExempt = excludes.filter((one) => one !== 'EXEMPT');
        if (lines.some(({ reason }) => isCounted(reason, exceptExempt))) behind.push(String(index));
        const counted = lines.filter(({ reason }) => isCounted(reason, excludes));
        const amounts = counted.reduce((sum, { price }) => sum + price, 0);
        expected += transactionType === 'INVOICE' ? amounts : -amounts;
      }
      expect(listed.map(({ externalId }) => externalId).sort()).toEqual(behind);
      const figure = (await nexus.addUpSales([question]))[0]!.counted;
      expect(figure[0]?.salesAmount ?? '0').toBe(String(expected));
    }),
    { numRuns: examples(40) },
  );
});

describe('sales', () => {
  it('are invoices without tax minus refunds, each on its own day', async () => {
    const nexus = await sold([
      { total: '107.25', tax: '7.25' },
      { total: '50.10', transactionStatus: 'PAID' },
      { total: '21.45', tax: '1.45', transactionType: 'REFUND', taxDate: '2026-08-01' },
      { total: '0.01', transactionType: 'TAXABLE_REFUND' },
      { total: '1000', taxDate: '2025-12-31' },
    ]);
    const usd = (salesAmount: string, transactionCount: number) => [{ currency: 'USD', salesAmount, transactionCount }];
    expect(await addUp(nexus)).toEqual(usd('130.09', 2));
    expect(await addUp(nexus, { to: '2026-07-31' })).toEqual(usd('150.09', 2));
    expect(await addUp(nexus, { from: '2026-07-02' })).toEqual(usd('-20', 0));
    expect(await addUp(nexus, { from: '2025-12-31' })).toEqual(usd('1130.09', 3));
  });

  it('exclude cancelled documents, orders and estimates', async () => {
    const nexus = await sold([
      { total: '1', transactionStatus: 'CANCELLED' },
      { total: '2', transactionType: 'ESTIMATE' },
      { total: '4', transactionType: 'SALES_ORDER' },
      { total: '8', transactionType: 'REFUND', transactionStatus: 'CANCELLED' },
    ]);
    expect(await addUp(nexus)).toEqual([]);
  });

  it('are reported by state, and for a country with all of its regions', async () => {
    const nexus = await sold([
      { total: '10', at: { country: 'US', subdivision: 'TX' } },
      { total: '20', at: { country: 'CA', subdivision: 'CA-QC' } },
      { total: '40', at: { country: 'CA', subdivision: 'CA-ON' } },
      { total: '80', at: { country: 'DE', subdivision: null } },
    ]);
    const asked = [
      { country: 'US', state: 'TX' },
      { country: 'US', state: 'MN' },
      { country: 'CA', state: null },
      { country: 'CA', state: 'CA-QC' },
      { country: 'DE', state: null },
    ];
    const answers = await nexus.addUpSales(asked.map(aSalesQuestion));
    expect(answers.map(({ counted: [sales] }) => sales?.salesAmount)).toEqual(['10', undefined, '60', '20', '80']);
  });

  it('through marketplaces count where the state counts them, by the customer type of the calculation', async () => {
    const nexus = await sold([{ total: '10' }, { total: '20', at: { customerType: 'MARKETPLACE' } }]);
    expect((await addUp(nexus))[0]).toMatchObject({ salesAmount: '30', transactionCount: 2 });
    const without = await addUp(nexus, { excludes: ['MARKETPLACE'] });
    expect(without[0]).toMatchObject({ salesAmount: '10', transactionCount: 1 });
  });

  it('leave out resale by customer type and exempt lines by reason, whose invoices stay in the number', async () => {
    const exempt = { items: [anItem({ calculatedTotal: amount('7'), reason: 'CUSTOMER_EXEMPT' })] };
    const nexus = await sold([
      { total: '10' },
      { total: '7', ...exempt },
      { total: '30', at: { customerType: 'RESELLER' } },
      { total: '40', at: { customerType: 'MARKETPLACE' } },
    ]);
    const threshold = { salesAmount: decimal('10'), transactionCount: 2, combine: 'EITHER' } as const;
    const question = aSalesQuestion({ excludes: ['RESALE', 'EXEMPT'], threshold });
    expect(await nexus.addUpSales([question, aSalesQuestion()])).toEqual([
      {
        counted: [{ currency: 'USD', salesAmount: '50', transactionCount: 3 }],
        excludedSales: [
          { reason: 'RESALE', currency: 'USD', salesAmount: '30', transactionCount: 1 },
          { reason: 'EXEMPT', currency: 'USD', salesAmount: '7', transactionCount: 0 },
        ],
      },
      { counted: [{ currency: 'USD', salesAmount: '87', transactionCount: 4 }], excludedSales: [] },
    ]);
    expect(
      await nexus.findReachedDays([{ ...question, threshold: { ...threshold, salesAmount: decimal('51') } }]),
    ).toEqual([{ salesReachedOn: null, transactionsReachedOn: '2026-07-01' }]);
  });

  it('are reported by currency, and only the requested one counts towards a threshold', async () => {
    const threshold = { salesAmount: decimal('100'), transactionCount: 3, combine: 'EITHER' } as const;
    const nexus = await sold([
      { total: '500', currency: 'EUR', taxDate: '2026-03-01' },
      { total: '60', taxDate: '2026-04-01' },
      { total: '39.99', taxDate: '2026-05-01' },
      { total: '0.01', taxDate: '2026-06-01' },
      { total: '50', taxDate: '2026-06-02', transactionType: 'REFUND' },
    ]);
    expect(await addUp(nexus, { threshold })).toEqual([
      { currency: 'EUR', salesAmount: '500', transactionCount: 1 },
      { currency: 'USD', salesAmount: '50', transactionCount: 3 },
    ]);
    const questions = [
      aSalesQuestion({ threshold }),
      aSalesQuestion({ threshold, from: '2026-05-01' }),
      aSalesQuestion({ threshold: { ...threshold, transactionCount: null } }),
      aSalesQuestion({ threshold, state: 'TX' }),
    ];
    expect(await nexus.findReachedDays(questions)).toEqual([
      { salesReachedOn: '2026-06-01', transactionsReachedOn: '2026-05-01' },
      { salesReachedOn: null, transactionsReachedOn: null },
      { salesReachedOn: '2026-06-01', transactionsReachedOn: null },
      { salesReachedOn: null, transactionsReachedOn: null },
    ]);
  });

  it('are exact', async () => {
    const nexus = await sold([{ total: '0.1' }, { total: '0.2' }, { total: '123456789012345.67' }]);
    expect((await addUp(nexus))[0]!.salesAmount).toBe('123456789012345.97');
  });

  it('change with the document', async () => {
    const { customers, nexus, transactions } = await aTenantsStores();
    const customer = aCustomer();
    await customers.insert(customer);
    const stored = aStoredTransaction(customer.serviceId);
    await transactions.insert(stored);
    expect(await addUp(nexus, { excludes: ['MARKETPLACE'] })).toHaveLength(1);
    const transaction = { ...stored.transaction, version: 2 };
    const snapshot = { ...stored.snapshot, customerType: 'MARKETPLACE' as const };
    expect(await transactions.replace({ ...stored, transaction, snapshot }, 1)).toBe(true);
    expect(await addUp(nexus, { excludes: ['MARKETPLACE'] })).toEqual([]);
  });
});
