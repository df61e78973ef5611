import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../src/stores/database/database.ts';
import { embeddedPostgresVersion } from '../../../src/stores/database/embedded-engine.ts';
import { aDirectory } from '../../support/directory.ts';
import { openSharedStore, openTestStore } from '../../support/stores.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const openDirectory = (directory: string) =>
  openDatabase({ kind: 'embedded', place: { kind: 'directory', directory } });

async function setting(database: Database, name: string): Promise<unknown> {
  const [row] = await database.prisma.$queryRaw<{ value: string }[]>`SELECT current_setting(${name}) AS value`;
  return row?.value;
}

describe('the embedded store', () => {
  it('is made again if that was interrupted, and finds its records after it is reopened', async () => {
    const directory = aDirectory();
    mkdirSync(join(directory, 'pg'));
    writeFileSync(join(directory, 'pg/PG_VERSION'), `${embeddedPostgresVersion}\n`);
    writeFileSync(join(directory, 'pg-unfinished'), '');
    const first = await openDirectory(directory);
    expect(existsSync(join(directory, 'pg-unfinished'))).toBe(false);
    await first.prisma.$executeRaw`CREATE TABLE note AS SELECT 'kept' AS text`;
    await expect(openDirectory(directory)).rejects.toThrow('is in use by process');
    await first.close();
    expect(readFileSync(join(directory, 'pg/PG_VERSION'), 'utf8').trim()).toBe(embeddedPostgresVersion);

    const second = await openDirectory(directory);
    expect(await second.prisma.$queryRaw`SELECT text FROM note`).toEqual([{ text: 'kept' }]);
    await second.close();
  });

  it('refuses a directory of another PostgreSQL version, and leaves it unchanged', async () => {
    const directory = aDirectory();
    mkdirSync(join(directory, 'pg'));
    writeFileSync(join(directory, 'pg/PG_VERSION'), '17\n');
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(openDirectory(directory)).rejects.toThrow(/was created by PostgreSQL 17, but this release uses 18/);
    }
    expect(readFileSync(join(directory, 'pg/PG_VERSION'), 'utf8')).toBe('17\n');
  });
});

describe('a session', () => {
  it('keeps nothing of its responses', async () => {
    const { database } = await openSharedStore();
    const usedMb = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed / 1e6;
    };
    const before = usedMb();
    for (let index = 0; index < 20; index++) {
      await database.prisma
        .$queryRaw`SELECT repeat('x', 1000) || number AS text FROM generate_series(1, 1000) AS number`;
    }
    expect(usedMb() - before).toBeLessThan(10);
  });

  it('is in UTC, prefers index scans, and compiles no statements', async () => {
    const { database, close } = await openTestStore();
    expect(await setting(database, 'TimeZone')).toBe('UTC');
    expect(await setting(database, 'random_page_cost')).toBe('1.1');
    expect(await setting(database, 'jit')).toBe('off');
    await close();
  });
});

describe('an unreachable server', () => {
  it('is reported with its host and the reason, never with the password', async () => {
    const opening = openDatabase({
      kind: 'server',
      url: 'postgres://user:hunter2@127.0.0.1:1/tollgate',
      poolSize: 1,
      preparesStatements: true,
    });
    await expect(opening).rejects.toThrow(
      'The database at 127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    );
    await expect(opening).rejects.not.toThrow('hunter2');
  });

  it('times out after five seconds if it accepts a connection and sends nothing', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const start = performance.now();
    const url = `postgres://user:hunter2@127.0.0.1:${port}/tollgate`;
    await expect(openDatabase({ kind: 'server', url, poolSize: 1, preparesStatements: true })).rejects.toThrow(
      `127.0.0.1:${port} cannot be reached`,
    );
    expect(performance.now() - start).toBeLessThan(8_000);
  });
});
