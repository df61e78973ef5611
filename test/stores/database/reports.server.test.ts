import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

it('leaves connections for other requests, however many reports run', async () => {
  const { reports, statements } = store.database;
  let finished = 0;
  const asLongAsThePool = Array.from({ length: 10 }, async () => {
    await reports.rows(Prisma.sql`SELECT pg_sleep(1.5)`);
    finished++;
  });
  await statements.rows(Prisma.sql`SELECT 1`);
  expect(finished).toBe(0);
  await Promise.all(asLongAsThePool);
});

it('applies a separate time limit to reports', async () => {
  const limit = Prisma.sql`SELECT current_setting('statement_timeout') AS value`;
  expect(await store.database.statements.rows(limit)).toEqual([{ value: '10s' }]);
  expect(await store.database.reports.rows(limit)).toEqual([{ value: '1min' }]);
});

it('says what to do when a statement reaches its time limit', async () => {
  const impatient = Prisma.sql`SELECT set_config('statement_timeout', '100', true)`;
  await store.database.prisma
    .$transaction(async (unit) => {
      await unit.$queryRaw(impatient);
      await expect(unit.$queryRaw`SELECT pg_sleep(5)::text`).rejects.toMatchObject({
        code: 'NOT_READY',
        message: expect.stringContaining('request a smaller range, such as a shorter period'),
      });
    })
    .catch(() => {});
});
