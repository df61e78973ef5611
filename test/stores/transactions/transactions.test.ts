import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionsFrom } from '../../../src/domain/lists/declared-list.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { transactionList } from '../../../src/domain/transactions/transaction-list.ts';
import type { PageRequest } from '../../../src/ports/stores/page-request.ts';
import type { StoredTransaction } from '../../../src/ports/stores/transaction-store.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { aCustomer, amount, anItem, aSnapshot, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function aTenantWithCustomer(): Promise<{ stores: TenantStores; customerId: string }> {
  const tenant = await aTenant(store.stores);
  const stores = store.stores.forTenant(tenant.tenantId);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  return { stores, customerId: customer.serviceId };
}

it('names what a refund refunds in the columns as in the record', async () => {
  const { stores, customerId } = await aTenantWithCustomer();
  const refundOf = {
    invoiceId: 'an invoice',
    refundFraction: amount('0.5'),
    invoiceItems: [0],
    sentItems: null,
    sentShippingPrice: null,
  };
  const refund = { discount: amount('0'), items: [], shippingFee: null };
  const stored = aStoredTransaction(customerId, { refundOf }, { refund });
  await stores.transactions.insert(stored);
  const columns = await store.database.prisma.$queryRaw`
    SELECT document->'refundOf' AS document, snapshot->'refund' AS snapshot
    FROM transactions WHERE service_id = ${stored.transaction.serviceId}::uuid`;
  expect(columns).toEqual([{ document: refundOf, snapshot: refund }]);
  expect(await stores.transactions.findByKey(stored.transaction)).toEqual(stored);
});

describe('insert', () => {
  it('stores a document unchanged', async () => {
    const { stores, customerId } = await aTenantWithCustomer();
    const stored = aStoredTransaction(customerId, {
      externalId: 'INV/2026 "ü" 漢字 😀 % \\ \'',
      items: [anItem({ unitPrice: amount('9999999999999.123456789012'), name: 'Fenêtre 😀 "A" \\ \u2028' })],
      documentName: 'x'.repeat(20_000),
      finalTransactionAmount: amount('9999999999999.99'),
      externalTimestamps: { createdDate: '2026-07-01T23:30:00-05:00', updatedDate: '2026-07-02' },
      transactionLevelDiscount: amount('0.000000000001'),
    });
    expect(await stores.transactions.insert(stored)).toBe(true);
    expect(await stores.transactions.findByKey(stored.transaction)).toEqual(stored);
    expect(await stores.transactions.findById(stored.transaction.serviceId)).toEqual(stored);
    expect(await stores.transactions.findMany([stored.transaction.serviceId])).toEqual([stored.transaction]);
    expect(await stores.transactions.list({}, { limit: 10, after: null })).toEqual([stored.transaction]);
    const snapshots = await stores.transactions.findSnapshots([stored.transaction.serviceId]);
    expect(snapshots.get(stored.transaction.serviceId)).toEqual(stored.snapshot);
  });

  it('is true for exactly one of many concurrent requests', async () => {
    const { stores, customerId } = await aTenantWithCustomer();
    const race = Array.from({ length: 32 }, () =>
      stores.transactions.insert(aStoredTransaction(customerId, { externalId: 'raced' })),
    );
    expect((await Promise.all(race)).filter(Boolean)).toHaveLength(1);
  });

  it('rejects a customer of another tenant as unknown', async () => {
    const { stores } = await aTenantWithCustomer();
    const other = await aTenantWithCustomer();
    const insert = stores.transactions.insert(aStoredTransaction(other.customerId));
    await expect(insert).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
  });
});

describe('insertMany', () => {
  it('stores documents unchanged, and skips those whose keys are taken', async () => {
    const { stores, customerId } = await aTenantWithCustomer();
    const [taken, first, second] = [
      aStoredTransaction(customerId, { externalId: 'taken' }),
      aStoredTransaction(customerId, { externalId: 'first "ü"' }),
      aStoredTransaction(customerId, { externalId: 'second' }),
    ];
    await stores.transactions.insert(taken);
    const late = aStoredTransaction(customerId, { externalId: 'taken' });
    const inserted = await stores.transactions.insertMany([second, late, first]);
    expect([...inserted].sort()).toEqual([first.transaction.serviceId, second.transaction.serviceId].sort());
    expect(await stores.transactions.findByKey(first.transaction)).toEqual(first);
    expect(await stores.transactions.findByKey(taken.transaction)).toEqual(taken);
    const found = await stores.transactions.findByKeys([
      second.transaction,
      first.transaction,
      { ...first.transaction, source: '9' },
    ]);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([first, second].map(({ transaction, digests }) => ({ transaction, digests }))),
    );
    expect(await stores.transactions.insertMany([])).toEqual(new Set());
    expect(await stores.transactions.findByKeys([])).toEqual([]);
  });

  it('stores each document once under concurrent requests in any order', async () => {
    const { stores, customerId } = await aTenantWithCustomer();
    const batch = () =>
      Array.from({ length: 40 }, (_, index) => aStoredTransaction(customerId, { externalId: `raced ${index}` }));
    const answers = await Promise.all(
      [batch(), batch().reverse(), batch()].map((stored) => stores.transactions.insertMany(stored)),
    );
    expect(answers.reduce((sum, { size }) => sum + size, 0)).toBe(40);
  });
});

