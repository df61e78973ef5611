import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope, type TenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { backFill } from '../../../src/stores/totals/back-fill.ts';
import { completeTotals } from '../../../src/stores/totals/complete-totals.ts';
import { foldChanges } from '../../../src/stores/totals/fold-changes.ts';
import { jurisdictionTotals, salesTotals } from '../../../src/stores/totals/total-entries.ts';
import { aCustomer, amount, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

type Seller = { readonly scope: TenantScope; readonly records: TenantStores; readonly customerId: string };

async function aSeller(): Promise<Seller> {
  const { tenantId } = await aTenant(store.stores);
  const records = store.stores.forTenant(tenantId);
  const customer = aCustomer();
  await records.customers.insert(customer);
  return { scope: createTenantScope(store.database, tenantId), records, customerId: customer.serviceId };
}

/** A document over 100 with 9 of tax. */
async function sell({ records, customerId }: Seller, more: Partial<Transaction> = {}) {
  const figures = { finalTransactionAmount: amount('109'), salesTax: { amount: amount('9'), rate: amount('0.09') } };
  const stored = aStoredTransaction(customerId, { ...figures, ...more });
  expect(await records.transactions.insert(stored)).toBe(true);
  return stored;
}

async function sums({ scope }: Seller) {
  const sales = await scope.reports.rows(Prisma.sql`
    SELECT transaction_type, trim_scale(sum(gross_amount + fee_amount))::text AS amount, sum(documents)::int AS documents
    FROM ${salesTotals(scope, [])} AS sales GROUP BY 1 ORDER BY 1`);
  const parts = await scope.reports.rows(Prisma.sql`
    SELECT jurisdiction_id AS id, trim_scale(sum(tax_amount))::text AS tax, sum(documents)::int AS documents
    FROM ${jurisdictionTotals(scope, [])} AS parts GROUP BY 1 ORDER BY 1`);
  return { sales, parts };
}

async function foldAll({ scope }: Seller): Promise<number> {
  let folded = 0;
  for (let part = await foldChanges(scope); part > 0; part = await foldChanges(scope)) folded += part;
  return folded;
}

it('are the same before, while and after changes are folded', async () => {
  const seller = await aSeller();
  for (let sale = 0; sale < 205; sale += 1) await sell(seller);
  await sell(seller, { transactionType: 'REFUND' });
  await sell(seller, { transactionType: 'ESTIMATE' });
  await sell(seller, { transactionStatus: 'CANCELLED' });
  const expected = await sums(seller);
  expect(expected.sales).toEqual([
    { transaction_type: 'INVOICE', amount: '20500', documents: 205 },
    { transaction_type: 'REFUND', amount: '100', documents: 1 },
  ]);
  expect(await foldChanges(seller.scope)).toBe(200);
  expect(await sums(seller)).toEqual(expected);
  expect(await foldAll(seller)).toBe(6);
  expect(await sums(seller)).toEqual(expected);
});

it('follow a document that is replaced and cancelled', async () => {
  const seller = await aSeller();
  const stored = await sell(seller);
  await foldAll(seller);
  const { transaction } = stored;
  const changed = { ...transaction, finalTransactionAmount: amount('209'), taxDate: '2026-08-02', version: 2 };
  expect(await seller.records.transactions.replace({ ...stored, transaction: changed }, 1)).toBe(true);
  expect((await sums(seller)).sales).toEqual([{ transaction_type: 'INVOICE', amount: '200', documents: 1 }]);
  const cancelled = { ...changed, transactionStatus: 'CANCELLED' as const, version: 3 };
  expect(await seller.records.transactions.replace({ ...stored, transaction: cancelled }, 2)).toBe(true);
  expect(await foldAll(seller)).toBe(3);
  expect((await sums(seller)).sales).toEqual([{ transaction_type: 'INVOICE', amount: '0', documents: 0 }]);
});

it('include documents that were stored before there were totals, once', async () => {
  const seller = await aSeller();
  const old = await sell(seller);
  await sell(seller);
  const { scope } = seller;
  const expected = await sums(seller);
  await foldAll(seller);
  await scope.reports.rows(Prisma.sql`
    UPDATE transactions SET totals = NULL WHERE ${scope.isOwned} AND service_id = ${old.transaction.serviceId}::uuid`);
  expect((await sums(seller)).sales).toMatchObject([{ documents: 1 }]);
  await completeTotals(scope);
  expect(await sums(seller)).toEqual(expected);
  expect(await backFill(scope)).toBe(0);
  expect((await seller.records.transactions.findById(old.transaction.serviceId))!.transaction.version).toBe(1);
});

it('are folded by one at a time, and writers do not wait', async () => {
  const seller = await aSeller();
  await Promise.all(Array.from({ length: 40 }, () => sell(seller)));
  const folding = Promise.all([foldChanges(seller.scope), foldChanges(seller.scope), foldChanges(seller.scope)]);
  await Promise.all(Array.from({ length: 40 }, () => sell(seller)));
  await folding;
  await foldAll(seller);
  expect((await sums(seller)).sales).toEqual([{ transaction_type: 'INVOICE', amount: '8000', documents: 80 }]);
});

it('belong to one tenant', async () => {
  const [one, other] = [await aSeller(), await aSeller()];
  await sell(one);
  await foldAll(other);
  expect(await sums(other)).toEqual({ sales: [], parts: [] });
});
