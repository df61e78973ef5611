import type { QuotedLine } from '@tollgate/client';
import { isZero, minus, percentageOf, percentOf, shareOf } from './amounts.ts';

/** One jurisdiction's share of the tax on a line. */
export type LineRate = {
  /** A percentage of the line's net amount, for platforms that multiply: the product is the gateway's tax. */
  readonly percent: number;
  /** The legal rate, in percent. */
  readonly legalPercent: number;
  /**
   * The taxed part of the net amount, in percent: less than 100, for example, for a shipping fee that is split among
   * goods with different rates.
   */
  readonly taxedPercent: number;
  readonly jurisdictionId: string;
  readonly name: string;
  readonly reason: string;
};

/** A rate stored by a shop. */
export type KeptRate = Omit<LineRate, 'taxedPercent'> & {
  /** Absent in rates stored by earlier releases. */
  readonly taxedPercent?: number;
};

/** Empty if no tax is charged; the line's `reason` explains why. */
export function ratesOf(line: QuotedLine, isTaxInclusive: boolean): LineRate[] {
  const net = isTaxInclusive ? minus(line.calculatedTotal, line.taxAmount) : line.calculatedTotal;
  return line.taxLines
    .filter(({ taxAmount }) => !isZero(taxAmount))
    .map(({ taxAmount, taxableAmount, jurisdiction, appliedRate, reason }) => ({
      percent: percentOf(taxAmount, net),
      legalPercent: percentageOf(appliedRate),
      taxedPercent: percentOf(taxableAmount, net),
      jurisdictionId: jurisdiction.jurisdictionId,
      name: jurisdiction.name,
      reason,
    }));
}

/** Whether a tax is not a percentage, such as a tax per unit: it has only an effective rate at the line's price. */
export const hasUnitTax = ({ taxLines }: QuotedLine): boolean =>
  taxLines.some(({ taxAmount, appliedRate }) => !isZero(taxAmount) && isZero(appliedRate));

/**
 * The rates of a line before tax rounding, for an amount other than the line's. Ties round up, as in the gateway, so
 * each percentage is raised slightly: floating-point arithmetic must not lose a tie.
 */
export function unroundedRatesOf(line: QuotedLine, isTaxInclusive: boolean): LineRate[] {
  const net = isTaxInclusive ? minus(line.calculatedTotal, line.taxAmount) : line.calculatedTotal;
  const taxed = line.taxLines.filter(({ taxAmount }) => !isZero(taxAmount));
  const rounded = ratesOf(line, isTaxInclusive);
  if (hasUnitTax(line)) return rounded;
  return rounded.map((rate, index) => {
    const { appliedRate, taxableAmount } = taxed[index]!;
    const share = shareOf(appliedRate, { part: taxableAmount, of: net, places: 15 });
    return { ...rate, percent: percentageOf(share) * (1 + 1e-11) };
  });
}
