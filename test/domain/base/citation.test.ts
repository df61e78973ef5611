import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citationsIn } from '../../../src/domain/base/citation.ts';

describe('a source', () => {
  const url = 'https://example.gov/a?b=1&c=2#d';
  it.each([
    ['ECB', [{ title: 'ECB', url: null, readOn: null }]],
    [`Clothing Sales (${url}), read 2026-11-22`, [{ title: 'Clothing Sales', url, readOn: '2026-11-22' }]],
    [`Texas 34 TAC 3.322, ${url}`, [{ title: 'Texas 34 TAC 3.322', url, readOn: null }]],
    [`Postal areas: ${url}.`, [{ title: 'Postal areas', url, readOn: null }]],
    [`The state has none (FTA, ${url})`, [{ title: 'The state has none (FTA)', url, readOn: null }]],
    [
      `Act 1 (a; b); Notice 2 (${url}): drinks`,
      [
        { title: 'Act 1 (a; b)', url: null, readOn: null },
        { title: 'Notice 2: drinks', url, readOn: null },
      ],
    ],
    [
      `Streaming (${url}; https://example.com)`,
      [
        { title: 'Streaming', url, readOn: null },
        { title: 'Streaming', url: 'https://example.com', readOn: null },
      ],
    ],
    [url, [{ title: url, url, readOn: null }]],
    ['recalled', [{ title: 'Not confirmed in a publication', url: null, readOn: null }]],
    ['recalled: Act 1', [{ title: 'Act 1 (not confirmed in a publication)', url: null, readOn: null }]],
    [
      'Act 1; dates recalled',
      [
        { title: 'Act 1', url: null, readOn: null },
        { title: 'Dates not confirmed in a publication', url: null, readOn: null },
      ],
    ],
    [null, []],
    ['', []],
  ])('%s is a list of citations', (source, citations) => {
    expect(citationsIn(source)).toEqual(citations);
  });
});

it('of the rate book parses, whichever row it is of', () => {
  const sources = new Set(files(join(import.meta.dirname, '../../../src/rates/book/data')).flatMap(sourcesIn));
  expect(sources.size).toBeGreaterThan(400);
  const faulty = [...sources].filter((source) => {
    const citations = citationsIn(source);
    return citations.length === 0 || citations.some(({ title, url }) => !isName(title) || !isAddress(url));
  });
  expect(faulty).toEqual([]);
});

const isName = (title: string) => !/https?:|\(\s*\)|^[,;:)]|[,;(]$|\s{2}| [,;)]/.test(title) && title !== '';
const isAddress = (url: string | null) => url === null || URL.canParse(url);

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return files(path);
    return name.endsWith('.json') ? [path] : [];
  });
}

function sourcesIn(path: string): string[] {
  const found: string[] = [];
  /** A source is a name, or a kind and a name. */
  const note = (source: unknown) => {
    const name = Array.isArray(source) ? source[1] : source;
    if (typeof name === 'string') found.push(name);
  };
  JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) => {
    if (/source$/i.test(key)) note(value);
    if (key === 'sources' && Array.isArray(value)) value.forEach(note);
    return value;
  });
  return found;
}
