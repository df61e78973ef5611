import { describe, expect, it } from 'vitest';
import { matchesStrongly, matchesWeakly, parseTagList, recordTag } from '../../../src/domain/base/etag.ts';

describe('entity tags', () => {
  it('consist of the end of the id and the version', () => {
    expect(recordTag({ serviceId: '01980000-0000-7000-8000-00000000d370', version: 3 })).toBe('"00000000d370-3"');
  });

  it.each([
    ['*', '*'],
    ['"a"', ['"a"']],
    [' "a" , W/"b,c"', ['"a"', 'W/"b,c"']],
    ['a', null],
    ['"a" "b"', null],
  ])('are read from a header: %s', (header, tags) => {
    expect(parseTagList(header)).toEqual(tags);
  });

  it('match a weak tag in the weak comparison only', () => {
    expect(matchesWeakly('"a"', ['W/"a"'])).toBe(true);
    expect(matchesStrongly('"a"', ['W/"a"'])).toBe(false);
  });
});
