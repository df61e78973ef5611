import { expect, it } from 'vitest';
import { readLines } from '../../../src/files/csv/lines.ts';

async function* inPieces(text: string, bytes: number) {
  const all = Buffer.from(text);
  for (let start = 0; start < all.length; start += bytes) yield all.subarray(start, start + bytes);
}

async function linesIn(text: string, { piece = 3, most = 20 } = {}): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(inPieces(text, piece), most)) lines.push(Buffer.from(line).toString());
  return lines;
}

it.each([1, 3, 100])('ends lines at line feeds only, in pieces of %i bytes', async (piece) => {
  expect(await linesIn('a\n\nbc\u2028d\re\r\nüf', { piece })).toEqual(['a\n', '\n', 'bc\u2028d\re\r\n', 'üf']);
  expect(await linesIn('', { piece })).toEqual([]);
});

it('refuses a line that is too long, before it is in memory', async () => {
  expect(await linesIn(`${'x'.repeat(20)}\n${'y'.repeat(20)}`)).toHaveLength(2);
  await expect(linesIn(`${'x'.repeat(21)}\n`, { piece: 100 })).rejects.toThrow('A line has more than 20 bytes.');
  await expect(linesIn(`a\n${'x'.repeat(24)}`)).rejects.toThrow('A line has more than 20 bytes.');
});
