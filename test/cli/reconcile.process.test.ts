import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../src/cli/run-command.ts';
import { writeFile } from '../support/rate-files.ts';
import { aTenant, openTestStore, type TestStore } from '../support/stores.ts';

let store: TestStore;
let tenantId: string;
const directory = mkdtempSync(join(tmpdir(), 'tollgate-'));
beforeAll(async () => {
  store = await openTestStore();
  ({ tenantId } = await aTenant(store.stores));
});
afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const columns = 'externalId,date,city,state,zip,taxCode,totalPrice,taxAmount';
const sale = (id: string, tax: string) => `${id},2026-06-15,Minneapolis,MN,55401,C1S1,100,${tax}`;
const fileOf = (name: string, ...rows: string[]) => writeFile(directory, name, [columns, ...rows].join('\n'));
const longFile = (count: number) =>
  fileOf('long.csv', ...Array.from({ length: count }, (_, index) => sale(`A-${index}`, '9.03')));

/** Terminal output, with `onProgress` called at each bar. */
async function run(args: readonly string[], onProgress: () => void = () => {}) {
  const out: string[] = [];
  const errors: string[] = [];
  const bars: string[] = [];
  const code = await runCommand({
    args: ['reconcile', ...args],
    environment: {},
    print: (line) => void out.push(line),
    printError: (line) => void errors.push(line),
    progress: {
      isTerminal: true,
      write: (text) => {
        bars.push(text);
        onProgress();
      },
    },
    open: async () => ({ ...store.database, close: async () => {} }),
  });
  return { code, out, errors: errors.join('\n'), bars };
}

describe('tollgate reconcile', () => {
  it('prints causes, differences and faults with their lines', async () => {
    const path = fileOf('sales.csv', sale('A-1', '9.03'), sale('A-2', '8.53'), sale('A-3', 'dear'));
    const { code, out } = await run([path, '--tenant', tenantId]);
    expect(out).toEqual([
      'line 4, taxAmount: taxAmount must be a number, such as 12.5.',
      'line 3 A-2: JURISDICTION_MISSING. Their tax omits Minneapolis (city, 0.5 %). Theirs: 8.53; ours: 9.03.',
      'JURISDICTION_MISSING\t1\t0.5\tUSD',
      'USD: theirs 17.56, ours 18.06, difference 0.5',
      '1 of 2 documents has the same tax; 1 error in rows.',
    ]);
    expect(code).toBe(0);
  });

  it('writes all rows to a file', async () => {
    const path = fileOf('sales.csv', sale('A-1', '9.03'), sale('A-2', '8.53'), sale('A-3', 'dear'));
    const rows = `${directory}/rows.jsonl`;
    expect((await run([path, '--tenant', tenantId, '--out', rows])).code).toBe(0);
    const lines = readFileSync(rows, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { externalId: 'A-1', cause: null },
      { externalId: 'A-2', cause: 'JURISDICTION_MISSING' },
      { faults: [{ line: 4, column: 'taxAmount' }] },
    ]);
  });

  it('reports missing columns of a file, and unknown names', async () => {
    const path = writeFile(
      directory,
      'other.csv',
      'Invoice,Day,ZIP,ST,Sales,Taxes\nA-1,2026-06-15,55401,MN,100,9.03\n',
    );
    const lacking = await run([path, '--tenant', tenantId]);
    expect([lacking.code, lacking.out]).toEqual([1, []]);
    expect(lacking.errors).toMatch(/taxAmount/);
    const wrong = await run([path, '--tenant', tenantId, '--column', 'taxAmount=Taxe', '--column', 'date=Day']);
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toContain('The header of the file has no column "Taxe". Did you mean "Taxes"?');
  });

  it.each([
    [['--tenant', 'x'], 'Specify the file to reconcile.'],
    [['no-such.csv', '--tenant', 'x'], 'File not found: no-such.csv.'],
    [['no-such.csv'], 'Specify the tenant: --tenant <name or id>'],
    [['no-such.csv', '--tenant', 'x', '--column', 'Tax'], 'Write --column as a pair with an equals sign, not Tax.'],
    [['no-such.csv', '--tenant', 'x', '--tolerance', 'some'], 'tolerance must be a number'],
  ])('refuses %j', async (args, message) => {
    const { code, errors } = await run(args);
    expect(code).toBe(2);
    expect(errors).toContain(message);
  });

  it('shows progress on a terminal, and clears it', async () => {
    const path = longFile(1_000);
    let now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 250));
    const { bars, code } = await run([path, '--tenant', tenantId]).finally(() => clock.mockRestore());
    expect(bars[0]).toMatch(/^\[[#.]{30}\] reconciling \d+ % of /);
    expect(bars.at(-1)).toBe('\r\u001b[K');
    expect(code).toBe(0);
  });

  it('stops on Ctrl-C with the figures of the documents before', async () => {
    const path = longFile(5_000);
    const others = process.listeners('SIGINT');
    const pressCtrlC = () => {
      for (const listener of process.listeners('SIGINT')) if (!others.includes(listener)) listener('SIGINT');
    };
    let now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 250));
    const rows = `${directory}/stopped.jsonl`;
    const stopped = await run([path, '--tenant', tenantId, '--out', rows], pressCtrlC).finally(() =>
      clock.mockRestore(),
    );
    expect([stopped.code, stopped.errors]).toEqual([
      1,
      'Stopped. The figures cover only the documents compared so far.',
    ]);
    const count = readFileSync(rows, 'utf8').trim().split('\n').length;
    expect(count).toBeLessThan(5_000);
    const written = count.toLocaleString('en');
    expect(stopped.out.at(-1)).toBe(`${written} of ${written} documents have the same tax; 0 errors in rows.`);
    expect(process.listeners('SIGINT')).toEqual(others);
  });
});
