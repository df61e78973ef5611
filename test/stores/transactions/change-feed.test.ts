import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PrismaDatabase } from '../../../src/stores/database/database.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { createChangeFeed } from '../../../src/stores/transactions/change-feed.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
let isReachable = true;
/** The database, which cannot be reached at times. */
let flaky: PrismaDatabase;
beforeAll(async () => {
  store = await openTestStore();
  flaky = new Proxy(store.database.prisma, {
    get(target, member, receiver) {
      if (isReachable || member !== '$queryRaw') return Reflect.get(target, member, receiver);
      return async () => {
        throw new Error('connection refused');
      };
    },
  });
});
afterAll(() => store.close());

const timing = { readEveryMs: 20, renewEveryMs: 40 };

async function listening(longestGapMs = 15_000) {
  const { tenantId } = await aTenant(store.stores);
  const stores = createStores(store.database).forTenant(tenantId);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  const told: string[] = [];
  const listener = { changed: ({ kind }: { kind: string }) => told.push(kind), missed: () => told.push('missed') };
  const leave = await createChangeFeed(flaky, { ...timing, longestGapMs }).subscribe(tenantId, listener);
  return { told, leave, store: () => stores.transactions.insert(aStoredTransaction(customer.serviceId)) };
}

it('tells late what happened while the store could not be read', async () => {
  const { told, leave, store } = await listening();
  isReachable = false;
  await store();
  await new Promise((resolve) => setTimeout(resolve, 200));
  isReachable = true;
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['CREATED']);
  leave();
});

it('says that changes may have been missed when it could not be read for long, and then no more', async () => {
  const { told, store } = await listening(600);
  isReachable = false;
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['missed']);
  isReachable = true;
  await store();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(told).toEqual(['missed']);
});

it('lets nobody listen while the store cannot be reached, and recovers', async () => {
  isReachable = false;
  await expect(listening()).rejects.toThrow();
  isReachable = true;
  const { told, leave, store } = await listening();
  await store();
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['CREATED']);
  leave();
});
