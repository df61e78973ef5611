import type { AssessedLine, Assessment, DocumentToAssess } from '../model/assessment.ts';
import { type Decimal, fromUnits, sum, toUnits, zero } from '../numbers/decimal.ts';
import { roundQuotient } from '../numbers/rounding.ts';
import type { TaxedLine } from './taxed-lines.ts';

type DocumentTotals = Pick<
  Assessment,
  'totalItemsAmount' | 'totalDiscount' | 'taxAmount' | 'taxRate' | 'finalTransactionAmount'
>;

type LinesOfDocument = {
  /** Items, followed by the parts of the shipping fee. */
  readonly lines: readonly TaxedLine[];
  readonly taxes: readonly bigint[];
  readonly assessed: readonly AssessedLine[];
};

export function documentTotals(
  { lines, taxes, assessed }: LinesOfDocument,
  { items, isTaxInclusive, minorUnit }: DocumentToAssess,
): DocumentTotals {
  let [total, discount, base, tax] = [0n, 0n, 0n, 0n];
  for (const [index, { amounts }] of lines.entries()) {
    base += lines[index]!.base;
    tax += taxes[index]!;
    if (index >= items.length) continue;
    total += amounts.total;
    discount += amounts.discount;
  }
  return {
    totalItemsAmount: fromUnits(total, minorUnit),
    totalDiscount: fromUnits(discount, minorUnit),
    taxAmount: fromUnits(tax, minorUnit),
    taxRate: documentRate(tax, assessed, minorUnit),
    finalTransactionAmount: fromUnits(isTaxInclusive ? base : base + tax, minorUnit),
  };
}

const quotientPlaces = 6;

type RatedLine = Pick<AssessedLine, 'taxRate' | 'taxAmount' | 'taxableAmount'>;

/** The rate shared by all taxed lines; otherwise, tax divided by taxable amount. A fixed amount has no rate. */
export function documentRate(tax: bigint, lines: readonly RatedLine[], minorUnit: number): Decimal {
  const taxed = lines.filter(({ taxRate, taxAmount }) => !taxRate.isZero() || !taxAmount.isZero());
  const first = taxed[0]?.taxRate;
  if (first === undefined) return zero;
  if (!first.isZero() && taxed.every(({ taxRate }) => taxRate === first || taxRate.eq(first))) return first;
  const taxable = toUnits(sum(taxed.map(({ taxableAmount }) => taxableAmount)), minorUnit);
  if (taxable === 0n) return zero;
  const scaledTax = tax * 10n ** BigInt(quotientPlaces);
  return fromUnits(
    taxable < 0n ? roundQuotient(-scaledTax, -taxable) : roundQuotient(scaledTax, taxable),
    quotientPlaces,
  );
}
