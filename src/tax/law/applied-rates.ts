import type { Jurisdiction, TaxPlace } from '../model/place.ts';
import type { TaxRule } from '../model/rule.ts';
import { type Decimal, sum } from '../numbers/decimal.ts';
import { placeRates } from './place-rates.ts';
import { ruleAtPlace } from './rule-at-place.ts';

/** What one jurisdiction of a place asks of a piece that no price limit relieves. */
export type AppliedRate = {
  readonly jurisdiction: Jurisdiction;
  /** A fraction; zero where it does not tax the line. */
  readonly rate: Decimal;
  readonly isTaxing: boolean;
  /** Whether the law caps what local authorities levy together, and this one's rate gave way. */
  readonly isCut: boolean;
};

/**
 * The rates of a rule before there is a price. What only a slice of a dear piece bears besides (Tennessee's second
 * state rate) is left out: it is no rate of the line.
 */
export function appliedRates(rule: TaxRule, place: TaxPlace): AppliedRate[] {
  const stack = placeRates(place);
  const terms = ruleAtPlace(rule, stack).terms.filter(({ basis }) => basis.kind !== 'between');
  return stack.map(({ jurisdiction, isCut }, position) => {
    const levies = terms.flatMap((term) => term.levies.filter((levy) => levy.position === position));
    return { jurisdiction, rate: sum(levies.map(({ shownRate }) => shownRate)), isTaxing: levies.length > 0, isCut };
  });
}