describe('replace', () => {
  it('overwrites the named version, once', async () => {
    const { stores, customerId } = await aTenantWithCustomer();
    const first = aStoredTransaction(customerId);
    await stores.transactions.insert(first);
    const race = Array.from({ length: 16 }, (_, index) =>
      stores.transactions.replace(
        { ...first, transaction: { ...first.transaction, documentName: `try ${index}`, version: 2 } },
        1,
      ),
    );
    expect((await Promise.all(race)).filter(Boolean)).toHaveLength(1);
    expect(await stores.transactions.replace(first, 1)).toBe(false);
    expect((await stores.transactions.findByKey(first.transaction))?.transaction.version).toBe(2);
  });

  it('keeps the replaced calculation if the number is new', async () => {
    const { stores, customerId } = await aTenantWithCustomer();
    const first = aStoredTransaction(customerId, {}, { rates: [] });
    await stores.transactions.insert(first);
    const { transaction } = first;
    const later = { ...transaction, salesTax: { amount: amount('2'), rate: amount('0.1') } };
    const second = { ...first, transaction: { ...later, calculationNumber: 2, version: 2 } };
    expect(await stores.transactions.replace({ ...second, snapshot: aSnapshot({ subdivision: 'WI' }) }, 1)).toBe(true);
    const third = { ...second, transaction: { ...second.transaction, documentName: 'Only the name', version: 3 } };
    expect(await stores.transactions.replace(third, 2)).toBe(true);

    const kept = await store.database.prisma.calculation.findMany({ where: { transactionId: transaction.serviceId } });
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({ calculationNumber: 1, document: { salesTax: { amount: '1.65' } } });
    expect(kept[0]).toMatchObject({ snapshot: { subdivision: 'MN' }, rateBookVersion: '2026-08-18' });
  });
});

