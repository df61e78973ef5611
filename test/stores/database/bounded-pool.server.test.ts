import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { failureOf } from '../../support/failure.ts';
import { createServerDatabase } from '../../support/stores.ts';

it('only a limited number wait for a connection: others must retry, while the health check continues', async () => {
  const { url, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!);
  const database = await openDatabase({ kind: 'server', url, poolSize: 1, preparesStatements: true });
  const slow = database.statements.rows(Prisma.sql`SELECT pg_sleep(1)::text`);
  await expect.poll(() => database.connections().used).toBe(1);
  const waiting = Array.from({ length: 50 }, () => database.statements.rows(Prisma.sql`SELECT 1 AS one`));
  expect(database.connections()).toEqual({ used: 1, idle: 0, waiting: 50 });
  const refused = await failureOf(database.statements.rows(Prisma.sql`SELECT 2 AS two`));
  expect(refused).toMatchObject({ code: 'NOT_READY', retryAfter: 1 });
  expect(await failureOf(database.prisma.tenant.count())).toMatchObject({ code: 'NOT_READY' });
  await database.checkWrites();
  expect(database.connections().waiting).toBe(50);
  await slow;
  expect(await Promise.all(waiting)).toHaveLength(50);
  await database.close();
  await drop();
});
