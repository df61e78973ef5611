import type { ReturnedBasis } from '../../../tax/lines/refunded-basis.ts';
import { allocate } from '../../../tax/numbers/allocation.ts';
import { type Decimal, decimal, fromUnits, roundToUnit, sum, toUnits, zero } from '../../../tax/numbers/decimal.ts';
import type { LineFigures } from '../document-line.ts';
import { netOf, netOfLine, sharesOfParts } from '../parts-of-line.ts';
import type { SnapshotLine, SnapshotRefundedLine, SnapshotTaxLine } from '../transaction-snapshot.ts';
import { freedPartOf } from './exempted-part.ts';
import type { InvoiceWithRefunds } from './refunded-amounts.ts';

/** The amounts that earlier refunds returned for an invoice line and for each of its tax lines. */
export type ReturnedParts = {
  readonly line: ReturnedBasis;
  readonly taxLines: readonly ReturnedPart[];
  /** Tax collected by a marketplace. */
  readonly collected: Decimal;
};

/** `net` is the refunded price without tax: zero for a tax-only refund. */
type ReturnedPart = ReturnedBasis & { readonly tax: Decimal; readonly net: Decimal };

/** An invoice item by its index, or the shipping fee. */
export type LineName = number | 'shippingFee';

type RefundOfLine = {
  readonly figures: LineFigures;
  readonly line: SnapshotLine;
  readonly refunded: SnapshotRefundedLine;
  readonly refund: InvoiceWithRefunds['refunds'][number];
};

/**
 * Adds up the amounts returned for one line, as its refunds reported them, because no formula gives this sum after a
 * cancelled refund.
 */
export function returnedParts({ invoice, refunds }: InvoiceWithRefunds, name: LineName, unit: number): ReturnedParts {
  const { snapshot } = invoice;
  const line = name === 'shippingFee' ? snapshot.shippingFee! : snapshot.items[name]!;
  const names = taxLineNames(line, snapshot.rates);
  const ofLine = refunds.flatMap((refund) => refundsOfLine(refund, name));
  const ofTaxLines = ofLine.map((one) => {
    const taxLines = one.line.taxLines;
    const found = taxLineNames(one.line, one.refund.snapshot.rates);
    const isSame = found.length === names.length && names.every((each) => found.includes(each));
    if (!isSame) return elsewhere(one, line.taxLines, unit);
    return names.map((each) => partOf(taxLines[found.indexOf(each)]!, one));
  });
  return {
    line: added(
      ofLine.map(({ figures, refunded, refund }) => basisOf({ ...figures, exempted: refunded.exempted }, refund)),
    ),
    collected: sum(ofLine.map((one) => decimal(one.line.collectedTaxAmount ?? '0'))),
    taxLines: names.map((_, index) => {
      const parts = ofTaxLines.map((each) => each[index]!);
      return { ...added(parts), tax: sum(parts.map(({ tax }) => tax)), net: sum(parts.map(({ net }) => net)) };
    }),
  };
}

/** The parts of a refund that belong to one line of its invoice. */
export function refundsOfLine(refund: RefundOfLine['refund'], name: LineName): RefundOfLine[] {
  const { transaction, snapshot } = refund;
  const { items, shippingFee, refundOf } = transaction;
  // If a refund was stored before its invoice, it was calculated independently and is not linked to a line of the
  // invoice.
  if (refundOf === null || snapshot.refund === null) return [];
  const ofItems = snapshot.refund.items;
  const ofFee = snapshot.refund.shippingFee;
  if (name === 'shippingFee') {
    if (!shippingFee || !snapshot.shippingFee || !ofFee) return [];
    return [{ figures: shippingFee, line: snapshot.shippingFee, refunded: ofFee, refund }];
  }
  return items.flatMap((item, index) =>
    refundOf.invoiceItems[index] === name
      ? [{ figures: item, line: snapshot.items[index]!, refunded: ofItems[index]!, refund }]
      : [],
  );
}

/**
 * Identifies tax lines by jurisdiction, then by position: the rate on a bracket of the price comes after the rate on
 * the whole price. The parts of a shipping fee are also identified by their rates.
 */
function taxLineNames({ taxLines }: SnapshotLine, rates: readonly Rate[]): string[] {
  const seen = new Map<string, number>();
  return taxLines.map(({ rate, part, appliedRate, reason }) => {
    const { id } = rates[rate]!.jurisdiction;
    const name = JSON.stringify(part === undefined ? [id] : [id, appliedRate, reason]);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${name} ${count}`;
  });
}

type Rate = { readonly jurisdiction: { readonly id: string } };

function partOf(taxLine: SnapshotTaxLine, { refund }: RefundOfLine): ReturnedPart {
  return { ...basisOf(taxLine, refund), tax: decimal(taxLine.taxAmount), net: decimal(netOf(taxLine)) };
}

function basisOf(part: Parameters<typeof freedPartOf>[0], { transaction }: RefundOfLine['refund']): ReturnedBasis {
  const exempted = freedPartOf(part, transaction);
  return { taxable: decimal(part.taxableAmount), exempted: exempted ? decimal(exempted.amount) : zero };
}

/** A refund calculated before the invoice's jurisdictions changed is counted proportionally. */
function elsewhere({ figures, line, refund }: RefundOfLine, taxLines: readonly SnapshotTaxLine[], unit: number) {
  const tax = decimal(figures.taxAmount);
  const weights = taxLines.map(({ taxAmount }) => toUnits(decimal(taxAmount).abs(), unit));
  const isSplit = weights.some((weight) => weight !== 0n);
  const taxes = isSplit ? allocate(toUnits(tax, unit), weights) : weights;
  const isTaxOnly = refund.transaction.refundOf?.kind === 'TAX_ONLY';
  const [net, whole] = [isTaxOnly ? zero : netOfLine(line.taxLines), netOfLine(taxLines)];
  const nets = sharesOfParts(net, taxLines, unit);
  return taxLines.map(({ taxableAmount }, index): ReturnedPart => {
    const taxable = whole.isZero() ? zero : roundToUnit(decimal(taxableAmount).times(net).div(whole), unit);
    return { taxable, exempted: zero, tax: fromUnits(taxes[index]!, unit), net: nets[index]! };
  });
}

function added(parts: readonly ReturnedBasis[]): ReturnedBasis {
  return { taxable: sum(parts.map(({ taxable }) => taxable)), exempted: sum(parts.map(({ exempted }) => exempted)) };
}
