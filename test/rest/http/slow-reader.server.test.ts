import { expect, it } from 'vitest';
import { startApp } from '../../support/app.ts';
import { aCustomer } from '../../support/records.ts';

it('keeps no transaction open while it waits for the reader of a list', async () => {
  const app = await startApp();
  for (let index = 0; index < 401; index++) await app.records.customers.insert(aCustomer());
  const response = await app.send('GET', '/v1/customers');
  const reader = response.body!.getReader();
  await reader.read();
  const { prisma } = app.store.database;
  const busy = () => prisma.$queryRaw<{ state: string }[]>`
    SELECT state FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;
  const locks = () => prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.pid <> pg_backend_pid()`;
  // The first page may still be in transit; a query waiting for the reader would remain.
  const soon = { timeout: 10_000 };
  await expect.poll(busy, soon).toEqual([]);
  await expect.poll(locks, soon).toEqual([{ count: 0 }]);
  await reader.cancel();
  await app.close();
});
