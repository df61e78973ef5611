import type { DeliveryFee } from '../../../domain/places/place-law.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { decimalText } from '../../../tax/numbers/decimal.ts';
import { type Delivery, isTaxed } from '../law/deliveries.ts';

/** Notices about the shipping fee and the delivery, which depend on how the items were taxed. */
export function deliveryNotices(delivery: Delivery, isFeeCharged: boolean): readonly Notice[] {
  const isFree = delivery.shippingFee?.totalPrice.isZero() ?? true;
  return [
    ...(isFree
      ? []
      : [unknownGoodsNotices, mixedOrderNotices, generalRateNotices, settingNotices].flatMap((of) => of(delivery))),
    ...(delivery.fee ? feeNotices(delivery.fee, isFeeCharged) : []),
  ];
}

function unknownGoodsNotices({ items, facts, shippingRule }: Delivery): readonly Notice[] {
  if (items.length > 0 || !shippingRule?.followsGoods) return [];
  const message = `${facts.authority.name} taxes a shipping fee like the goods shipped, but no item of this document is shipped to its address. The fee was taxed as if the goods were taxable.`;
  return [{ code: 'SHIPPING_WITHOUT_GOODS', pointer: '/shippingFee', message }];
}

/**
 * Notices about a shipping fee on an order that mixes taxable and exempt goods or, outside the US, has goods at a
 * different rate than the fee.
 */
function mixedOrderNotices({ items, shippingRule, shippingFee, facts }: Delivery): readonly Notice[] {
  const isMixed =
    facts.taxPlace.regime === 'GLOBAL_TAX'
      ? isByRule.has(shippingFee!.reason) && items.some(({ line }) => !line.taxRate.eq(shippingFee!.taxRate))
      : items.some(isTaxed) && items.some((item) => !isTaxed(item));
  if (!isMixed || !shippingRule) return [];
  return shippingRule.noticesIfMixed.map((notice) => ({ ...notice, pointer: '/shippingFee' }));
}

const isByRule: ReadonlySet<string> = new Set(['TAXED', 'REDUCED_RATE', 'ZERO_RATED']);

/**
 * The notice for a fee whose tax under the account setting differs from the law. A separate notice reports unknown law.
 */
function settingNotices({ facts, shippingFee, shippingRule, lawfulFeeTax }: Delivery): readonly Notice[] {
  const isUnknown = facts.taxPlace.regime === 'GLOBAL_TAX' && shippingRule?.noticesIfMixed.length !== 0;
  if (!shippingFee || isUnknown || lawfulFeeTax === null || lawfulFeeTax.eq(shippingFee.taxAmount)) return [];
  const message = `Under the law of ${facts.authority.name}, the tax on this shipping fee is ${decimalText(lawfulFeeTax)}. The account setting shippingTaxMethod taxes it differently.`;
  const code = shippingRule?.followsGoods === 'AT_THEIR_RATES' ? 'SHIPPING_AT_STANDARD_RATE' : 'SHIPPING_NOT_BY_LAW';
  return [{ code, pointer: '/shippingFee', message }];
}

/**
 * A fee that is taxed whenever its goods are taxed uses the general rate of the place, even if the goods have another
 * rate.
 */
function generalRateNotices({ items, facts, shippingRule, shippingFee }: Delivery): readonly Notice[] {
  const isTaxedWithGoods = shippingRule?.followsGoods === 'ALL_OR_NOTHING' && shippingFee?.reason === 'TAXED';
  if (!isTaxedWithGoods || !items.some(isAtSpecialRate)) return [];
  const message = `Some of the goods have a special rate in ${facts.authority.name}. The shipping fee was taxed at the general rate.`;
  return [{ code: 'SHIPPING_AT_GENERAL_RATE', pointer: '/shippingFee', message }];
}

function isAtSpecialRate(item: Delivery['items'][number]): boolean {
  return isTaxed(item) && item.rule.rule.treatment === 'REDUCED';
}

/** A charged fee is part of the document; only its uncertainty needs a notice. */
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
    message: `${name} of ${state}: ${amount.toFixed(2)} USD is due on this delivery (${law}), unless ${exemptIf}. The fee is not included in any amount here.${uncertain}`,
  };
}
