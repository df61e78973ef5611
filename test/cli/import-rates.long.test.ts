import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type Database, openDatabase } from '../../src/stores/database/database.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { startChild } from '../support/child.ts';
import { createServerDatabase } from '../support/stores.ts';
import { writeWashingtonBoundaries, writeWashingtonRates } from '../support/washington-files.ts';

/** The limit for files of any size: the rate book, the store, and uncollected garbage. */
const memoryLimitMb = 1_200;
const fileBytes = 380_000_000;

const directory = mkdtempSync(join(tmpdir(), 'tollgate-long-'));
let rates: string;
let boundaries: { path: string; rows: number };

beforeAll(async () => {
  rates = writeWashingtonRates(directory);
  boundaries = await writeWashingtonBoundaries(directory, fileBytes);
}, 300_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

type Environment = Record<string, string>;

async function run(environment: Environment, ...args: string[]): Promise<string> {
  const child = startChild('test/support/measured-command.ts', args, environment);
  expect(await child.ended(), child.output.join('\n')).toBe(0);
  return child.output.join('\n');
}

async function importAndLookUp(environment: Environment): Promise<void> {
  // Creating the tables of a new embedded store takes more memory than anything else.
  await run(environment, 'migrate');
  const output = await run(environment, 'rates', 'import', boundaries.path, rates);
  expect(output).toContain('Version 1 of the rate book was created.');
  const [, megabytes] = /resident memory: (\d+) MB/.exec(output) ?? [];
  console.log(`resident memory of the import: ${megabytes} MB`);
  expect(Number(megabytes)).toBeLessThan(memoryLimitMb);
  const database = await openDatabase(readConfig(environment).database);
  try {
    await checkContent(database);
  } finally {
    await database.close();
  }
}

async function checkContent(database: Database): Promise<void> {
  const { rateBooks } = createStores(database);
  const version = await rateBooks.find(1);
  const [stateRates, layer] = await rateBooks.findLayers(version!.layerIds);
  expect(stateRates).toMatchObject({ kind: 'STATE_RATES', state: 'WA' });
  // 39 counties and 280 cities: the numbers are coprime, so every pair occurs.
  expect(layer).toMatchObject({ kind: 'BOUNDARIES', rowCount: boundaries.rows });
  expect(layer?.kind === 'BOUNDARIES' && layer.stacks.length).toBe(10_920);
  const counted = await database.prisma.$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM boundary_rows`;
  expect(counted).toEqual([{ count: boundaries.rows }]);
  const found = await rateBooks.findBoundaries(layer!.layerId, { zip: '98501', plus4: null, streets: ['HIDDEN'] });
  expect(found).toEqual([
    {
      kind: 'STREET',
      validFrom: '2008-07-01',
      validThrough: null,
      zipLow: '98501',
      zipHigh: '98501',
      plus4Low: null,
      plus4High: null,
      houseLow: 4200,
      houseHigh: 4298,
      houseParity: 'EVEN',
      preDirection: '',
      street: 'HIDDEN',
      suffix: 'LN',
      postDirection: '',
      stack: 0,
    },
  ]);
}

describe('a boundary file of 380 MB', () => {
  it('is imported into the embedded store within bounded memory', { timeout: 900_000 }, async () => {
    await importAndLookUp({ DATA_DIR: join(directory, 'data') });
  });

  const server = process.env.TEST_DATABASE_URL ?? '';
  it.skipIf(server === '')('is imported into PostgreSQL within bounded memory', { timeout: 900_000 }, async () => {
    const { url, drop } = await createServerDatabase(server);
    await importAndLookUp({ DATABASE_URL: url }).finally(drop);
  });
});
