import type { HolidayCap, RuleAtPlace } from '../law/rule-at-place.ts';
import { type LineToTax, limitsOfLine, onWholeLine, type Slice, sliceOf, standingOf, taxIn } from '../law/slice.ts';
import { Fraction, fractionOf, oneFraction, zeroFraction } from '../numbers/fraction.ts';

/** The exact net amount of a line and the slice of the rule that it lies in. */
export type NetAmount = { readonly net: Fraction; readonly slice: Slice };

export function netAmountOf(rule: RuleAtPlace, line: LineToTax): NetAmount {
  const price = new Fraction(line.magnitude);
  if (line.isTaxInclusive) return netInside(price, rule, line);
  return { net: price, slice: sliceOf(rule, line, standingOf(price)) };
}

/**
 * Solves net + tax = price. Limits are prices before tax, so the net amount climbs from limit to limit while the price
 * is at least the limit with the tax due just below it; within a slice both are straight lines and the net is a quotient.
 *
 * Where a piece becomes taxable as a whole (exempt below 110), prices between 110 and 110 with its tax have no answer:
 * untaxed they reach the limit, taxed they fall below it. They are taxed, so that whoever charges 110 or more pays tax
 * and a higher price never bears less. The law is silent on prices that include tax; this reading is ours.
 */
function netInside(price: Fraction, rule: RuleAtPlace, line: LineToTax): NetAmount {
  const slice = sliceHolding(price, rule, line);
  const net = price.minus(slice.fixedTax).dividedBy(slice.slope.plus(oneFraction));
  // A fixed amount can exceed the price that is said to contain it: the tax then takes all of it and no more.
  return { net: net.numerator < 0n ? zeroFraction : net, slice };
}

function sliceHolding(price: Fraction, rule: RuleAtPlace, line: LineToTax): Slice {
  let slice = sliceOf(rule, line, () => 'below');
  for (const limit of limitsOfLine(rule, line)) {
    if (price.compare(limit.plus(taxIn(slice, limit))) < 0) return slice;
    slice = sliceOf(rule, line, standingOf(limit));
    if (price.compare(limit.plus(taxIn(slice, limit))) <= 0) return slice;
    slice = sliceOf(rule, line, (other) => (other.compare(limit) <= 0 ? 'above' : 'below'));
  }
  return slice;
}

/** The rule that the price of a piece calls for: during a holiday it depends on the cap. */
export function ruleForPrice(rule: RuleAtPlace, line: LineToTax): RuleAtPlace {
  if (rule.aboveCap === null || !isAboveCap(rule.aboveCap, rule, line)) return rule;
  return ruleForPrice(rule.aboveCap.rule, line);
}

/** A price with tax inside is measured against the cap with the tax that the holiday leaves on it. */
function isAboveCap({ capAmount, isCapIncluded }: HolidayCap, rule: RuleAtPlace, line: LineToTax): boolean {
  const cap = onWholeLine(fractionOf(capAmount), line);
  const slice = sliceOf(rule, line, standingOf(cap));
  const highest = line.isTaxInclusive ? cap.plus(taxIn(slice, cap)) : cap;
  const comparison = new Fraction(line.magnitude).compare(highest);
  return isCapIncluded ? comparison > 0 : comparison >= 0;
}
