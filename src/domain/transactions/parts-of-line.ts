import { allocate } from '../../tax/numbers/allocation.ts';
import { type Decimal, decimal, fromUnits, sum, toUnits } from '../../tax/numbers/decimal.ts';
import { type DecimalText, sumOfTexts } from '../base/amount.ts';
import type { SnapshotTaxLine, TransactionSnapshot } from './transaction-snapshot.ts';

type TaxLines = readonly SnapshotTaxLine[];

/**
 * The tax lines of a line, grouped by the part of the price that they tax. Only a shipping fee for goods taxed at
 * several rates has several parts.
 */
export function partsOfLine(taxLines: TaxLines): readonly TaxLines[] {
  const parts = new Map<number | undefined, SnapshotTaxLine[]>();
  for (const taxLine of taxLines) {
    const part = parts.get(taxLine.part);
    if (part) part.push(taxLine);
    else parts.set(taxLine.part, [taxLine]);
  }
  return [...parts.values()];
}

/** The largest taxed part, which determines the rate and reason of the line. */
export function leadingPart(taxLines: TaxLines): TaxLines {
  const [first = [], ...others] = partsOfLine(taxLines);
  return others.reduce((most, part) => (isWider(widestOf(part), widestOf(most)) ? part : most), first);
}

/** The net amount of the part to which a tax line belongs. */
export function netOf({ taxableAmount, exemptAmount }: Pick<SnapshotTaxLine, 'taxableAmount' | 'exemptAmount'>) {
  return sumOfTexts([taxableAmount, exemptAmount]);
}

/** The tax line with the largest taxed amount; a part has at least one tax line. */
export function widestOf(part: TaxLines): SnapshotTaxLine {
  return part.reduce((most, one) => (isWider(one, most) ? one : most));
}

function isWider(one: SnapshotTaxLine, other: SnapshotTaxLine): boolean {
  return decimal(one.taxableAmount).abs().gt(decimal(other.taxableAmount).abs());
}

/** The combined rate of all jurisdictions, without rates on a price bracket. */
export function rateOf(part: TaxLines, { rates }: Pick<TransactionSnapshot, 'rates'>): DecimalText {
  return sumOfTexts(part.filter(({ rate }) => !rates[rate]!.bracket).map(({ appliedRate }) => appliedRate));
}

/** The figures of a part, in the same form as a line's figures. */
export function figuresOfPart(part: TaxLines, snapshot: Pick<TransactionSnapshot, 'rates'>) {
  const { reason, taxableAmount, ...widest } = widestOf(part);
  const taxAmount = sumOfTexts(part.map((one) => one.taxAmount));
  return {
    reason,
    taxableAmount,
    taxAmount,
    rate: rateOf(part, snapshot),
    grossAmount: netOf({ taxableAmount, ...widest }),
  };
}

export function netOfLine(taxLines: TaxLines): Decimal {
  return sum(partsOfLine(taxLines).map(([first]) => decimal(netOf(first!))));
}

/** Allocates an amount, such as a refunded net price, to the part of each tax line. */
export function sharesOfParts(amount: Decimal, taxLines: TaxLines, minorUnit: number): Decimal[] {
  const parts = partsOfLine(taxLines);
  if (parts.length <= 1) return taxLines.map(() => amount);
  const weights = parts.map(([first]) => toUnits(decimal(netOf(first!)).abs(), minorUnit));
  const shares = allocate(toUnits(amount, minorUnit), weights);
  return taxLines.map((one) => fromUnits(shares[parts.findIndex((part) => part.includes(one))]!, minorUnit));
}
