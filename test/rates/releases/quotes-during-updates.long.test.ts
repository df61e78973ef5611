import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/run-command.ts';
import { ownVersion } from '../../../src/rates/book/files/book-files.ts';
import { createRateBookProvider } from '../../../src/rates/versions/rate-book-provider.ts';
import { startCommands } from '../../../src/server/command-work.ts';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { commandLineOn } from '../../support/command-line.ts';
import { reference } from '../../support/context.ts';
import { aDirectory } from '../../support/directory.ts';
import { longestAllowedMs, longestTurnMs } from '../../support/longest-turn.ts';
import { bookWith } from '../../support/rate-books.ts';
import { aKeyPair, bookWithMinneapolis, releaseOf } from '../../support/rate-releases.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

const pair = aKeyPair();
/** A book that changes the rates of two places and the rule of a category. */
const changed = ['global/countries.json', 'us/WI.json'].reduce(
  (book, name) =>
    bookWith(
      '2027.01.1',
      name,
      (text) => text.replace('["0.19","2021-01-01",null', '["0.21","2021-01-01",null').replace('"0.05"', '"0.055"'),
      book,
    ),
  bookWithMinneapolis('2027.01.1', '0.007'),
);
const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'rates.json.gz');
writeFileSync(file, releaseOf(changed, pair).bytes);

const places = [
  { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401', isPartial: true },
  { country: 'US', state: 'WI', city: 'Madison', zip: '53703', isPartial: true },
  { country: 'DE', isPartial: true },
  { country: 'US', state: 'CA', city: 'Los Angeles', zip: '90012', isPartial: true },
];
const place = fc.constantFrom(...places);
const item = fc.record({
  name: fc.constant('Lamp'),
  taxCode: fc.constantFrom('C1S1', 'C2S1', 'C5S1'),
  unitPrice: fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100),
  quantity: fc.integer({ min: 1, max: 5 }),
});
const cart = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 6 }),
  shippingAddress: place,
  currency: fc.constant('USD'),
  externalTimestamps: fc.constant({ createdDate: '2026-06-15', updatedDate: '2026-06-15' }),
});

type Quote = { readonly rateBookVersion: string };
const quoteOf = async (app: TestApp, body: unknown): Promise<Quote> => {
  const response = await app.send('POST', '/v1/transactions/calculate', body);
  expect(response.status).toBe(200);
  const { calculatedAt: _, ...quote } = (await response.json()) as Quote & { readonly calculatedAt: string };
  return quote;
};

type Commands = (
  ...args: string[]
) => Promise<{ readonly code: number; readonly out: string; readonly errors: string }>;

