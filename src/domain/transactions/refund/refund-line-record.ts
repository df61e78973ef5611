import { basisOfPrice, basisOfTax, type ReturnedBasis } from '../../../tax/lines/refunded-basis.ts';
import { type LineRefund, refundedParts, refundedTax } from '../../../tax/lines/refunded-tax.ts';
import type { TaxReason } from '../../../tax/model/reasons.ts';
import { type Decimal, decimal, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import type { LineFigures } from '../transaction.ts';
import type { ExemptedPart, SnapshotLine, SnapshotRefundedLine, SnapshotTaxLine } from '../transaction-snapshot.ts';
import { hasOppositeSign } from './refunded-amounts.ts';
import type { ReturnedParts } from './returned-parts.ts';

type LineToRecord = {
  /** The invoice line as it was stored. */
  readonly original: LineFigures;
  readonly line: SnapshotLine;
  /** The base and the tax that earlier refunds returned. */
  readonly baseBefore: Decimal;
  readonly taxBefore: Decimal;
  /** The same, split into the parts that reports distinguish. */
  readonly before: ReturnedParts;
  /** The part of the base that is refunded now. */
  readonly base: Decimal;
  /** The tax that is refunded without its price; null if the tax follows the base. */
  readonly taxAlone: Decimal | null;
  readonly isTaxInclusive: boolean;
  readonly minorUnit: number;
};

export type RecordedLine = {
  readonly figures: LineFigures;
  readonly line: SnapshotLine;
  readonly refunded: SnapshotRefundedLine;
};

/** The refunded part of an invoice line: its figures, its tax by jurisdiction, and what they were calculated from. */
export function recordLine(toRecord: LineToRecord): RecordedLine {
  const { original, line, baseBefore, taxBefore, before, base, taxAlone, isTaxInclusive, minorUnit } = toRecord;
  const originalBase = decimal(original.calculatedTotal);
  const originalTax = decimal(original.taxAmount);
  const known = { originalTax, originalBase, baseBefore, taxBefore, baseNow: base, minorUnit };
  const refund: LineRefund = taxAlone === null ? known : { ...known, taxNow: taxAlone };
  const tax = refundedTax(refund);
  const netOf = (ofBase: Decimal, ofTax: Decimal) => (isTaxInclusive ? ofBase.minus(ofTax) : ofBase);
  const [net, netBefore, netNow] = [
    netOf(originalBase, originalTax),
    netOf(baseBefore, taxBefore),
    netOf(base, tax),
  ] as const;
  const basisOf = (taxableAmount: Decimal, ofBefore: ReturnedBasis) =>
    taxAlone === null
      ? basisOfPrice({ taxableAmount, net, before: ofBefore, netBefore, netNow, minorUnit })
      : basisOfTax({ taxableAmount, before: ofBefore, originalTax, taxBefore, taxNow: taxAlone, minorUnit });
  const whole = { ...basisOf(decimal(original.taxableAmount), before.line), tax };
  const reason = shownReason(original.reason, whole);
  const partsBefore = before.taxLines.map((part) => part.tax);
  const parts = refundedParts(
    refund,
    line.taxLines.map(({ taxAmount }) => decimal(taxAmount)),
    partsBefore,
  );
  const taxLines = line.taxLines.map((part, index): SnapshotTaxLine => {
    const basis = basisOf(decimal(part.taxableAmount), before.taxLines[index]!);
    const returned = { ...basis, tax: parts[index]! };
    return {
      ...part,
      taxableAmount: toDecimalText(basis.taxable),
      exemptAmount: toDecimalText((taxAlone === null ? netNow : zero).minus(basis.taxable)),
      taxAmount: toDecimalText(returned.tax),
      reason: shownReason(part.reason, returned),
      ...freedIn(part.reason, basis),
    };
  });
  return {
    figures: {
      totalPrice: original.totalPrice,
      calculatedTotal: toDecimalText(base),
      taxAmount: toDecimalText(tax),
      // A sale that is exempt as a whole bears no rate.
      taxRate: reason === 'CUSTOMER_EXEMPT' ? toDecimalText(zero) : original.taxRate,
      taxableAmount: toDecimalText(whole.taxable),
      reason,
      taxableCategory: original.taxableCategory,
      tangibleCategory: original.tangibleCategory,
    },
    line: { ...line, taxLines },
    refunded: {
      originalTax: original.taxAmount,
      originalBase: original.calculatedTotal,
      baseBefore: toDecimalText(baseBefore),
      taxBefore: toDecimalText(taxBefore),
      ...(taxAlone !== null && { taxNow: toDecimalText(taxAlone) }),
      originalParts: line.taxLines.map(({ taxAmount }) => taxAmount),
      ...(partsBefore.some((part) => !part.isZero()) && { partsBefore: partsBefore.map(toDecimalText) }),
      ...freedIn(original.reason, whole),
    },
  };
}

type Returned = ReturnedBasis & { readonly tax: Decimal };

/** Goods whose tax was refunded earlier are returned as the exempt sale that they have become. */
function shownReason(reason: TaxReason, { taxable, exempted, tax }: Returned): TaxReason {
  const isFreed = !exempted.isZero() && !hasOppositeSign(exempted, taxable) && !hasOppositeSign(exempted, tax);
  if (!isFreed || taxable.plus(exempted).isZero()) return reason;
  return taxable.isZero() && tax.isZero() ? 'CUSTOMER_EXEMPT' : 'CUSTOMER_PARTLY_EXEMPT';
}

function freedIn(reason: TaxReason, { exempted }: ReturnedBasis): { readonly exempted?: ExemptedPart } {
  return exempted.isZero() ? {} : { exempted: { amount: toDecimalText(exempted), reason } };
}
