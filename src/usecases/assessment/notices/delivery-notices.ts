import type { DeliveryFee } from '../../../domain/places/place-law.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { type Delivery, isTaxed } from '../law/deliveries.ts';

/** The notices about the shipping fee and the delivery, which depend on how the items were taxed. */
export function deliveryNotices(delivery: Delivery, isFeeCharged: boolean): readonly Notice[] {
  return [
    ...unknownGoodsNotices(delivery),
    ...mixedOrderNotices(delivery),
    ...generalRateNotices(delivery),
    ...(delivery.fee ? feeNotices(delivery.fee, isFeeCharged) : []),
  ];
}

function unknownGoodsNotices({ items, facts, shippingRule }: Delivery): readonly Notice[] {
  if (items.length > 0 || !shippingRule?.followsGoods) return [];
  const message = `${facts.authority.name} taxes a shipping fee like the goods shipped, but this document lists none. The fee was taxed as if for taxable goods.`;
  return [{ code: 'SHIPPING_WITHOUT_GOODS', pointer: '/shippingFee', message }];
}

/** The notices about a fee for taxable and exempt goods together, if it is one. */
function mixedOrderNotices({ items, shippingRule }: Delivery): readonly Notice[] {
  if (!shippingRule) return [];
  const isMixed = items.some(isTaxed) && items.some((item) => !isTaxed(item));
  return isMixed ? shippingRule.noticesIfMixed.map((notice) => ({ ...notice, pointer: '/shippingFee' })) : [];
}

/** A fee that follows its goods as a whole is taxed at the general rate of the place, regardless of the goods' rate. */
function generalRateNotices({ items, facts, shippingRule, shippingFee }: Delivery): readonly Notice[] {
  const isTaxedWithGoods = shippingRule?.followsGoods === 'ALL_OR_NOTHING' && shippingFee?.reason === 'TAXED';
  if (!isTaxedWithGoods || !items.some(isAtSpecialRate)) return [];
  const message = `Some of the goods have a special rate in ${facts.authority.name}. The shipping fee was taxed at the general rate.`;
  return [{ code: 'SHIPPING_AT_GENERAL_RATE', pointer: '/shippingFee', message }];
}

function isAtSpecialRate(item: Delivery['items'][number]): boolean {
  return isTaxed(item) && item.rule.rule.treatment === 'REDUCED';
}

/** A charged fee is shown with the document; only its uncertainty needs a notice. */
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
