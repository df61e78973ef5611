import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asList, asText, asTextOrNull, dataFolder, readJsonFile } from '../../../src/rates/book/files/json-file.ts';
import { anAddress, placeOf, rateBook } from './rate-book.ts';

const days = ['2019-03-01', '2025-12-31', '2026-08-08', '2030-01-01'];

describe('the whole rate book', () => {
  it('places every ZIP code with its main place, and its rates never reach a fifth', () => {
    const faults: string[] = [];
    for (const name of readdirSync(new URL('us/', dataFolder))) {
      const state = name.slice(0, 2);
      for (const value of asList(readJsonFile(`us/${name}`).zips, name)) {
        const row = asList(value, name);
        const zip = asText(row[0], name);
        const city = asTextOrNull(row[1], name);
        const match = rateBook.matchAddress(anAddress({ state, zip, city }));
        if (match.kind === 'unmatched' || match.place.scoring.matchLevel !== 'EXCELLENT') {
          faults.push(`${zip} is not matched`);
          continue;
        }
        const { rates } = rateBook.placeFacts(match.place, '2026-06-15').taxPlace;
        const total = rates.reduce((sum, { rate }) => sum.plus(rate), rates[0]!.rate.times(0));
        if (rates[0]?.jurisdiction.id !== state || total.gt('0.2')) faults.push(`${zip} has ${total}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('has a rule for every code in every state and country, on any day', () => {
    const places = [
      ...rateBook.states.map(({ code }) => placeOf({ state: code, isPartial: true })),
      ...rateBook.countries.filter(({ code }) => code !== 'US').map(({ code }) => placeOf({ country: code })),
    ];
    const longest = 256;
    const faults: string[] = [];
    for (const place of places) {
      for (const { code } of rateBook.taxCodes) {
        for (const day of days) {
          const { rule } = rateBook.ruleFor(place, day, code, 'ITEM');
          const isSound = rule.source !== '' && rule.description.length <= longest;
          if (!isSound) faults.push(`${code} at ${place.matchedAddress.country} on ${day}: ${rule.description}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});
