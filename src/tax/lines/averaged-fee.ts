import { noBasis, wholeBasis } from '../law/taxable-basis.ts';
import type { Jurisdiction } from '../model/place.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { Fraction, proportions, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';
import { shownRates } from '../numbers/shown-rates.ts';
import type { FeePart, WeighingItem } from './fee-parts.ts';
import { type JurisdictionShare, taxSplitOf } from './line-tax.ts';

/**
 * Taxes a shipping fee at the average rate of its goods, as release 0.1.0 did. Needed only to recalculate documents
 * from that release. Empty if no goods have a price.
 */
export function averagedFee(base: bigint, weighing: readonly WeighingItem[], isTaxInclusive: boolean): FeePart[] {
  const amount = weighing.reduce((sum, { magnitude }) => sum + magnitude, 0n);
  const bases = new Fraction(amount);
  const tax = sumOfFractions(weighing.map(({ lineTax }) => lineTax.exactTax));
  const nets = isTaxInclusive ? bases.minus(tax) : bases;
  if (nets.isZero) return [];
  const taxesByJurisdiction = sumByJurisdiction(weighing);
  const exactTaxes = [...taxesByJurisdiction.values()];
  const rates = shownRates(exactTaxes.map((one) => one.dividedBy(nets)));
  const shares = [...taxesByJurisdiction.keys()].map((jurisdiction, index) =>
    averagePart(jurisdiction, rates[index]!, !exactTaxes[index]!.isZero),
  );
  const exactTax = new Fraction(base < 0n ? -base : base).times(tax).dividedBy(bases);
  const lineTax = { exactTax, split: taxSplitOf(shares, proportions(exactTaxes)) };
  return [{ base, lineTax, goods: { tax, amount } }];
}

function averagePart(jurisdiction: Jurisdiction, rate: Decimal, isTaxed: boolean): JurisdictionShare {
  return {
    jurisdiction,
    bracket: null,
    rate,
    basis: isTaxed ? wholeBasis : noBasis,
    reason: isTaxed ? 'TAXED' : 'PRODUCT_EXEMPT',
    certificateId: null,
  };
}

function sumByJurisdiction(items: readonly WeighingItem[]): Map<Jurisdiction, Fraction> {
  const taxes = new Map<Jurisdiction, Fraction>();
  for (const { lineTax } of items) {
    const { shares, weights } = lineTax.split;
    const allWeights = weights.reduce((sum, weight) => sum + weight, 0n);
    for (const [index, { jurisdiction }] of shares.entries()) {
      const tax = allWeights === 0n ? zeroFraction : lineTax.exactTax.times(new Fraction(weights[index]!, allWeights));
      taxes.set(jurisdiction, (taxes.get(jurisdiction) ?? zeroFraction).plus(tax));
    }
  }
  return taxes;
}