/** Two replicas on the store are updated, rolled back and updated again while they calculate quotes. */
async function updateUnderLoad(store: TestStore, run: Commands): Promise<void> {
  const rateBooks = store.stores.rateBooks;
  const providers = [1, 2].map(() => createRateBookProvider(reference, { rateBooks, log: pino({ level: 'silent' }) }));
  for (const provider of providers) provider.start();
  const apps = await Promise.all(providers.map((rateBook) => startApp({ store, rateBook })));
  const carts = fc.sample(cart, { numRuns: 40, seed: 7 });
  const expected = new Map<string, readonly Quote[]>();
  const learn = async () => {
    const known: Quote[] = [];
    for (const body of carts) known.push(await quoteOf(apps[0]!, body));
    expected.set(known[0]!.rateBookVersion, known);
  };
  const allIn = (version: string) =>
    expect
      .poll(() => providers.map(({ current }) => current().version), { timeout: 60_000 })
      .toEqual([version, version]);
  const command = async (...args: string[]) => expect(await run(...args)).toMatchObject({ code: 0, errors: '' });

  await learn();
  await command('rates', 'update', file);
  await allIn('2027.01.1+1');
  await learn();
  await command('rates', 'rollback');
  await allIn(ownVersion);
  const [before, after] = [expected.get(ownVersion)!, expected.get('2027.01.1+1')!];
  expect(before.filter((quote, index) => figuresOf(quote) !== figuresOf(after[index]!)).length).toBeGreaterThan(15);

  let isOver = false;
  const seen = new Map<string, number>();
  const load = apps.map(async (app, replica) => {
    for (let index = replica; !isOver; index += 1) {
      const at = index % carts.length;
      const quotes = await Promise.all([quoteOf(app, carts[at]), quoteOf(app, carts[at])]);
      for (const quote of quotes) {
        seen.set(quote.rateBookVersion, (seen.get(quote.rateBookVersion) ?? 0) + 1);
        expect(quote).toEqual(expected.get(quote.rateBookVersion)![at]);
      }
      await new Promise(setImmediate);
    }
  });
  const loads = Promise.all(load);
  loads.catch(() => {}); // Awaited below.
  for (const [args, version] of [
    [['rates', 'update', file], '2027.01.1+1'],
    [['rates', 'rollback'], ownVersion],
    [['rates', 'update', file], '2027.01.1+1'],
  ] as const) {
    await command(...args);
    await allIn(version);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  isOver = true;
  await loads;
  expect([...seen.keys()].sort()).toEqual([ownVersion, '2027.01.1+1'].sort());
  for (const count of seen.values()) expect(count).toBeGreaterThan(20);
  for (const provider of providers) provider.stop();
}

const figuresOf = ({ rateBookVersion: _, ...figures }: Quote) => JSON.stringify(figures);

it('gives quotes of one book or the other in every figure, on two replicas', { timeout: 300_000 }, async () => {
  const store = await openOwnStore();
  try {
    await updateUnderLoad(store, commandLineOn(store.database, { RATES_PUBLIC_KEYS: pair.publicKey }));
  } finally {
    await store.close();
  }
});

it('does so while a server has the embedded store open', { timeout: 300_000 }, async () => {
  const directory = aDirectory();
  const database = await openDatabase({
    kind: 'embedded',
    place: { kind: 'directory', directory },
    trailKey: undefined,
  });
  await migrate(database);
  const environment = { DATA_DIR: directory, RATES_PUBLIC_KEYS: pair.publicKey };
  const served = startCommands(database, environment, (error) => expect(error).toBeNull());
  const run: Commands = async (...args) => {
    const [out, errors]: string[][] = [[], []];
    const print = (line: string) => out!.push(line);
    const printError = (line: string) => errors!.push(line);
    const code = await runCommand({ args, environment, print, printError });
    return { code, out: out!.join('\n'), errors: errors!.join('\n') };
  };
  try {
    await updateUnderLoad({ stores: createStores(database), database, close: async () => {} }, run);
  } finally {
    await served.close();
    await database.close();
  }
});

it('stays within its limits, and does not block other requests', { timeout: 120_000 }, async () => {
  const store = await openOwnStore();
  const { rateBooks } = store.stores;
  const run = commandLineOn(store.database, { RATES_PUBLIC_KEYS: pair.publicKey });
  const provider = createRateBookProvider(reference, { rateBooks, log: pino({ level: 'silent' }) });
  const cpuBefore = process.cpuUsage();
  const memoryBefore = process.memoryUsage.rss();
  let memory = memoryBefore;
  const sampling = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss());
  }, 5);
  const longest = await longestTurnMs(async () => {
    expect(await run('rates', 'update', file)).toMatchObject({ code: 0 });
    await provider.refresh();
  });
  clearInterval(sampling);
  const { user, system } = process.cpuUsage(cpuBefore);
  expect(provider.current().version).toBe('2027.01.1+1');
  expect((user + system) / 1e6).toBeLessThan(20);
  expect((memory - memoryBefore) / 1e6).toBeLessThan(150);
  expect(longest).toBeLessThan(longestAllowedMs);
  await store.close();
});
