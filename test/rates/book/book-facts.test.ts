import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyChanges, type BookFacts, changesBetween } from '../../../src/domain/rate-book/fact-changes.ts';
import { factsOf } from '../../../src/rates/book/book-facts.ts';
import { readJsonFile } from '../../../src/rates/book/files/json-file.ts';
import { examples } from '../../support/examples.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are edited member by member
type Json = any;

const names = ['us/MN', 'us/TX', 'us-exemption-reasons', 'global/category-rates', 'global/countries', 'global/nexus'];
/** Some rows of each list are enough. */
const shortened = (file: Json) =>
  Object.fromEntries(
    Object.entries<Json>(file).map(([part, value]) => [
      part,
      Array.isArray(value) && part !== 'sources' ? value.slice(0, 20) : value,
    ]),
  );
const files = names.map((name): [string, Json] => [name, shortened(readJsonFile(`${name}.json`))]);
const facts = factsOf(files);
const day = fc
  .integer({ min: 0, max: 4_000 })
  .map((days) => new Date(86_400_000 * (18_000 + days)).toISOString().slice(0, 10));
const rate = fc.integer({ min: 0, max: 2_500 }).map((parts) => String(parts / 10_000));

/** Edits of a file: other rates and days, added and removed rows, and sources, which shift the index of all others. */
const edit = fc.record({
  file: fc.nat(),
  what: fc.constantFrom('rate', 'rule', 'zip', 'threshold', 'holiday', 'remove', 'add', 'source'),
  row: fc.nat(),
  rate,
  day,
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function edited(edits: readonly Edit[]): [string, Json][] {
  const copies = structuredClone(files);
  for (const one of edits) {
    const [, file] = copies[one.file % copies.length]!;
    const rowOf = (list: Json[] | undefined) => list?.[one.row % list.length];
    const lists: Json[] = Object.entries<Json>(file).flatMap(([part, value]) =>
      Array.isArray(value) && typeof value[0] === 'object' && part !== 'sources' ? [value] : [],
    );
    const list = lists[one.row % lists.length];
    if (one.what === 'rate') rowOf(file.jurisdictions)?.[8].push([one.rate, one.day, null, 0]);
    if (one.what === 'rule' && file.taxability?.length)
      Object.assign(rowOf(file.taxability), { rate: one.rate, from: one.day });
    if (one.what === 'zip' && file.zips?.length) rowOf(file.zips)[4] = ['MN-X1'];
    if (one.what === 'threshold' && file.nexus?.length)
      Object.assign(rowOf(file.nexus), { salesThreshold: one.rate, to: one.day });
    if (one.what === 'holiday' && file.holidays) file.holidays.push({ name: one.day, category: 'general', source: 1 });
    if (one.what === 'remove') list.splice(one.row % list.length, 1);
    if (one.what === 'add') list.push(structuredClone(rowOf(list)));
    if (one.what === 'source' && file.sources) shiftSources(file, one.day);
  }
  return copies;
}

/** The same law with one more source at the front of the list. */
function shiftSources(file: Json, source: string): void {
  file.sources.unshift(source);
  const shift = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of ['source', 'marketplaceSource']) if (typeof value[name] === 'number') value[name] += 1;
    for (const one of Object.values(value)) shift(one);
  };
  shift(file);
  for (const row of file.jurisdictions ?? []) for (const one of row[8]) one[3] += 1;
  for (const row of file.cityDistricts ?? []) row[2] += 1;
}

const sorted = (all: BookFacts) => [...all].sort(([one], [other]) => (one < other ? -1 : 1));

it('lead from any version to any other, and back', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), fc.array(edit, { maxLength: 12 }), (first, second) => {
      const [old, now] = [factsOf(edited(first)), factsOf(edited(second))];
      const changes = changesBetween(old, now);
      expect(sorted(applyChanges(old, changes))).toEqual(sorted(now));
      const back = changes.map(({ key, before, after }) => ({ key, before: after, after: before }));
      expect(sorted(applyChanges(now, back))).toEqual(sorted(old));
    }),
    { numRuns: examples(50) },
  );
});

it('are one for each thing that differs', () => {
  const changes = changesBetween(
    facts,
    factsOf(
      edited([
        { file: 0, what: 'rate', row: 0, rate: '0.07', day: '2027-01-01' },
        { file: 1, what: 'zip', row: 0, rate: '0', day: '2027-01-01' },
        { file: 0, what: 'threshold', row: 0, rate: '500000', day: '2027-01-31' },
      ]),
    ),
  );
  expect(changes.map(({ key }) => key)).toEqual(['us/MN jurisdictions MN', 'us/MN nexus', 'us/TX zips 73301']);
  expect(changes[0]!.after).toContain('["0.07","2027-01-01",null,');
  expect(changes[1]!.after).toContain('"to":"2027-01-31"');
});

it('are none if only the list of sources grows', () => {
  const grown = edited([{ file: 1, what: 'source', row: 0, rate: '0', day: 'Another law' }]);
  expect(changesBetween(facts, factsOf(grown))).toEqual([]);
});

it('are refused by another version', () => {
  const changes = changesBetween(
    facts,
    factsOf(edited([{ file: 0, what: 'rate', row: 3, rate: '0.07', day: '2027-01-01' }])),
  );
  const other = factsOf(edited([{ file: 0, what: 'rate', row: 3, rate: '0.08', day: '2027-01-01' }]));
  expect(() => applyChanges(other, changes)).toThrow('another version');
});
