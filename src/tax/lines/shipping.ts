import { placeRates } from '../law/place-rates.ts';
import type { TreatmentDecision } from '../law/tax-treatment.ts';
import type { CalculationOptions, DocumentToAssess, PlaceToAssess, ShippingFeeToAssess } from '../model/assessment.ts';
import type { TaxPlace } from '../model/place.ts';
import type { FollowsGoods } from '../model/rule.ts';
import { one, sum } from '../numbers/decimal.ts';
import { Fraction, oneFraction, zeroFraction } from '../numbers/fraction.ts';
import { averagedFee } from './averaged-fee.ts';
import { type FeePart, partsLikeGoods, type WeighingItem } from './fee-parts.ts';
import type { LineTax } from './line-tax.ts';
import type { LineTaxer } from './line-taxer.ts';

/** An item with its exact tax, as input for the shipping fee. */
type CarriedItem = {
  readonly at: PlaceToAssess | undefined;
  readonly base: bigint;
  readonly lineTax: LineTax;
  readonly isService?: boolean | undefined;
};

/** The tax on a shipping fee. The items only matter if the fee is taxed by rule. */
export function feeTaxes(
  fee: ShippingFeeToAssess,
  decision: TreatmentDecision,
  base: bigint,
  items: readonly CarriedItem[],
  document: DocumentToAssess,
  taxer: LineTaxer,
): readonly FeePart[] {
  const law = feeLaw(fee, decision, base, items, document);
  if (law.kind === 'like-goods') return law.parts;
  const lineTax = taxer.tax(law.decision, { facts: fee, base, quantity: one, goodsShare: law.goodsShare });
  return [{ base, lineTax, goods: null }];
}

/**
 * How a fee is taxed: by its own rule, on the share that relates to taxable goods, or in parts at the rates of the
 * goods.
 */
type FeeLaw =
  | { readonly kind: 'own'; readonly decision: TreatmentDecision; readonly goodsShare: Fraction }
  | { readonly kind: 'like-goods'; readonly parts: readonly FeePart[] };

export function feeLaw(
  fee: ShippingFeeToAssess,
  decision: TreatmentDecision,
  base: bigint,
  allItems: readonly CarriedItem[],
  { options, place, isTaxInclusive }: DocumentToAssess,
): FeeLaw {
  if (decision.kind !== 'by-rule') return { kind: 'own', decision, goodsShare: oneFraction };
  // The fee is for delivery to the place of the document, so items taxed elsewhere are irrelevant.
  const items = allItems.filter(({ at }) => at === undefined);
  const weighing = base === 0n ? [] : itemsOfDirection(base, items);
  if (isTaxedLikeGoods(fee, weighing, place, options)) {
    const parts = fee.isAveraged
      ? averagedFee(base, weighing, isTaxInclusive)
      : partsLikeGoods(base, itemsOfDirection(base, goodsAmong(items)));
    if (parts.length > 0) return { kind: 'like-goods', parts };
  }
  const { followsGoods } = fee;
  const isWhole = followsGoods === null || followsGoods === 'AT_THEIR_RATES';
  const goodsShare = isWhole ? oneFraction : goodsShareOf(followsGoods, items, weighing);
  if (!goodsShare.isZero) return { kind: 'own', decision, goodsShare };
  return { kind: 'own', decision: { kind: 'untaxed', reason: 'PRODUCT_EXEMPT', certificateId: null }, goodsShare };
}

function isTaxedLikeGoods(
  { followsGoods }: ShippingFeeToAssess,
  weighing: readonly WeighingItem[],
  place: TaxPlace,
  { shippingTaxMethod }: CalculationOptions,
): boolean {
  if (shippingTaxMethod === 'WEIGHTED_BY_ITEMS') return true;
  if (followsGoods === 'AT_THEIR_RATES') return shippingTaxMethod === 'BY_LAW';
  return followsGoods === 'IN_PROPORTION' && haveRatesOfTheirOwn(weighing, place);
}

/** Excludes services, which are not delivered. In a document with services only, the fee is ancillary to them. */
function goodsAmong(items: readonly CarriedItem[]): readonly CarriedItem[] {
  const goods = items.filter(({ isService }) => !isService);
  return goods.length > 0 ? goods : items;
}

/** Goods are weighted by their bases: sold goods for a charged fee, returned goods for a refunded one, and both for a fee of 0. */
function itemsOfDirection(fee: bigint, items: readonly CarriedItem[]): WeighingItem[] {
  const isReturned = (base: bigint) => (fee === 0n ? base < 0n : fee < 0n);
  const directed = items.map(({ base, lineTax }) => ({ magnitude: isReturned(base) ? -base : base, lineTax }));
  return directed.filter(({ magnitude }) => magnitude > 0n);
}

/**
 * Goods taxed at a rate other than the general rate extend that rate to the fee: each item's part of the fee is taxed
 * like the item.
 */
function haveRatesOfTheirOwn(weighing: readonly WeighingItem[], place: TaxPlace): boolean {
  const taxed = weighing.filter(isTaxed);
  if (taxed.length === 0) return false;
  const collected = placeRates(place).filter(({ isCollected }) => isCollected);
  const general = sum(collected.map(({ rate }) => rate));
  return taxed.some(({ lineTax }) => !lineTax.split.taxRate.eq(general));
}

/** The share of a fee that relates to taxable goods; a share of zero makes the fee untaxed. */
function goodsShareOf(
  followsGoods: FollowsGoods,
  items: readonly CarriedItem[],
  weighing: readonly WeighingItem[],
): Fraction {
  // A fee for goods that are not in the document is taxed as if they were taxable, because exempting it would hide a
  // missing tax.
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
