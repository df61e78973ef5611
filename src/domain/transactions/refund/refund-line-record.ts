import { type LineRefund, refundedParts, refundedTax } from '../../../tax/lines/refunded-tax.ts';
import { type Decimal, decimal, roundToUnit, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import type { LineFigures } from '../transaction.ts';
import type { SnapshotLine, SnapshotRefundedLine, SnapshotTaxLine } from '../transaction-snapshot.ts';

export type LineToRecord = {
  /** The invoice line as it was stored. */
  readonly original: LineFigures;
  readonly line: SnapshotLine;
  /** The base and the tax that earlier refunds returned. */
  readonly baseBefore: Decimal;
  readonly taxBefore: Decimal;
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
export function recordLine({ original, line, isTaxInclusive, ...amounts }: LineToRecord): RecordedLine {
  const { baseBefore, taxBefore, base, taxAlone, minorUnit } = amounts;
  const originalBase = decimal(original.calculatedTotal);
  const originalTax = decimal(original.taxAmount);
  const known = { originalTax, originalBase, baseBefore, taxBefore, baseNow: base, minorUnit };
  const refund: LineRefund = taxAlone === null ? known : { ...known, taxNow: taxAlone };
  const tax = refundedTax(refund);
  const net = isTaxInclusive ? base.minus(tax) : base;
  const taxLines = taxAlone === null ? recordTaxLines(line.taxLines, net, refund) : untaxedLines(line.taxLines, refund);
  return {
    figures: {
      totalPrice: original.totalPrice,
      calculatedTotal: toDecimalText(base),
      taxAmount: toDecimalText(tax),
      taxRate: original.taxRate,
      taxableAmount: toDecimalText(largestTaxableAmount(taxLines)),
      reason: original.reason,
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
    },
  };
}

function recordTaxLines(originals: readonly SnapshotTaxLine[], net: Decimal, refund: LineRefund): SnapshotTaxLine[] {
  const parts = refundedParts(
    refund,
    originals.map(({ taxAmount }) => decimal(taxAmount)),
  );
  return originals.map((original, index) => {
    const taxable = taxablePart(original, net, refund.minorUnit);
    return {
      ...original,
      taxableAmount: toDecimalText(taxable),
      exemptAmount: toDecimalText(net.minus(taxable)),
      taxAmount: toDecimalText(parts[index]!),
    };
  });
}

/** What was taxed becomes exempt: the part of the price that bore the returned tax. */
function untaxedLines(originals: readonly SnapshotTaxLine[], refund: LineRefund): SnapshotTaxLine[] {
  const { originalTax, minorUnit } = refund;
  const tax = refundedTax(refund);
  const parts = refundedParts(
    refund,
    originals.map(({ taxAmount }) => decimal(taxAmount)),
  );
  return originals.map((original, index) => {
    const taxable = decimal(original.taxableAmount);
    const moved = originalTax.isZero() ? zero : roundToUnit(taxable.times(tax).div(originalTax), minorUnit);
    return {
      ...original,
      taxableAmount: toDecimalText(moved),
      exemptAmount: toDecimalText(moved.negated()),
      taxAmount: toDecimalText(parts[index]!),
    };
  });
}

/** The jurisdiction's taxable part of the net amount, in proportion; the rest is exempt. */
function taxablePart(original: SnapshotTaxLine, net: Decimal, minorUnit: number): Decimal {
  const taxable = decimal(original.taxableAmount);
  const exempt = decimal(original.exemptAmount);
  if (taxable.isZero()) return zero;
  return exempt.isZero() ? net : roundToUnit(net.times(taxable).div(taxable.plus(exempt)), minorUnit);
}

function largestTaxableAmount(taxLines: readonly SnapshotTaxLine[]): Decimal {
  return taxLines
    .map(({ taxableAmount }) => decimal(taxableAmount))
    .reduce((most, amount) => (amount.abs().gt(most.abs()) ? amount : most), zero);
}
