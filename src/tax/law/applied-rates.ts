import type { Jurisdiction, TaxPlace } from '../model/place.ts';
import type { TaxRule } from '../model/rule.ts';
import { type Decimal, sum } from '../numbers/decimal.ts';
import { placeRates } from './place-rates.ts';
import { ruleAtPlace } from './rule-at-place.ts';

/** The rate of one jurisdiction at a place, ignoring price limits. */
type AppliedRate = {
  readonly jurisdiction: Jurisdiction;
  /** A fraction; zero if the jurisdiction does not tax the line. */
  readonly rate: Decimal;
  /** Whether the rate was cut because the law caps the sum of the local rates. */
  readonly isCut: boolean;
};

/**
 * The rates of a rule when no price is known. A rate that applies only to a bracket of the price (Tennessee's second
 * state rate) is omitted, because it does not apply to the whole line.
 */
export function appliedRates(rule: TaxRule, place: TaxPlace): AppliedRate[] {
  const stack = placeRates(place);
  const terms = ruleAtPlace(rule, stack).terms.filter(({ basis }) => basis.kind !== 'between');
  return stack.map(({ jurisdiction, isCut }, position) => {
    const components = terms.flatMap((term) => term.components.filter((component) => component.position === position));
    return { jurisdiction, rate: sum(components.map(({ shownRate }) => shownRate)), isCut };
  });
}
