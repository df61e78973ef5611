import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Terminal } from '../../src/cli/command.ts';
import { rollbackRatesCommand } from '../../src/cli/rate-versions.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { createCommandRunner } from '../../src/cli/served-commands.ts';
import type { RateLayer } from '../../src/domain/rate-book/rate-layer.ts';
import type { RateBookStore } from '../../src/ports/stores/rate-book-store.ts';
import type { Database } from '../../src/stores/database/database.ts';
import { lockDirectory } from '../../src/stores/database/directory-lock.ts';
import { commandLineOn } from '../support/command-line.ts';
import { reference } from '../support/context.ts';
import { aDirectory } from '../support/directory.ts';
import { aBoundariesLayer, aCorrection, aCorrectionsLayer, aStateRatesLayer, aZipRow } from '../support/rate-layers.ts';
import { openOwnStore, type TestStore } from '../support/stores.ts';

const bundled = reference.version;
let store: TestStore;
let run: ReturnType<typeof commandLineOn>;

beforeAll(async () => {
  store = await openOwnStore();
  run = commandLineOn(store.database);
  const { rateBooks } = store.stores;
  const importLayers = async (note: string, ...layers: RateLayer[]) => {
    const draft = await rateBooks.beginImport();
    for (const layer of layers) {
      if (layer.kind === 'BOUNDARIES') await draft.addBoundaries(layer.layerId, [aZipRow('55401', 0)]);
    }
    await draft.commit({ layers, note, at: new Date('2026-11-21T10:00:00Z') });
  };
  const district = { level: 'DISTRICT', jurisdictionId: 'MN-X1', name: 'Mill District', rate: '0.0025' } as const;
  const rows = [aCorrection({}), aCorrection({ ...district, zips: ['55401', '55402'] })];
  await importLayers('Ordinance 12', aCorrectionsLayer({ rows }));
  await importLayers('Boundaries of Minnesota', aBoundariesLayer({ rowCount: 1 }));
  await importLayers('A broken one', aStateRatesLayer({ layerId: 'broken', jurisdictions: [] }));
});
afterAll(() => store.close());

it('lists, activates and rolls back versions of the rate book', async () => {
  expect(await run('rates', 'rollback')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('ever been activated'),
  });
  expect((await run('rates', 'list')).out.split('\n')).toEqual([
    '3\tnot in force\tcreated 2026-11-21T10:00:00.000Z\t3 layers\tA broken one',
    '2\tnot in force\tcreated 2026-11-21T10:00:00.000Z\t2 layers\tBoundaries of Minnesota',
    '1\tnot in force\tcreated 2026-11-21T10:00:00.000Z\t1 layer\tOrdinance 12',
    `0\tin force\tbundled ${bundled}\tas of ${reference.asOf}`,
  ]);

  expect(await run('rates', 'activate', '1')).toEqual({
    code: 0,
    out: `Version 1 of the rate book (${bundled}+1) is now in force. Running servers pick it up within seconds.`,
    errors: '',
  });
  expect((await run('rates', 'activate', '1')).out).toBe('Version 1 of the rate book is already in force.');
  expect((await run('rates', 'activate', '2')).code).toBe(0);
  expect((await run('rates', 'list')).out).toMatch(/^2\tin force since 20.*\n1\tnot in force/m);

  expect((await run('rates', 'rollback')).out).toContain(`(${bundled}+1) is now in force.`);
  expect((await run('rates', 'rollback')).out).toContain(`(${bundled}+2) is now in force.`);
  expect((await run('rates', 'activate', '0')).out).toContain(`The bundled rate book (${bundled}) is now in force.`);
});

it('activates nothing over a version that was activated in the meantime', async () => {
  const { rateBooks } = store.stores;
  const changing: RateBookStore = {
    ...rateBooks,
    async listActivations(limit) {
      const before = await rateBooks.listActivations(limit);
      await rateBooks.activate(2, new Date());
      return before;
    },
  };
  const { tenants } = store.stores;
  const terminal = {
    openStores: async () => ({ rateBooks: changing, tenants }),
    now: () => new Date(),
    print: () => {},
  };
  await expect(rollbackRatesCommand.run([], terminal as unknown as Terminal)).rejects.toThrow(
    'Version 2 of the rate book was activated in the meantime and stays in force. Run the command again to build on that version.',
  );
  await run('rates', 'activate', '0');
});

