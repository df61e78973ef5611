import type { TaxReason } from '../model/reasons.ts';
import type { BasisRule, RuleTerm, TaxRule } from '../model/rule.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { type Fraction, sumOfFractions } from '../numbers/fraction.ts';
import type { OwnRate } from './place-rates.ts';
import { type Levy, leviesOf, manualLevies } from './rate-kinds.ts';

/** A rule met with the rates of a place. */
export type RuleAtPlace = {
  readonly stack: readonly OwnRate[];
  readonly terms: readonly TermAtPlace[];
  /** Why a jurisdiction that no term covers takes nothing. */
  readonly untaxedReason: TaxReason;
  /** A holiday ends at a price per piece; above it the ordinary rule holds. */
  readonly aboveCap: HolidayCap | null;
};

export type HolidayCap = { readonly capAmount: Decimal; readonly isCapIncluded: boolean; readonly rule: RuleAtPlace };

export type TermAtPlace = {
  readonly basis: BasisRule;
  /** Of all its levies together. */
  readonly rate: Fraction;
  readonly levies: readonly Levy[];
};

export function ruleAtPlace(rule: TaxRule, stack: readonly OwnRate[]): RuleAtPlace {
  return {
    stack,
    terms: rule.terms.map((term) => termAtPlace(term.basis, collectedLevies(term, stack))),
    untaxedReason: untaxedReasonOf(rule.treatment),
    aboveCap: rule.aboveCap ? { ...rule.aboveCap, rule: ruleAtPlace(rule.aboveCap.rule, stack) } : null,
  };
}

/** Shares of a rate are found first: what is not collected falls to nobody else. */
function collectedLevies(term: RuleTerm, stack: readonly OwnRate[]): Levy[] {
  return leviesOf(term, stack).filter(({ position }) => stack[position]!.isCollected);
}

/** Why the jurisdiction at this place of the stack takes nothing, where none of its levies says. */
export function untaxedReasonAt(position: number, { stack, untaxedReason }: RuleAtPlace): TaxReason {
  return stack[position]!.isCollected ? untaxedReason : 'NOT_COLLECTING';
}

/** A manual rate stands in for every rule and rate of the place. */
export function manualRuleAtPlace(rate: Decimal, stack: readonly OwnRate[]): RuleAtPlace {
  const terms = [termAtPlace({ kind: 'full' }, manualLevies(rate, stack))];
  return { stack, terms, untaxedReason: 'MANUAL_RATE', aboveCap: null };
}

function termAtPlace(basis: BasisRule, levies: readonly Levy[]): TermAtPlace {
  return { basis, levies, rate: sumOfFractions(levies.map(({ rate }) => rate)) };
}

/** What the law says of the goods. The terms decide the tax; this only names why there is none. */
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
