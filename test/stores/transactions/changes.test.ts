import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransactionChange } from '../../../src/domain/transactions/transaction-change.ts';
import type { ChangeListener } from '../../../src/ports/stores/transaction-store.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Keeps everything reported to it. */
function aListener(): ChangeListener & { readonly told: TransactionChange[] } {
  const told: TransactionChange[] = [];
  return { told, changed: (change) => told.push(change), missed: () => expect.unreachable() };
}

async function aSeller() {
  const tenant = await aTenant(store.stores);
  const stores = store.stores.forTenant(tenant.tenantId);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  return { tenant, stores, customer };
}

const until = (isDone: () => boolean) => expect.poll(isDone, { timeout: 5_000, interval: 20 }).toBe(true);

describe('a listener', () => {
  it('receives changes of documents, with the fields that filters use', async () => {
    const { stores, customer } = await aSeller();
    const listener = aListener();
    const leave = await stores.changes.subscribe(listener);
    const stored = aStoredTransaction(customer.serviceId);
    const { transaction } = stored;
    await stores.transactions.insert(stored);
    const at = new Date(transaction.internalTimestamps.updatedDate.getTime() + 1_000);
    const internalTimestamps = { ...transaction.internalTimestamps, updatedDate: at };
    const second = { ...stored, transaction: { ...transaction, internalTimestamps, version: 2, subsidiary: 'North' } };
    expect(await stores.transactions.replace(second, 1)).toBe(true);
    const cancelled = { ...transaction, internalTimestamps, version: 3, transactionStatus: 'CANCELLED' as const };
    expect(await stores.transactions.replace({ ...stored, transaction: cancelled }, 2)).toBe(true);
    await until(() => listener.told.length === 3);
    const { serviceId, customerId, source, transactionType } = transaction;
    const place = { country: stored.snapshot.country, state: stored.snapshot.subdivision ?? '' };
    const known = { serviceId, customerId, source, transactionType, ...place };
    const noted = { eventId: expect.any(String), occurredAt: expect.any(Date), ...known };
    expect(listener.told).toEqual([
      { action: 'CREATED', version: 1, ...noted },
      { action: 'UPDATED', version: 2, ...noted },
      { action: 'CANCELLED', version: 3, ...noted },
    ]);
    leave();
    await stores.transactions.insert(aStoredTransaction(customer.serviceId, { externalId: 'after' }));
    await wait(500);
    expect(listener.told).toHaveLength(3);
  });

  it('receives the changes of a batch, and of the invoice that a refund touches', async () => {
    const { stores, customer } = await aSeller();
    const listener = aListener();
    const leave = await stores.changes.subscribe(listener);
    const invoice = aStoredTransaction(customer.serviceId, { externalId: 'I' });
    const other = aStoredTransaction(customer.serviceId, { externalId: 'J' });
    await stores.transactions.insertMany([invoice, other]);
    await until(() => listener.told.length === 2);
    const ofInvoice = { transactionType: 'REFUND', createdFrom: 'I' } as const;
    const refund = aStoredTransaction(customer.serviceId, { externalId: 'R', ...ofInvoice });
    const invoiceId = invoice.transaction.serviceId;
    await stores.transactions.insert(refund, { invoiceId, invoiceVersion: 1, refundsWritten: 0 });
    await until(() => listener.told.length === 4);
    expect(listener.told.slice(0, 2).map(({ action }) => action)).toEqual(['CREATED', 'CREATED']);
    expect(listener.told.slice(2).map(({ action, serviceId, version }) => [action, serviceId, version])).toEqual(
      expect.arrayContaining([
        ['REFUNDED', invoiceId, 1],
        ['CREATED', refund.transaction.serviceId, 1],
      ]),
    );
    leave();
  });

  it('receives nothing of another tenant, and nothing from before it subscribed', async () => {
    const mine = await aSeller();
    const theirs = await aSeller();
    await mine.stores.transactions.insert(aStoredTransaction(mine.customer.serviceId, { externalId: 'before' }));
    const [mineHears, theirsHears] = [aListener(), aListener()];
    const leave = await Promise.all([
      mine.stores.changes.subscribe(mineHears),
      theirs.stores.changes.subscribe(theirsHears),
    ]);
    const stored = aStoredTransaction(theirs.customer.serviceId);
    await theirs.stores.transactions.insert(stored);
    await until(() => theirsHears.told.length === 1);
    await wait(300);
    expect(theirsHears.told[0]!.serviceId).toBe(stored.transaction.serviceId);
    expect(mineHears.told).toEqual([]);
    for (const one of leave) one();
  });

  it('receives what another replica writes', async () => {
    const { tenant, stores, customer } = await aSeller();
    const replica = createStores(store.database).forTenant(tenant.tenantId);
    const listener = aListener();
    const leave = await replica.changes.subscribe(listener);
    await stores.transactions.insert(aStoredTransaction(customer.serviceId));
    await until(() => listener.told.length === 1);
    leave();
  });
});
