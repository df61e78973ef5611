import { describe, expect, it } from 'vitest';
import { anAddress, placeOf, rateBook } from './rate-book.ts';

const on = '2026-06-15';
const inMinneapolis = { state: 'MN', zip: '55401', city: 'Minneapolis' };

/** Every object and list reachable from a value, with its path; decimals are values and never change. */
function partsOf(value: unknown, path: string): (readonly [string, object])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return [];
  return [[path, value], ...Object.entries(value).flatMap(([key, part]) => partsOf(part, `${path}/${key}`))];
}

describe('values returned by the rate book', () => {
  it.each<[string, () => unknown]>([
    ['states', () => rateBook.states],
    ['countries', () => rateBook.countries],
    ['tax codes', () => rateBook.taxCodes],
    ['days', () => rateBook.freshnessOf('US-MN')],
    ['a match', () => rateBook.matchAddress(anAddress(inMinneapolis))],
    ['a match abroad', () => rateBook.matchAddress(anAddress({ country: 'NP' }))],
    ['an issue', () => rateBook.matchAddress(anAddress({}))],
    ['candidates', () => rateBook.matchCandidates(anAddress({ state: 'TN', zip: '37601' }))],
    ['facts of a place', () => rateBook.placeFacts(placeOf(inMinneapolis), on)],
    ['facts of a place abroad', () => rateBook.placeFacts(placeOf({ country: 'CA', region: 'QC' }), on)],
    ['a rule', () => rateBook.ruleFor(placeOf(inMinneapolis), on, 'C1S10', 'ITEM')],
    ['a rule for an unknown code', () => rateBook.ruleFor(placeOf(inMinneapolis), on, 'nope', 'ITEM')],
    ['a rule abroad', () => rateBook.ruleFor(placeOf({ country: 'DE' }), on, 'C1S30', 'ITEM')],
    ['a tax code', () => rateBook.findTaxCode('C1S1')],
    ['a state', () => rateBook.findState('MN')],
    ['a country', () => rateBook.countryFacts('DE')],
    ['thresholds', () => rateBook.nexusThresholds('CA')],
    ['the form of a tax number', () => rateBook.taxNumberFormat('DE')],
    ['jurisdictions', () => rateBook.jurisdictions(noFilter).slice(0, 50)],
    ['sources', () => rateBook.sources()],
  ])('cannot be changed: %s', (name, look) => {
    const parts = partsOf(look(), name);
    expect(parts.length).toBeGreaterThan(0);
    const own = name === 'jurisdictions' ? parts.slice(1) : parts;
    expect(own.filter(([, part]) => !Object.isFrozen(part)).map(([path]) => path)).toEqual([]);
  });

  it('is unchanged after a caller tried', () => {
    const facts = rateBook.placeFacts(placeOf(inMinneapolis), on);
    expect(() => Object.assign(facts.taxPlace, { rates: [] })).toThrow(TypeError);
    expect(() => Object.assign(rateBook.states, { length: 0 })).toThrow(TypeError);
    expect(rateBook.placeFacts(placeOf(inMinneapolis), on).taxPlace.rates).toHaveLength(6);
    expect(rateBook.states).toHaveLength(52);
  });
});

const noFilter = { country: null, subdivision: null, level: null, ids: null };
