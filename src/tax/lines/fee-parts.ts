import { basisAmount, noBasis, wholeBasis } from '../law/taxable-basis.ts';
import { allocate } from '../numbers/allocation.ts';
import { decimalText, zero } from '../numbers/decimal.ts';
import { Fraction, proportions, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';
import { type JurisdictionShare, type LineTax, type TaxSplit, taxSplitOf } from './line-tax.ts';

/** Goods over which a fee is split, with the magnitude of their price and their tax. */
export type WeighingItem = { readonly magnitude: bigint; readonly lineTax: LineTax };

/** A part of a shipping fee with its tax. A fee over goods with several rates has one part per rate. */
export type FeePart = {
  /** Signed, in minor units; the parts add up to the fee. */
  readonly base: bigint;
  readonly lineTax: LineTax;
  /** The goods whose tax the part follows; null if the fee is taxed separately. */
  readonly goods: { readonly tax: Fraction; readonly amount: bigint } | null;
};

/** Goods that are taxed alike, regardless of their prices. */
type AlikeGoods = { readonly amount: bigint; readonly items: readonly WeighingItem[] };

/**
 * Splits a fee over the goods in proportion to their amounts. Each part has the rates and reasons of its goods. A fee
 * of zero has the rates and reasons of the goods with the largest amount. Empty if there are no goods.
 */
export function partsLikeGoods(base: bigint, weighing: readonly WeighingItem[]): FeePart[] {
  if (weighing.length === 0) return [];
  const groups = groupedAlike(weighing);
  const magnitudes = allocate(
    base < 0n ? -base : base,
    groups.map(({ amount }) => amount),
  );
  const largest = groups.reduce((most, { amount }) => (amount > most ? amount : most), 0n);
  const carrying = groups
    .map((group, index) => ({ group, magnitude: magnitudes[index]! }))
    .filter(({ group, magnitude }) => magnitude > 0n || (base === 0n && group.amount === largest));
  const parts = base === 0n ? carrying.slice(0, 1) : carrying;
  const splits = withAllShares(parts.map(({ group }) => splitOf(group)));
  return parts.map(({ group: { items, amount }, magnitude }, index): FeePart => {
    const tax = sumOfFractions(items.map(({ lineTax }) => lineTax.exactTax));
    const exactTax = new Fraction(magnitude).times(tax).dividedBy(new Fraction(amount));
    const lineTax = { exactTax, split: splits[index]! };
    return { base: base < 0n ? -magnitude : magnitude, lineTax, goods: { tax, amount } };
  });
}

/** Sorted by key, so that the assignment of leftover cents does not depend on the order of the items. */
function groupedAlike(weighing: readonly WeighingItem[]): AlikeGoods[] {
  const groups = new Map<string, WeighingItem[]>();
  for (const item of weighing) {
    const key = keyOf(item.lineTax.split);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, items]) => ({ items, amount: items.reduce((sum, { magnitude }) => sum + magnitude, 0n) }));
}

function keyOf({ shares }: TaxSplit): string {
  return JSON.stringify(
    shares.map((share) => [
      shareKey(share),
      decimalText(share.rate),
      share.basis === noBasis ? 0 : share.basis === wholeBasis ? 1 : 2,
      share.reason,
      share.certificateId,
    ]),
  );
}

function shareKey({ jurisdiction, bracket }: JurisdictionShare): string {
  return bracket ? `${jurisdiction.id} above ${decimalText(bracket.fromAmount)}` : jurisdiction.id;
}

/** If only part of the goods' price is taxed, the same share of the fee is taxed. */
function splitOf({ items, amount }: AlikeGoods): TaxSplit {
  const [first] = items;
  const { shares } = first!.lineTax.split;
  if (items.length === 1 && shares.every(isOnWhole)) return first!.lineTax.split;
  const whole = new Fraction(amount);
  const shared = shares.map((share, index): JurisdictionShare => {
    if (isOnWhole(share)) return share;
    const taxable = sumOfFractions(
      items.map(({ magnitude, lineTax }) => basisAmount(lineTax.split.shares[index]!.basis, new Fraction(magnitude))),
    );
    return { ...share, basis: { fixed: zeroFraction, slope: taxable.dividedBy(whole) } };
  });
  const taxes = shares.map((_, index) => sumOfFractions(items.map(({ lineTax }) => taxOfShare(lineTax, index))));
  const { reason } = first!.lineTax.split;
  return { ...taxSplitOf(shared, proportions(taxes)), reason };
}

const isOnWhole = ({ basis }: JurisdictionShare) => basis === wholeBasis || basis === noBasis;

function taxOfShare({ exactTax, split }: LineTax, index: number): Fraction {
  const all = split.weights.reduce((sum, weight) => sum + weight, 0n);
  return all === 0n ? zeroFraction : exactTax.times(new Fraction(split.weights[index]!, all));
}

/**
 * Adds all jurisdictions of the fee to each part, so that the taxed and exempt amounts of each jurisdiction add up to
 * the fee.
 */
function withAllShares(splits: readonly TaxSplit[]): TaxSplit[] {
  const all = new Map(splits.flatMap(({ shares }) => shares).map((share) => [shareKey(share), share]));
  return splits.map((split) => {
    const own = new Set(split.shares.map(shareKey));
    const others = [...all].filter(([key]) => !own.has(key));
    if (others.length === 0) return split;
    const { reason } = split;
    const untaxed = { rate: zero, basis: noBasis, reason, certificateId: null };
    return {
      ...split,
      shares: [...split.shares, ...others.map(([, share]) => ({ ...share, ...untaxed }))],
      weights: [...split.weights, ...others.map(() => 0n)],
    };
  });
}
