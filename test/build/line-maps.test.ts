import { SourceMap } from 'node:module';
import { expect, it } from 'vitest';

const path = new URL('../../src/build/line-maps.mjs', import.meta.url).href;
const { linesOnly } = (await import(path)) as { linesOnly(mappings: string): string };

/** Two sources; the third line of the output has two lines of the second one, and the last has none. */
const mappings = 'AAAA,SAASA,GAAG;;ACAA,MAAM,IACN,KAAKA;A';

it('keeps one mapping for each line that a line of the output comes from', () => {
  const short = linesOnly(mappings);
  expect(short.split(';').map((line) => line.split(',').filter(Boolean).length)).toEqual([1, 0, 2, 0]);
  const whole = {
    version: 3,
    file: 'out.js',
    sources: ['a.ts', 'b.ts'],
    sourcesContent: [],
    names: ['f'],
    sourceRoot: '',
  };
  const [before, after] = [mappings, short].map((one) => new SourceMap({ ...whole, mappings: one }));
  for (const [line, column] of [
    [0, 0],
    [0, 12],
    [2, 0],
    [2, 7],
    [2, 10],
    [2, 30],
  ] as const) {
    const { originalSource, originalLine } = before!.findEntry(line, column) as Record<string, unknown>;
    expect(after!.findEntry(line, column)).toMatchObject({ originalSource, originalLine });
  }
});
