import { type Decimal, decimal, fromUnits, sum, toUnits, zero } from '../../../tax/numbers/decimal.ts';
import { Fraction, fractionOf, oneFraction, zeroFraction } from '../../../tax/numbers/fraction.ts';
import { roundQuotient } from '../../../tax/numbers/rounding.ts';
import type { DecimalText } from '../../base/amount.ts';
import type { Item } from '../document-line.ts';
import type { Transaction } from '../transaction.ts';
import type { TransactionInput } from '../transaction-input.ts';
import { type AmountByLine, hasOppositeSign, refundedOfItem } from './refunded-amounts.ts';

/** An invoice, its refunds, and the bases that they returned. */
export type RefundableInvoice = {
  readonly invoice: Transaction;
  readonly refunds: readonly Transaction[];
  readonly before: AmountByLine;
};

const isTaxOnly = ({ refundOf }: Transaction): boolean => refundOf?.kind === 'TAX_ONLY';

/** Whether the whole invoice, or a share of it, is refunded: neither items nor a shipping fee were sent. */
export function isOfWholeInvoice({ items, shippingFee }: TransactionInput): boolean {
  return items.length === 0 && shippingFee === null;
}

/**
 * Whether a refund of the whole invoice covers only the remainder, because some tax was refunded earlier. If nothing is
 * left, it covers the whole invoice again and is refused.
 */
export function isOfRest(input: TransactionInput, { invoice, refunds, before }: RefundableInvoice): boolean {
  const isWhole = isOfWholeInvoice(input) && input.refundKind !== 'TAX_ONLY' && input.refundFraction === null;
  if (!isWhole || !refunds.some(isTaxOnly)) return false;
  const isLeft = (whole: string, refunded: Decimal) => !decimal(whole).eq(refunded);
  return (
    invoice.items.some(({ calculatedTotal }, line) => isLeft(calculatedTotal, before.items[line]!)) ||
    isLeft(invoice.shippingFee?.calculatedTotal ?? '0', before.shippingFee)
  );
}

/** The part of an invoice item's base refunded by a share, including discounts. */
export function sharedItem(
  { refundKind }: TransactionInput,
  refundable: RefundableInvoice,
  line: number,
  share: Fraction,
  minorUnit: number,
): Decimal {
  const whole = decimal(refundable.invoice.items[line]!.calculatedTotal);
  if (refundKind === 'TAX_ONLY') return sharedPart(whole, share, [], minorUnit);
  return shared(whole, share, earlierOfItem(refundable, line), minorUnit);
}

/** A refund may compare each of its items with every item of the invoice, so each item is looked up only once. */
const known = new WeakMap<RefundableInvoice, Map<number, Earlier>>();

function earlierOfItem(refundable: RefundableInvoice, line: number): Earlier {
  const ofLines = known.get(refundable) ?? new Map<number, Earlier>();
  known.set(refundable, ofLines);
  const { invoice, refunds } = refundable;
  const found = ofLines.get(line) ?? {
    taxes: refunds.filter(isTaxOnly).map((refund) => refundedOfItem(refund, line, 'calculatedTotal')),
    earlier: earlierShares(invoice, refunds, line),
  };
  ofLines.set(line, found);
  return found;
}

/** The part of the shipping fee refunded by a share. */
export function sharedFee(
  { refundKind, refundFraction }: TransactionInput,
  whole: Decimal,
  refunds: readonly Transaction[],
  minorUnit: number,
): Decimal {
  const share = shareOf(refundFraction);
  if (refundKind === 'TAX_ONLY') return sharedPart(whole, share, [], minorUnit);
  const taxes = refunds.filter(isTaxOnly).map(({ shippingFee }) => decimal(shippingFee?.calculatedTotal ?? '0'));
  return shared(whole, share, { taxes, earlier: earlierSharesOfFee(refunds) }, minorUnit);
}

type Earlier = { readonly taxes: readonly Decimal[]; readonly earlier: readonly SharedRefund[] };

function shared(whole: Decimal, share: Fraction, { taxes, earlier }: Earlier, minorUnit: number): Decimal {
  const tax = sum(taxes);
  return tax.isZero()
    ? sharedPart(whole, share, earlier, minorUnit)
    : sharedRest(whole.minus(tax), share, earlier, minorUnit);
}

/** A refunded share of a line, and the amount returned for it. */
type SharedRefund = { readonly share: Fraction; readonly refunded: Decimal };

