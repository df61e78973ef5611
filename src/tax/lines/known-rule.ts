import type { RuleAtPlace } from '../law/rule-at-place.ts';
import type { LineToTax } from '../law/slice.ts';
import { one } from '../numbers/decimal.ts';
import { Fraction, oneFraction } from '../numbers/fraction.ts';
import type { Burden, Sharing } from './burden.ts';
import { lineBurden } from './line-burden.ts';

/** A rule at a place, and the short way to its tax where there is one. */
export type KnownRule = {
  readonly rule: RuleAtPlace;
  /** Set when every levy is a rate on the whole price: the tax is one product, and its sharing is always the same. */
  readonly plain: { readonly rate: Fraction; readonly sharing: Sharing } | null;
};

export function knownRule(rule: RuleAtPlace): KnownRule {
  if (!isPlain(rule)) return { rule, plain: null };
  const { exactTax, sharing } = lineBurden(rule, oneUnit);
  return { rule, plain: { rate: exactTax, sharing } };
}

export function burdenUnder({ rule, plain }: KnownRule, line: LineToTax): Burden {
  if (plain === null || line.relief !== null || !line.goodsShare.isOne) return lineBurden(rule, line);
  const { numerator, denominator } = plain.rate;
  const divisor = line.isTaxInclusive ? denominator + numerator : denominator;
  return { exactTax: new Fraction(line.magnitude * numerator, divisor), sharing: plain.sharing };
}

function isPlain({ aboveCap, terms }: RuleAtPlace): boolean {
  return (
    aboveCap === null &&
    terms.every(
      ({ basis, levies }) => basis.kind === 'full' && levies.every(({ amountPerPiece }) => amountPerPiece.isZero),
    )
  );
}

/** What one unit bears is the rate. */
const oneUnit: LineToTax = {
  magnitude: 1n,
  isTaxInclusive: false,
  quantity: one,
  minorUnit: 0,
  relief: null,
  goodsShare: oneFraction,
};
