import type { TaxReason } from '../model/reasons.ts';
import type { BasisRule, RuleTerm, TaxRule } from '../model/rule.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { type Fraction, sumOfFractions } from '../numbers/fraction.ts';
import type { PlaceRate } from './place-rates.ts';
import { manualComponents, type TaxComponent, taxComponentsOf } from './tax-components.ts';

/** A rule combined with the rates of a place. */
export type RuleAtPlace = {
  readonly stack: readonly PlaceRate[];
  readonly terms: readonly TermAtPlace[];
  /** Why a jurisdiction not covered by any term charges nothing. */
  readonly untaxedReason: TaxReason;
  /** The rule for pieces above a price: the normal rule after a holiday, or a rule with another rate. */
  readonly aboveCap: PriceCap | null;
};

export type PriceCap = { readonly capAmount: Decimal; readonly isCapIncluded: boolean; readonly rule: RuleAtPlace };

export type TermAtPlace = {
  readonly basis: BasisRule;
  /** The sum of the component rates. */
  readonly rate: Fraction;
  readonly components: readonly TaxComponent[];
};

export function ruleAtPlace(rule: TaxRule, stack: readonly PlaceRate[]): RuleAtPlace {
  return {
    stack,
    terms: rule.terms.map((term) => termAtPlace(term.basis, collectedComponents(term, stack))),
    untaxedReason: untaxedReasonOf(rule.treatment),
    aboveCap: rule.aboveCap ? { ...rule.aboveCap, rule: ruleAtPlace(rule.aboveCap.rule, stack) } : null,
  };
}

/**
 * A combined rate is split before uncollected jurisdictions are removed, so that no other jurisdiction charges their
 * part.
 */
function collectedComponents(term: RuleTerm, stack: readonly PlaceRate[]): TaxComponent[] {
  return taxComponentsOf(term, stack).filter(({ position }) => stack[position]!.isCollected);
}

/** Why the jurisdiction at this position in the stack charges nothing, if none of its components specifies a reason. */
export function untaxedReasonAt(position: number, { stack, untaxedReason }: RuleAtPlace): TaxReason {
  return stack[position]!.isCollected ? untaxedReason : 'NOT_COLLECTING';
}

/** A manual rate replaces every rule and rate for the place. */
export function manualRuleAtPlace(rate: Decimal, stack: readonly PlaceRate[]): RuleAtPlace {
  const terms = [termAtPlace({ kind: 'full' }, manualComponents(rate, stack))];
  return { stack, terms, untaxedReason: 'MANUAL_RATE', aboveCap: null };
}

function termAtPlace(basis: BasisRule, components: readonly TaxComponent[]): TermAtPlace {
  return { basis, components, rate: sumOfFractions(components.map(({ rate }) => rate)) };
}

/** The reason for a rule without taxing terms. The tax itself follows from the terms. */
function untaxedReasonOf(treatment: TaxRule['treatment']): TaxReason {
  switch (treatment) {
    case 'NOT_TAXABLE':
      return 'PRODUCT_NOT_TAXABLE';
    case 'ZERO_RATED':
      return 'ZERO_RATED';
    case 'HOLIDAY':
      return 'HOLIDAY';
    case 'EXEMPT':
    case 'REDUCED':
    case 'TAXABLE':
      return 'PRODUCT_EXEMPT';
  }
}
