import { type Decimal, decimal, fromUnits, roundToUnit, sum, zero } from '../../../tax/numbers/decimal.ts';
import type { DecimalText } from '../../base/amount.ts';

/** A refund of a share of the whole invoice, and what it gave back of one of its amounts. */
export type SharedRefund = { readonly share: DecimalText | null; readonly given: Decimal };

/**
 * What a share gives back of an amount: what is due with the earlier shares, less what they gave. Shares that add up to
 * one thus give the amount back exactly, in however many parts, where each rounded by itself would be some cents off.
 */
export function sharedPart(
  amount: Decimal,
  share: DecimalText | null,
  earlier: readonly SharedRefund[],
  minorUnit: number,
): Decimal {
  const due = (shares: Decimal) => roundToUnit(amount.times(shares), minorUnit);
  const sharesBefore = sum(earlier.map((refund) => shareOf(refund.share)));
  const dueBefore = due(sharesBefore);
  const givenBefore = sum(earlier.map(({ given }) => given));
  // After a cancelled refund the others may be off by what was rounded. More than that, and the invoice was changed.
  const rounded = fromUnits(BigInt(earlier.length), minorUnit);
  const before = givenBefore.minus(dueBefore).abs().lte(rounded) ? givenBefore : dueBefore;
  const part = due(sharesBefore.plus(shareOf(share))).minus(before);
  return part.times(amount).lt(zero) ? zero : part;
}

const shareOf = (share: DecimalText | null): Decimal => decimal(share ?? '1');
