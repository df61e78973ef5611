import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { openOwnStore } from '../../support/stores.ts';

let app: TestApp;
const stopping = new AbortController();
let checkWrites = async () => {};
/** Log lines that are warnings or errors. */
const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
beforeAll(async () => {
  app = await startApp({
    log,
    stopping: stopping.signal,
    wrap: (stores) => ({ ...stores, checkWrites: () => checkWrites() }),
  });
});
afterAll(() => app.close());

describe('health', () => {
  it('is live and ready without a token, and with one that is not valid', async () => {
    expect((await app.fetch('/health/live')).status).toBe(200);
    const ready = await app.fetch('/health/ready', { headers: { Authorization: 'Bearer forged' } });
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ready' });
  });

  it('stays live but is 503 while the store fails', async () => {
    checkWrites = async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:5432');
    };
    const ready = await app.fetch('/health/ready');
    expect(ready.status).toBe(503);
    expect(ready.headers.get('retry-after')).toBe('1');
    expect(logged.at(-1)).toContain('a request failed');
    const problem = await ready.json();
    expect(problem).toMatchObject({ code: 'NOT_READY', detail: 'The store currently cannot accept writes.' });
    expect(JSON.stringify(problem)).not.toContain('10.0.0.7');
    expect((await app.fetch('/health/live')).status).toBe(200);
  });

  it('is 503 when the store takes too long three times in a row, as it does not on a busy machine', async () => {
    const statuses = async (times: number) => {
      const found: number[] = [];
      for (let time = 0; time < times; time++) found.push((await app.fetch('/health/ready')).status);
      return found;
    };
    checkWrites = () => new Promise(() => {});
    expect(await statuses(2)).toEqual([200, 200]);
    checkWrites = async () => {};
    expect(await statuses(1)).toEqual([200]);
    checkWrites = () => new Promise(() => {});
    expect(await statuses(3)).toEqual([200, 200, 503]);
  }, 20_000);

  it('stays ready beside the migrations of a newer release, until one of them excludes this release', async () => {
    const store = await openOwnStore();
    const { prisma } = store.database;
    const other = await startApp({ store });
    expect((await other.fetch('/health/ready')).status).toBe(200);
    await prisma.$executeRaw`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '29990101000000_later', now())`;
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // Longer than a check is kept.
    expect((await other.fetch('/health/ready')).status).toBe(200);
    const [before] = await prisma.$queryRaw<{ oldest: string }[]>`SELECT oldest_migration AS oldest FROM compatibility`;
    await prisma.$executeRaw`UPDATE compatibility SET oldest_migration = '29990101000000_later'`;
    await expect.poll(async () => (await other.fetch('/health/ready')).status, { timeout: 5_000 }).toBe(503);
    expect(await (await other.fetch('/health/ready')).json()).toMatchObject({
      detail: 'A newer release has upgraded the store. Stop this replica, and start the newer release.',
    });
    await prisma.$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'later'`;
    await prisma.$executeRaw`UPDATE compatibility SET oldest_migration = ${before!.oldest}`;
    await other.close();
  });

  it('is 503 as soon as the gateway is told to stop', async () => {
    checkWrites = async () => {};
    logged.length = 0;
    stopping.abort();
    const ready = await app.fetch('/health/ready');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ code: 'NOT_READY', detail: 'The gateway is shutting down.' });
    expect((await app.fetch('/health/live')).status).toBe(200);
    expect(ready.headers.get('retry-after')).toBe('1');
    expect(logged).toEqual([]);
  });
});
