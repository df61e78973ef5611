import { type DecimalText, toDecimalText } from '../../../domain/base/amount.ts';
import type { MatchedPlace } from '../../../domain/places/address-match.ts';
import type { FieldMatch } from '../../../domain/places/matched-address.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';

type Scoring = MatchedPlace['scoring'];

/** The result per field; null if the field was not sent or cannot be checked. A null does not lower the level. */
type FieldOutcomes = {
  readonly country: FieldMatch;
  readonly state: FieldMatch | null;
  readonly city: FieldMatch | null;
  readonly zip: FieldMatch | null;
};

const weights = { country: 2, state: 3, city: 2, zip: 3 } as const;
const worth = { EXACT: 100, GOOD: 80, NO_MATCH: 0 } as const satisfies Record<FieldMatch, number>;

/** The level depends on the number of mismatches and on partial matches; the score is the weighted share of matches. */
export function scoreFields(outcomes: FieldOutcomes): Scoring {
  const sent = [
    { weight: weights.country, match: outcomes.country },
    { weight: weights.state, match: outcomes.state },
    { weight: weights.city, match: outcomes.city },
    { weight: weights.zip, match: outcomes.zip },
  ].filter((field) => field.match !== null);
  const total = sent.reduce((sum, { weight }) => sum + weight, 0);
  const reached = sent.reduce((sum, { weight, match }) => sum + weight * worth[match ?? 'NO_MATCH'], 0);
  return {
    matchLevel: levelOf(sent.map(({ match }) => match)),
    score: hundredths(Math.round(reached / total)),
    fieldScore: {
      countryMatch: outcomes.country,
      stateMatch: outcomes.state ?? 'NO_MATCH',
      cityMatch: outcomes.city ?? 'NO_MATCH',
      zipMatch: outcomes.zip ?? 'NO_MATCH',
    },
  };
}

function levelOf(matches: readonly (FieldMatch | null)[]): Scoring['matchLevel'] {
  const missed = matches.filter((match) => match === 'NO_MATCH').length;
  if (missed > 1) return 'POOR';
  if (missed === 1) return 'FAIR';
  return matches.includes('GOOD') ? 'GOOD' : 'EXCELLENT';
}

const hundredths = (whole: number): DecimalText => toDecimalText(decimal(String(whole)).div(100));
