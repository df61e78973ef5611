import { basisAmount, noBasis, wholeBasis } from '../law/taxable-basis.ts';
import type { AssessedLine, TaxLine } from '../model/assessment.ts';
import { allocate } from '../numbers/allocation.ts';
import { type Decimal, fromUnits, sum, zero } from '../numbers/decimal.ts';
import { Fraction } from '../numbers/fraction.ts';
import type { JurisdictionShare } from './line-tax.ts';
import type { RoundedTax } from './rounding-levels.ts';
import type { TaxedLine } from './taxed-lines.ts';

/** Step 8: the figures of a line after its tax is rounded. */
export function assessedLine(
  { amounts, base, lineTax }: TaxedLine,
  { tax, parts }: RoundedTax,
  { isTaxInclusive, minorUnit }: { readonly isTaxInclusive: boolean; readonly minorUnit: number },
): AssessedLine {
  const { total, discount, discountShare } = amounts;
  const { split } = lineTax;
  const totalPrice = fromUnits(total, minorUnit);
  const calculatedTotal = base === total ? totalPrice : fromUnits(base, minorUnit);
  const net = isTaxInclusive ? base - tax : base;
  const gross = isTaxInclusive ? base : base + tax;
  const netAmount = net === base ? calculatedTotal : fromUnits(net, minorUnit);
  const taxesOfShares = parts ?? allocate(tax, split.weights);
  const taxLines = split.shares.map((share, index) =>
    taxLine(share, fromUnits(taxesOfShares[index]!, minorUnit), { net, netAmount, minorUnit }),
  );
  return {
    totalPrice,
    discount: fromUnits(discount, minorUnit),
    relativeTransactionDiscount: fromUnits(discountShare, minorUnit),
    calculatedTotal,
    taxRate: split.taxRate,
    taxAmount: fromUnits(tax, minorUnit),
    netAmount,
    grossAmount: gross === base ? calculatedTotal : fromUnits(gross, minorUnit),
    taxableAmount: widestOf(taxLines),
    reason: split.reason,
    taxLines,
  };
}

type Net = { readonly net: bigint; readonly netAmount: Decimal; readonly minorUnit: number };

/** The taxable and exempt amounts add up to the net amount of the line; both are rounded only for display. */
function taxLine(share: JurisdictionShare, taxAmount: Decimal, { net, netAmount, minorUnit }: Net): TaxLine {
  const { basis } = share;
  if (basis === wholeBasis) return shown(share, { taxableAmount: netAmount, exemptAmount: zero, taxAmount });
  if (basis === noBasis) return shown(share, { taxableAmount: zero, exemptAmount: netAmount, taxAmount });
  const magnitude = basisAmount(basis, new Fraction(net < 0n ? -net : net)).rounded();
  const taxable = net < 0n ? -magnitude : magnitude;
  const taxableAmount = fromUnits(taxable, minorUnit);
  const exemptAmount = fromUnits(net - taxable, minorUnit);
  return shown(share, { taxableAmount, exemptAmount, taxAmount });
}

type ShownAmounts = Pick<TaxLine, 'taxableAmount' | 'exemptAmount' | 'taxAmount'>;

function shown(share: JurisdictionShare, { taxableAmount, exemptAmount, taxAmount }: ShownAmounts): TaxLine {
  const { jurisdiction, bracket, rate, reason, certificateId } = share;
  return { jurisdiction, bracket, rate, taxableAmount, exemptAmount, taxAmount, reason, certificateId };
}

function widestOf(taxLines: readonly TaxLine[]): Decimal {
  let widest = zero;
  for (const { taxableAmount } of taxLines) {
    if (taxableAmount !== widest && taxableAmount.abs().gt(widest.abs())) widest = taxableAmount;
  }
  return widest;
}

/**
 * Combines the parts of the fee into one line with all their tax lines; null if there are no parts. The largest taxed
 * part determines the rate and reason.
 */
export function wholeFee(parts: readonly AssessedLine[]): AssessedLine | null {
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first ?? null;
  const sumOf = (field: 'calculatedTotal' | 'taxAmount' | 'netAmount' | 'grossAmount' | 'taxableAmount') =>
    sum(parts.map((part) => part[field]));
  const { taxRate, reason } = parts.reduce((most, part) =>
    part.taxableAmount.abs().gt(most.taxableAmount.abs()) ? part : most,
  );
  return {
    ...first,
    calculatedTotal: sumOf('calculatedTotal'),
    taxRate,
    taxAmount: sumOf('taxAmount'),
    netAmount: sumOf('netAmount'),
    grossAmount: sumOf('grossAmount'),
    taxableAmount: sumOf('taxableAmount'),
    reason,
    taxLines: parts.flatMap(({ taxLines }, part) => taxLines.map((taxLine) => ({ ...taxLine, part }))),
  };
}
