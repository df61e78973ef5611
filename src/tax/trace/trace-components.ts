import { type Bracket, type BracketTerm, fixedAmount, type LineToTax, taxIn } from '../law/bracket.ts';
import { type RuleAtPlace, untaxedReasonAt } from '../law/rule-at-place.ts';
import { basisAmount, limitsOf } from '../law/taxable-basis.ts';
import { type TaxableLine, type TaxedDecision, taxInputs } from '../lines/line-taxer.ts';
import { netAmountOf, ruleForPrice } from '../lines/net-amount.ts';
import { type Charge, chargesAt, taxOf } from '../lines/tax-under-rule.ts';
import type { TaxPlace } from '../model/place.ts';
import type { RuleTerm, TaxRule } from '../model/rule.ts';
import { Fraction, fractionOf } from '../numbers/fraction.ts';
import type { StepFacts } from './trace.ts';
import { inCurrency, type Workings } from './workings.ts';

/** Explains the tax that a rule, or a manual rate, charges on a line. */
export function componentSteps(decision: TaxedDecision, line: TaxableLine, { document }: Workings): StepFacts[] {
  const { minorUnit } = document;
  const { place } = line.facts.at ?? document;
  const { rule: whole, toTax } = taxInputs(decision, line, document);
  const rule = ruleForPrice(whole, toTax);
  const { net, bracket } = netAmountOf(rule, toTax);
  const signed = (units: Fraction) => inCurrency(line.base < 0n ? units.negated() : units, minorUnit);
  const applied: AppliedRule = { rule, bracket, net, toTax, signed, place };
  const exact = toTax.isTaxInclusive ? new Fraction(toTax.magnitude).minus(net) : taxIn(bracket, net);
  const law = decision.kind === 'manual' ? null : lawInForce(line.facts.rule, whole, rule);
  const head: StepFacts[] = law
    ? [...law.left.map(capExceeded), { kind: 'RULE_APPLIED', rule: law.rule }]
    : decision.kind === 'manual'
      ? [{ kind: 'MANUAL_RATE_APPLIED', rate: decision.rate }]
      : [];
  return [
    ...head,
    ...bracket.terms.flatMap((term) => limitSteps(term, applied)),
    ...rule.stack.flatMap((_, position) => jurisdictionSteps(position, law?.rule ?? null, applied)),
    { kind: 'TAX_EXACT', exact: signed(exact), net: toTax.isTaxInclusive ? signed(net) : null },
  ];
}

type AppliedRule = {
  readonly rule: RuleAtPlace;
  readonly bracket: Bracket;
  readonly net: Fraction;
  readonly toTax: LineToTax;
  readonly place: TaxPlace;
  /** Converts unsigned minor units to money with the sign of the line. */
  readonly signed: (units: Fraction) => Fraction;
};

type LawInForce = { readonly rule: TaxRule; readonly left: readonly TaxRule[] };

/** The law behind a rule at a place, and the holidays whose price caps were exceeded. */
function lawInForce(rule: TaxRule, whole: RuleAtPlace, inForce: RuleAtPlace): LawInForce {
  if (whole === inForce || !rule.aboveCap || !whole.aboveCap) return { rule, left: [] };
  const { rule: found, left } = lawInForce(rule.aboveCap.rule, whole.aboveCap.rule, inForce);
  return { rule: found, left: rule.treatment === 'HOLIDAY' ? [rule, ...left] : left };
}

function capExceeded(rule: TaxRule): StepFacts {
  return { kind: 'HOLIDAY_CAP_EXCEEDED', rule, capAmount: rule.aboveCap!.capAmount };
}

function limitSteps({ term, basis }: BracketTerm, { rule, net, toTax, signed }: AppliedRule): StepFacts[] {
  if (term.basis.kind !== 'share' && limitsOf(term.basis).length === 0) return [];
  if (term.components.length === 0) return [];
  return [
    {
      kind: 'LIMIT_APPLIED',
      jurisdictions: term.components.map(({ position }) => rule.stack[position]!.jurisdiction),
      limit: term.basis,
      pricePerPiece: signed(net).dividedBy(fractionOf(toTax.quantity)),
      basis: signed(basisAmount(basis, net)),
    },
  ];
}

function jurisdictionSteps(position: number, law: TaxRule | null, applied: AppliedRule): StepFacts[] {
  const { jurisdiction } = applied.rule.stack[position]!;
  const charges = applied.bracket.terms.flatMap((each, index) =>
    chargesAt(position, each, applied.net).map((charge) => ({ charge, term: law?.terms[index] ?? null })),
  );
  const taxed = charges.filter(({ charge }) => charge.isTaxed);
  if (taxed.length > 0) {
    return taxed.flatMap(({ charge, term }) => [rateStep(charge, term, law, applied), taxStep(charge, applied)]);
  }
  const reason = charges[0]?.charge.reason ?? untaxedReasonAt(position, applied.rule);
  return [{ kind: 'JURISDICTION_NOT_TAXED', jurisdiction, reason }];
}

function rateStep(
  { component }: Charge,
  term: RuleTerm | null,
  law: TaxRule | null,
  { rule, place }: AppliedRule,
): StepFacts {
  const { jurisdiction } = rule.stack[component.position]!;
  const { rate, amountPerPiece } = component;
  const own = term?.rate.kind === 'general' ? place.rates[component.position]! : law;
  const { validFrom, validThrough, source: sourceOfRate } = own ?? manual;
  const source = (term?.basis.kind === 'between' && term.basis.source) || sourceOfRate;
  return { kind: 'RATE_SELECTED', jurisdiction, rate, amountPerPiece, validFrom, validThrough, source };
}

/** A manual rate comes from the document and applies only to it. */
const manual = { validFrom: null, validThrough: null, source: 'manual rate' };

function taxStep(charge: Charge, { rule, bracket, toTax, signed }: AppliedRule): StepFacts {
  const { component, amount } = charge;
  const { factors } = bracket;
  return {
    kind: 'JURISDICTION_TAXED',
    jurisdiction: rule.stack[component.position]!.jurisdiction,
    basis: signed(amount.times(factors.basis)),
    rate: component.rate.times(factors.rate),
    fixed: signed(fixedAmount(component.amountPerPiece, toTax)),
    exact: signed(taxOf(charge, bracket, toTax)),
  };
}
