import type { QuotedLine } from '@tollgate/client';
import { isZero, minus, percentageOf, percentOf, shareOf } from './amounts.ts';

/** The part of one jurisdiction in the tax of a line. */
export type LineRate = {
  /** In percent of the net amount of the line, for a platform that multiplies: the product is the gateway's tax. */
  readonly percent: number;
  /** The rate of the law, in percent. */
  readonly legalPercent: number;
  /** The taxed part of the net amount, in percent: less than 100 for a shipping fee over goods of several rates. */
  readonly taxedPercent: number;
  readonly jurisdictionId: string;
  readonly name: string;
  readonly reason: string;
};

/** A rate that a shop keeps. */
export type KeptRate = Omit<LineRate, 'taxedPercent'> & {
  /** Absent in rates that earlier releases kept. */
  readonly taxedPercent?: number;
};

/** Empty if no tax is charged; the line's `reason` says why. */
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

/**
 * The same before the rounding of the tax, for another amount than that of the line. Ties are rounded up, as the gateway does,
 * so floating point must not lose one.
 */
export function unroundedRatesOf(line: QuotedLine, isTaxInclusive: boolean): LineRate[] {
  const net = isTaxInclusive ? minus(line.calculatedTotal, line.taxAmount) : line.calculatedTotal;
  const taxed = line.taxLines.filter(({ taxAmount }) => !isZero(taxAmount));
  const rounded = ratesOf(line, isTaxInclusive);
  // A tax that is no percentage, such as one for each unit, has no other rate than that of this line.
  if (taxed.some(({ appliedRate }) => isZero(appliedRate))) return rounded;
  return rounded.map((rate, index) => {
    const { appliedRate, taxableAmount } = taxed[index]!;
    const share = shareOf(appliedRate, { part: taxableAmount, of: net, places: 15 });
    return { ...rate, percent: percentageOf(share) * (1 + 1e-11) };
  });
}
