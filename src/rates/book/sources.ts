import { inReadersWords } from '../../domain/base/citation.ts';
import type { RateSource } from '../../domain/lookups/catalogue.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Books } from './books.ts';
import { deepFreeze } from './files/deep-freeze.ts';
import { asSource } from './files/source.ts';
import type { SourceDays } from './layers/lay-over.ts';

/**
 * The sources of rates, rules and thresholds, each with the latest day on which it was read and the places it covers.
 */
export function makeSourceList(books: Books, days: SourceDays): ReferenceData['sources'] {
  let known: readonly RateSource[] | null = null;
  return () => {
    known ??= deepFreeze(listSources(books, days));
    return known;
  };
}

function listSources(books: Books, { bySource, byPlace }: SourceDays): readonly RateSource[] {
  const found = new Map<string, { asOf: string; places: Set<string> }>();
  const note = (name: string, place: string, placeAsOf: string) => {
    const asOf = bySource.get(name) ?? byPlace.get(place) ?? placeAsOf;
    const known = found.get(name);
    if (!known) found.set(name, { asOf, places: new Set([place]) });
    else {
      known.places.add(place);
      if (known.asOf < asOf) known.asOf = asOf;
    }
  };
  for (const { code, asOf, sources } of books.us.states.values()) {
    for (const { name } of sources) note(name, `US-${code}`, asOf);
  }
  const { countries, regions, ruleCorrections, categoryRates, standardRated, nexus, asOf } = books.global;
  for (const { alpha2, windows } of countries.values()) {
    for (const { rate } of windows) note(rate.source, alpha2, asOf);
  }
  for (const { id, windows } of regions.values()) for (const { rate } of windows) note(rate.source, id, asOf);
  for (const { country, threshold } of nexus) note(threshold.source, country === 'EACH_EU' ? 'EU' : country, asOf);
  for (const { source, country } of [...ruleCorrections, ...categoryRates]) {
    if (typeof country === 'string') note(asSource(source, country).name, country, asOf);
  }
  for (const { source, country } of standardRated) note(source.name, country, asOf);
  return [...found]
    .map(([name, { asOf: day, places }]) => ({ name: inReadersWords(name), readOn: day, places: [...places].sort() }))
    .sort((left, right) => right.places.length - left.places.length || left.name.localeCompare(right.name));
}
