import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownVersion } from '../../src/rates/book/files/book-files.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type CommandResult, commandLineOn } from '../support/command-line.ts';
import { bookWith } from '../support/rate-books.ts';
import { aCorrection, aCorrectionsLayer } from '../support/rate-layers.ts';
import { aKeyPair, bookWithMinneapolis, releaseOf } from '../support/rate-releases.ts';
import { openOwnStore, type TestStore } from '../support/stores.ts';

const pair = aKeyPair();
const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
const fileOf = (book: Parameters<typeof releaseOf>[0]): string => {
  const { name, bytes } = releaseOf(book, pair);
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const first = fileOf(bookWithMinneapolis('2027.01.1', '0.007', '2037-01-01'));
const second = fileOf(
  bookWith(
    '2027.04.1',
    'global/countries.json',
    (text) => text.replace('["0.19","2021-01-01",null', '["0.2","2021-01-01",null'),
    bookWithMinneapolis('2027.04.1', '0.007', '2037-01-01'),
  ),
);

let store: TestStore;
let app: TestApp;
let run: (...args: string[]) => Promise<CommandResult>;
beforeAll(async () => {
  store = await openOwnStore();
  app = await startApp({ store });
  run = commandLineOn(store.database, { RATES_PUBLIC_KEYS: pair.publicKey });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const numbersInForce = async () => (await store.stores.rateBooks.listActivations(10)).map(({ number }) => number);

describe('rates update', () => {
  it('shows the changes and their effect without writing anything', async () => {
    const customer = { source: '9', externalId: 'C-1', name: 'Ada', externalTimestamps: dates };
    const stored = await app.send('PUT', '/v1/customers/source/9/externalId/C-1', customer);
    const { serviceId } = (await stored.json()) as { serviceId: string };
    const place = { city: 'Minneapolis', country: 'US', state: 'MN', zip: '55401', isPartial: true };
    for (const [externalId, transactionType] of [
      ['invoice', 'INVOICE'],
      ['order', 'SALES_ORDER'],
    ]) {
      const document = {
        ...{ source: '9', externalId, transactionType, transactionStatus: 'ACTIVE', customerId: serviceId },
        ...{
          items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
          shippingAddress: place,
          externalTimestamps: dates,
        },
      };
      const answer = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, document);
      expect(answer.status).toBe(201);
    }
    const { code, out, errors } = await run('rates', 'update', first, '--dry-run');
    expect([code, errors]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^Rate book 2027\.01\.1, as of /);
    expect(lines.slice(1, 3)).toEqual([
      'US-MN Minneapolis\tRATE\t\t2037-01-01\t0.005 -> 0.007',
      '1 change to rates and rules.',
    ]);
    // 6.875 % of the state, 0.15 % of the county, 0.5 % of the city and 1.5 % of districts: 9.03. At 0.7 % of the city 9.23.
    expect(lines[3]).toBe(
      `${app.tenant.name}: US-MN Minneapolis, from 2037-01-01: 1 document from the last 90 days; tax 9.23 instead of 9.03 USD in 1 of them; 1 open order or quote`,
    );
    expect(lines.at(-1)).toBe('Dry run: nothing was written.');
    expect(await store.stores.rateBooks.list()).toEqual([]);
  });

  it('distinguishes plans from enacted changes, and lists places missing from the book', async () => {
    const planned = bookWith('2027.01.2', 'planned-changes.json', (text) => text.replace('"0.089"', '"0.091"'));
    const without = bookWith(
      '2027.01.2',
      'global/countries.json',
      (text) => {
        const file = JSON.parse(text) as { countries: unknown[][] };
        return JSON.stringify({ ...file, countries: file.countries.filter(([code]) => code !== 'SC') });
      },
      planned,
    );
    const { code, out } = await run('rates', 'update', fileOf(without), '--dry-run');
    expect([code, ...out.split('\n').slice(1)]).toEqual([
      0,
      '  missing places: SC',
      expect.stringMatching(/^SC Seychelles\tRATE\t\t[\d-]+\t0\.15 -> No longer covered by the rate book\.$/),
      'CH Switzerland\tRATE\t\t2028-01-01\t0.081 -> 0.091 (planned, not enacted)',
      '1 change to rates and rules, and 1 planned.',
      'Dry run: nothing was written.',
    ]);
  });

  it('puts the book in force, under the imports, and lists conflicts', async () => {
    const { rateBooks } = store.stores;
    const layers = [aCorrectionsLayer({ rows: [aCorrection({ rate: '0.01', validFrom: '2026-07-01' })] })];
    await (await rateBooks.beginImport()).commit({ layers, note: 'Test', at: new Date('2026-11-21T10:00:00Z') });
    await rateBooks.activate(1, new Date('2026-11-21T10:00:00Z'));
    const { code, out } = await run('rates', 'update', first);
    expect([code, ...out.split('\n').slice(1)]).toEqual([
      0,
      '  conflict: MN-M43000: the book changes 0.005 from 2005-10-01 to 0.005 from 2005-10-01 to 2036-12-31, 0.007 from 2037-01-01; the imported rate 0.01 (Ordinance 12) still applies.',
      'Version 2 of the rate book (2027.01.1+2) is now in force. Running servers pick it up within seconds.',
    ]);
    expect((await run('rates', 'diff', '1', '2')).out).toBe(
      'Jurisdictions from version 1 to 2: 0 added, 0 removed, 0 changed.',
    );
    expect((await run('rates', 'diff', '0', '2')).out).toContain('changed\tMN-M43000');
    expect((await run('rates', 'update', first)).out).toBe('Rate book 2027.01.1 is already in force.');
  });

  it('is undone by a rollback, and done again without another version', async () => {
    expect((await run('rates', 'rollback')).out).toContain(`(${ownVersion}+1) is now in force`);
    expect((await run('rates', 'update', first)).out).toContain('(2027.01.1+2) is now in force');
    expect(await numbersInForce()).toEqual([2, 1, 2, 1]);
  });

  it('can wait for a day, until another activation cancels it', async () => {
    const { out } = await run('rates', 'update', second, '--activate-on', '2037-04-01');
    expect(out.split('\n').at(-1)).toBe(
      'Version 3 of the rate book will be in force from 2037-04-01 at 00:00 UTC. Any other activation or a rollback cancels this plan.',
    );
    expect((await run('rates', 'list')).out).toMatch(/^3\tplanned for 2037-04-01T00:00:00\.000Z\t.*\n2\tin force/);
    expect((await run('rates', 'activate', '2')).code).toBe(0);
    expect(await store.stores.rateBooks.findPlan()).toBeNull();
    await store.stores.rateBooks.planActivation({ number: 3, activatedAt: new Date(Date.now() - 1_000) });
    expect(await store.stores.rateBooks.activateDue(2)).toBeNull(); // Not the planned one.
    expect(await store.stores.rateBooks.activateDue(3)).toMatchObject({ number: 3 });
    expect(await store.stores.rateBooks.activateDue(3)).toBeNull();
    expect((await numbersInForce())[0]).toBe(3);
  });

  it('must specify the base of an import if the newest version has a different base than the version in force', async () => {
    const rows = 'country,state,level,jurisdiction_id,rate,from\nUS,MN,CITY,MN-M43000,0.012,2027-01-01';
    const csv = join(folder, 'own.csv');
    writeFileSync(csv, rows);
    await run('rates', 'activate', '1');
    const refused = await run('rates', 'import', csv, '--as-of', '2026-12-01', '--activate');
    expect([refused.code, refused.errors.split('\n')[0]]).toEqual([
      2,
      'The newest version 3 is based on a different rate book than version 1, which is in force. Choose the version to build on with --onto 1 or --onto 3.',
    ]);
    expect((await run('rates', 'import', csv, '--as-of', '2026-12-01', '--dry-run')).code).toBe(0);
    const chosen = await run('rates', 'import', csv, '--as-of', '2026-12-01', '--activate', '--onto', '1');
    expect(chosen.out).toContain(`(${ownVersion}+4) is now in force`);
    await run('rates', 'activate', '3');
  });

  it('refuses an earlier book, and sets aside a correction that a later one makes obsolete', async () => {
    expect(await run('rates', 'update', first)).toMatchObject({
      code: 1,
      errors: 'The rate book 2027.01.1 is not later than 2027.04.1, which is in force.',
    });
    const without = bookWith('2027.05.1', 'us/MN.json', (text) => text.replaceAll('MN-M43000', 'MN-M43001'));
    const dry = await run('rates', 'update', fileOf(without), '--dry-run');
    expect([dry.code, dry.out.split('\n')[1]]).toEqual([
      0,
      '  skipped: MN-M43000: the imported rate 0.01 (Ordinance 12) is not applied: The rate book has no MN-M43000; a new jurisdiction needs a name.',
    ]);
    expect((await numbersInForce())[0]).toBe(3);
  });

  it.each([
    ['rule', 'us/WI.json', /"taxable":"yes","source":\d+/, '"taxable":"yes","source":999', 'no source 999'],
    ['exemption reason', 'us-exemption-reasons.json', '"reason":"RESALE"', '"reason":"GIFT"', 'exemption reasons'],
  ])('refuses a book with a %s that cannot be read, and activates nothing', async (_what, file, from, to, where) => {
    const book = bookWith('2027.06.1', file, (text) => JSON.stringify(JSON.parse(text)).replace(from, to));
    const { code, errors } = await run('rates', 'update', fileOf(book));
    expect([code, errors]).toEqual([1, expect.stringMatching(`^The rate book cannot be read: .*${where}`)]);
    expect((await store.stores.rateBooks.list()).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect((await numbersInForce())[0]).toBe(3);
  });

  it.each([
    [['rates', 'update'], 'Specify a file or URL, or set RATES_URL.'],
    [['rates', 'update', 'nowhere.json.gz'], 'File not found: nowhere.json.gz.'],
    [['rates', 'update', 'ftp://example.com/book'], 'ftp://example.com/book is not an http or https URL.'],
    [['rates', 'update', 'a', 'b'], 'Unexpected argument: b'],
    [['rates', 'update', 'a', '--activate-on', 'soon'], 'soon is not a date; write 2027-01-01.'],
    [
      ['rates', 'update', 'a', '--activate-on', '2020-01-01'],
      '2020-01-01 is in the past. Omit --activate-on to activate the book now.',
    ],
    [['rates', 'update', 'a', '--activate-on', '2027-01-01', '--dry-run'], 'Use either --dry-run or --activate-on'],
  ])('explains how to fix %j', async (args, message) => {
    const { code, errors } = await run(...args);
    expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
  });
});

const today = new Date().toISOString().slice(0, 10);
const dates = { createdDate: today, updatedDate: today };
