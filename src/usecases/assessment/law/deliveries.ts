import type { DeliveryFee, PlaceFacts, RuleFacts } from '../../../domain/places/place-law.ts';
import type { TransactionType } from '../../../domain/transactions/transaction-enums.ts';
import type { AssessedLine, Assessment } from '../../../tax/model/assessment.ts';
import { sum } from '../../../tax/numbers/decimal.ts';
import type { PlaceGroup } from '../places/place-groups.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import type { PlacedLines } from './document-to-assess.ts';

/** The facts about an item that its delivery fees depend on. */
type DeliveredItem = { readonly isTangible: boolean; readonly rule: RuleFacts; readonly line: AssessedLine };

/** The delivery of a document to one of its places. */
export type Delivery = {
  readonly group: PlaceGroup;
  readonly facts: PlaceFacts;
  readonly items: readonly DeliveredItem[];
  readonly shippingRule: RuleFacts | null;
  readonly shippingFee: Assessment['shippingFee'];
  /** The tax that the law imposes on the shipping fee; null if the account setting makes no difference. */
  readonly lawfulFeeTax: Assessment['lawfulFeeTax'];
  /** The state fee on the delivery; null if no fee is due. */
  readonly fee: DeliveryFee | null;
};

type AssessedDocument = Pick<AssessmentRequest, 'input'> & {
  readonly assessment: Assessment;
  readonly areTangible: readonly boolean[];
};

type DeliveredLines = PlacedLines & { readonly places: { readonly facts: PlaceFacts } };

/** The deliveries of a document, one per place. A state charges its fee once per sale. */
export function deliveriesOf(laws: readonly DeliveredLines[], document: AssessedDocument): readonly Delivery[] {
  const charging = new Set<string>();
  return laws.map((law) => {
    const delivery = deliveryTo(law, document);
    const isDelivered = law.group.deliveryMethod === 'DELIVERED' && canOweDeliveryFee[document.input.transactionType];
    const due = isDelivered ? feeDue(delivery) : null;
    const fee = due && !charging.has(due.state) ? due : null;
    if (fee) charging.add(fee.state);
    return { ...delivery, fee };
  });
}

function deliveryTo(
  { group, places, itemRules, shippingRule }: DeliveredLines,
  { assessment, areTangible }: AssessedDocument,
): Delivery {
  const items = group.indexes.map((item, position) => ({
    line: assessment.items[item]!,
    isTangible: areTangible[item]!,
    rule: itemRules[position]!,
  }));
  const shippingFee = group.isOwn ? assessment.shippingFee : null;
  const { lawfulFeeTax } = assessment;
  return { group, facts: places.facts, items, shippingRule, shippingFee, lawfulFeeTax, fee: null };
}

/** Document types for which a state can charge a delivery fee. */
const canOweDeliveryFee = {
  ESTIMATE: true,
  SALES_ORDER: true,
  INVOICE: true,
  REFUND: false,
  TAXABLE_REFUND: false,
} as const satisfies Record<TransactionType, boolean>;

/** The state fee on this delivery; null if the goods, or their price, do not require a fee. */
function feeDue({ facts, items, shippingFee }: Delivery): DeliveryFee | null {
  const fee = facts.deliveryFee;
  if (!fee) return null;
  const counted = items.filter((item) => countsForFee(item, fee));
  if (counted.length === 0) return null;
  if (fee.threshold === null) return fee;
  // In Minnesota, every charge on the sale counts, including shipping.
  const price = sum([
    ...counted.map(({ line }) => line.netAmount),
    ...(shippingFee ? [shippingFee.taxableAmount] : []),
  ]);
  return price.gte(fee.threshold) ? fee : null;
}

function countsForFee(item: DeliveredItem, { alsoCounts, neverCounts }: DeliveryFee): boolean {
  const { category } = item.rule.rule;
  if (!item.isTangible || neverCounts.includes(category)) return false;
  const isExemptByLaw = item.line.reason === 'PRODUCT_EXEMPT' && item.line.netAmount.gt(0);
  return isTaxed(item) || (isExemptByLaw && alsoCounts.includes(category));
}

export function isTaxed({ line }: DeliveredItem): boolean {
  return line.taxableAmount.gt(0);
}
