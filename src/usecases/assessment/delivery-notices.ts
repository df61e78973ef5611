import type { DeliveryFee, PlaceFacts, RuleFacts } from '../../domain/places/place-law.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { AssessedLine, Assessment, Notice } from '../../tax/model/assessment.ts';
import { sum } from '../../tax/numbers/decimal.ts';

/** An item as far as its delivery goes. */
export type DeliveredItem = { readonly isTangible: boolean; readonly rule: RuleFacts; readonly line: AssessedLine };

type Delivery = {
  readonly input: TransactionInput;
  readonly facts: PlaceFacts;
  readonly items: readonly DeliveredItem[];
  readonly shippingRule: RuleFacts | null;
  readonly shippingFee: Assessment['shippingFee'];
};

/** What a reader should know about the delivery, now that the items are worked out. */
export function deliveryNotices(delivery: Delivery, fee: DeliveryFee | null): readonly Notice[] {
  return [
    ...unknownGoodsNotices(delivery),
    ...mixedOrderNotices(delivery),
    ...generalRateNotices(delivery),
    ...(fee ? [feeNotice(fee)] : []),
  ];
}

function unknownGoodsNotices({ items, facts, shippingRule }: Delivery): readonly Notice[] {
  if (items.length > 0 || !shippingRule?.followsGoods) return [];
  const message = `${facts.authority.name} taxes a shipping fee as the goods it delivers, and this document names none; the fee was taxed as for taxable goods.`;
  return [{ code: 'SHIPPING_WITHOUT_GOODS', pointer: '/shippingFee', message }];
}

/** Doubts about a fee that carries taxable and exempt goods matter only where it does. */
function mixedOrderNotices({ items, shippingRule }: Delivery): readonly Notice[] {
  if (!shippingRule) return [];
  const isMixed = items.some(isTaxed) && items.some((item) => !isTaxed(item));
  return isMixed ? shippingRule.noticesIfMixed.map((notice) => ({ ...notice, pointer: '/shippingFee' })) : [];
}

/** A fee that follows its goods as a whole is taxed at the general rate of the place, whatever rate the goods bear. */
function generalRateNotices({ items, facts, shippingRule, shippingFee }: Delivery): readonly Notice[] {
  const isFollowing = shippingRule?.followsGoods === 'ALL_OR_NOTHING' && shippingFee?.reason === 'TAXED';
  if (!isFollowing || !items.some(isAtOwnRate)) return [];
  const message = `Some of the goods bear a rate of their own in ${facts.authority.name}; the fee for their delivery was taxed at the general rate.`;
  return [{ code: 'SHIPPING_AT_GENERAL_RATE', pointer: '/shippingFee', message }];
}

/** The fee that a state lays on this delivery, if its goods are of the kind and price that bear it. */
export function deliveryFeeDue({ input, facts, items, shippingFee }: Delivery): DeliveryFee | null {
  const fee = facts.deliveryFee;
  const isRefund = input.transactionType === 'REFUND' || input.transactionType === 'TAXABLE_REFUND';
  if (!fee || isRefund) return null;
  const counted = items.filter((item) => isCounted(item, fee));
  if (counted.length === 0) return null;
  if (fee.threshold === null) return fee;
  // Minnesota: every charge of the sale counts, so the delivery of the goods that count does too.
  const price = sum([
    ...counted.map(({ line }) => line.netAmount),
    ...(shippingFee ? [shippingFee.taxableAmount] : []),
  ]);
  return price.gte(fee.threshold) ? fee : null;
}

function isTaxed({ line }: DeliveredItem): boolean {
  return line.taxableAmount.gt(0);
}

function isAtOwnRate(item: DeliveredItem): boolean {
  return isTaxed(item) && item.rule.rule.treatment === 'REDUCED';
}

function isCounted(item: DeliveredItem, { alsoCounts, neverCounts }: DeliveryFee): boolean {
  const { category } = item.rule.rule;
  if (!item.isTangible || neverCounts.includes(category)) return false;
  const isExemptByLaw = item.line.reason === 'PRODUCT_EXEMPT' && item.line.netAmount.gt(0);
  return isTaxed(item) || (isExemptByLaw && alsoCounts.includes(category));
}

function feeNotice({ state, name, law, amount, unless, doubt }: DeliveryFee): Notice {
  const uncertain = doubt === null ? '' : ` Not certain is ${doubt}.`;
  return {
    code: 'DELIVERY_FEE_DUE',
    pointer: '',
    message: `${name} of ${state}: ${amount.toFixed(2)} USD is due on this delivery (${law}), unless ${unless}. No figure here contains it.${uncertain}`,
  };
}
