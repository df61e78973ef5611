import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLineOn } from '../support/command-line.ts';
import { openOwnStore, type TestStore } from '../support/stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-published-'));
let store: TestStore;

beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await store.close();
});

async function run(...args: string[]): Promise<{ readonly code: number; readonly printed: string[] }> {
  const { code, out, errors } = await commandLineOn(store.database)('rates', ...args);
  return { code, printed: [out, errors].join('\n').split('\n') };
}

function put(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.join('\r\n'));
  return path;
}

// Written manually in the formats of comptroller.texas.gov, cdtfa.ca.gov and dor.wa.gov.
const texas = put(
  'taxrates.txt',
  '1\t20263\t202609\t"2026 - 3rd"\t0.0625\t0\t2\t',
  '20261\tq\t4/20/2026',
  'Burke\t2003043\t0.0125\tAnderson Co\t4001005\t0.005\tn/a\tn/a\tn/a\tn/a\tn/a\tn/a',
  'Atlantis\t2999999\t0.02\tAnderson Co\t4001005\t0.005\tn/a\tn/a\tn/a\tn/a\tn/a\tn/a',
);
const california = put(
  'california.csv',
  'Location,Rate,County,Type',
  'Emeryville,0.1075,Alameda,City',
  'Alameda,0.1075,Alameda,City',
  'Alameda County,0.105,Alameda,County',
  // 1 % of it applies outside cities only, so the city keeps 9.25 - 7.25 - 0.5 = 1.5 %.
  'Monterey County,0.0875,Monterey,County',
  'Salinas,0.0925,Monterey,City',
);
const washington = put(
  'Rates_26Q3.csv',
  'Name,Code,State,Local,RTA,Rate,Effective Date,Expiration Date',
  'WENATCHEE,0405,.065,.025,0,.09,20260701,20260930',
  'WESTPORT,1406,.065,.026,.004,.095,20260701,20260930',
);

describe('rate files that name their places', () => {
  it('change what differs, leave out unknown places, and then agree', async () => {
    const before = await run('check', folder);
    expect(before.printed.join('\n')).toMatch(/^5 of 11 published rates differ/m);

    const { code, printed } = await run('import', texas, california, washington, '--as-of', '2026-10-01', '--activate');
    expect(printed.join('\n')).toContain('Texas Comptroller, local sales tax rates (taxrates.txt)');
    expect(code).toBe(0);
    expect(printed).toContain('  4 rates, 1 jurisdiction changed');
    expect(printed.join('\n')).toContain('omitted because the file has no ZIP codes: 1 (Atlantis)');
    // The county takes 10.5 - 7.25 = 3.25 %, so Alameda keeps 0.25 % of 10.75 % and Emeryville its own.
    expect(printed).toContain('  5 rates, 2 jurisdictions changed');

    const after = await run('check', folder);
    expect(after.printed.filter((line) => line.startsWith('differs'))).toEqual([
      expect.stringMatching(/^differs\tTX\tCITY\tAtlantis\t.*not in the rate book/),
    ]);
    const difference = await run('diff', '0', '1');
    expect(difference.printed.filter((line) => /Burke|Alameda|Westport/.test(line))).toEqual([
      expect.stringContaining('0.0325 from 2026-10-01'),
      expect.stringContaining('0.0025 from 2026-10-01'),
      expect.stringContaining('0.0125 from 2026-07-01'),
      expect.stringContaining('0.03 from 2026-07-01'),
    ]);
  });

  it('are refused completely if a line has no rate or its total is too small', async () => {
    const broken = put('broken.csv', 'Location,Rate,County,Type', 'Alameda,0.02,Alameda,City', 'Albany,,Alameda,City');
    const { code, printed } = await run('import', broken, '--as-of', '2026-10-01');
    expect(code).not.toBe(0);
    expect(printed.join('\n')).toContain('broken.csv, line 3: Expected a name and a rate');
    expect(printed.join('\n')).toContain(
      'broken.csv, line 2: The total is less than the sum of the state and county rates',
    );
  });

  it('of one state are imported once', async () => {
    const { printed } = await run('import', texas, put('again.txt', '1\t20263\t202609\tx\t0.0625\t0\t2\t'));
    expect(printed.join('\n')).toContain('again.txt: This file has the same kind and state as taxrates.txt');
  });
});

describe('rates read', () => {
  it('imports a directory, and lists changes, omitted lines and uncovered rates', async () => {
    const own = await openOwnStore();
    const directory = mkdtempSync(join(tmpdir(), 'tollgate-read-'));
    const file = (name: string, ...lines: string[]) => writeFileSync(join(directory, name), lines.join('\r\n'));
    file(
      'surtax.csv',
      'Discretionary Sales Surtax Information for Calendar Year 2027,',
      'County,Total Surtax Rate',
      'Baker,2%',
      'Bay,1000%',
      'Atlantis,1%',
    );
    file('tedb.csv', 'Member State;Type;Rate;Situation on', 'DE;STANDARD;20;2027-01-01');
    file('surtaxes.csv', 'Florida surtax,', 'County,Surtax Rate', 'Baker,2%');
    file('notes.txt', 'nothing of use');
    const read = async (...options: string[]) => {
      const { code, out, errors } = await commandLineOn(own.database)('rates', 'read', directory, ...options);
      expect([code, errors]).toEqual([0, '']);
      return out.split('\n');
    };
    try {
      const dry = await read('--dry-run');
      expect(dry).toContain('Dry run: nothing was written.');
      expect(dry).toContain('changed\tFL-C003\tBaker County\t0.01 -> 0.01 to 2026-12-31, 0.02 from 2027-01-01');

      const printed = await read('--activate');
      expect(printed.filter((line) => /^(changed|skipped|unreadable|unused)\t/.test(line))).toEqual([
        'changed\tFL-C003\tBaker County\t0.01 -> 0.01 to 2026-12-31, 0.02 from 2027-01-01',
        expect.stringMatching(/^changed\tDE\tGermany\t.* -> .*0\.2 from 2027-01-01$/),
        expect.stringContaining('skipped\tnotes.txt\tUnknown file format'),
        'skipped\tsurtaxes.csv\tThis file has the same kind and state as surtax.csv. Import only one of them.',
        'unreadable\tsurtax.csv\tline 4\tExpected a name and a rate from 0 to 0.5.',
        'unused\tsurtax.csv\tline 5\tnot in the rate book: FL\tCOUNTY\tAtlantis',
      ]);
      const uncovered = printed.filter((line) => line.startsWith('not covered'));
      expect(uncovered).toContain('not covered\tFL-C001\tAlachua County\tas of 2026-08-18');
      expect(uncovered).toContainEqual(expect.stringMatching(/^not covered\tOK\t\d+ rates\tas of 2026-/));
      expect(uncovered.join('\n')).not.toContain('FL-C003');
      expect(uncovered.at(-1)).toMatch(/^not covered\t\d+ countries\tAD, /);
      expect(uncovered.at(-1)).not.toContain(' DE,');

      expect(await read()).toContain('There are no differences from the rate book, so no version was created.');
    } finally {
      await own.close();
      rmSync(directory, { recursive: true });
    }
  });
});
