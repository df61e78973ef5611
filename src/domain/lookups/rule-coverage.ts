import { field, type RecordOf, record } from '../base/record.ts';
import { ratesAge } from '../coverage/freshness.ts';

const codes = (words: string) => field.list(field.text('A tax code.', { examples: ['C1S1'] }), 15, words);

const placeCoverage = record(
  'PlaceCoverage',
  'Age of the rates for a place, and the evidence for its tax code rules.',
  {
    place: field.text('Code of the state or country.', { examples: ['US-MN', 'DE'] }),
    name: field.text('English name of the state or country.', { examples: ['Minnesota'] }),
    ...ratesAge,
    lawCodes: codes('Tax codes whose rule cites a statute or a regulation.'),
    authorityCodes: codes('Tax codes whose rule is based on a publication of a tax authority.'),
    severalSourcesCodes: codes('Tax codes whose rule is based on two or more independent publications.'),
    oneSourceCodes: codes(
      'Tax codes whose rule is based on a single unofficial source. Lines with these codes have the notice `FACT_UNCERTAIN`.',
    ),
    standardRateCodes: codes(
      'Tax codes without a specific rule, which follow the general rule: the standard rate of the place or, for gift cards, no tax on their sale. The sources of the general rule are not counted as evidence for these codes.',
    ),
    noSourceCodes: codes(
      'Tax codes without a specific rule, although other places tax them differently from general goods. Lines with these codes are taxed at the standard rate and have the notice `CATEGORY_WITHOUT_FACTS`.',
    ),
  },
);
export type PlaceCoverage = RecordOf<typeof placeCoverage>;

const coverageCounts = record('CoverageCounts', 'Number of tax codes by the evidence for their rules.', {
  ownRuleCount: field.count('Tax codes with a specific rule: the sum of the next four counts.'),
  lawCount: field.count('Rules that cite a statute or a regulation.'),
  authorityCount: field.count('Rules based on a publication of a tax authority.'),
  severalSourcesCount: field.count('Rules based on two or more independent publications.'),
  oneSourceCount: field.count('Rules based on a single unofficial source.'),
  standardRateCount: field.count('Tax codes without a specific rule, which follow the general rule.'),
  noSourceCount: field.count('Tax codes without a specific rule, with the notice `CATEGORY_WITHOUT_FACTS`.'),
});
type CoverageCounts = RecordOf<typeof coverageCounts>;

export const ruleCoverage = record('RuleCoverage', 'Evidence for the tax code rules in each state and country.', {
  asOf: field.day('Day whose law applies: today in UTC.'),
  rateBookVersion: field.text('Version of the rate book used.'),
  states: field.part(coverageCounts, 'Totals for the listed US states.'),
  countries: field.part(coverageCounts, 'Totals for the other listed countries.'),
  places: field.list(placeCoverage, 60, 'US states, followed by other countries, by code.'),
});
export type RuleCoverage = RecordOf<typeof ruleCoverage>;

/** Totals across places. */
export function countsOf(places: readonly PlaceCoverage[]): CoverageCounts {
  const sumOf = (count: (place: PlaceCoverage) => number) => places.reduce((sum, place) => sum + count(place), 0);
  const own = {
    lawCount: sumOf(({ lawCodes }) => lawCodes.length),
    authorityCount: sumOf(({ authorityCodes }) => authorityCodes.length),
    severalSourcesCount: sumOf(({ severalSourcesCodes }) => severalSourcesCodes.length),
    oneSourceCount: sumOf(({ oneSourceCodes }) => oneSourceCodes.length),
  };
  return {
    ownRuleCount: Object.values(own).reduce((sum, count) => sum + count),
    ...own,
    standardRateCount: sumOf(({ standardRateCodes }) => standardRateCodes.length),
    noSourceCount: sumOf(({ noSourceCodes }) => noSourceCodes.length),
  };
}
