import type { ItemToAssess, Notice } from '../model/assessment.ts';
import { allocate } from '../numbers/allocation.ts';
import { decimalText, fromUnits, scaledInteger, scaledToUnits, toUnits } from '../numbers/decimal.ts';

/** The price of an item, before any tax is considered. */
export type PricedItem = Pick<ItemToAssess, 'unitPrice' | 'quantity' | 'totalPrice' | 'discount'>;

/** The results of steps 1 to 3 for an item, in minor units. */
type LinePrice = {
  readonly total: bigint;
  readonly discount: bigint;
  /** The total after the line discount, which is also the line's weight in the transaction discount. */
  readonly net: bigint;
};

/** The amounts of a line before its tax, in minor units. */
export type LineAmounts = {
  readonly total: bigint;
  readonly discount: bigint;
  /** The line's share of the transaction discount. */
  readonly discountShare: bigint;
  readonly base: bigint;
};

export function linePrice(item: PricedItem, minorUnit: number): LinePrice {
  const total = lineTotal(item, minorUnit);
  const discount = item.discount.isZero() ? 0n : toUnits(item.discount, minorUnit);
  if (discount === 0n) return { total, discount, net: total };
  if (discount < 0n || discount > total)
    throw new RangeError('A line discount must be between zero and the line total.');
  return { total, discount, net: total - discount };
}

/**
 * Step 4: each line's share of the transaction discount. Lines of zero or less have no weight and receive no share. The
 * discount is capped at the sum of the other lines, so that no line becomes negative.
 */
export function shareDiscount(discount: bigint, lineNets: readonly bigint[]): bigint[] {
  if (discount === 0n) return lineNets.map(() => 0n);
  if (discount < 0n) throw new RangeError('A transaction discount must be zero or more.');
  const weights = lineNets.map((net) => (net > 0n ? net : 0n));
  const sumOfWeights = weights.reduce((sum, weight) => sum + weight, 0n);
  return allocate(discount < sumOfWeights ? discount : sumOfWeights, weights);
}

/** The notice for a transaction discount larger than the lines that share it. */
export function discountCapNotices(sent: bigint, shares: readonly bigint[], minorUnit: number): Notice[] {
  const shared = shares.reduce((sum, share) => sum + share, 0n);
  if (sent <= shared) return [];
  const [discount, used] = [sent, shared].map((units) => fromUnits(units, minorUnit).toFixed(minorUnit));
  const message = `The transaction discount of ${discount} exceeds the lines that share it, which add up to ${used}. A discount of ${used} was used; check the discount and the prices.`;
  return [{ code: 'DISCOUNT_CAPPED', pointer: '/transactionLevelDiscount', message }];
}

/** Step 5: the base after the share of the transaction discount. */
export function lineAmounts({ total, discount, net }: LinePrice, discountShare: bigint): LineAmounts {
  return { total, discount, discountShare, base: net - discountShare };
}

/**
 * The submitted total, because the document in the seller's books is authoritative; otherwise unit price times
 * quantity.
 */
export function lineTotal(item: PricedItem, minorUnit: number): bigint {
  if (item.totalPrice) return toUnits(item.totalPrice, minorUnit);
  const product = priceTimesQuantity(item, minorUnit);
  if (product === null) throw new RangeError('An item needs a total price or a unit price.');
  return product;
}

function priceTimesQuantity(item: PricedItem, minorUnit: number): bigint | null {
  if (!item.unitPrice) return null;
  const price = scaledInteger(item.unitPrice);
  const quantity = scaledInteger(item.quantity);
  const product = { digits: price.digits * quantity.digits, places: price.places + quantity.places };
  return scaledToUnits(product, minorUnit, 'HALF_UP');
}

/**
 * Clients round differently, so only a difference of more than one minor unit per unit of quantity is reported. The
 * rounded product is always accepted: if the quantity is a fraction, rounding may make a larger difference.
 */
export function totalPriceNotice(item: PricedItem, minorUnit: number, index: number): Notice | null {
  if (!item.totalPrice || !item.unitPrice) return null;
  const sent = toUnits(item.totalPrice, minorUnit);
  if (sent === priceTimesQuantity(item, minorUnit)) return null;
  const product = item.unitPrice.times(item.quantity);
  const difference = product.minus(fromUnits(sent, minorUnit)).abs();
  if (difference.lte(fromUnits(1n, minorUnit).times(item.quantity))) return null;
  return {
    code: 'TOTAL_PRICE_DIFFERS',
    pointer: `/items/${index}/totalPrice`,
    message: `totalPrice is ${decimalText(item.totalPrice)}, but unitPrice times quantity is ${decimalText(product)}; totalPrice was used.`,
  };
}
