import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/domain/base/errors.ts';
import { readCsvFile } from '../../../src/files/uploads/csv-file.ts';

const limits = { fileBytes: 200_000, rowCharacters: 100, cells: 5 };

/** The result of reading these pieces, as `line: cells` or `line! message`. */
async function read(...pieces: (string | Uint8Array | Error)[]): Promise<string[]> {
  async function* bytes() {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      yield typeof piece === 'string' ? Buffer.from(piece) : piece;
    }
  }
  const found: string[] = [];
  for await (const row of readCsvFile(bytes(), { limits, afterPiece: async () => {} })) {
    found.push(row.kind === 'row' ? `${row.line}: ${JSON.stringify(row.cells)}` : `${row.line}! ${row.message}`);
  }
  return found;
}

describe('readCsvFile', () => {
  it.each<[string, string]>([
    ['a,b\n1,2\n', 'line feeds'],
    ['a,b\r\n1,2', 'no end of the last line'],
    ['a,b\r1,2\r', 'line ends of old Macs'],
    ['\ufeffa,b\r\n1,2\r\n', 'a byte order mark'],
    ['a;b\n1;2\n', 'semicolons'],
    ['a\tb\n1\t2\n', 'tabs'],
    ['"a","b"\n"1","2"\n', 'quotes'],
    ['a,b\n1,2\n\n,\n   \n', 'empty rows at the end'],
  ])('reads %j (%s)', async (text) => {
    expect(await read(text)).toEqual(['1: ["a","b"]', '2: ["1","2"]']);
    expect(await read(...[...text].map((character) => character))).toEqual(['1: ["a","b"]', '2: ["1","2"]']);
  });

  it('numbers a row by the line of its first character', async () => {
    expect(await read('a,b\r\n\r\n"1\r\n1","2\n2"\r\n3,4\n')).toEqual([
      '1: ["a","b"]',
      '3: ["1\\r\\n1","2\\n2"]',
      '6: ["3","4"]',
    ]);
  });

  it('detects the separator in the first line, outside quotes, or uses the given one', async () => {
    expect(await read('"a;x;y",b\n1,2;3\n')).toEqual(['1: ["a;x;y","b"]', '2: ["1","2;3"]']);
    expect(await read('sep=;\r\na;b,c\r\n1;2\r\n')).toEqual(['2: ["a","b,c"]', '3: ["1","2"]']);
  });

  it('reads UTF-16 with a byte order mark, and marks invalid text', async () => {
    expect(await read(Buffer.from('\ufeffä,b\n1,2', 'utf16le'))).toEqual(['1: ["ä","b"]', '2: ["1","2"]']);
    expect(await read('a,b\n', new Uint8Array([0xe4]), ',2\n3,4\n')).toEqual([
      '1: ["a","b"]',
      '2: ["\ufffd","2"]',
      '3: ["3","4"]',
    ]);
  });

  it.each<[string, string]>([
    ['ab"c,2\n5,6\n', 'Unexpected quote. Enclose'],
    ['"ab"c,2\n5,6\n', 'Unexpected quote. Enclose'],
    ['"ab,2\n5,6\n', 'A quote in this row is never closed.'],
    [`${'x'.repeat(101)},2\n5,6\n`, 'The row is longer than 100 characters'],
    [`"${'x\n'.repeat(51)},2\n5,6\n`, 'The row is longer than 100 characters'],
  ])('stops at %j', async (text, message) => {
    const [header, first, stop, ...rest] = await read(`a,b\n1,2\n${text}`);
    expect([header, first, rest]).toEqual(['1: ["a","b"]', '2: ["1","2"]', []]);
    expect(stop).toMatch(`3! ${message}`);
  });

  it('stops before a row that may be truncated by the end of the transmission or the size limit', async () => {
    const broken = new AppError('MALFORMED_FORM', 'The form broke off.');
    expect(await read('a,b\n1,2\n3,4567890', broken)).toEqual([
      '1: ["a","b"]',
      '2: ["1","2"]',
      '3! The form broke off.',
    ]);
    expect(await read('a,b\n1,', '2\n3,4', '0'.repeat(200_000))).toEqual([
      '1: ["a","b"]',
      '2: ["1","2"]',
      '3! A file may have at most 200000 bytes. Send it in parts.',
    ]);
    await expect(read('a,b\n', new Error('a fault of ours'))).rejects.toThrow('a fault of ours');
  });

  it.each(['\0', ' ', '"', ',', 'x'])('is not slow on long runs of %j', { timeout: 10_000 }, async (character) => {
    const found = await read(...Array<string>(100).fill(character.repeat(1_000)), '\n');
    expect(found.length).toBeLessThanOrEqual(1);
  });

  it('finds nothing in an empty file', async () => {
    expect(await read('')).toEqual([]);
    expect(await read()).toEqual([]);
    expect(await read('\ufeff\n\n')).toEqual([]);
  });
});
