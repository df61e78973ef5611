import { dayOf } from '../domain/base/calendar.ts';
import type { AddressQuery } from '../domain/places/address-match.ts';
import type { ReferenceData } from '../ports/reference-data.ts';
import { loadBundledReferenceData } from '../reference/bundled.ts';
import { evidenceOf } from '../reference/rules/evidence.ts';
import { lawOf } from '../usecases/lookups/rates-at-place.ts';
import { type Command, noArguments } from './command.ts';

/** What stands behind the taxability of a tax code at a place, from the strongest to nothing. */
const kinds = ['law', 'authority', 'several', 'one', 'none'] as const;
type Kind = (typeof kinds)[number];

const kindOf = {
  LAW: 'law',
  AUTHORITY: 'authority',
  TWO_SOURCES: 'several',
  ONE_LIST: 'one',
  ONE_PAGE: 'one',
  MEMORY: 'one',
} as const;

export const coverageOfRatesCommand: Command = {
  name: 'rates coverage',
  usage: '[--json]',
  summary:
    'counts, for each place, the tax codes that a law, an authority, several sources, one source or none decides',

  async run(args, terminal) {
    noArguments(args);
    const reference = loadBundledReferenceData();
    const on = dayOf(new Date());
    const states = reference.states.map(({ code }) => ({ name: `US-${code}`, country: 'US', state: code }));
    const countries = reference.countries
      .filter(({ code }) => code !== 'US')
      .map(({ code }) => ({ name: code, country: code, state: null }));
    for (const [title, places] of [
      ['US states', states],
      ['other countries', countries],
    ] as const) {
      const total = new Map<Kind, number>();
      for (const { name, ...place } of places) {
        const counts = countsAt(reference, place, on);
        for (const [kind, count] of counts) total.set(kind, (total.get(kind) ?? 0) + count);
        terminal.printRecord({ place: name, ...shown(counts) });
      }
      terminal.printRecord({ place: title, ...shown(total) });
    }
  },
};

const shown = (counts: ReadonlyMap<Kind, number>) =>
  Object.fromEntries(kinds.map((kind) => [kind, `${kind} ${counts.get(kind) ?? 0}`]));

type Place = Pick<AddressQuery, 'country' | 'state'>;

function countsAt(reference: ReferenceData, { country, state }: Place, on: string): Map<Kind, number> {
  const nothing = { city: null, county: null, street: null, region: null, zip: null };
  const match = reference.matchAddress({ ...nothing, country, state, isPartial: true });
  const counts = new Map<Kind, number>();
  if (match.kind === 'unmatched') return counts;
  for (const { code } of reference.taxCodes) {
    const { rule, notices } = lawOf(reference, { place: match.place, taxDate: on, taxCode: code });
    const isUnknown = notices.some((notice) => notice.code === 'CATEGORY_WITHOUT_FACTS');
    const kind = isUnknown ? 'none' : kindOf[evidenceOf(rule.source)];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
