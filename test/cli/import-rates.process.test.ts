import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Command, type Terminal, UsageError } from '../../src/cli/command.ts';
import { doctorCommand } from '../../src/cli/doctor.ts';
import { importRatesCommand } from '../../src/cli/import-rates.ts';
import { startProgress } from '../../src/cli/progress.ts';
import { activateRatesCommand, rollbackRatesCommand } from '../../src/cli/rate-versions.ts';
import { ratesTemplateCommand } from '../../src/cli/rates-template.ts';
import { listRulingsCommand, withdrawRulingCommand } from '../../src/cli/rulings.ts';
import { ImportRefused } from '../../src/rates/importing/cells/issue-list.ts';
import { correctionsTemplate } from '../../src/rates/importing/corrections/columns.ts';
import { createRateBookProvider } from '../../src/rates/versions/rate-book-provider.ts';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../support/bodies.ts';
import { reference } from '../support/context.ts';
import { aDirectory } from '../support/directory.ts';
import { boundaryLine, writeFile, writeZip } from '../support/rate-files.ts';
import { aCorrectionsLayer } from '../support/rate-layers.ts';
import { openOwnStore, type TestStore } from '../support/stores.ts';

let store: TestStore;
let app: TestApp;
let customerId: string;
let provider: ReturnType<typeof createRateBookProvider>;

