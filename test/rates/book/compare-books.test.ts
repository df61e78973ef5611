import { expect, it } from 'vitest';
import type { Books } from '../../../src/rates/book/books.ts';
import { compareBooks } from '../../../src/rates/book/compare-books.ts';
import { atOnce } from '../../../src/rates/book/files/steps.ts';

it('counts ZIP codes that are new, removed or taxed by other jurisdictions', () => {
  const bookOf = (counties: Readonly<Record<string, string>>) => {
    const state = { code: 'MN' };
    const rows = Object.entries(counties).map(
      ([zip, countyJurisdictionId]) => [zip, { state, countyJurisdictionId, cityId: null, districtIds: [] }] as const,
    );
    const none = new Map();
    return {
      us: { states: none, zips: new Map(rows) },
      global: { countries: none, regions: none },
    } as unknown as Books;
  };
  const before = bookOf({ 55401: 'MN-C053', 55402: 'MN-C053', 55403: 'MN-C053' });
  const after = bookOf({ 55402: 'MN-C053', 55403: 'MN-C123', 55404: 'MN-C053' });
  expect(atOnce(compareBooks(before, after)).movedZips).toEqual([{ state: 'MN', count: 3 }]);
});
