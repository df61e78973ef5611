import { describe, expect, it } from 'vitest';
import { excessOfJson } from '../../../src/domain/base/json-bounds.ts';

const bounds = { nesting: 3, values: 20, entries: 5, numberCharacters: 8 };
const nameOf = (text: string) => excessOfJson(text, bounds)?.name ?? null;

describe('the bounds of a JSON text', () => {
  it.each<[string, string | null, string]>([
    ['{"a":[{"b":1}]}', null, 'three levels'],
    ['{"a":[{"b":[]}]}', 'nesting', 'four levels'],
    ['[1,2,3,4,5]', null, 'five entries'],
    ['[1,2,3,4,5,6]', 'entries', 'six entries'],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', 'entries', 'six members'],
    ['[[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4]]', null, '20 values'],
    ['[[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,4,5]]', 'values', '21 values'],
    ['["[[[[,,,,,,"]', null, 'brackets and commas in a string'],
    [String.raw`["\"[[[[", "\\", [[["\\\"[["]]]]`, 'nesting', 'escaped quotes'],
    [String.raw`["\"[[[[", "\\", [["\\\"[["]]]`, null, 'escaped quotes'],
    ['{"a":-1.5e+10}', null, 'a number of eight characters'],
    ['{"a":-1.5e+100}', 'numberCharacters', 'a number of nine characters'],
    ['123456789', 'numberCharacters', 'a number at the end'],
    ['[          1,          2          ]', null, 'white space around numbers'],
    [`["${'1'.repeat(100)}"]`, null, 'digits in a string'],
    ['""'.repeat(41), 'values', 'strings without separators'],
    ['"never closed [[[[', null, 'a string that never ends'],
    [']]]]]][[[', null, 'more closed than opened'],
  ])('%s: %s (%s)', (text, name, _reason) => {
    expect(nameOf(text)).toBe(name);
  });
});
