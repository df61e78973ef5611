import type { DeliveryFee } from '../../domain/places/place-law.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { Assessment, Notice } from '../../tax/model/assessment.ts';
import { type Delivery, deliveredItems, deliveryFeeDue, deliveryNotices } from './delivery-notices.ts';
import type { LawOfPlace } from './law-of-place.ts';
import { noticesInDocument } from './place-groups.ts';

type AssessedDocument = {
  readonly input: TransactionInput;
  readonly assessment: Assessment;
  readonly areTangible: readonly boolean[];
};

/** What is due on the deliveries of a document, one to each place. A state charges its fee once per sale. */
export function deliveriesOf(laws: readonly LawOfPlace[], document: AssessedDocument) {
  const charging = new Set<string>();
  const deliveries = laws.map((law) => {
    const delivery = deliveryTo(law, document);
    const due = deliveryFeeDue(delivery);
    const fee = due && !charging.has(due.state) ? due : null;
    if (fee) charging.add(fee.state);
    return { group: law.group, delivery, fee };
  });
  return {
    fees: deliveries.map(({ fee }) => fee).filter((fee): fee is DeliveryFee => fee !== null),
    notices: (isFeeCharged: boolean): readonly Notice[] =>
      deliveries.flatMap(({ group, delivery, fee }) =>
        noticesInDocument(group, deliveryNotices(delivery, fee, isFeeCharged)),
      ),
  };
}

function deliveryTo(
  { group, places, indexes, itemRules, shippingRule }: LawOfPlace,
  { input, assessment, areTangible }: AssessedDocument,
): Delivery {
  const lines = indexes.map((index) => assessment.items[index]!);
  const tangible = indexes.map((index) => areTangible[index]!);
  return {
    input,
    facts: places.facts,
    items: deliveredItems(lines, itemRules, tangible),
    shippingRule,
    shippingFee: group.isOwn ? assessment.shippingFee : null,
  };
}