describe('reading', () => {
  it('filters by customer, source, type and both statuses', async () => {
    const { stores, customerId } = await aTenantWithCustomer();
    const other = aCustomer();
    await stores.customers.insert(other);
    const invoice = aStoredTransaction(customerId);
    const refund = aStoredTransaction(customerId, {
      transactionType: 'REFUND',
      transactionStatus: 'PAID',
      source: '2',
    });
    const estimate = aStoredTransaction(other.serviceId, {
      transactionType: 'ESTIMATE',
      transactionFilingStatus: 'FILED',
    });
    for (const stored of [invoice, refund, estimate]) await stores.transactions.insert(stored);
    const ids = async (query: object) => {
      const filter = conditionsFrom(transactionList.fields, query);
      const found = await stores.transactions.list(filter, { limit: 10, after: null });
      expect(await stores.transactions.count(filter)).toBe(found.length);
      return new Set(found.map(({ serviceId }) => serviceId));
    };
    const idsOf = (...stored: StoredTransaction[]) => new Set(stored.map(({ transaction }) => transaction.serviceId));
    expect(await ids({})).toEqual(idsOf(invoice, refund, estimate));
    expect(await ids({ customerId })).toEqual(idsOf(invoice, refund));
    expect(await ids({ source: '1' })).toEqual(idsOf(invoice, estimate));
    expect(await ids({ transactionType: ['REFUND'] })).toEqual(idsOf(refund));
    expect(await ids({ transactionStatus: ['ACTIVE'] })).toEqual(idsOf(invoice, estimate));
    expect(await ids({ transactionFilingStatus: ['FILED'] })).toEqual(idsOf(estimate));
    expect(await ids({ customerId, source: '1', transactionStatus: ['PAID'] })).toEqual(new Set());
    expect(await ids({ customerId: 'no id' })).toEqual(new Set());
  });

  it('filters by place, tax date, preceding document and change', async () => {
    const { stores, customerId } = await aTenantWithCustomer();
    const [made, changed] = [new Date('2026-07-01T00:00:00Z'), new Date('2026-08-01T00:00:00Z')];
    const june = aStoredTransaction(customerId, { taxDate: '2026-06-30', createdFrom: 'order' });
    const july = aStoredTransaction(customerId, {
      taxDate: '2026-07-01',
      internalTimestamps: { createdDate: made, updatedDate: changed },
    });
    const quebec = aStoredTransaction(
      customerId,
      { taxDate: '2026-07-02', source: '2', createdFrom: 'order' },
      { country: 'CA', subdivision: 'CA-QC' },
    );
    const berlin = aStoredTransaction(customerId, { taxDate: '2026-07-03' }, { country: 'DE', subdivision: null });
    for (const stored of [june, july, quebec, berlin]) await stores.transactions.insert(stored);
    const days = async (query: object) => {
      const filter = conditionsFrom(transactionList.fields, query);
      const found = await stores.transactions.list(filter, { limit: 10, after: null });
      expect(await stores.transactions.count(filter)).toBe(found.length);
      return found.map(({ taxDate }) => taxDate.slice(5)).sort();
    };
    expect(await days({ country: 'US', state: 'MN' })).toEqual(['06-30', '07-01']);
    expect(await days({ country: 'CA', state: 'CA-QC' })).toEqual(['07-02']);
    expect(await days({ country: 'DE' })).toEqual(['07-03']);
    expect(await days({ from: '2026-07-01' })).toEqual(['07-01', '07-02', '07-03']);
    expect(await days({ from: '2026-06-30', to: '2026-07-02', country: 'US' })).toEqual(['06-30', '07-01']);
    expect(await days({ createdFrom: 'order' })).toEqual(['06-30', '07-02']);
    expect(await days({ createdFrom: 'order', source: '2' })).toEqual(['07-02']);
    expect(await days({ updatedSince: changed })).toEqual(['07-01']);
  });

  it('pages through documents created in the same millisecond, each exactly once', async () => {
    const { stores, customerId } = await aTenantWithCustomer();
    const made = Array.from({ length: 11 }, () => aStoredTransaction(customerId).transaction);
    for (const transaction of made)
      await stores.transactions.insert({ ...aStoredTransaction(customerId), transaction });
    const read: string[] = [];
    for (let after: PageRequest['after'] = null; ; ) {
      const page: Transaction[] = await stores.transactions.list(
        { customerId: { eq: customerId } },
        { limit: 3, after },
      );
      const last = page.at(-1);
      if (!last) break;
      read.push(...page.map(({ serviceId }) => serviceId));
      after = { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
    }
    expect(read).toEqual(
      made
        .map(({ serviceId }) => serviceId)
        .sort()
        .reverse(),
    );
  });

  it('accepts any text as an id', async () => {
    const { stores } = await aTenantWithCustomer();
    expect(await stores.transactions.findById('no id')).toBeNull();
    expect(await stores.transactions.findMany(['no id'])).toEqual([]);
    expect(await stores.transactions.findPart(['no id'])).toEqual({ rows: [], isCut: false });
    expect(await stores.transactions.findSnapshots(['no id'])).toEqual(new Map());
  });
});

it('reads long documents a few at a time, and short ones together', async () => {
  const { stores, customerId } = await aTenantWithCustomer();
  const description = Array.from({ length: 12_000 }, () => randomUUID()).join(' '); // Hardly compressible.
  const idsOf = async (changes: object) => {
    const stored = Array.from({ length: 3 }, () => aStoredTransaction(customerId, changes));
    for (const one of stored) await stores.transactions.insert(one);
    return stored.map(({ transaction }) => transaction.serviceId);
  };
  const [short, long] = [await idsOf({}), await idsOf({ items: [anItem({ description })] })];
  const together = await stores.transactions.findPart(short);
  expect(together.rows.map(({ serviceId }) => serviceId).sort()).toEqual(short.sort());
  expect(together.isCut).toBe(false);
  const first = await stores.transactions.findPart(long);
  expect(first).toMatchObject({ rows: [{ items: [{ description }] }], isCut: true });
  const rest = long.filter((id) => id !== first.rows[0]?.serviceId);
  expect((await stores.transactions.findPart(rest.slice(0, 1))).isCut).toBe(false);
  const keys = first.rows.map(({ source, externalId }) => ({ source, externalId }));
  expect(await stores.transactions.findPartByKeys([...keys, { source: '9', externalId: 'none' }])).toEqual({
    rows: first.rows,
    isCut: false,
  });
});

it('reads long refunds a few at a time, and none twice', async () => {
  const { stores, customerId } = await aTenantWithCustomer();
  const invoice = aStoredTransaction(customerId);
  await stores.transactions.insert(invoice);
  const { source, externalId } = invoice.transaction;
  const description = Array.from({ length: 12_000 }, () => randomUUID()).join(' ');
  const refunds = (['REFUND', 'REFUND', 'INVOICE'] as const).map((transactionType) =>
    aStoredTransaction(customerId, { transactionType, createdFrom: externalId, items: [anItem({ description })] }),
  );
  for (const one of refunds) await stores.transactions.insert(one);
  const read: string[] = [];
  for (const isCut of [true, false]) {
    const part = await stores.transactions.findPartOfRefunds([{ source, externalId }], read);
    expect(part).toMatchObject({ rows: [{ createdFrom: externalId }], isCut });
    read.push(...part.rows.map(({ serviceId }) => serviceId));
  }
  expect(read.sort()).toEqual(
    refunds
      .slice(0, 2)
      .map(({ transaction }) => transaction.serviceId)
      .sort(),
  );
});
