import {
  type Bracket,
  bracketOf,
  type LineToTax,
  limitSideOf,
  limitsOfLine,
  onWholeLine,
  taxIn,
} from '../law/bracket.ts';
import type { PriceCap, RuleAtPlace } from '../law/rule-at-place.ts';
import { Fraction, fractionOf, oneFraction, zeroFraction } from '../numbers/fraction.ts';

type NetAmount = { readonly net: Fraction; readonly bracket: Bracket };

export function netAmountOf(rule: RuleAtPlace, line: LineToTax): NetAmount {
  const price = new Fraction(line.magnitude);
  if (line.isTaxInclusive) return netInside(price, rule, line);
  return { net: price, bracket: bracketOf(rule, line, limitSideOf(price)) };
}

/**
 * Solves net + tax = price. Limits are prices before tax. The net amount is above a limit if the price is at least the
 * limit plus the tax due just below it. Within the resulting bracket, tax is linear, so the net amount is a quotient.
 *
 * If a piece becomes taxable as a whole (exempt below 110), prices between 110 and 110 plus its tax have no solution:
 * untaxed they reach the limit, taxed they fall below it. Such prices are taxed, so that a price of 110 or more always
 * includes tax and a higher price is never taxed less. The law does not mention prices that include tax; this
 * interpretation is ours.
 */
function netInside(price: Fraction, rule: RuleAtPlace, line: LineToTax): NetAmount {
  const bracket = bracketOfPrice(price, rule, line);
  const net = price.minus(bracket.fixedTax).dividedBy(bracket.slope.plus(oneFraction));
  // A fixed amount can exceed the price that includes it; in that case, the whole price is tax.
  return { net: net.numerator < 0n ? zeroFraction : net, bracket };
}

function bracketOfPrice(price: Fraction, rule: RuleAtPlace, line: LineToTax): Bracket {
  let bracket = bracketOf(rule, line, () => 'below');
  for (const limit of limitsOfLine(rule, line)) {
    if (price.compare(limit.plus(taxIn(bracket, limit))) < 0) return bracket;
    bracket = bracketOf(rule, line, limitSideOf(limit));
    if (price.compare(limit.plus(taxIn(bracket, limit))) <= 0) return bracket;
    bracket = bracketOf(rule, line, (other) => (other.compare(limit) <= 0 ? 'above' : 'below'));
  }
  return bracket;
}

/** The rule that applies at the unit price. */
export function ruleForPrice(rule: RuleAtPlace, line: LineToTax): RuleAtPlace {
  if (rule.aboveCap === null || !isAboveCap(rule.aboveCap, rule, line)) return rule;
  return ruleForPrice(rule.aboveCap.rule, line);
}

/** A tax-inclusive price is compared with the cap plus the rule's tax on the cap. */
function isAboveCap({ capAmount, isCapIncluded }: PriceCap, rule: RuleAtPlace, line: LineToTax): boolean {
  const cap = onWholeLine(fractionOf(capAmount), line);
  const bracket = bracketOf(rule, line, limitSideOf(cap));
  const highest = line.isTaxInclusive ? cap.plus(taxIn(bracket, cap)) : cap;
  const comparison = new Fraction(line.magnitude).compare(highest);
  return isCapIncluded ? comparison > 0 : comparison >= 0;
}
