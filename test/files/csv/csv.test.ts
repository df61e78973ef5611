import { CsvError } from 'csv-parse';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CsvReading, readCsvRows } from '../../../src/files/csv/csv.ts';

const reading: CsvReading = { delimiter: ',', hasLooseQuotes: false, limits: { rowCharacters: 1_000, cells: 5 } };

/** The rows as `line: cells`, and the error that ended reading as `line! message`. */
async function read(text: string, changes: Partial<CsvReading> = {}): Promise<string[]> {
  async function* chunks() {
    yield Buffer.from(text);
  }
  const found: string[] = [];
  try {
    for await (const { line, cells } of readCsvRows(chunks(), { ...reading, ...changes })) {
      found.push(`${line}: ${cells.join('|')}`);
    }
  } catch (error) {
    const { line, message } = error as { line: number; message: string };
    found.push(`${line}! ${message}`);
  }
  return found;
}

describe('readCsvRows', () => {
  it('skips empty lines and counts them', async () => {
    expect(await read('\n\na,b\r\n\r\n"1\n1",2\n\n3')).toEqual(['3: a|b', '5: 1\n1|2', '8: 3']);
  });

  it('accepts quotes inside cells only where they are allowed', async () => {
    expect(await read('a,5 "Main" St\n1,2', { hasLooseQuotes: true })).toEqual(['1: a|5 "Main" St', '2: 1|2']);
    expect(await read('1,2\na,5 "Main" St\n1,2')).toEqual([
      '1: 1|2',
      '2! Unexpected quote. Enclose the cell in quotes and double every quote inside it.',
    ]);
  });

  it('puts the rest of a row with too many cells into one cell', async () => {
    expect(await read('1,2,3,4,5\n1,2,3,4,5,6,7,8\n1\n')).toEqual(['1: 1|2|3|4|5', '2: 1|2|3|4|5|6,7,8', '3: 1']);
  });

  it('stops at a row that has too many cells and is too long', async () => {
    expect(await read(`1\n${','.repeat(2_000)}\n2\n`)).toEqual(['1: 1', '2! The row has more than 5 cells.']);
    expect(await read('1\n1,2,3,4,5,6"7\n2\n')).toEqual(['1: 1', '2! The row has more than 5 cells.']);
  });

  it('passes on why the source failed, and where', async () => {
    const cause = new Error('The disk is gone.');
    async function* chunks() {
      yield Buffer.from('a\nb\n3,4,5');
      throw cause;
    }
    const rows = readCsvRows(chunks(), reading);
    expect([(await rows.next()).value, (await rows.next()).value]).toMatchObject([{ line: 1 }, { line: 2 }]);
    await expect(rows.next()).rejects.toMatchObject({ name: 'CsvReadError', line: 3, cause });
  });

  it('yields to other work while it reads a long chunk', async () => {
    let pauses = 0;
    const afterPiece = async () => {
      pauses++;
    };
    expect(await read('\n'.repeat(1024 * 1024), { afterPiece })).toEqual([]);
    expect(pauses).toBe(256);
  });

  it('creates no error for rows with other numbers of cells than the first', async () => {
    const errors = createdErrors();
    const rows = 50;
    expect(await read(`a,b,c\n${'a,b\n'.repeat(rows)}`)).toHaveLength(rows + 1);
    expect(errors()).toBe(0);
  });

  it('stops at the first unexpected quote, however many there are', async () => {
    const errors = createdErrors();
    const long = { limits: { rowCharacters: 300_000, cells: 5 } };
    expect(await read(`${'x'.repeat(250_000)}${'"'.repeat(16_000)}\n`, long)).toEqual([
      '1! Unexpected quote. Enclose the cell in quotes and double every quote inside it.',
    ]);
    expect(errors()).toBe(1); // Each error copies the cell.
  });
});

/** Counts the errors that the parser creates from now on. */
function createdErrors(): () => number {
  const created = vi.spyOn(Error, 'captureStackTrace');
  onTestFinished(() => created.mockRestore());
  return () => created.mock.calls.filter(([error]) => error instanceof CsvError).length;
}
