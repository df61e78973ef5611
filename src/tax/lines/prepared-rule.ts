import type { LineToTax } from '../law/bracket.ts';
import type { RuleAtPlace } from '../law/rule-at-place.ts';
import { one } from '../numbers/decimal.ts';
import { Fraction, oneFraction } from '../numbers/fraction.ts';
import type { LineTax, TaxSplit } from './line-tax.ts';
import { taxUnderRule } from './tax-under-rule.ts';

/** A rule at a place, with a shortcut to its tax for simple rules. */
export type PreparedRule = {
  readonly rule: RuleAtPlace;
  /**
   * Set if every component is a rate on the whole price: the tax is then a single product, always split in the same
   * way.
   */
  readonly plain: { readonly rate: Fraction; readonly split: TaxSplit } | null;
};

export function prepareRule(rule: RuleAtPlace): PreparedRule {
  if (!isPlain(rule)) return { rule, plain: null };
  const { exactTax, split } = taxUnderRule(rule, oneUnit);
  return { rule, plain: { rate: exactTax, split } };
}

export function taxUnderPreparedRule({ rule, plain }: PreparedRule, line: LineToTax): LineTax {
  if (plain === null || line.relief !== null || !line.goodsShare.isOne) return taxUnderRule(rule, line);
  const { numerator, denominator } = plain.rate;
  const divisor = line.isTaxInclusive ? denominator + numerator : denominator;
  return { exactTax: new Fraction(line.magnitude * numerator, divisor), split: plain.split };
}

function isPlain({ aboveCap, terms }: RuleAtPlace): boolean {
  return (
    aboveCap === null &&
    terms.every(
      ({ basis, components }) =>
        basis.kind === 'full' && components.every(({ amountPerPiece }) => amountPerPiece.isZero),
    )
  );
}

/** A line of one unit, whose tax equals the rate. */
const oneUnit: LineToTax = {
  magnitude: 1n,
  isTaxInclusive: false,
  quantity: one,
  minorUnit: 0,
  relief: null,
  goodsShare: oneFraction,
};
