import { describe, expect, it } from 'vitest';
import { matches, meets } from '../../../src/domain/lists/matches.ts';

describe('a filter on records in memory', () => {
  it.each([
    [{ eq: 'MN' }, true, false],
    [{ ne: 'MN' }, false, true],
    [{ in: ['MN', 'WI'] }, true, false],
    [{ in: [] }, false, false],
    [{ notIn: ['MN'] }, false, true],
    [{ contains: 'n' }, true, false],
    [{ startsWith: 'm' }, true, false],
    [{ isNull: true }, false, true],
    [{ isNull: false, ne: 'WI' }, true, false],
    [{}, true, true],
  ])('%j matches MN: %s, and nothing: %s', (comparators, ofMinnesota, ofNothing) => {
    expect([meets('MN', comparators), meets(null, comparators)]).toEqual([ofMinnesota, ofNothing]);
  });

  it('joins conditions with and, or and not', () => {
    const quebec = { country: 'CA', state: 'CA-QC' };
    const filter = { country: { eq: 'CA' }, or: [{ state: { eq: 'CA-QC' } }, { state: { isNull: true } }] };
    expect(matches<typeof quebec>(quebec, filter)).toBe(true);
    expect(matches<typeof quebec>(quebec, { not: filter })).toBe(false);
    expect(matches<typeof quebec>(quebec, { and: [filter, { country: { ne: 'CA' } }] })).toBe(false);
    expect(matches<typeof quebec>(quebec, { or: [] })).toBe(false);
  });
});
