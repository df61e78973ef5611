import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLineOn } from '../support/command-line.ts';
import { openOwnStore, type TestStore } from '../support/stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-published-'));
let store: TestStore;
let run: ReturnType<typeof commandLineOn>;

beforeAll(async () => {
  store = await openOwnStore();
  run = commandLineOn(store.database);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await store.close();
});

async function check(): Promise<string[]> {
  const { code, out } = await run('rates', 'check', folder);
  expect(code).toBe(0);
  return out.split('\n');
}

const put = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), lines.join('\r\n'));

it('reports every difference from the published files with both sources', async () => {
  put(
    'taxrates.txt',
    '1\t20263\t202609\t"2026 - 3rd"\t0.0625\t0\t2\t',
    '20261\tq\t4/20/2026',
    'Burleson\t2126022\t0.02\tAnderson Co\t4001005\t0.005\tn/a\tn/a\tn/a\tn/a\tn/a\tn/a',
    'Burke\t2003043\t0.0125\tAnderson Co\t4001005\t0.005\tn/a\tn/a\tn/a\tn/a\tn/a\tn/a',
  );
  put(
    'california.csv',
    'Location,Rate,County,Type',
    'Alpine County,0.0725,Alpine,County',
    'Alameda County,0.1,Alameda,County',
  );
  put(
    'Rates_26Q3.csv',
    'Name,Code,State,Local,RTA,Rate,Effective Date,Expiration Date',
    'WENATCHEE,0405,.065,.025,0,.09,20260701,20260930',
    'WESTPORT,1406,.065,.03,0,.095,20260701,20260930',
  );
  put(
    'tedb.csv',
    'Member State;Type;Rate;Situation on',
    'DE;STANDARD;19;2026-06-15',
    'EL;STANDARD;23;2026-06-15',
    'DE;REDUCED;7;2026-06-15',
  );
  put('notes.csv', 'this,is,nothing');
  const printed = await check();
  expect(printed.filter((line) => line.startsWith('checked'))).toEqual([
    'checked\tRates_26Q3.csv\tWashington Department of Revenue, local sales tax rates\t2 rates, 1 differs',
    'checked\tcalifornia.csv\tCDTFA, city and county sales tax rates\t2 rates, 1 differs',
    'checked\ttaxrates.txt\tTexas Comptroller, local sales tax rates\t4 rates, 1 differs',
    'checked\ttedb.csv\tEuropean Commission, Taxes in Europe database\t2 rates, 1 differs',
  ]);
  expect(printed.filter((line) => line.startsWith('differs'))).toEqual([
    expect.stringMatching(
      /^differs\tWA\tCITY\tWESTPORT\t2026-07-01\t0\.024 \(.+\)\t0\.03 \(Rates_26Q3\.csv, line 3\)$/,
    ),
    expect.stringMatching(/^differs\tCA\tCOUNTY\tAlameda\t[\d-]+\t0\.1025 \(.+\)\t0\.1 \(california\.csv, line 3\)$/),
    expect.stringMatching(/^differs\tTX\tCITY\tBurke\t2026-07-01\t0\.01 \(.+\)\t0\.0125 \(taxrates\.txt, line 4\)$/),
    expect.stringMatching(/^differs\tGR\tCOUNTRY\tGR\t2026-06-15\t0\.24 \(.+\)\t0\.23 \(tedb\.csv, line 3\)$/),
  ]);
  expect(printed.find((line) => line.startsWith('skipped\tnotes.csv'))).toContain('Unknown file format');
  expect(printed.at(-1)).toMatch(/^4 of 10 published rates differ from the rate book /);
});

it('compares a Streamlined Sales Tax file by code, on the day it was published', async () => {
  put(
    'MNR2026Q3MAY20.csv',
    '27,45,27,0.06875,0.06875,0,0,20090701,29991231',
    '27,01,43000,0.01,0.01,0,0,20260101,29991231',
    // A place without a separate tax may be missing from the rate book.
    '27,01,99999,0,0,0,0,20260101,29991231',
  );
  const printed = await check();
  expect(printed).toContain(
    'checked\tMNR2026Q3MAY20.csv\tStreamlined Sales Tax rate file MNR2026Q3MAY20\t3 rates, 1 differs',
  );
  expect(printed.find((line) => line.startsWith('differs\tMN'))).toMatch(
    /^differs\tMN\tCITY\t43000\t2026-05-20\t0\.005/,
  );
});

it('requires a directory', async () => {
  expect(await run('rates', 'check', join(folder, 'nowhere'))).toMatchObject({
    code: 2,
    errors: expect.stringContaining('is not a directory'),
  });
});
