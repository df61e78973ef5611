import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../src/domain/account/tenant.ts';
import type { FilingChange, FilingPeriod } from '../../../src/domain/transactions/filing.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../../src/domain/transactions/transaction-snapshot.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
let stores: TenantStores;
let tenant: Tenant;
let customerId: string;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  tenant = await aTenant(store.stores);
  stores = store.stores.forTenant(tenant.tenantId);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  customerId = customer.serviceId;
});

const july: FilingPeriod = {
  country: 'US',
  state: 'MN',
  from: '2026-07-01',
  to: '2026-07-31',
  serviceIds: null,
};

const filed = (period: Partial<FilingPeriod> = {}): FilingChange => ({
  period: { ...july, ...period },
  status: 'FILED',
  reason: null,
  at: new Date('2026-08-20T09:00:00.000Z'),
});

const reopened: FilingChange = { ...filed(), status: 'NOT_FILED', reason: 'The state’s "notice" of May' };

async function put(changes: Partial<Transaction> = {}, snapshot: Partial<TransactionSnapshot> = {}) {
  const stored = aStoredTransaction(customerId, changes, snapshot);
  await stores.transactions.insert(stored);
  return stored.transaction;
}

const entriesOf = (serviceId: string) =>
  store.database.prisma.$queryRaw<{ record_key: string; version: number; members: object | null }[]>`
    SELECT record_key, version, members FROM changes
    WHERE tenant_id = ${tenant.tenantId}::uuid AND record_id = ${serviceId} ORDER BY version`;

const read = async (serviceId: string) => (await stores.transactions.findMany([serviceId]))[0]!;

