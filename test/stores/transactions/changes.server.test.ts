import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, createServerDatabase } from '../../support/stores.ts';

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!));
});
afterAll(() => drop());

it('delivers every change between replicas exactly once, including those of overlapping units of work', async () => {
  const [one, two] = [
    await openDatabase({ kind: 'server', url, poolSize: 10, preparesStatements: true }),
    await openDatabase({ kind: 'server', url, poolSize: 10, preparesStatements: true }),
  ];
  await migrate(one);
  const tenant = await aTenant(createStores(one));
  const writer = createStores(one).forTenant(tenant.tenantId);
  const reader = createStores(two).forTenant(tenant.tenantId);
  const customer = aCustomer();
  await writer.customers.insert(customer);
  const slow = new pg.Client({ connectionString: url });
  await slow.connect();
  const early = aStoredTransaction(customer.serviceId, { externalId: 'early' });
  await writer.transactions.insert(early);

  // A unit of work that began before there were listeners and is committed afterwards is reported.
  await slow.query('BEGIN');
  await slow.query("UPDATE transactions SET version = version + 1, transaction_status = 'PAID'");
  const told: string[] = [];
  const listener = {
    changed: (change: { serviceId: string; version: number }) => told.push(`${change.serviceId} ${change.version}`),
    missed: () => told.push('missed'),
  };
  const leave = await reader.changes.subscribe(listener);
  await wait(300);
  expect(told).toEqual([]);
  await slow.query('COMMIT');
  await expect.poll(() => told, { timeout: 5_000 }).toEqual([`${early.transaction.serviceId} 2`]);

  // A slow unit of work is reported when it is committed, although later ones were reported before.
  await slow.query('BEGIN');
  await slow.query("UPDATE transactions SET version = version + 1, transaction_status = 'ACTIVE'");
  const others = Array.from({ length: 200 }, (_, index) =>
    aStoredTransaction(customer.serviceId, { externalId: `${index}` }),
  );
  await Promise.all(others.map((stored) => writer.transactions.insert(stored)));
  await expect.poll(() => told.length, { timeout: 5_000 }).toBe(201);
  await slow.query('COMMIT');
  await expect.poll(() => told.length, { timeout: 5_000 }).toBe(202);
  expect(told.at(-1)).toBe(`${early.transaction.serviceId} 3`);
  expect(new Set(told.slice(1))).toEqual(
    new Set([...others.map(({ transaction }) => `${transaction.serviceId} 1`), told.at(-1)]),
  );
  leave();
  await slow.end();
  await one.close();
  await two.close();
});
