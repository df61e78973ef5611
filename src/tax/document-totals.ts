import type { AssessedLine, Assessment } from './assessment.ts';
import { type Decimal, fromUnits, sum, toUnits, zero } from './decimal.ts';
import { roundQuotient } from './rounding.ts';

export type DocumentTotals = Pick<
  Assessment,
  'totalItemsAmount' | 'totalDiscount' | 'taxAmount' | 'taxRate' | 'finalTransactionAmount'
>;

/** A line in minor units, beside the figures made of it. */
export type CountedLine = {
  readonly total: bigint;
  readonly discount: bigint;
  readonly base: bigint;
  readonly tax: bigint;
};

type Counted = { readonly items: readonly CountedLine[]; readonly fee: CountedLine | null };

export function documentTotals(
  { items, fee }: Counted,
  assessed: readonly AssessedLine[],
  { isTaxInclusive, minorUnit }: { readonly isTaxInclusive: boolean; readonly minorUnit: number },
): DocumentTotals {
  let [total, discount, base, tax] = [0n, 0n, fee?.base ?? 0n, fee?.tax ?? 0n];
  for (const item of items) {
    total += item.total;
    discount += item.discount;
    base += item.base;
    tax += item.tax;
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

/** The rate that all taxed lines share, else the tax as a part of what is taxed; a fixed amount has no rate to share. */
function documentRate(tax: bigint, lines: readonly AssessedLine[], minorUnit: number): Decimal {
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
