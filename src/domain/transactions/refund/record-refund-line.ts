import { basisOfPrice, basisOfTax, type ReturnedBasis } from '../../../tax/lines/refunded-basis.ts';
import { type LineRefund, refundedParts, refundedTax } from '../../../tax/lines/refunded-tax.ts';
import type { TaxReason } from '../../../tax/model/reasons.ts';
import { type Decimal, decimal, sum, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import type { LineFigures } from '../document-line.ts';
import { netOf, partsOfLine, sharesOfParts } from '../parts-of-line.ts';
import type { ExemptedPart, SnapshotLine, SnapshotRefundedLine, SnapshotTaxLine } from '../transaction-snapshot.ts';
import { hasOppositeSign } from './refunded-amounts.ts';
import type { ReturnedParts } from './returned-parts.ts';

type LineToRecord = {
  /** The invoice line as it was stored. */
  readonly original: LineFigures;
  readonly line: SnapshotLine;
  /** The base and the tax refunded by earlier refunds. */
  readonly baseBefore: Decimal;
  readonly taxBefore: Decimal;
  /** The same base and tax, split into the parts that reports distinguish. */
  readonly before: ReturnedParts;
  /** The part of the base refunded by this refund. */
  readonly base: Decimal;
  /** The amount of a tax-only refund; null if the tax follows the base. */
  readonly taxAlone: Decimal | null;
  readonly isTaxInclusive: boolean;
  readonly minorUnit: number;
};

export type RecordedLine = {
  readonly figures: LineFigures;
  readonly line: SnapshotLine;
  readonly refunded: SnapshotRefundedLine;
};

/** The refunded part of an invoice line: its figures, its tax by jurisdiction, and their inputs. */
export function recordLine(toRecord: LineToRecord): RecordedLine {
  const { original, line, baseBefore, taxBefore, before, base, taxAlone, isTaxInclusive, minorUnit } = toRecord;
  const originalBase = decimal(original.calculatedTotal);
  const originalTax = decimal(original.taxAmount);
  const known = { originalTax, originalBase, baseBefore, taxBefore, baseNow: base, minorUnit };
  const refund: LineRefund = taxAlone === null ? known : { ...known, taxNow: taxAlone };
  const tax = refundedTax(refund);
  const netWithin = (ofBase: Decimal, ofTax: Decimal) => (isTaxInclusive ? ofBase.minus(ofTax) : ofBase);
  const [net, netBefore, netNow] = [
    netWithin(originalBase, originalTax),
    netWithin(baseBefore, taxBefore),
    netWithin(base, tax),
  ] as const;
  const ofLine = { net, netBefore, netNow };
  const netOfParts = netsOfParts(line.taxLines, before, ofLine, minorUnit);
  const basisOf = (taxableAmount: Decimal, ofBefore: ReturnedBasis, nets: RefundedNet) =>
    taxAlone === null
      ? basisOfPrice({ taxableAmount, before: ofBefore, ...nets, minorUnit })
      : basisOfTax({ taxableAmount, before: ofBefore, originalTax, taxBefore, taxNow: taxAlone, minorUnit });
  const whole = { ...basisOf(decimal(original.taxableAmount), before.line, ofLine), tax };
  const reason = shownReason(original.reason, whole);
  const partsBefore = before.taxLines.map((part) => part.tax);
  const parts = refundedParts(
    refund,
    line.taxLines.map(({ taxAmount }) => decimal(taxAmount)),
    partsBefore,
  );
  const taxLines = line.taxLines.map((part, index): SnapshotTaxLine => {
    const basis = basisOf(decimal(part.taxableAmount), before.taxLines[index]!, netOfParts[index]!);
    const returned = { ...basis, tax: parts[index]! };
    return {
      ...part,
      taxableAmount: toDecimalText(basis.taxable),
      exemptAmount: toDecimalText((taxAlone === null ? netOfParts[index]!.netNow : zero).minus(basis.taxable)),
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
      // A fully exempt sale has no rate.
      taxRate: reason === 'CUSTOMER_EXEMPT' ? toDecimalText(zero) : original.taxRate,
      taxableAmount: toDecimalText(whole.taxable),
      reason,
      taxableCategory: original.taxableCategory,
      tangibleCategory: original.tangibleCategory,
    },
    line: {
      ...line,
      ...(line.collectedTaxAmount && {
        collectedTaxAmount: toDecimalText(
          refundedTax({ ...known, originalTax: decimal(line.collectedTaxAmount), taxBefore: before.collected }),
        ),
      }),
      taxLines,
    },
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

/** A net amount, and the parts of it refunded by earlier refunds and by this refund. */
type RefundedNet = { readonly net: Decimal; readonly netBefore: Decimal; readonly netNow: Decimal };

/**
 * The net amount behind each tax line: the net amount of the line, unless a shipping fee was split over goods taxed at
 * several rates. The parts of the fee are refunded in proportion, based on the running total, so that they add up.
 */
function netsOfParts(
  taxLines: readonly SnapshotTaxLine[],
  before: ReturnedParts,
  ofLine: RefundedNet,
  minorUnit: number,
): RefundedNet[] {
  if (partsOfLine(taxLines).length <= 1) return taxLines.map(() => ofLine);
  const shares = (amount: Decimal) => sharesOfParts(amount, taxLines, minorUnit);
  const after = shares(ofLine.netBefore.plus(ofLine.netNow));
  // After a cancelled refund, the split of the other refunds cannot be derived, so the stored split is used. Tax-only
  // refunds refund no price.
  const returned = before.taxLines.map(({ net }) => net);
  const ofParts = partsOfLine(taxLines).map(([first]) => returned[taxLines.indexOf(first!)]!);
  const netsBefore = sum(ofParts).eq(ofLine.netBefore) ? returned : shares(ofLine.netBefore);
  return taxLines.map((taxLine, index) => {
    const netBefore = netsBefore[index]!;
    return { net: decimal(netOf(taxLine)), netBefore, netNow: after[index]!.minus(netBefore) };
  });
}

type Returned = ReturnedBasis & { readonly tax: Decimal };

/** Goods whose tax was refunded earlier are refunded as exempt sales. */
function shownReason(reason: TaxReason, { taxable, exempted, tax }: Returned): TaxReason {
  const isFreed = !exempted.isZero() && !hasOppositeSign(exempted, taxable) && !hasOppositeSign(exempted, tax);
  if (!isFreed || taxable.plus(exempted).isZero()) return reason;
  return taxable.isZero() && tax.isZero() ? 'CUSTOMER_EXEMPT' : 'CUSTOMER_PARTLY_EXEMPT';
}

function freedIn(reason: TaxReason, { exempted }: ReturnedBasis): { readonly exempted?: ExemptedPart } {
  return exempted.isZero() ? {} : { exempted: { amount: toDecimalText(exempted), reason } };
}
