import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { StoredTransaction } from '../../../src/ports/stores/transaction-store.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope, type TenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { backFill } from '../../../src/stores/totals/back-fill.ts';
import { completeTotals } from '../../../src/stores/totals/complete-totals.ts';
import { foldChanges } from '../../../src/stores/totals/fold-changes.ts';
import { jurisdictionTotals, salesTotals } from '../../../src/stores/totals/total-entries.ts';
import { aCustomer, amount, aSnapshot, aStoredTransaction } from '../../support/records.ts';
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

/** A document for 100 with 9 of tax. */
async function sell({ records, customerId }: Seller, more: Partial<Transaction> = {}) {
  const figures = { finalTransactionAmount: amount('109'), salesTax: { amount: amount('9'), rate: amount('0.09') } };
  const stored = aStoredTransaction(customerId, { ...figures, ...more });
  expect(await records.transactions.insert(stored)).toBe(true);
  return stored;
}

/** A write by another release, or by an operator. */
async function write({ scope }: Seller, stored: StoredTransaction | null, assignments: Prisma.Sql): Promise<void> {
  const isThis = stored ? Prisma.sql`service_id = ${stored.transaction.serviceId}::uuid` : Prisma.sql`TRUE`;
  await scope.reports.rows(Prisma.sql`UPDATE transactions SET ${assignments} WHERE ${scope.isOwned} AND ${isThis}`);
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

it('are folded before a report if the pending changes are long, a few at a time', async () => {
  const seller = await aSeller();
  const { scope } = seller;
  for (let sale = 0; sale < 40; sale += 1) await sell(seller);
  const expected = await sums(seller);
  // Each is as long as for a document with 1,000 items in many places.
  await scope.reports.rows(Prisma.sql`
    UPDATE total_changes SET totals = totals || jsonb_build_object('padding',
      (SELECT jsonb_agg(md5(random()::text)) FROM generate_series(1, 1000))) WHERE ${scope.isOwned}`);
  expect(await foldChanges(scope)).toBeLessThan(10);
  await completeTotals(scope);
  const isPending = Prisma.sql`SELECT number FROM total_changes WHERE ${scope.isOwned}`;
  expect(await scope.reports.rows(isPending)).toEqual([]);
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

it('include documents whose totals were unknown, once', async () => {
  const seller = await aSeller();
  const old = await sell(seller);
  await sell(seller);
  const { scope } = seller;
  const expected = await sums(seller);
  await foldAll(seller);
  await write(seller, old, Prisma.sql`totals = NULL`);
  expect((await sums(seller)).sales).toMatchObject([{ documents: 1 }]);
  await completeTotals(scope);
  expect(await sums(seller)).toEqual(expected);
  expect(await backFill(scope)).toBe(0);
  expect((await seller.records.transactions.findById(old.transaction.serviceId))!.transaction.version).toBe(1);
});

describe('beside a replica of an older release', () => {
  /** A write of a release that had no totals yet. */
  const asBeforeTotals = ({ transaction }: StoredTransaction) => Prisma.sql`
    transaction_type = ${transaction.transactionType}::"TransactionType",
    transaction_status = ${transaction.transactionStatus}::"TransactionStatus", document = ${JSON.stringify(transaction)}::json,
    snapshot = ${JSON.stringify(aSnapshot())}::json, updated_at = now(), version = version + 1`;
  /** The same for a release whose totals have a different meaning; here, sales of 7. */
  const withOtherTotals = (stored: StoredTransaction) => Prisma.sql`
    ${asBeforeTotals(stored)}, totals = replace(totals::text, '"20"', '"7"')::jsonb`;
  const writes = [
    ['knows no totals', asBeforeTotals],
    ['keeps other totals', withOtherTotals],
  ] as const;

  it.each(writes)('follow a document that one replaces which %s', async (_, written) => {
    const seller = await aSeller();
    const [stored] = [await sell(seller), await sell(seller)];
    await foldAll(seller);
    const changed = { finalTransactionAmount: amount('209'), taxDate: '2026-08-02' };
    await write(seller, stored, written({ ...stored, transaction: { ...stored.transaction, ...changed } }));
    expect((await sums(seller)).sales, 'unknown').toMatchObject([{ amount: '100', documents: 1 }]);
    await completeTotals(seller.scope);
    await foldAll(seller);
    expect((await sums(seller)).sales).toEqual([{ transaction_type: 'INVOICE', amount: '300', documents: 2 }]);
  });

  it.each(writes)('follow a document that one cancels which %s', async (_, written) => {
    const seller = await aSeller();
    const [stored] = [await sell(seller), await sell(seller)];
    await foldAll(seller);
    const cancelled = { ...stored.transaction, transactionStatus: 'CANCELLED' as const };
    await write(seller, stored, written({ ...stored, transaction: cancelled }));
    await completeTotals(seller.scope);
    expect((await sums(seller)).sales).toEqual([{ transaction_type: 'INVOICE', amount: '100', documents: 1 }]);
  });

  it('follow a document that a release stores with its own totals, and recalculates', async () => {
    const seller = await aSeller();
    const stored = await sell(seller);
    const { scope } = seller;
    await scope.reports.rows(Prisma.sql`
      INSERT INTO transactions SELECT copy.* FROM transactions, jsonb_populate_record(transactions, jsonb_build_object(
        'service_id', gen_random_uuid(), 'external_id', 'copy', 'totals', '{"lines":[]}'::jsonb)) AS copy
      WHERE transactions.${scope.isOwned}`);
    await scope.reports.rows(Prisma.sql`
      UPDATE transactions SET totals = '{"lines":[]}' WHERE ${scope.isOwned} AND external_id = 'copy'`);
    expect((await sums(seller)).sales).toMatchObject([{ documents: 1 }]);
    await completeTotals(scope);
    expect((await sums(seller)).sales).toEqual([{ transaction_type: 'INVOICE', amount: '200', documents: 2 }]);
    expect((await seller.records.transactions.findById(stored.transaction.serviceId))!.transaction.version).toBe(1);
  });

  it('follow any statement that changes a document, and no other', async () => {
    const seller = await aSeller();
    const stored = await sell(seller);
    const isKnown = async () =>
      (
        await seller.scope.reports.rows(Prisma.sql`
        SELECT FROM transactions WHERE ${seller.scope.isOwned} AND totals IS NOT NULL AND totals_form IS NULL`)
      ).length === 1;
    await write(seller, stored, Prisma.sql`transaction_filing_status = 'FILED', version = version + 1`);
    expect(await isKnown()).toBe(true);
    for (const column of ['document', 'snapshot', 'transaction_type', 'transaction_status', 'totals']) {
      await write(seller, stored, Prisma.sql`${Prisma.raw(column)} = ${Prisma.raw(column)}`);
      expect(await isKnown(), column).toBe(false);
      await completeTotals(seller.scope);
      expect(await isKnown()).toBe(true);
    }
    expect((await sums(seller)).sales).toEqual([{ transaction_type: 'INVOICE', amount: '100', documents: 1 }]);
  });
});

it('stay known when a period is reopened with a reason', async () => {
  const seller = await aSeller();
  await sell(seller, { transactionFilingStatus: 'FILED' });
  const period = { country: 'US', state: 'MN', from: '2026-07-01', to: '2026-07-31', serviceIds: null };
  for (const reason of ['It said "paid"', 'Another']) {
    const change = { period, status: 'NOT_FILED', reason, at: new Date() } as const;
    expect((await seller.records.filing.change(change)).changed).toBe(1);
    const rows = await seller.scope.reports.rows(Prisma.sql`
      SELECT reopening_reason AS because, totals IS NOT NULL AS is_known FROM transactions
      WHERE ${seller.scope.isOwned}`);
    expect(rows).toEqual([{ because: reason, is_known: true }]);
    await write(seller, null, Prisma.sql`transaction_filing_status = 'FILED'`);
  }
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
