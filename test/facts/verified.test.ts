import { expect, it } from 'vitest';
import { asRecord, readJsonFile } from '../../src/rates/book/files/json-file.ts';
import { type Decimal, decimal } from '../../src/tax/numbers/decimal.ts';
import { placeOf, rateBook } from '../rates/book/rate-book.ts';
import { type PublishedFact, publishedFacts } from './published-facts.ts';

/** `US-MS` or `DE`. */
type VerifiedPlace = { readonly place: string; readonly day: string };

/** The general rate of a state, or the standard rate of a country, on a day. */
function generalRate(place: string, day: string): Decimal {
  const [country = '', state] = place.split('-');
  const found = placeOf(state ? { country, state, isPartial: true } : { country });
  return rateBook.placeFacts(found, day).taxPlace.rates[0]!.rate;
}

/** Whether a fact concerns the rate in force on the day of verification. */
function confirms(fact: PublishedFact, { place, day }: VerifiedPlace): boolean {
  const [where = ''] = fact.place.split(' ');
  if (where !== place && !where.startsWith(`${place}-`)) return false;
  const rate = generalRate(place, day);
  if (fact.readOn > day || !generalRate(place, fact.date).eq(rate)) return false;
  const [kind = '', figure = '0'] = fact.expected.split(' ');
  if (kind === 'rate' || kind === 'state') return decimal(figure).eq(rate);
  // The tax on a price is rounded, and may include local taxes.
  return kind === 'tax' && decimal(figure).plus('0.01').gte(rate.times(fact.price));
}

it('only general rates that a published fact confirms count as verified', () => {
  const facts = [
    ...publishedFacts(new URL('us/', import.meta.url)).map((fact) => ({ ...fact, place: `US-${fact.place}` })),
    ...publishedFacts(new URL('global/', import.meta.url)),
  ].filter(({ taxCode }) => taxCode === 'C1S1');
  const verified = Object.entries(asRecord(readJsonFile('verified.json').days, 'verified'));
  const unconfirmed = verified
    .map(([place, day]): VerifiedPlace => ({ place, day: String(day) }))
    .filter((one) => !facts.some((fact) => confirms(fact, one)));
  expect(unconfirmed.map(({ place }) => place)).toEqual([]);
});
