import type { RateInForce } from '../../src/tax/model/place.ts';
import type { BasisRule, RuleTerm, TaxRule } from '../../src/tax/model/rule.ts';
import { type Decimal, zero } from '../../src/tax/numbers/decimal.ts';

/**
 * The exact tax of a line, following the specification piece by piece without the core's arithmetic: for prices without
 * included tax, certificates and caps on local rates.
 */
export function exactTaxOf(rule: TaxRule, rates: readonly RateInForce[], base: Decimal, quantity: Decimal): Decimal {
  if (base.isNegative()) return exactTaxOf(rule, rates, base.abs(), quantity).negated();
  const cap = rule.aboveCap;
  if (cap) {
    const atCap = cap.capAmount.times(quantity);
    if (cap.isCapIncluded ? base.gt(atCap) : base.gte(atCap)) return exactTaxOf(cap.rule, rates, base, quantity);
  }
  return rule.terms.reduce((tax, term) => tax.plus(taxOfTerm(term, rates, base, quantity)), zero);
}

function taxOfTerm(
  { levels, rate, basis }: RuleTerm,
  rates: readonly RateInForce[],
  base: Decimal,
  quantity: Decimal,
): Decimal {
  const covered = rates.filter(({ jurisdiction }) => levels.includes(jurisdiction.level));
  const taxed = taxedPart(basis, base, quantity);
  switch (rate.kind) {
    case 'general':
      return covered.reduce((tax, each) => tax.plus(taxed.times(each.rate)), zero);
    case 'percentage':
      return taxed.times(rate.rate).times(covered.length);
    case 'together':
      return covered.length === 0 ? zero : taxed.times(rate.rate);
    case 'fixed':
      return base.isZero() || taxed.isZero() ? zero : rate.amountPerUnit.times(quantity).times(covered.length);
    case 'none':
      return zero;
  }
}

function taxedPart(basis: BasisRule, base: Decimal, quantity: Decimal): Decimal {
  const upTo = (amount: Decimal) => (base.lt(amount.times(quantity)) ? base : amount.times(quantity));
  switch (basis.kind) {
    case 'full':
      return base;
    case 'share':
      return base.times(basis.share);
    case 'exempt-below':
      return base.lt(basis.amount.times(quantity)) ? zero : base;
    case 'excess-above':
      return base.minus(upTo(basis.amount));
    case 'up-to':
      return upTo(basis.amount);
    case 'between':
      return (basis.toAmount ? upTo(basis.toAmount) : base).minus(upTo(basis.fromAmount));
  }
}
