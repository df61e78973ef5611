import { type Basis, basisAmount, basisReason, noBasis } from '../law/basis-kinds.ts';
import type { Levy } from '../law/rate-kinds.ts';
import { type RuleAtPlace, untaxedReasonAt } from '../law/rule-at-place.ts';
import { fixedAmount, type LineToTax, type Slice, type TermInSlice, taxIn } from '../law/slice.ts';
import type { Jurisdiction } from '../model/place.ts';
import type { TaxReason } from '../model/reasons.ts';
import { type Decimal, sum, zero } from '../numbers/decimal.ts';
import { Fraction, proportions, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';
import { shownRates } from '../numbers/shown-rates.ts';
import { type Burden, type BurdenPart, type Sharing, sharingOf } from './burden.ts';
import { netAmountOf, ruleForPrice } from './net-amount.ts';

/** What a rule lays on a line. */
export function lineBurden(rule: RuleAtPlace, line: LineToTax): Burden {
  const ruleInForce = ruleForPrice(rule, line);
  const { net, slice } = netAmountOf(ruleInForce, line);
  const exactTax = line.isTaxInclusive ? new Fraction(line.magnitude).minus(net) : taxIn(slice, net);
  return { exactTax, sharing: sharingAt(net, slice, ruleInForce, line) };
}

/** One levy met with the line: what it looks at and whether it takes anything. */
export type Charge = {
  readonly levy: Levy;
  readonly basis: Basis;
  /** The basis before any relief. */
  readonly amount: Fraction;
  readonly isTaxed: boolean;
  readonly reason: TaxReason;
};

type Share = { readonly part: BurdenPart; readonly exactTax: Fraction; readonly exactRate: Fraction };

function sharingAt(net: Fraction, slice: Slice, rule: RuleAtPlace, line: LineToTax): Sharing {
  const shares = rule.stack.map(({ jurisdiction }, position) => {
    const charges = slice.terms.flatMap((each) => chargesAt(position, each, net));
    const taxed = charges.filter(({ isTaxed }) => isTaxed);
    if (taxed.length === 0) return untaxedShare(jurisdiction, charges[0]?.reason ?? untaxedReasonAt(position, rule));
    return taxedShare(jurisdiction, taxed, slice, line);
  });
  const parts = slice.factors.rate.isOne ? shares.map(({ part }) => part) : withReducedRates(shares);
  return sharingOf(parts, proportions(shares.map(({ exactTax }) => exactTax)));
}

export function chargesAt(position: number, { term, basis, limits }: TermInSlice, net: Fraction): Charge[] {
  const amount = basisAmount(basis, net);
  const basisSays = basisReason(term.basis, basis, limits);
  return term.levies
    .filter((levy) => levy.position === position)
    .map((levy) => {
      const isNothing = levy.rate.isZero && levy.amountPerPiece.isZero;
      const isTaxed = !isNothing && basis !== noBasis;
      return { levy, basis, amount, isTaxed, reason: isNothing ? levy.reason : (basisSays ?? levy.reason) };
    });
}

function untaxedShare(jurisdiction: Jurisdiction, reason: TaxReason): Share {
  const part = { jurisdiction, rate: zero, basis: noBasis, reason, certificateId: null };
  return { part, exactTax: zeroFraction, exactRate: zeroFraction };
}

/**
 * Where a jurisdiction taxes under several terms (Tennessee's second state rate), the rate and the basis shown are those
 * of the widest basis, and the tax is that of all terms.
 */
function taxedShare(jurisdiction: Jurisdiction, charges: readonly Charge[], slice: Slice, line: LineToTax): Share {
  const { factors } = slice;
  const widest = charges.reduce((most, each) => (each.amount.compare(most.amount) > 0 ? each : most));
  const onWidest = charges.filter(({ amount }) => amount.compare(widest.amount) === 0);
  const certificate = slice.isRelieved ? line.relief : null;
  const part: BurdenPart = {
    jurisdiction,
    rate: sum(onWidest.map(({ levy }) => levy.shownRate)),
    basis: scaled(widest.basis, factors.basis),
    reason: certificate ? 'CUSTOMER_PARTLY_EXEMPT' : charges[0]!.reason,
    certificateId: certificate?.certificateId ?? null,
  };
  const exactTax = sumOfFractions(charges.map((charge) => taxOf(charge, slice, line)));
  const exactRate = sumOfFractions(onWidest.map(({ levy }) => levy.rate)).times(factors.rate);
  return { part, exactTax, exactRate };
}

export function taxOf({ levy, amount }: Charge, { factors }: Slice, line: LineToTax): Fraction {
  const byRate = levy.rate.times(factors.rate).times(factors.basis).times(amount);
  return byRate.plus(fixedAmount(levy.amountPerPiece, line));
}

function scaled(basis: Basis, factor: Fraction): Basis {
  if (factor.isOne) return basis;
  return { fixed: basis.fixed.times(factor), slope: basis.slope.times(factor) };
}

/** A rate that a certificate lowers is lowered for all jurisdictions in proportion. */
function withReducedRates(shares: readonly Share[]): BurdenPart[] {
  const rates: Decimal[] = shownRates(shares.map(({ exactRate }) => exactRate));
  return shares.map(({ part }, index) => ({ ...part, rate: rates[index]! }));
}
