import { placeRates } from '../law/place-rates.ts';
import type { TreatmentDecision } from '../law/tax-treatment.ts';
import { noBasis, wholeBasis } from '../law/taxable-basis.ts';
import type { DocumentToAssess, PlaceToAssess, ShippingFeeToAssess } from '../model/assessment.ts';
import type { Jurisdiction, TaxPlace } from '../model/place.ts';
import type { FollowsGoods } from '../model/rule.ts';
import { type Decimal, one, sum } from '../numbers/decimal.ts';
import { Fraction, oneFraction, proportions, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';
import { shownRates } from '../numbers/shown-rates.ts';
import { type JurisdictionShare, type LineTax, taxSplitOf } from './line-tax.ts';
import type { LineTaxer } from './line-taxer.ts';

/** An item with its exact tax, as far as the shipping fee depends on it. */
type CarriedItem = {
  readonly at: PlaceToAssess | undefined;
  readonly base: bigint;
  readonly lineTax: LineTax;
};

/** The tax of a shipping fee. The items matter only where the fee is taxed by rule. */
export function feeTax(
  fee: ShippingFeeToAssess,
  decision: TreatmentDecision,
  base: bigint,
  items: readonly CarriedItem[],
  document: DocumentToAssess,
  taxer: LineTaxer,
): LineTax {
  const law = feeLaw(fee, decision, base, items, document);
  if (law.kind === 'averaged') return law.lineTax;
  return taxer.tax(law.decision, { facts: fee, base, quantity: one, goodsShare: law.goodsShare });
}

/** How a fee is taxed: by its own rule, on the share for taxable goods, or at the average rate of the goods. */
export type FeeLaw =
  | { readonly kind: 'own'; readonly decision: TreatmentDecision; readonly goodsShare: Fraction }
  | ({ readonly kind: 'averaged' } & Averaged);

export function feeLaw(
  fee: ShippingFeeToAssess,
  decision: TreatmentDecision,
  base: bigint,
  allItems: readonly CarriedItem[],
  { isTaxInclusive, options, place }: DocumentToAssess,
): FeeLaw {
  if (decision.kind !== 'by-rule') return { kind: 'own', decision, goodsShare: oneFraction };
  // The fee is for delivery to the place of the document, so items taxed in other states do not matter.
  const items = allItems.filter(({ at }) => at === undefined);
  const weighing = itemsOfDirection(base, items);
  const isApportioned = fee.followsGoods === 'IN_PROPORTION' && haveRatesOfTheirOwn(weighing, place);
  if (options.shippingTaxMethod === 'WEIGHTED_BY_ITEMS' || isApportioned) {
    const averaged = averageTax(base < 0n ? -base : base, weighing, isTaxInclusive);
    if (averaged) return { kind: 'averaged', ...averaged };
  }
  const goodsShare = fee.followsGoods === null ? oneFraction : goodsShareOf(fee.followsGoods, items, weighing);
  if (!goodsShare.isZero) return { kind: 'own', decision, goodsShare };
  return { kind: 'own', decision: { kind: 'untaxed', reason: 'PRODUCT_EXEMPT', certificateId: null }, goodsShare };
}

/** The tax and the price of the goods, in minor units and unsigned, and the tax of the fee in proportion. */
type Averaged = { readonly lineTax: LineTax; readonly goodsTax: Fraction; readonly goodsAmount: Fraction };

type WeighingItem = { readonly magnitude: bigint; readonly lineTax: LineTax };

/** Goods are weighted by their bases: sold goods for a charged fee, returned goods for a refunded one. */
function itemsOfDirection(fee: bigint, items: readonly CarriedItem[]): WeighingItem[] {
  if (fee === 0n) return [];
  const directed = items.map(({ base, lineTax }) => ({ magnitude: fee < 0n ? -base : base, lineTax }));
  return directed.filter(({ magnitude }) => magnitude > 0n);
}

/** Goods with a rate other than the general one extend it to the fee: each item's part of the fee is taxed like the item. */
function haveRatesOfTheirOwn(weighing: readonly WeighingItem[], place: TaxPlace): boolean {
  const taxed = weighing.filter(isTaxed);
  if (taxed.length === 0) return false;
  const collected = placeRates(place).filter(({ isCollected }) => isCollected);
  const general = sum(collected.map(({ rate }) => rate));
  return taxed.some(({ lineTax }) => !lineTax.split.taxRate.eq(general));
}

/** The share of a fee that is for taxable goods; zero makes the fee untaxed. */
function goodsShareOf(
  followsGoods: FollowsGoods,
  items: readonly CarriedItem[],
  weighing: readonly WeighingItem[],
): Fraction {
  // A fee for goods that are not in the document is taxed as if they were taxable: exempting it would hide a missing
  // tax.
  if (items.length === 0) return oneFraction;
  const all = sumOfMagnitudes(weighing);
  if (followsGoods === 'IN_PROPORTION' && all > 0n) return new Fraction(sumOfMagnitudes(weighing.filter(isTaxed)), all);
  return items.some(isTaxed) ? oneFraction : zeroFraction;
}

function isTaxed({ lineTax }: { readonly lineTax: LineTax }): boolean {
  return lineTax.split.taxRate.gt(0) || !lineTax.exactTax.isZero;
}

function sumOfMagnitudes(items: readonly WeighingItem[]): bigint {
  return items.reduce((sum, { magnitude }) => sum + magnitude, 0n);
}

/**
 * The tax of a fee at the average rate of the goods: their tax per unit of their price. Null if no item has a price; the tax
 * code of the fee then decides.
 */
function averageTax(fee: bigint, weighing: readonly WeighingItem[], isTaxInclusive: boolean): Averaged | null {
  const bases = new Fraction(sumOfMagnitudes(weighing));
  const taxes = sumOfFractions(weighing.map(({ lineTax }) => lineTax.exactTax));
  const nets = isTaxInclusive ? bases.minus(taxes) : bases;
  if (nets.isZero) return null;
  const taxesByJurisdiction = sumByJurisdiction(weighing);
  const exactTaxes = [...taxesByJurisdiction.values()];
  const rates = shownRates(exactTaxes.map((tax) => tax.dividedBy(nets)));
  const shares = [...taxesByJurisdiction.keys()].map((jurisdiction, index) =>
    averagePart(jurisdiction, rates[index]!, !exactTaxes[index]!.isZero),
  );
  const exactTax = new Fraction(fee).times(taxes).dividedBy(bases);
  const lineTax = { exactTax, split: taxSplitOf(shares, proportions(exactTaxes)) };
  return { lineTax, goodsTax: taxes, goodsAmount: bases };
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
