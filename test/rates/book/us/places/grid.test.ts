import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asList, asText, asTextOrNull } from '../../../../../src/rates/book/files/json-file.ts';
import { type Decimal, decimal } from '../../../../../src/tax/numbers/decimal.ts';
import { cappedRate, placeOf } from '../../rate-book.ts';

type GridRow = {
  readonly name: string;
  readonly trust: string;
  readonly expected: Decimal;
  readonly actual: Decimal;
  readonly isWithin: boolean;
};

/** Places and rates published by third parties. The rate book is never adjusted to them, so agreement here is evidence for other places. */
const grid: readonly GridRow[] = asList(
  JSON.parse(readFileSync(new URL('grid.json', import.meta.url), 'utf8')).rows,
  'grid',
).map((value) => {
  const row = asList(value, 'grid');
  const [state, city, zip, rate, tolerance, taxDate, trust] = row.map((text) => asTextOrNull(text, 'grid') ?? '');
  const actual = cappedRate(placeOf({ state, city, zip }), asText(taxDate, 'grid'));
  const expected = decimal(asText(rate, 'grid'));
  const isWithin = actual.minus(expected).abs().lte(asText(tolerance, 'grid'));
  return { name: `${state} ${city} ${zip}`, trust: asText(trust, 'grid'), expected, actual, isWithin };
});

const ofTrust = (trust: string) => grid.filter((row) => row.trust === trust);
const failing = (rows: readonly GridRow[]) =>
  rows
    .filter(({ isWithin }) => !isWithin)
    .map(({ name, expected, actual }) => `${name}: ${actual}, expected ${expected}`);

describe('the reference grid of places', () => {
  it('has 257 rows', () => {
    expect(grid).toHaveLength(257);
    expect(['A', 'B', 'C', 'D'].map((trust) => ofTrust(trust).length)).toEqual([227, 1, 15, 14]);
  });

  it('agrees with every confirmed row', () => {
    expect(failing(ofTrust('A'))).toEqual([]);
  });

  it.each([
    ['B', 0],
    ['C', 15],
    ['D', 14],
  ])('differs from the rows of trust %s in %i', (trust, count) => {
    const failures = failing(ofTrust(trust));
    expect(failures.length, failures.join('\n')).toBe(count);
  });
});
