import { type Bracket, type BracketTerm, fixedAmount, type LineToTax, taxIn } from '../law/bracket.ts';
import { type RuleAtPlace, untaxedReasonAt } from '../law/rule-at-place.ts';
import type { TaxComponent } from '../law/tax-components.ts';
import { type Basis, basisAmount, basisReason, noBasis } from '../law/taxable-basis.ts';
import type { Jurisdiction } from '../model/place.ts';
import type { TaxReason } from '../model/reasons.ts';
import type { PriceBracket } from '../model/rule.ts';
import { type Decimal, sum, zero } from '../numbers/decimal.ts';
import { Fraction, proportions, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';
import { shownRates } from '../numbers/shown-rates.ts';
import { type JurisdictionShare, type LineTax, type TaxSplit, taxSplitOf } from './line-tax.ts';
import { netAmountOf, ruleForPrice } from './net-amount.ts';

export function taxUnderRule(rule: RuleAtPlace, line: LineToTax): LineTax {
  const ruleInForce = ruleForPrice(rule, line);
  const { net, bracket } = netAmountOf(ruleInForce, line);
  const exactTax = line.isTaxInclusive ? new Fraction(line.magnitude).minus(net) : taxIn(bracket, net);
  return { exactTax, split: taxSplitAt(net, bracket, ruleInForce, line) };
}

/** A component applied to a line: its basis, and whether it charges anything. */
export type Charge = {
  readonly component: TaxComponent;
  /** Set for a rate on a bracket of the price. */
  readonly bracket: PriceBracket | null;
  readonly basis: Basis;
  /** The basis before any relief. */
  readonly amount: Fraction;
  readonly isTaxed: boolean;
  readonly reason: TaxReason;
};

type ExactShare = { readonly share: JurisdictionShare; readonly exactTax: Fraction; readonly exactRate: Fraction };

function taxSplitAt(net: Fraction, bracket: Bracket, rule: RuleAtPlace, line: LineToTax): TaxSplit {
  const exactShares = rule.stack.flatMap(({ jurisdiction }, position) => {
    const charges = bracket.terms.flatMap((each) => chargesAt(position, each, net));
    const taxed = charges.filter(({ isTaxed }) => isTaxed);
    if (taxed.length === 0) return [untaxedShare(jurisdiction, charges[0]?.reason ?? untaxedReasonAt(position, rule))];
    return sharesOf(taxed).map((share) => taxedShare(jurisdiction, share, bracket, line));
  });
  const shares = bracket.factors.rate.isOne ? exactShares.map(({ share }) => share) : withReducedRates(exactShares);
  return taxSplitOf(shares, proportions(exactShares.map(({ exactTax }) => exactTax)));
}

export function chargesAt(position: number, { term, basis, limits }: BracketTerm, net: Fraction): Charge[] {
  const amount = basisAmount(basis, net);
  const basisSays = basisReason(term.basis, basis, limits);
  return term.components
    .filter((component) => component.position === position)
    .map((component) => {
      const isNothing = component.rate.isZero && component.amountPerPiece.isZero;
      const isTaxed = !isNothing && basis !== noBasis;
      return {
        component,
        bracket: term.basis.kind === 'between' ? term.basis : null,
        basis,
        amount,
        isTaxed,
        reason: isNothing ? component.reason : (basisSays ?? component.reason),
      };
    });
}

type ChargesOfShare = { readonly charges: readonly Charge[]; readonly bracket: PriceBracket | null };

/** A rate on a bracket of the price (Tennessee's second state rate) is separate from the rate on the whole price. */
function sharesOf(taxed: readonly Charge[]): ChargesOfShare[] {
  const onPrice = taxed.filter(({ bracket }) => bracket === null);
  if (onPrice.length === 0) return [{ charges: taxed, bracket: null }];
  const onBrackets = taxed.filter(({ bracket }) => bracket !== null);
  return [
    { charges: onPrice, bracket: null },
    ...onBrackets.map((charge) => ({ charges: [charge], bracket: charge.bracket })),
  ];
}

function untaxedShare(jurisdiction: Jurisdiction, reason: TaxReason): ExactShare {
  const share = { jurisdiction, bracket: null, rate: zero, basis: noBasis, reason, certificateId: null };
  return { share, exactTax: zeroFraction, exactRate: zeroFraction };
}

/**
 * If several terms form one share (Connecticut's surcharge on expensive clothing), the share shows the rate and basis of the
 * term with the widest basis, and the tax of all terms.
 */
function taxedShare(
  jurisdiction: Jurisdiction,
  { charges, bracket: priceBracket }: ChargesOfShare,
  bracket: Bracket,
  line: LineToTax,
): ExactShare {
  const { factors } = bracket;
  const widest = charges.reduce((most, each) => (each.amount.compare(most.amount) > 0 ? each : most));
  const onWidest = charges.filter(({ amount }) => amount.compare(widest.amount) === 0);
  const certificate = bracket.isRelieved ? line.relief : null;
  const share: JurisdictionShare = {
    jurisdiction,
    bracket: priceBracket,
    rate: sum(onWidest.map(({ component }) => component.shownRate)),
    basis: scaled(widest.basis, factors.basis),
    reason: certificate ? 'CUSTOMER_PARTLY_EXEMPT' : charges[0]!.reason,
    certificateId: certificate?.certificateId ?? null,
  };
  const exactTax = sumOfFractions(charges.map((charge) => taxOf(charge, bracket, line)));
  const exactRate = sumOfFractions(onWidest.map(({ component }) => component.rate)).times(factors.rate);
  return { share, exactTax, exactRate };
}

export function taxOf({ component, amount }: Charge, { factors }: Bracket, line: LineToTax): Fraction {
  const byRate = component.rate.times(factors.rate).times(factors.basis).times(amount);
  return byRate.plus(fixedAmount(component.amountPerPiece, line));
}

function scaled(basis: Basis, factor: Fraction): Basis {
  if (factor.isOne) return basis;
  return { fixed: basis.fixed.times(factor), slope: basis.slope.times(factor) };
}

/** A certificate lowers the rates of all jurisdictions in proportion. */
function withReducedRates(shares: readonly ExactShare[]): JurisdictionShare[] {
  const rates: Decimal[] = shownRates(shares.map(({ exactRate }) => exactRate));
  return shares.map(({ share }, index) => ({ ...share, rate: rates[index]! }));
}
