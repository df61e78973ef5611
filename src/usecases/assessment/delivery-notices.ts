import type { DeliveryFee, PlaceFacts, RuleFacts } from '../../domain/places/place-law.ts';
import type { TransactionType } from '../../domain/transactions/transaction.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { AssessedLine, Assessment, Notice } from '../../tax/model/assessment.ts';
import { sum } from '../../tax/numbers/decimal.ts';

/** What the law of deliveries depends on for one item. */
type DeliveredItem = { readonly isTangible: boolean; readonly rule: RuleFacts; readonly line: AssessedLine };

export type Delivery = {
  readonly input: TransactionInput;
  readonly facts: PlaceFacts;
  readonly items: readonly DeliveredItem[];
  readonly shippingRule: RuleFacts | null;
  readonly shippingFee: Assessment['shippingFee'];
};

/** Combines the assessed items with their rules and whether they are tangible, all in the same order. */
export function deliveredItems(
  lines: readonly AssessedLine[],
  itemRules: readonly RuleFacts[],
  areTangible: readonly boolean[],
): readonly DeliveredItem[] {
  return lines.map((line, index) => ({ line, isTangible: areTangible[index]!, rule: itemRules[index]! }));
}

/** The notices about the shipping fee and the delivery, which depend on how the items were taxed. */
export function deliveryNotices(delivery: Delivery, fee: DeliveryFee | null, isFeeCharged: boolean): readonly Notice[] {
  return [
    ...unknownGoodsNotices(delivery),
    ...mixedOrderNotices(delivery),
    ...generalRateNotices(delivery),
    ...(fee ? feeNotices(fee, isFeeCharged) : []),
  ];
}

function unknownGoodsNotices({ items, facts, shippingRule }: Delivery): readonly Notice[] {
  if (items.length > 0 || !shippingRule?.followsGoods) return [];
  const message = `${facts.authority.name} taxes a shipping fee like the goods shipped, but this document lists none. The fee was taxed as if for taxable goods.`;
  return [{ code: 'SHIPPING_WITHOUT_GOODS', pointer: '/shippingFee', message }];
}

/** The notices about a fee for taxable and exempt goods together, if this one is. */
function mixedOrderNotices({ items, shippingRule }: Delivery): readonly Notice[] {
  if (!shippingRule) return [];
  const isMixed = items.some(isTaxed) && items.some((item) => !isTaxed(item));
  return isMixed ? shippingRule.noticesIfMixed.map((notice) => ({ ...notice, pointer: '/shippingFee' })) : [];
}

/** A fee that follows its goods as a whole is taxed at the general rate of the place, whatever the rate of the goods. */
function generalRateNotices({ items, facts, shippingRule, shippingFee }: Delivery): readonly Notice[] {
  const isTaxedWithGoods = shippingRule?.followsGoods === 'ALL_OR_NOTHING' && shippingFee?.reason === 'TAXED';
  if (!isTaxedWithGoods || !items.some(isAtSpecialRate)) return [];
  const message = `Some of the goods have a special rate in ${facts.authority.name}. The shipping fee was taxed at the general rate.`;
  return [{ code: 'SHIPPING_AT_GENERAL_RATE', pointer: '/shippingFee', message }];
}

/** Documents whose delivery a state can charge a fee for. */
const canOweDeliveryFee = {
  ESTIMATE: true,
  SALES_ORDER: true,
  INVOICE: true,
  REFUND: false,
  TAXABLE_REFUND: false,
} as const satisfies Record<TransactionType, boolean>;

/** The fee that the state charges on this delivery; null if its goods or their price do not require one. */
export function deliveryFeeDue({ input, facts, items, shippingFee }: Delivery): DeliveryFee | null {
  const fee = facts.deliveryFee;
  if (!fee || !canOweDeliveryFee[input.transactionType]) return null;
  const counted = items.filter((item) => countsForFee(item, fee));
  if (counted.length === 0) return null;
  if (fee.threshold === null) return fee;
  // Minnesota: every charge of the sale counts, so shipping counts too.
  const price = sum([
    ...counted.map(({ line }) => line.netAmount),
    ...(shippingFee ? [shippingFee.taxableAmount] : []),
  ]);
  return price.gte(fee.threshold) ? fee : null;
}

function isTaxed({ line }: DeliveredItem): boolean {
  return line.taxableAmount.gt(0);
}

function isAtSpecialRate(item: DeliveredItem): boolean {
  return isTaxed(item) && item.rule.rule.treatment === 'REDUCED';
}

function countsForFee(item: DeliveredItem, { alsoCounts, neverCounts }: DeliveryFee): boolean {
  const { category } = item.rule.rule;
  if (!item.isTangible || neverCounts.includes(category)) return false;
  const isExemptByLaw = item.line.reason === 'PRODUCT_EXEMPT' && item.line.netAmount.gt(0);
  return isTaxed(item) || (isExemptByLaw && alsoCounts.includes(category));
}

/** A fee that is charged is shown with the document; only what is doubtful about it needs to be told. */
function feeNotices(fee: DeliveryFee, isCharged: boolean): readonly Notice[] {
  if (!isCharged) return [feeNotice(fee)];
  if (fee.uncertainty === null) return [];
  const message = `${fee.name} of ${fee.state}: ${fee.amount.toFixed(2)} USD was charged. Uncertain: ${fee.uncertainty}.`;
  return [{ code: 'FACT_UNCERTAIN', pointer: '', message }];
}

function feeNotice({ state, name, law, amount, exemptIf, uncertainty }: DeliveryFee): Notice {
  const uncertain = uncertainty === null ? '' : ` Uncertain: ${uncertainty}.`;
  return {
    code: 'DELIVERY_FEE_DUE',
    pointer: '',
    message: `${name} of ${state}: ${amount.toFixed(2)} USD is due on this delivery (${law}), unless ${exemptIf}. No amount here includes it.${uncertain}`,
  };
}