it('rejects a version that does not exist or does not fit', async () => {
  expect(await run('rates', 'activate', '9')).toMatchObject({
    code: 1,
    errors: 'Version 9 of the rate book was not found.',
  });
  expect(await run('rates', 'activate', '3')).toMatchObject({
    code: 1,
    errors: 'broken: Expected exactly one row for the state itself.',
  });
  expect((await run('rates', 'list')).out).toContain('3\tnot in force');
});

it('shows what a version changes', async () => {
  expect((await run('rates', 'diff', '0', '2')).out.split('\n')).toEqual([
    'added\tMN-X1\tMill District\t0.0025 from 2026-07-01',
    'changed\tMN-M43000\tMinneapolis\t0.005 from 2005-10-01 -> 0.005 from 2005-10-01 to 2026-06-30, 0.01 from 2026-07-01',
    'moved\tMN\t2 ZIP codes changed jurisdictions',
    'boundaries\tMN\tnone -> 1 row (Streamlined Sales Tax boundary file MNB2026Q4NOV01)',
    'Jurisdictions from version 0 to 2: 1 added, 0 removed, 1 changed.',
  ]);
  expect((await run('rates', 'diff', '2', '0')).out).toContain('removed\tMN-X1\tMill District');
  expect((await run('rates', 'diff', '1', '1')).out).toBe(
    'Jurisdictions from version 1 to 1: 0 added, 0 removed, 0 changed.',
  );
});

it('prints every fact that a version changes, before and after', async () => {
  const { out } = await run('rates', 'diff', '0', '2', '--facts');
  const changes = out.split('\n').map((line) => JSON.parse(line) as { key: string; before: string; after: string });
  expect(changes.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      'us/MN boundaries',
      'us/MN jurisdictions MN-M43000',
      'us/MN jurisdictions MN-X1',
      'us/MN zips 55401',
      'us/MN zips 55402',
    ]),
  );
  const minneapolis = changes.find(({ key }) => key.endsWith('MN-M43000'))!;
  const ratesOf = (rows: string) => JSON.parse(rows)[0][8].map(([rate, from, to]: string[]) => [rate, from, to]);
  expect(ratesOf(minneapolis.before)).toEqual([['0.005', '2005-10-01', null]]);
  expect(ratesOf(minneapolis.after)).toEqual([
    ['0.005', '2005-10-01', '2026-06-30'],
    ['0.01', '2026-07-01', null],
  ]);
});

it('opens the embedded store once, and needs a stopped server for a large import only', async () => {
  const environment = { DATA_DIR: aDirectory() };
  const lock = await lockDirectory(environment.DATA_DIR);
  const [small, large] = ['small.csv', 'large.csv'].map((name) => join(environment.DATA_DIR, name)) as [string, string];
  writeFileSync(small, 'country,level,rate,from\nDE,COUNTRY,0.2,2027-01-01\n');
  writeFileSync(large, `${readFileSync(small, 'utf8')}${'#'.repeat(4_000_000)}\n`);
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const importing = (file: string, open?: () => Promise<Database>) =>
    runCommand({
      args: ['rates', 'import', file, '--dry-run', '--onto', '0'],
      environment,
      print,
      printError: print,
      open,
    });
  expect(await importing(large)).toBe(1);
  expect(printed.join('\n')).toMatch(/in use by process \d+\. Stop that process/);
  const served: string[] = [];
  const runner = createCommandRunner(
    environment.DATA_DIR,
    async (args) => {
      served.push(...args);
      return { code: 0, printed: [], errors: [] };
    },
    () => {},
  );
  runner.start();
  expect(await importing(small)).toBe(0);
  await runner.stop();
  lock.release();
  expect(served).toEqual(['rates', 'import', small, '--dry-run', '--onto', '0']);
  let opened = 0;
  const open = async () => {
    opened += 1;
    return { ...store.database, close: async () => {} };
  };
  expect([await importing(small, open), opened]).toEqual([0, 1]);
});

it.each([
  [['rates', 'activate'], 'Specify the version: rates activate <version>'],
  [['rates', 'activate', 'last'], 'last is not a version. Use a number such as 3'],
  [['rates', 'diff', '1'], 'Specify two versions: rates diff 0 1'],
  [['rates', 'diff', '1', '2', '3'], 'Unexpected argument: 3'],
  [['rates', 'rollback', '1'], 'Unexpected argument: 1'],
])('explains how to fix %j', async (args, message) => {
  const { code, errors } = await run(...args);
  expect(code).toBe(2);
  expect(errors).toContain(message);
});

