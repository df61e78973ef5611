import { expect, it, vi } from 'vitest';
import { boundedText } from '../../../src/domain/base/fields.ts';
import { issuesOf } from '../../../src/domain/base/parse-input.ts';

const codesOf = (text: string, [min, max] = [2, 4]) => {
  const { error } = boundedText(min!, max!).safeParse(text);
  return error ? issuesOf(error).map(({ code }) => code) : [];
};

it.each([
  ['', 'TOO_SHORT'],
  ['a', 'TOO_SHORT'],
  ['😀', 'TOO_SHORT'],
  ['ab', null],
  ['😀b', null],
  ['😀😀', null],
  ['😀😀😀😀', null],
  ['abcd', null],
  ['abcde', 'TOO_LONG'],
  ['😀😀😀😀a', 'TOO_LONG'],
  ['😀😀😀😀😀', 'TOO_LONG'],
])('counts the characters of %j, whatever their width: %s', (text, code) => {
  expect(codesOf(text)).toEqual(code === null ? [] : [code]);
});

it('does not count the characters of a text that is far too long', () => {
  const characters = vi.spyOn(String.prototype, Symbol.iterator);
  const codes = codesOf('😀'.repeat(100_000), [0, 500]);
  const count = characters.mock.calls.length;
  characters.mockRestore();
  expect([codes, count]).toEqual([['TOO_LONG'], 0]);
});
