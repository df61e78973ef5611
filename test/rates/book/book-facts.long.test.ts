import { expect, it } from 'vitest';
import { applyChanges, changesBetween } from '../../../src/domain/rate-book/fact-changes.ts';
import type { RateLayer } from '../../../src/domain/rate-book/rate-layer.ts';
import type { ReferenceData } from '../../../src/ports/reference-data.ts';
import { factsOfVersion } from '../../../src/rates/book/book-facts.ts';
import { loadReferenceData } from '../../../src/rates/book/bundled.ts';
import { ownBook } from '../../../src/rates/book/files/book-files.ts';
import { bookOfFacts } from '../../support/book-of-facts.ts';
import { bookWith } from '../../support/rate-books.ts';
import { aCorrection, aCorrectionsLayer } from '../../support/rate-layers.ts';

const load = (layers: readonly RateLayer[], archived = ownBook) =>
  loadReferenceData({ number: 0, layers, findBoundaries: async () => [], archived });

const days = ['2019-03-01', '2026-02-28', '2026-07-04', '2026-08-08', '2027-07-01'];

/** All data in a rate book about places, rates, rules and thresholds, on several days. */
function* lawOf(book: ReferenceData): Generator<readonly [string, unknown]> {
  const jurisdictions = book
    .jurisdictions({ country: null, subdivision: null, level: null, ids: null })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  for (const one of jurisdictions) yield [one.key, [one, ...days.map((day) => book.jurisdictionRate(one.key, day))]];
  const places = [
    ...book.states.map(({ code }) => ['US', code] as const),
    ...book.countries.map(({ code }) => [code, null] as const),
  ];
  for (const [country, state] of places) {
    yield [`changes ${country} ${state}`, book.rateChanges(country, state)];
    if (state === null) continue;
    yield [`thresholds ${state}`, book.nexusThresholds(state)];
    const zips = book.zipCodes(state);
    // All differing states, and some of the others.
    for (const zip of ['MN', 'TX'].includes(state) ? zips : zips.filter((_, index) => index % 50 === 0)) {
      const address = {
        zip,
        country: 'US',
        state: null,
        city: null,
        county: null,
        street: null,
        region: null,
        isPartial: true,
      };
      yield [zip, days.map((day) => book.matchAddress(address, day))];
    }
    const capital = {
      zip: null,
      country: 'US',
      state,
      city: null,
      county: null,
      street: null,
      region: null,
      isPartial: true,
    };
    const match = book.matchAddress(capital, '2026-08-08');
    if (match.kind !== 'matched') continue;
    for (const { code } of book.taxCodes) {
      yield [`${state} ${code}`, days.map((day) => book.ruleFor(match.place, day, code, 'ITEM'))];
    }
  }
}

const district = { level: 'DISTRICT', jurisdictionId: 'MN-X1', name: 'Mill District', rate: '0.0025' } as const;
const imported: readonly RateLayer[] = [
  aCorrectionsLayer({ rows: [aCorrection({}), aCorrection({ ...district, zips: ['55401', '55402'] })] }),
];
const earlier = bookWith('2026.06.01-1', 'us/TX.json', (text) => {
  const file = JSON.parse(text);
  file.sources.splice(0, 0, 'A law that is no longer cited');
  for (const rows of [file.taxability, file.holidays, file.nexus, file.singleItemCaps]) {
    for (const row of rows) {
      row.source += 1;
      for (const part of Object.values<{ source?: number }>(row))
        if (typeof part?.source === 'number') part.source += 1;
    }
  }
  for (const row of file.jurisdictions) for (const rate of row[8]) rate[3] += 1;
  for (const row of file.cityDistricts) row[2] += 1;
  file.jurisdictions[0][8] = [
    ['0.06', '1990-07-01', '2025-12-31', 0],
    ['0.0625', '2026-01-01', null, 1],
  ];
  file.taxability.find((row: { category: string }) => row.category === 'clothing').taxable = 'no';
  file.holidays.splice(0, 2);
  file.nexus[0].salesThreshold = '250000';
  file.zips.splice(10, 1);
  return JSON.stringify(file);
});

it.each([
  ['an imported version', () => [factsOfVersion([]), factsOfVersion(imported), load(imported)] as const],
  ['the bundled version again', () => [factsOfVersion(imported), factsOfVersion([]), load([])] as const],
  ['a later release', () => [factsOfVersion([], earlier), factsOfVersion([]), load([])] as const],
  ['an earlier release', () => [factsOfVersion([]), factsOfVersion([], earlier), load([], earlier)] as const],
])('the changes to %s give it exactly', { timeout: 600_000 }, (_name, versions) => {
  const [old, now, expected] = versions();
  const changes = changesBetween(old, now);
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.length).toBeLessThan(40);
  const made = lawOf(load([], bookOfFacts(applyChanges(old, changes))));
  let count = 0;
  for (const [what, law] of lawOf(expected)) {
    const [found, same] = made.next().value as readonly [string, unknown];
    if (JSON.stringify([found, same]) !== JSON.stringify([what, law])) expect([found, same]).toEqual([what, law]);
    count += 1;
  }
  expect(made.next().done).toBe(true);
  expect(count).toBeGreaterThan(15_000);
});
