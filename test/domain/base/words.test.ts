import { expect, it } from 'vitest';
import { formatCount, formatList, formatNames } from '../../../src/domain/base/words.ts';

it('counts with the form of the noun, and of its verb', () => {
  expect([0, 1, 12_000].map((count) => formatCount(count, 'row'))).toEqual(['0 rows', '1 row', '12,000 rows']);
  expect([1, 2].map((count) => formatCount(count, 'entry is', 'entries are'))).toEqual(['1 entry is', '2 entries are']);
});

it('joins names, however many', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((names) => formatNames(names))).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ]);
  expect(formatNames(['a', 'b', 'c'], 'or')).toBe('a, b or c');
  expect(formatList([1, 2, 3], 2)).toBe('1, 2, …');
});