/**
 * The part of an amount refunded by a share: the amount due for all shares so far, less the amounts returned earlier.
 * Shares that add up to one therefore return the exact amount; shares rounded individually would be off by some cents.
 */
function sharedPart(amount: Decimal, share: Fraction, earlier: readonly SharedRefund[], minorUnit: number): Decimal {
  const due = (shares: Fraction) =>
    fromUnits(roundQuotient(toUnits(amount, minorUnit) * shares.numerator, shares.denominator), minorUnit);
  const sharesBefore = earlier.reduce((total, refund) => total.plus(refund.share), zeroFraction);
  const dueBefore = due(sharesBefore);
  const refundedBefore = sum(earlier.map(({ refunded }) => refunded));
  // After a cancelled refund, each of the other refunds may be off by one rounding. A larger difference means that the
  // invoice has changed.
  const tolerance = fromUnits(BigInt(earlier.length), minorUnit);
  const before = refundedBefore.minus(dueBefore).abs().lte(tolerance) ? refundedBefore : dueBefore;
  const part = due(sharesBefore.plus(share)).minus(before);
  return hasOppositeSign(part, amount) ? zero : part;
}

/**
 * The part of `amount` refunded by a share, where `amount` is the balance after a tax-only refund of tax-inclusive
 * prices. The share is applied to the amount left by earlier shares, so the last share returns all of it.
 */
function sharedRest(amount: Decimal, share: Fraction, earlier: readonly SharedRefund[], minorUnit: number): Decimal {
  const part = (whole: Decimal, of: Fraction) =>
    fromUnits(of.times(new Fraction(toUnits(whole, minorUnit))).rounded(), minorUnit);
  const left = amount.minus(sum(earlier.map(({ refunded }) => refunded)));
  const shareLeft = earlier.reduce((rest, refund) => rest.minus(refund.share), oneFraction);
  // If nothing is left, the share exceeds the remainder and is refused.
  if (left.isZero() || shareLeft.compare(zeroFraction) <= 0) return part(amount, share);
  return part(left, share.dividedBy(shareLeft));
}

type SentShare = {
  readonly quantity?: DecimalText | null;
  readonly refundFraction?: DecimalText | null;
};

/**
 * The share of an invoice item to refund: the quantity share, multiplied by the submitted shares of the item and the
 * document.
 */
export function shareOfItem(
  { quantity }: Pick<Item, 'quantity'>,
  sent: SentShare,
  ofDocument: DecimalText | null,
): Fraction {
  const byQuantity = fractionOf(decimal(sent.quantity ?? quantity)).dividedBy(fractionOf(decimal(quantity)));
  return byQuantity.times(shareOf(sent.refundFraction)).times(shareOf(ofDocument));
}

/** The submitted share; 1 if no share was submitted. */
export function shareOf(share: DecimalText | null | undefined): Fraction {
  return fractionOf(decimal(share ?? '1'));
}

/** The amounts that earlier refunds returned for an invoice item by shares of the item or of the whole invoice. */
function earlierShares(invoice: Transaction, refunds: readonly Transaction[], line: number): SharedRefund[] {
  return refunds.flatMap((refund) => {
    const { refundOf, items } = refund;
    if (refundOf === null || refundOf.kind === 'TAX_ONLY') return [];
    const { sentItems, refundFraction, invoiceItems } = refundOf;
    if (sentItems === null) {
      return [{ share: shareOf(refundFraction), refunded: refundedOfItem(refund, line, 'calculatedTotal') }];
    }
    return items.flatMap((item, index): SharedRefund[] => {
      const isShare = item.unitPrice === null && sentItems[index]?.totalPrice === null;
      if (!isShare || invoiceItems[index] !== line) return [];
      const share = shareOfItem(invoice.items[line]!, sentItems[index]!, refundFraction);
      return [{ share, refunded: decimal(item.calculatedTotal) }];
    });
  });
}

/** The fee amounts returned by earlier refunds of the whole invoice or a share of it. */
function earlierSharesOfFee(refunds: readonly Transaction[]): SharedRefund[] {
  return refunds
    .filter(({ refundOf }) => refundOf?.sentItems === null && refundOf.sentShippingPrice === null && !refundOf.kind)
    .map(({ refundOf, shippingFee }) => ({
      share: shareOf(refundOf?.refundFraction),
      refunded: decimal(shippingFee?.calculatedTotal ?? '0'),
    }));
}
