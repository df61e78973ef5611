import { noBasis, wholeBasis } from '../law/basis-kinds.ts';
import { placeRates } from '../law/place-rates.ts';
import type { Answer } from '../law/questions.ts';
import type { DocumentToAssess, ShippingFeeToAssess } from '../model/assessment.ts';
import type { Jurisdiction, TaxPlace } from '../model/place.ts';
import type { FollowsGoods } from '../model/rule.ts';
import { type Decimal, one, sum } from '../numbers/decimal.ts';
import { Fraction, oneFraction, proportions, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';
import { shownRates } from '../numbers/shown-rates.ts';
import { type Burden, type BurdenPart, sharingOf } from './burden.ts';
import type { BurdenFinder } from './burden-finder.ts';

/** An item whose tax is still exact, as a shipping fee looks at it. */
export type CarriedItem = { readonly base: bigint; readonly burden: Burden };

/** What a shipping fee bears. The items matter only where it is the law of the place that decides. */
export function feeBurden(
  fee: ShippingFeeToAssess,
  answer: Answer,
  base: bigint,
  items: readonly CarriedItem[],
  document: DocumentToAssess,
  finder: BurdenFinder,
): Burden {
  const law = feeLaw(fee, answer, base, items, document);
  if (law.kind === 'averaged') return law.burden;
  return finder.find(law.answer, { treatment: fee, base, quantity: one, goodsShare: law.goodsShare });
}

/** How a fee is taxed: by a rule of its own, on the share of it that carries taxable goods, or as the goods on average. */
export type FeeLaw =
  | { readonly kind: 'own'; readonly answer: Answer; readonly goodsShare: Fraction }
  | ({ readonly kind: 'averaged' } & Averaged);

export function feeLaw(
  fee: ShippingFeeToAssess,
  answer: Answer,
  base: bigint,
  items: readonly CarriedItem[],
  { isTaxInclusive, options, place }: DocumentToAssess,
): FeeLaw {
  if (answer.kind !== 'by-rule') return { kind: 'own', answer, goodsShare: oneFraction };
  const weighing = itemsOfDirection(base, items);
  const isApportioned = fee.followsGoods === 'IN_PROPORTION' && haveRatesOfTheirOwn(weighing, place);
  if (options.shippingRate === 'WEIGHTED_BY_ITEMS' || isApportioned) {
    const averaged = averageBurden(base < 0n ? -base : base, weighing, isTaxInclusive);
    if (averaged) return { kind: 'averaged', ...averaged };
  }
  const goodsShare = fee.followsGoods === null ? oneFraction : goodsShareOf(fee.followsGoods, items, weighing);
  if (!goodsShare.isZero) return { kind: 'own', answer, goodsShare };
  return { kind: 'own', answer: { kind: 'untaxed', reason: 'PRODUCT_EXEMPT', certificateId: null }, goodsShare };
}

/** The tax and the price of the goods, in minor units and without their sign, and what the fee bears in proportion. */
type Averaged = { readonly burden: Burden; readonly goodsTax: Fraction; readonly goodsAmount: Fraction };

type WeighingItem = { readonly magnitude: bigint; readonly burden: Burden };

/** Goods weigh with their bases: those sold where a fee is charged, those returned where it is given back. */
function itemsOfDirection(fee: bigint, items: readonly CarriedItem[]): WeighingItem[] {
  if (fee === 0n) return [];
  const directed = items.map(({ base, burden }) => ({ magnitude: fee < 0n ? -base : base, burden }));
  return directed.filter(({ magnitude }) => magnitude > 0n);
}

/** Goods that bear another rate than goods in general pass it on: each has its part of the fee, taxed as it is itself. */
function haveRatesOfTheirOwn(weighing: readonly WeighingItem[], place: TaxPlace): boolean {
  const taxed = weighing.filter(isTaxed);
  if (taxed.length === 0) return false;
  const collected = placeRates(place).filter(({ isCollected }) => isCollected);
  const general = sum(collected.map(({ rate }) => rate));
  return taxed.some(({ burden }) => !burden.sharing.taxRate.eq(general));
}

/** The share of a fee that carries taxable goods; zero frees it. */
function goodsShareOf(
  followsGoods: FollowsGoods,
  items: readonly CarriedItem[],
  weighing: readonly WeighingItem[],
): Fraction {
  // A fee for goods that the document does not name is taxed as if they were: freeing it would be a quiet zero.
  if (items.length === 0) return oneFraction;
  const all = sumOfMagnitudes(weighing);
  if (followsGoods === 'IN_PROPORTION' && all > 0n) return new Fraction(sumOfMagnitudes(weighing.filter(isTaxed)), all);
  return items.some(isTaxed) ? oneFraction : zeroFraction;
}

function isTaxed({ burden }: { readonly burden: Burden }): boolean {
  return burden.sharing.taxRate.gt(0) || !burden.exactTax.isZero;
}

function sumOfMagnitudes(items: readonly WeighingItem[]): bigint {
  return items.reduce((sum, { magnitude }) => sum + magnitude, 0n);
}

/**
 * A fee taxed at the average rate of the goods bears what they bear for every unit of their price.
 * Null where no item weighs anything: the fee's own code then decides.
 */
function averageBurden(fee: bigint, weighing: readonly WeighingItem[], isTaxInclusive: boolean): Averaged | null {
  const bases = new Fraction(sumOfMagnitudes(weighing));
  const taxes = sumOfFractions(weighing.map(({ burden }) => burden.exactTax));
  const nets = isTaxInclusive ? bases.minus(taxes) : bases;
  if (nets.isZero) return null;
  const taxesByJurisdiction = sumByJurisdiction(weighing);
  const exactTaxes = [...taxesByJurisdiction.values()];
  const rates = shownRates(exactTaxes.map((tax) => tax.dividedBy(nets)));
  const parts = [...taxesByJurisdiction.keys()].map((jurisdiction, index) =>
    averagePart(jurisdiction, rates[index]!, !exactTaxes[index]!.isZero),
  );
  const exactTax = new Fraction(fee).times(taxes).dividedBy(bases);
  const burden = { exactTax, sharing: sharingOf(parts, proportions(exactTaxes)) };
  return { burden, goodsTax: taxes, goodsAmount: bases };
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

function sumByJurisdiction(items: readonly WeighingItem[]): Map<Jurisdiction, Fraction> {
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
