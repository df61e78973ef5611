import { describe, expect, it } from 'vitest';
import { allocate } from '../../../src/tax/numbers/allocation.ts';

describe('allocate', () => {
  it.each([
    [2000n, [1999n, 3450n, 725n], [647n, 1118n, 235n], 'two missing cents go to the largest remainders'],
    [1000n, [1500n, 1500n, 1500n], [334n, 333n, 333n], 'of equal remainders the earlier comes first'],
    [72n, [625n, 100n, 50n, 50n], [55n, 9n, 4n, 4n], 'the jurisdictions of a line'],
    [-72n, [625n, 100n, 50n, 50n], [-55n, -9n, -4n, -4n], 'a negative amount is split by its magnitude'],
    [5n, [0n, 3n, 0n], [0n, 5n, 0n], 'nothing goes where nothing weighs'],
    [0n, [0n, 0n], [0n, 0n], 'nothing can be split by nothing'],
    [1n, [1n, 1n, 1n], [1n, 0n, 0n], 'fewer units than parts'],
    [0n, [], [], 'no parts'],
  ])('splits %s by %s into %s (%s)', (total, weights, parts) => {
    expect(allocate(total, weights)).toEqual(parts);
  });

  it('compares remainders that differ in the thirtieth digit', () => {
    const large = 10n ** 30n;
    expect(allocate(1n, [large, large + 1n])).toEqual([0n, 1n]);
    expect(allocate(1n, [large + 1n, large])).toEqual([1n, 0n]);
  });

  it('refuses to split an amount when all weights are zero', () => {
    expect(() => allocate(1n, [0n, 0n])).toThrow(RangeError);
  });
});
