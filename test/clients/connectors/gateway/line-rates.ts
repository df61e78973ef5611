import { minus, percentOf } from './amounts.ts';
import type { QuotedLine } from './operations.ts';

/**
 * The tax of a line by jurisdiction, in percent of its net amount. A platform multiplies the amount by these to get the
 * gateway's tax, to the cent. Empty if no tax is charged; the line's `reason` says why.
 */
export function ratesOf(line: QuotedLine, isTaxInclusive: boolean) {
  const net = netOf(line, isTaxInclusive);
  return line.taxLines
    .filter(({ taxAmount }) => Number(taxAmount) !== 0)
    .map(({ taxAmount, jurisdiction, appliedRate, reason }) => ({
      percent: percentOf(taxAmount, net),
      jurisdiction,
      legalRate: appliedRate,
      reason,
    }));
}

/** The tax of a whole line, in percent of its net amount. */
export const rateOf = (line: QuotedLine, isTaxInclusive: boolean): number =>
  percentOf(line.taxAmount, netOf(line, isTaxInclusive));

const netOf = ({ calculatedTotal, taxAmount }: QuotedLine, isTaxInclusive: boolean): string =>
  isTaxInclusive ? minus(calculatedTotal, taxAmount) : calculatedTotal;
