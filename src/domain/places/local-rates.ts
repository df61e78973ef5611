import { type EnumerationValue, enumeration, field } from '../base/record.ts';

const localRates = enumeration('LocalRates', 'How completely the rate book covers county, city and district rates.', {
  NOT_LEVIED: 'No local rates: the state rate is the whole rate.',
  COMPLETE:
    'All rates for whole places are included; `gaps` may name special rules, or areas such as districts that cover single premises.',
  PARTIAL: 'Some rates are missing; see `gaps`.',
  STATE_ONLY: 'No local rates are included; only the state rate is known.',
});
export type LocalRates = EnumerationValue<typeof localRates>;

/** How completely the rate book covers a place or a state. */
export const localCoverage = {
  localRates: field.choice(localRates, 'How completely the rate book covers the local rates of the place.'),
  gaps: field.list(
    field.text('Description of a gap.'),
    1,
    'Known gaps in the rate book for the place, one sentence each.',
  ),
};
