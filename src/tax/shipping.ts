import type { DocumentToAssess, ShippingFeeToAssess } from './assessment.ts';
import { noBasis, wholeBasis } from './basis-kinds.ts';
import { type Burden, type BurdenPart, sharingOf } from './burden.ts';
import type { BurdenFinder } from './burden-finder.ts';
import { type Decimal, one } from './decimal.ts';
import { Fraction, oneFraction, proportions, sumOfFractions, zeroFraction } from './fraction.ts';
import type { Jurisdiction } from './place.ts';
import type { Answer } from './questions.ts';
import { shownRates } from './shown-rates.ts';

/** An item whose tax is still exact, as a shipping fee looks at it. */
export type CarriedItem = { readonly base: bigint; readonly burden: Burden };

/** What a shipping fee bears. The items matter only where it is the law of the place that decides. */
export function feeBurden(
  fee: ShippingFeeToAssess,
  answer: Answer,
  base: bigint,
  items: readonly CarriedItem[],
  { isTaxInclusive, options }: DocumentToAssess,
  finder: BurdenFinder,
): Burden {
  const line = { treatment: fee, base, quantity: one, goodsShare: oneFraction };
  if (answer.kind !== 'by-rule') return finder.find(answer, line);
  if (options.shippingRate === 'WEIGHTED_BY_ITEMS') {
    const weighted = weightedBurden(base < 0n ? -base : base, items, isTaxInclusive);
    if (weighted) return weighted;
  }
  const goodsShare = goodsShareOf(fee, items);
  if (goodsShare.isZero) return finder.find({ kind: 'untaxed', reason: 'PRODUCT_EXEMPT', certificateId: null }, line);
  return finder.find(answer, { ...line, goodsShare });
}

/**
 * The share of a fee that carries taxable goods; zero frees it. Goods count with their bases, and a returned or free
 * one has no weight.
 */
function goodsShareOf(fee: ShippingFeeToAssess, items: readonly CarriedItem[]): Fraction {
  if (fee.followsGoods === null) return oneFraction;
  const taxable = items.filter(isTaxed);
  if (fee.followsGoods === 'ALL_OR_NOTHING') return taxable.length > 0 ? oneFraction : zeroFraction;
  const all = sumOfBases(items);
  if (all === 0n) return taxable.length > 0 ? oneFraction : zeroFraction;
  return new Fraction(sumOfBases(taxable), all);
}

function isTaxed({ burden }: CarriedItem): boolean {
  return burden.sharing.taxRate.gt(0) || !burden.exactTax.isZero;
}

function sumOfBases(items: readonly CarriedItem[]): bigint {
  return items.reduce((sum, { base }) => (base > 0n ? sum + base : sum), 0n);
}

/**
 * The option to tax a fee at the average rate of the goods: it bears what they bear for every unit of their price.
 * Null where no item has a positive price: the fee's own code then decides.
 */
function weightedBurden(feeMagnitude: bigint, items: readonly CarriedItem[], isTaxInclusive: boolean): Burden | null {
  const weighing = items.filter(({ base }) => base > 0n);
  const bases = new Fraction(sumOfBases(weighing));
  const taxes = sumOfFractions(weighing.map(({ burden }) => burden.exactTax));
  const nets = isTaxInclusive ? bases.minus(taxes) : bases;
  if (nets.isZero) return null;
  const taxesByJurisdiction = sumByJurisdiction(weighing);
  const exactTaxes = [...taxesByJurisdiction.values()];
  const rates = shownRates(exactTaxes.map((tax) => tax.dividedBy(nets)));
  const parts = [...taxesByJurisdiction.keys()].map((jurisdiction, index) =>
    averagePart(jurisdiction, rates[index]!, !exactTaxes[index]!.isZero),
  );
  const exactTax = new Fraction(feeMagnitude).times(taxes).dividedBy(bases);
  return { exactTax, sharing: sharingOf(parts, proportions(exactTaxes)) };
}

function averagePart(jurisdiction: Jurisdiction, rate: Decimal, isTaxed: boolean): BurdenPart {
  return {
    jurisdiction,
    rate,
    basis: isTaxed ? wholeBasis : noBasis,
    reason: isTaxed ? 'TAXED' : 'PRODUCT_EXEMPT',
    certificateId: null,
  };
}

function sumByJurisdiction(items: readonly CarriedItem[]): Map<Jurisdiction, Fraction> {
  const taxes = new Map<Jurisdiction, Fraction>();
  for (const { burden } of items) {
    const { parts, weights } = burden.sharing;
    const allWeights = weights.reduce((sum, weight) => sum + weight, 0n);
    for (const [index, { jurisdiction }] of parts.entries()) {
      const tax = allWeights === 0n ? zeroFraction : burden.exactTax.times(new Fraction(weights[index]!, allWeights));
      taxes.set(jurisdiction, (taxes.get(jurisdiction) ?? zeroFraction).plus(tax));
    }
  }
  return taxes;
}
