import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { openTestStore } from '../../support/stores.ts';

const terminateOthers = `SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

describe('a server', () => {
  it('that drops connections fails only the requests on them', async () => {
    const { stores, database, close } = await openTestStore();
    const { prisma, statements } = database;
    await Promise.all(Array.from({ length: 4 }, () => stores.tenants.count()));
    const slow = [prisma.$queryRaw`SELECT pg_sleep(5)::text`, statements.rows(Prisma.sql`SELECT pg_sleep(5)`)];
    const notReady = { code: 'NOT_READY', retryAfter: 1 };
    const refused = Promise.all(slow.map((one) => expect(one).rejects.toMatchObject(notReady)));
    await wait(200);
    await prisma.$queryRawUnsafe(terminateOthers);
    await refused;
    await stores.tenants.count();
    await close();
  });

  it('that drops an idle connection without limits fails its next statement', async () => {
    const { database, close } = await openTestStore();
    await database.withConnection(async (connection) => {
      await database.prisma.$queryRawUnsafe(terminateOthers);
      await wait(200);
      await expect(connection.query('SELECT 1')).rejects.toThrow(/connection|not queryable/i);
    });
    await close();
  });

  it('with a locked row answers in time that the store is not ready', async () => {
    const { database, close } = await openTestStore();
    await database.withConnection(async (connection) => {
      await connection.query('BEGIN; LOCK TABLE tenants');
      await expect(database.prisma.tenant.count()).rejects.toMatchObject({ code: 'NOT_READY' });
      await connection.query('ROLLBACK');
    });
    expect(await database.prisma.tenant.count()).toBe(0);
    await close();
  });
});