beforeAll(async () => {
  store = await openOwnStore();
  const { rateBooks } = store.stores;
  provider = createRateBookProvider(reference, { rateBooks, log: pino({ level: 'silent' }) });
  app = await startApp({ store, rateBook: provider });
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => store.close());

/** Runs a command on the store of the server, which then loads the result. */
async function run(command: Command, ...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const terminal: Terminal = {
    openStores: async () => store.stores,
    openStoresToRead: async () => store.stores,
    migrate: async () => [],
    hasStore: () => true,
    openUnmigrated: async () => store.database,
    openUnmigratedToRead: async () => store.database,
    environment: {},
    program: 'tollgate',
    print: (line) => void printed.push(line),
    printRecord: (record) => void printed.push(Object.values(record).join('\t')),
    startProgress: () => startProgress({ isTerminal: false, write: () => {} }),
    now: () => new Date('2026-11-21T10:00:00Z'),
  };
  await command.run(args, terminal);
  await provider.refresh();
  return printed;
}

async function taxOf(
  externalId: string,
  address: { zip: string; street?: string; city?: string; state?: string },
): Promise<[number, number]> {
  const items = [anItemBody({ unitPrice: 100, quantity: 1 })];
  const body = anInvoiceBody(customerId, { externalId, items, shippingAddress: { ...minneapolis, ...address } });
  const sent = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
  expect([200, 201]).toContain(sent.status);
  const { salesTax } = await bodyOf<{ salesTax: { amount: number; taxRate: number } }>(sent);
  return [salesTax.amount, salesTax.taxRate];
}

/** Fictional rates for Minnesota: 7% for the state, Hennepin County, Minneapolis, a transit district and a new one of 1%. */
const rates = [
  '27,45,27,0.07,0.07,0.07,0.07,20090701,29991231',
  '27,00,053,0.0015,0.0015,0.0015,0.0015,20070101,29991231',
  '27,01,43000,0.0050,0.0050,0.0050,0.0050,20000101,29991231',
  '27,63,80004,0.0050,0.0050,0.0050,0.0050,20170101,29991231',
  '27,63,99901,0.0100,0.0100,0.0100,0.0100,20260401,29991231',
].join('\r\n');
const place = {
  2: '20240101',
  3: '29991231',
  23: '27',
  24: '27',
  25: '053',
  26: '43000',
  30: 'ST',
  31: '80004',
  32: '63',
};
const boundaries = [
  boundaryLine({ ...place, 1: 'Z', 18: '55401', 20: '55403' }),
  boundaryLine({ ...place, 1: '4', 18: '55401', 19: '1', 20: '55401', 21: '99', 33: 'ST', 34: '99901', 35: '63' }),
  // The even side of Main Street is outside the city limits.
  boundaryLine({
    ...place,
    1: 'A',
    4: '100',
    5: '198',
    6: 'E',
    8: 'MAIN',
    9: 'ST',
    16: '55401',
    26: '',
    31: '',
    32: '',
  }),
].join('\r\n');

describe('rates import', () => {
  it('changes the tax of new documents only, by ZIP+4 and street; rollback restores it', {
    timeout: 60_000,
  }, async () => {
    expect(await taxOf('old', { zip: '55401-0042' })).toEqual([9.03, 0.09025]);
    const directory = aDirectory();
    const files = [
      await writeZip(directory, 'MNB2026Q4NOV1.zip', { 'MNB2026Q4NOV1.csv': boundaries }, { isStreamed: true }),
      writeFile(directory, 'MNR2026Q4NOV1.csv', `\uFEFF${rates}`),
    ];
    const printed = await run(importRatesCommand, ...files);
    expect(printed).toEqual([
      'Rates of Minnesota (MNR2026Q4NOV1), as of 2026-11-01',
      '  5 rows, 5 jurisdictions (1 new, 1 changed), 5 rates',
      '  note: jurisdictions that have a rate but are missing from the file: 134 (MN-C003, MN-C005, MN-C007, MN-C009, MN-C013, …); they no longer levy a tax, except where corrections add one',
      'Boundaries of Minnesota (MNB2026Q4NOV1), as of 2026-11-01',
      '  3 rows, 3 sets of jurisdictions',
      'Version 1 of the rate book was created. To activate it: tollgate rates activate 1',
    ]);
    expect(await taxOf('before', { zip: '55401-0042' })).toEqual([9.03, 0.09025]);

    await run(activateRatesCommand, '1');
    expect(await taxOf('zip4', { zip: '55401-0042' })).toEqual([9.15, 0.0915]);
    expect(await taxOf('zip4 beside', { zip: '55401-0100' })).toEqual([8.15, 0.0815]);
    expect(await taxOf('street', { zip: '55401', street: '150 Main Street' })).toEqual([7.15, 0.0715]);
    expect(await taxOf('street, other side', { zip: '55401', street: '151 Main Street' })).toEqual([8.15, 0.0815]);
    expect(await taxOf('old', { zip: '55401-0042' })).toEqual([9.03, 0.09025]);

    await run(rollbackRatesCommand);
    expect(await taxOf('after', { zip: '55401-0042' })).toEqual([9.03, 0.09025]);
    expect(await taxOf('zip4', { zip: '55401-0042' })).toEqual([9.15, 0.0915]);
  });

  it('activates corrections at once with --activate', { timeout: 60_000 }, async () => {
    const milwaukee = { city: 'Milwaukee', state: 'WI', zip: '53202' };
    expect(await taxOf('own, before', milwaukee)).toEqual([7.9, 0.079]);
    const row = 'US;WI;DISTRICT;WI-X1;"Harbor District, east";0.005;2026-06-01;53202 53203';
    const header = 'country;state;level;jurisdiction_id;name;rate;from;zips';
    const file = writeFile(aDirectory(), 'own.csv', `\uFEFF${header}\r\n${row}\r\n`);
    const printed = await run(importRatesCommand, file, '--activate', '--as-of', '2026-05-01');
    expect(printed.slice(0, 3)).toEqual([
      'Corrections (own.csv), as of 2026-05-01',
      '  1 row, 1 jurisdiction (1 new, 0 changed), 1 rate',
      'note: this import builds on version 1, but version 0 is in force; to build on version 0, use "--onto 0"',
    ]);
    expect(printed[3]).toMatch(/^Version 2 of the rate book \(\S+\+2\) is now in force\./);
    expect(await taxOf('own', milwaukee)).toEqual([8.4, 0.084]);
    expect(await taxOf('own, before', milwaukee)).toEqual([7.9, 0.079]);
    // It builds on the previous version, although that was no longer in force.
    expect(await taxOf('zip4 again', { zip: '55401-0042' })).toEqual([9.15, 0.0915]);
  });

  it('writes nothing in a dry run or from a file with issues', async () => {
    const file = writeFile(aDirectory(), 'MNR2026Q4NOV1.csv', rates);
    expect((await run(importRatesCommand, file, '--dry-run')).at(-1)).toBe('Dry run: nothing was written.');
    const broken = writeFile(aDirectory(), 'MNR2026Q4NOV1.csv', rates.replaceAll('0.0050', '0.5%'));
    const refused = await run(importRatesCommand, broken, '--activate').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportRefused);
    expect(String(refused)).toContain(
      '2 issues found; nothing was changed.\n  MNR2026Q4NOV1.csv, line 3, column 4 (general rate intrastate): 0.5% is a percentage',
    );
    expect(await store.stores.rateBooks.list()).toHaveLength(2);
  });

  it('stores rulings of one tenant, lists and withdraws them', { timeout: 60_000 }, async () => {
    const { tenantId, name } = app.tenant;
    const source = 'Nebraska private letter ruling 29-26-1';
    const header = 'country,state,fact,tax_code,treatment,rate,from,source';
    const file = (...rows: string[]) => writeFile(aDirectory(), 'ruling.csv', [header, ...rows].join('\n'));
    const ruling = file(
      `US,NE,RULE,C1S3,EXEMPT,,2026-06-01,${source}`,
      `US,NE,RULE,clothing,REDUCED,0.02,2026-08-01,${source}`,
    );
    const effects = [
      '  effect: C1S3 in NE on 2026-06-01: Clothing: taxed in Nebraska (tax on 100.00: 5.5) -> Clothing: not taxed in Nebraska (tax on 100.00: 0)',
      '  effect: C1S2 in NE on 2026-08-01: Clothing: taxed in Nebraska (tax on 100.00: 5.5) -> Clothing: taxed at a special rate in Nebraska (tax on 100.00: 2)',
    ];
    expect(await run(importRatesCommand, ruling, '--tenant', name, '--dry-run')).toEqual([
      ...effects,
      'Dry run: nothing was written.',
    ]);
    expect(await app.records.rulings.list()).toEqual([]);
    expect(await run(importRatesCommand, ruling, '--tenant', tenantId)).toEqual([
      ...effects,
      `Rulings stored for ${name}: 1, 2. Running servers apply them within a second.`,
    ]);
    expect(await run(withdrawRulingCommand, '2', '--tenant', name)).toEqual([
      `Ruling 2 of ${name} is withdrawn. Running servers apply this within a second.`,
    ]);
    await expect(run(withdrawRulingCommand, '2', '--tenant', name)).rejects.toThrow('has no ruling 2 in force.');
    expect((await run(listRulingsCommand, name))[0]).toBe(
      `1\tin force\tNE\tC1S3\t2026-06-01 to further notice\t{"taxable":"no"}\t${source}`,
    );

    const ofState = file('US,CO,RULE,candy,EXEMPT,,2026-06-01,Colorado private letter ruling 26-1');
    expect((await run(importRatesCommand, ofState, '--tenant', name, '--dry-run'))[1]).toMatch(
      /^ {2}note: C1S11 in CO: the rules of 1 place \(Denver\) still apply there\. Add rows to replace them too\.$/,
    );

    const refused = await run(
      importRatesCommand,
      file('US,NE,NEXUS,,,,2026-06-01,x', 'US,NE,RULE,C1S3,EXEMPT,,,x', 'US,NE,RULE,C1S3,EXEMPT,,2027-01-01,'),
      ...['--tenant', name],
    ).catch(String);
    expect(refused).toContain('line 2, fact: A ruling can only be a RULE.');
    expect(refused).toContain('line 3, from: A ruling requires a first day.');
    expect(refused).toContain('line 4, source: A ruling requires its source, such as its number and date.');
    const rateFile = writeFile(aDirectory(), 'MNR2026Q4NOV1.csv', rates);
    await expect(run(importRatesCommand, rateFile, '--tenant', name)).rejects.toThrow('must be corrections');
    await expect(run(importRatesCommand, ruling, '--tenant', name, '--activate')).rejects.toThrow('only --as-of');
  });

  it('names rulings that a version does not fit, before it is in force and while it is', async () => {
    const { name } = app.tenant;
    const row = { category: 'clothing', taxable: 'no', from: '2026-06-01', places: ['WI-X1'] };
    const fact = { part: 'RULE', country: 'US', subdivision: 'WI', row, source: 'Ruling 3' } as const;
    const [ruling] = await app.records.rulings.add([fact], new Date('2026-11-21T10:00:00Z'));
    const misfit = `Ruling ${ruling!.number} of ${name} is not applied: The rate book has no jurisdiction WI-X1.`;
    expect(await run(doctorCommand, '--database')).not.toContainEqual(expect.stringContaining(misfit));
    expect((await run(activateRatesCommand, '0'))[0]).toBe(`  ruling: ${misfit}`);
    expect(await run(doctorCommand, '--database')).toContainEqual(expect.stringContaining(misfit));
    expect(await run(rollbackRatesCommand)).toHaveLength(1);
    await run(withdrawRulingCommand, String(ruling!.number), '--tenant', name);
  });

  it('refuses the second of two concurrent imports, and stores nothing of it', { timeout: 60_000 }, async () => {
    const { prisma } = store.database;
    const stored = () => prisma.$queryRaw`SELECT
      (SELECT count(*)::int FROM rate_book_versions) AS versions, (SELECT count(*)::int FROM rate_layers) AS layers,
      (SELECT count(*)::int FROM boundary_rows) AS rows, (SELECT count(*)::int FROM rate_imports) AS imports`;
    const before = await stored();
    expect(before).toEqual([{ versions: 2, layers: 3, rows: 3, imports: 0 }]);
    const files = ['1', '2'].map((number) => [
      writeFile(aDirectory(), `MNR2026Q4NOV${number}.csv`, rates),
      writeFile(aDirectory(), `MNB2026Q4NOV${number}.csv`, boundaries),
    ]);
    const ended = await Promise.allSettled(files.map((pair) => run(importRatesCommand, ...pair)));
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'CONFLICT',
        message:
          'Version 3 of the rate book was created in the meantime, so nothing was stored. Import again to build on that version, or specify another version with "--onto".',
      },
    });
    expect(await stored()).toEqual([{ versions: 3, layers: 5, rows: 6, imports: 0 }]);
  });

  it('activates a file that is older than the rate book, with a note', { timeout: 60_000 }, async () => {
    const file = writeFile(aDirectory(), 'MNR2026Q2FEB18.csv', rates);
    const printed = await run(importRatesCommand, file, '--activate');
    // Either of the two previous imports was the first.
    expect(printed.join('\n')).toMatch(
      / {2}note: it is older than the rates in the rate book for Minnesota \(as of 2026-11-0[12]\): changes made since are undone/,
    );
    expect(printed.at(-1)).toMatch(/^Version 4 of the rate book \(\S+\+4\) is now in force\./);
    await run(rollbackRatesCommand);
  });

  it('sets aside a rule for a category missing from the rate book, and reports it to the operator', async () => {
    const row = { category: 'vinyl', taxable: 'no', from: '2026-06-01' };
    const fact = { part: 'RULE', country: 'US', subdivision: 'MN', row, source: 'Act 1' } as const;
    const [at, layers] = [new Date('2026-11-21T10:00:00Z'), [aCorrectionsLayer({ facts: [fact] })]];
    const draft = await store.stores.rateBooks.beginImport();
    const { number } = await draft.commit({ layers, note: 'Test', at, onto: 0 });
    const reason =
      'MN vinyl: the imported rule (Act 1) is not applied: The rate book has no tax code or category vinyl.';
    expect((await run(activateRatesCommand, String(number)))[0]).toBe(`  skipped: ${reason}`);
    expect(await run(doctorCommand, '--database')).toContainEqual(expect.stringContaining(reason));
    await run(rollbackRatesCommand);
  });

  it.each([
    [[], 'Specify the files to import.'],
    [['a.csv', '--as-of', 'May'], 'May is not a date; write --as-of 2026-07-01.'],
    [['a.csv', '--dry-run', '--activate'], 'Use either --dry-run or --activate, not both.'],
    [['a.csv', '--force'], "Unknown option '--force'"],
  ])('explains how to fix %j', async (args, message) => {
    const refused = await run(importRatesCommand, ...args).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UsageError);
    expect(String(refused)).toContain(message);
  });
});

describe('rates template', () => {
  it('prints a CSV with every column', async () => {
    const [template] = await run(ratesTemplateCommand);
    const columns =
      'country,state,level,jurisdiction_id,name,county,stacking,rate,from,to,zips,source,fact,tax_code,treatment,local_rate,below,above,up_to,sales_threshold,transaction_threshold,due_day,due_months,frequency';
    expect(template).toContain(`\n${columns}\n`);
  });

  it('writes it to a new file, and never overwrites one', async () => {
    const file = join(aDirectory(), 'own.csv');
    expect(await run(ratesTemplateCommand, file)).toEqual([`Written: ${file}`]);
    expect(readFileSync(file, 'utf8')).toBe(`${correctionsTemplate}\n`);
    await expect(run(ratesTemplateCommand, file)).rejects.toThrow(
      `${file} already exists. Choose another file or remove it.`,
    );
    expect(readFileSync(file, 'utf8')).toBe(`${correctionsTemplate}\n`);
  });
});
