import { describe, expect, it } from 'vitest';
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

  it('reads rows of any number of cells at the same speed', async () => {
    const timed = async (text: string) => {
      const start = process.cpuUsage();
      await read(text);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    };
    const rows = 50_000;
    const even = await timed('a,b\n'.repeat(rows));
    const uneven = await timed(`a,b,c\n${'a,b\n'.repeat(rows)}`);
    // An error object per row took about 2,000 ms longer.
    expect(uneven - even).toBeLessThan(1_000);
  });

  it('stops at the first unexpected quote, however many there are', async () => {
    const long = { limits: { rowCharacters: 300_000, cells: 5 } };
    const start = process.cpuUsage();
    expect(await read(`${'x'.repeat(250_000)}${'"'.repeat(16_000)}\n`, long)).toEqual([
      '1! Unexpected quote. Enclose the cell in quotes and double every quote inside it.',
    ]);
    // Copying the cell for each quote took about 15,000 ms.
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000);
  });
});