describe('change', () => {
  it('changes only the invoices and refunds of the place and period that are not cancelled', async () => {
    const fitting = [
      await put({ taxDate: '2026-07-01' }),
      await put({ taxDate: '2026-07-15', transactionType: 'REFUND' }),
      await put({ taxDate: '2026-07-31', transactionType: 'TAXABLE_REFUND', transactionStatus: 'PAID' }),
    ];
    const others = [
      await put({ taxDate: '2026-06-30' }),
      await put({ taxDate: '2026-08-01' }),
      await put({}, { subdivision: 'WI' }),
      await put({}, { country: 'CA' }),
      await put({ transactionStatus: 'CANCELLED' }),
      await put({ transactionType: 'ESTIMATE' }),
      await put({ transactionType: 'SALES_ORDER' }),
    ];
    expect(await stores.filing.change(filed())).toEqual({
      changed: 3,
      unchanged: 0,
      ignoredServiceIds: [],
      serviceIds: fitting.map(({ serviceId }) => serviceId),
    });
    for (const before of fitting) {
      const { createdDate } = before.internalTimestamps;
      expect(await read(before.serviceId)).toEqual({
        ...before,
        transactionFilingStatus: 'FILED',
        internalTimestamps: { createdDate, updatedDate: new Date('2026-08-20T09:00:00.000Z') },
        version: 2,
      });
    }
    for (const before of others) expect(await read(before.serviceId)).toEqual(before);
  });

  it('skips documents that already have the status', async () => {
    const { serviceId } = await put();
    await stores.filing.change(filed());
    expect(await stores.filing.change(filed())).toEqual({
      changed: 0,
      unchanged: 1,
      serviceIds: [],
      ignoredServiceIds: [],
    });
    expect((await read(serviceId)).version).toBe(2);
  });

  it('keeps the reason for reopening with the document, and its figures unchanged', async () => {
    const before = await put({ documentName: 'Größe "9" \\ 漢字 😀' });
    await stores.filing.change(filed());
    expect(await stores.filing.change(reopened)).toMatchObject({ changed: 1, serviceIds: [before.serviceId] });
    const { internalTimestamps, ...after } = await read(before.serviceId);
    const { internalTimestamps: _before, ...kept } = before;
    expect(after).toEqual({ ...kept, reopeningReason: 'The state’s "notice" of May', version: 3 });
    expect(internalTimestamps.updatedDate).toEqual(reopened.at);
  });

  it('enters each document in the trail once, with what changed of it', async () => {
    const documents = [await put(), await put(), await put()];
    await stores.filing.change(filed());
    await stores.filing.change(reopened);
    for (const { serviceId, source, externalId } of documents) {
      expect(await entriesOf(serviceId)).toEqual([
        { record_key: `${source}/${externalId}`, version: 1, members: null },
        {
          record_key: `${source}/${externalId}`,
          version: 2,
          members: { transactionFilingStatus: ['NOT_FILED', 'FILED'] },
        },
        {
          record_key: `${source}/${externalId}`,
          version: 3,
          members: {
            transactionFilingStatus: ['FILED', 'NOT_FILED'],
            reopeningReason: [null, 'The state’s "notice" of May'],
          },
        },
      ]);
    }
  });

  it('also records changes beside the mark by any statement', async () => {
    const { serviceId } = await put();
    const [, other] = [await stores.filing.change(filed()), await put()];
    const { prisma } = store.database;
    await prisma.$executeRaw`
      UPDATE transactions SET transaction_filing_status = 'NOT_FILED', transaction_status = 'PAID', version = version + 1
      WHERE tenant_id = ${tenant.tenantId}::uuid`;
    expect((await entriesOf(serviceId)).at(-1)!.members).toEqual({
      transactionFilingStatus: ['FILED', 'NOT_FILED'],
      transactionStatus: ['ACTIVE', 'PAID'],
    });
    expect((await entriesOf(other.serviceId)).at(-1)!.members).toEqual({ transactionStatus: ['ACTIVE', 'PAID'] });
    const both = prisma.$executeRaw`
      WITH one AS (UPDATE transactions SET transaction_status = 'ACTIVE', version = version + 1
        WHERE tenant_id = ${tenant.tenantId}::uuid AND service_id = ${serviceId}::uuid)
      UPDATE transactions SET transaction_filing_status = 'FILED', version = version + 1
      WHERE tenant_id = ${tenant.tenantId}::uuid AND service_id = ${other.serviceId}::uuid`;
    await expect(both).rejects.toThrow('a statement changes documents and marks others');
    expect((await read(other.serviceId)).transactionFilingStatus).toBe('NOT_FILED');
  });

  it('reads the reason that 0.1.0 kept in the document, until it is reopened again', async () => {
    const { serviceId } = await put({ reopeningReason: 'By 0.1.0' });
    const [row] = await store.database.prisma.$queryRaw<{ document: object }[]>`
      SELECT document FROM transactions WHERE tenant_id = ${tenant.tenantId}::uuid AND service_id = ${serviceId}::uuid`;
    const document = JSON.stringify({ ...row!.document, reopeningReason: 'By 0.1.0' });
    await store.database.prisma.$executeRaw`
      UPDATE transactions SET document = ${document}::json, reopening_reason = NULL
      WHERE tenant_id = ${tenant.tenantId}::uuid AND service_id = ${serviceId}::uuid`;
    expect((await read(serviceId)).reopeningReason).toBe('By 0.1.0');
    await stores.filing.change(filed());
    expect((await read(serviceId)).reopeningReason).toBe('By 0.1.0');
    await stores.filing.change(reopened);
    expect((await read(serviceId)).reopeningReason).toBe('The state’s "notice" of May');
  });

  it('accepts a whole country or a list of documents', async () => {
    const [one, other] = [await put({}, { country: 'CA', subdivision: 'CA-ON' }), await put()];
    await put();
    expect(await stores.filing.change(filed({ country: 'CA', state: null }))).toMatchObject({
      changed: 1,
      serviceIds: [one.serviceId],
    });
    const named = filed({ serviceIds: [other.serviceId, one.serviceId, customerId] });
    expect(await stores.filing.change(named)).toMatchObject({
      changed: 1,
      serviceIds: [other.serviceId],
      ignoredServiceIds: [one.serviceId, customerId],
    });
    expect(await stores.filing.change(filed({ serviceIds: [] }))).toMatchObject({ changed: 0 });
  });

  it('counts all documents and lists a hundred', async () => {
    await stores.transactions.insertMany(Array.from({ length: 120 }, () => aStoredTransaction(customerId)));
    const { changed, serviceIds } = await stores.filing.change(filed());
    expect([changed, serviceIds.length]).toEqual([120, 100]);
  });

  it('changes each document once under concurrent requests', async () => {
    await stores.transactions.insertMany(Array.from({ length: 40 }, () => aStoredTransaction(customerId)));
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => stores.filing.change(filed())));
    expect(outcomes.reduce((sum, { changed }) => sum + changed, 0)).toBe(40);
  });

  it('rejects a write that read the document earlier', async () => {
    const stored = aStoredTransaction(customerId);
    await stores.transactions.insert(stored);
    await stores.filing.change(filed());
    const late = { ...stored, transaction: { ...stored.transaction, documentName: 'late', version: 2 } };
    expect(await stores.transactions.replace(late, 1)).toBe(false);
  });

  it('does not reach another tenant', async () => {
    const mine = await put();
    const other = store.stores.forTenant((await aTenant(store.stores)).tenantId);
    expect(await other.filing.change(filed({ serviceIds: [mine.serviceId] }))).toMatchObject({ changed: 0 });
    expect(await other.filing.preview(filed())).toEqual({
      changed: 0,
      unchanged: 0,
      serviceIds: [],
      ignoredServiceIds: [],
    });
    expect(await read(mine.serviceId)).toEqual(mine);
  });
});

describe('preview', () => {
  it('returns what would change, and changes nothing', async () => {
    const [mine, done] = [await put(), await put({ transactionFilingStatus: 'FILED' })];
    expect(await stores.filing.preview(filed())).toEqual({
      changed: 1,
      unchanged: 1,
      serviceIds: [mine.serviceId],
      ignoredServiceIds: [],
    });
    expect(await stores.filing.preview(reopened)).toEqual({
      changed: 1,
      unchanged: 1,
      serviceIds: [done.serviceId],
      ignoredServiceIds: [],
    });
    expect(await read(mine.serviceId)).toEqual(mine);
  });
});
