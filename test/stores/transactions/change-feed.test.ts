import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { createChangeFeed } from '../../../src/stores/transactions/change-feed.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
let isReachable = true;
let refusedReads = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** The database, which can be made unreachable. */
const flaky = (tenantId: string) =>
  createTenantScope(
    {
      ...store.database,
      statements: {
        async rows(statement) {
          if (isReachable) return store.database.statements.rows(statement);
          refusedReads++;
          throw new Error('connection refused');
        },
      },
    },
    tenantId,
  );

const timing = { readEveryMs: 20 };

async function listening(longestGapMs = 15_000) {
  const { tenantId } = await aTenant(store.stores);
  const stores = createStores(store.database).forTenant(tenantId);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  const told: string[] = [];
  const listener = {
    changed: ({ action }: { action: string }) => told.push(action),
    missed: () => told.push('missed'),
  };
  const leave = await createChangeFeed(flaky, { ...timing, longestGapMs }).subscribe(tenantId, listener);
  return { tenantId, told, leave, store: () => stores.transactions.insert(aStoredTransaction(customer.serviceId)) };
}

it('delivers late what happened while the store could not be read', async () => {
  const { told, leave, store } = await listening();
  isReachable = false;
  await store();
  const before = refusedReads;
  await expect.poll(() => refusedReads).toBeGreaterThan(before + 1);
  isReachable = true;
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['CREATED']);
  leave();
});

it('reports a possible gap once if the store was unreadable for long, and then nothing more', async () => {
  const { tenantId, told, store } = await listening(600);
  isReachable = false;
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['missed']);
  isReachable = true;
  const toldToAnother: string[] = [];
  const another = { changed: ({ action }: { action: string }) => toldToAnother.push(action), missed: () => {} };
  const leave = await createChangeFeed(flaky, { ...timing, longestGapMs: 15_000 }).subscribe(tenantId, another);
  await store();
  await expect.poll(() => toldToAnother, { timeout: 5_000 }).toEqual(['CREATED']);
  expect(told).toEqual(['missed']);
  leave();
});

it('accepts no listeners while the store is unreachable, and recovers', async () => {
  isReachable = false;
  await expect(listening()).rejects.toThrow();
  isReachable = true;
  const { told, leave, store } = await listening();
  await store();
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['CREATED']);
  leave();
});

it('does not wait for tenants whose node does not respond', async () => {
  const asleep = new Set<string>();
  const wake: (() => void)[] = [];
  const feed = createChangeFeed(
    (tenantId) => {
      const rows: typeof store.database.statements.rows = async (statement) => {
        if (asleep.has(tenantId)) await new Promise<void>((resolve) => wake.push(resolve));
        return store.database.statements.rows(statement);
      };
      return createTenantScope({ ...store.database, statements: { rows } }, tenantId);
    },
    { ...timing, slowMs: 50 },
  );
  const told: string[] = [];
  const follow = async () => {
    const { tenantId } = await aTenant(store.stores);
    const listener = { changed: () => told.push(tenantId), missed: () => {} };
    return { tenantId, leave: await feed.subscribe(tenantId, listener) };
  };
  const followed = await Promise.all([follow(), follow(), follow()]);
  const awake = followed[2]!.tenantId;
  for (const { tenantId } of followed) if (tenantId !== awake) asleep.add(tenantId);
  await expect.poll(() => wake.length).toBe(2);
  const stores = store.stores.forTenant(awake);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  await stores.transactions.insert(aStoredTransaction(customer.serviceId));
  await expect.poll(() => told, { timeout: 5_000 }).toEqual([awake]);
  for (const { leave } of followed) leave();
  for (const respond of wake) respond();
});