it('builds on the newest version, or on the given one', async () => {
  const file = join(aDirectory(), 'own.csv');
  writeFileSync(file, 'country,level,rate,from\nDE,COUNTRY,0.2,2027-01-01\n');
  const dry = await run('rates', 'import', file, '--onto', '0', '--dry-run');
  expect(dry.out).toContain('1 row, 1 jurisdiction (0 new, 1 changed), 1 rate\nDry run: nothing was written');
  expect((await run('rates', 'import', file, '--onto', '1')).out).toContain(
    'note: this import builds on version 1, but version 0 is in force; to build on version 0, use "--onto 0"\nVersion 4 of the rate book was created.',
  );
  expect((await run('rates', 'list')).out).toMatch(/^4\tnot in force\tcreated \S+\t2 layers\t/);
  expect((await run('rates', 'diff', '1', '4')).out).toContain('1 changed.');
  expect(await run('rates', 'import', file, '--onto', '9')).toMatchObject({
    code: 1,
    errors: 'Version 9 of the rate book was not found.',
  });
});

it('reports a version that no longer loads, not the files', async () => {
  const directory = aDirectory();
  const fileOf = (name: string, content: string) => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  };
  const own = fileOf('own.csv', 'country,state,level,jurisdiction_id,rate,from\nUS,MN,CITY,MN-X9,0.01,2027-01-01\n');
  const wisconsin = fileOf('WIR2026Q4NOV01.csv', '55,45,55,0.05,0.05,0,0,19820501,29991231\n');
  const minnesota = fileOf('MNR2026Q4NOV01.csv', '27,45,27,0.06875,0.06875,0,0,20090701,29991231\n');
  for (const file of [own, wisconsin]) {
    expect(await run('rates', 'import', file, '--onto', '3', '--dry-run')).toMatchObject({
      code: 1,
      errors: [
        '1 issue found; nothing was changed.',
        '  Version 3 of the rate book: The version no longer loads, so nothing can be added to it. Choose another version with "--onto"; 0 is the bundled data. broken: Expected exactly one row for the state itself.',
      ].join('\n'),
    });
  }
  // A file of the same kind and state replaces the broken part.
  expect((await run('rates', 'import', minnesota, '--onto', '3', '--dry-run')).code).toBe(0);
});

it('counts what stands behind the tax codes of each place', async () => {
  const { code, out } = await run('rates', 'coverage');
  expect(code).toBe(0);
  const rows = out.split('\n').map((line) => line.split('\t'));
  const countsOf = (place: string) =>
    Object.fromEntries(
      rows
        .find(([name]) => name === place)!
        .slice(1)
        .map((cell) => cell.split(' ')),
    );
  const sumOf = (counts: Record<string, string>) =>
    Object.values(counts).reduce((sum, count) => sum + Number(count), 0);
  const places = rows.filter(([name]) => /^(?:US-)?[A-Z]{2}$/.test(name!)).map(([name]) => name!);
  expect(places.filter((name) => name.startsWith('US-'))).toHaveLength(reference.states.length);
  for (const place of places) {
    const { own, standard, none, ...kinds } = countsOf(place);
    expect([place, sumOf({ own, standard, none })]).toEqual([place, reference.taxCodes.length]);
    expect([place, sumOf(kinds)]).toEqual([place, Number(own)]);
  }
  for (const [title, isOf] of [
    ['US states', (place: string) => place.startsWith('US-')],
    ['other countries', (place: string) => !place.startsWith('US-')],
  ] as const) {
    const of = places.filter(isOf).map(countsOf);
    for (const [kind, total] of Object.entries(countsOf(title))) {
      expect([kind, Number(total)]).toEqual([kind, of.reduce((sum, counts) => sum + Number(counts[kind]), 0)]);
    }
  }
  // No state tax is levied in Delaware, which two publications say of everything; Antigua has no facts by category.
  expect(Number(countsOf('US-DE').none)).toBeLessThan(10);
  expect(Number(countsOf('AG').none)).toBeGreaterThan(10);
});
