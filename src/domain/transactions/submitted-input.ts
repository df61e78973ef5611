import { lineTotal } from '../../tax/lines/line-amounts.ts';
import { minorUnitOf } from '../base/currency.ts';
import { wasSentWithoutPrice, wasSentWithoutTaxCode } from './assumption-notices.ts';
import { type DeliveryMethod, defaultDeliveryMethod } from './delivery-method.ts';
import type { Item, ShippingFee } from './document-line.ts';
import { namesakes } from './item-product.ts';
import { ownTaxDate } from './tax-date.ts';
import type { InvoiceRefund, Transaction } from './transaction.ts';
import { pricedItem } from './transaction-amounts.ts';
import type { ItemInput, SentItem, SentTransaction, ShippingFeeInput, TransactionInput } from './transaction-input.ts';

/**
 * A stored document as input, including its computed fields, as submitted by a client that read it and changed nothing.
 */
export function toTransactionInput(transaction: Transaction): TransactionInput {
  const { refundOf, items, shippingFee, ...document } = transaction;
  return {
    ...document,
    taxDate: ownTaxDate(document),
    taxDateTimeZone: document.taxDateTimeZone ?? null,
    deliveryMethod: statedDeliveryMethod(transaction),
    items: items.map((item, index) => ({
      ...item,
      refundFraction: refundOf?.sentItems?.[index]?.refundFraction ?? null,
      overrideReason: item.overrideReason ?? null,
      attributes: item.attributes ?? null,
      product: item.product ?? null,
      productSource: item.productSource ?? null,
      ...statedCollection(item, refundOf),
      shippingAddress: item.shippingAddress ?? null,
      shipFromAddress: item.shipFromAddress ?? null,
    })),
    shippingFee: shippingFee && { ...shippingFee, overrideReason: shippingFee.overrideReason ?? null },
    ...statedCollection(document, refundOf),
    marketplace: refundOf ? null : (document.marketplace ?? null),
    exemptionOverride: document.exemptionOverride ?? null,
    roundingAmount: document.roundingAmount ?? null,
    placeEvidence: document.placeEvidence ? [...document.placeEvidence] : null,
    refundKind: refundOf?.kind ?? null,
    refundFraction: refundOf?.refundFraction ?? null,
    reporting: null,
    requireLink: null,
    require: null,
  };
}

/** Who collects the tax, and its amount. A refund inherits both from its invoice. */
function statedCollection(
  { collectedBy, collectedTaxAmount }: Pick<Item, 'collectedBy' | 'collectedTaxAmount'>,
  refundOf: InvoiceRefund | null,
) {
  return {
    collectedBy: refundOf ? null : (collectedBy ?? null),
    collectedTaxAmount: refundOf ? null : (collectedTaxAmount ?? null),
  };
}

/**
 * A delivery method that cannot be derived from the addresses, because it was sent or because an erasure removed the
 * street.
 */
function statedDeliveryMethod(transaction: Transaction): DeliveryMethod | null {
  const { refundOf, deliveryMethod, isDeliveryMethodSent } = transaction;
  if (refundOf || !deliveryMethod) return null;
  return isDeliveryMethodSent || deliveryMethod !== defaultDeliveryMethod(transaction) ? deliveryMethod : null;
}

/** The values used for members that a document does not declare. */
export type InputDefaults = {
  readonly currency: string;
  /** Whether a tax code is for tangible goods. */
  isTangible(taxCode: string): boolean;
};

/**
 * The client's declarations in a stored document, to be changed or converted. Computed values are omitted: if kept as
 * declarations, they would remain when their basis changes.
 */
export function declaredInput(transaction: Transaction, defaults: InputDefaults): TransactionInput {
  const { items, shippingFee, refundOf, currency } = transaction;
  const minorUnit = minorUnitOf(currency);
  const submitted = toTransactionInput(transaction);
  const declared: TransactionInput = {
    ...submitted,
    currency: currency === defaults.currency ? null : currency,
    items: submitted.items.map((item, index) => ({
      ...declaredItem(item, items[index]!, minorUnit, defaults),
      ...(wasSentWithoutTaxCode(transaction, index) && { isTaxCodeAssumed: true }),
    })),
    shippingFee: shippingFee &&
      submitted.shippingFee && {
        ...submitted.shippingFee,
        ...declaredCategories(shippingFee, defaults),
        ...(wasSentWithoutPrice(transaction) && { totalPrice: null }),
      },
  };
  return refundOf ? declaredRefund(declared, refundOf) : declared;
}

/** A patched document, whose items keep their declared form, such as the tax code of a product. */
export function withItemsAsSent<Document extends Pick<SentTransaction, 'items'>>(
  patched: Document,
  { items }: TransactionInput,
): Document {
  const asSent = (item: SentItem, index: number) => {
    const { taxCode, isTaxCodeAssumed, sentQuantity, productMapping } = items[index]!;
    return {
      ...item,
      taxCode,
      ...(productMapping && { productMapping }),
      ...(isTaxCodeAssumed && { isTaxCodeAssumed }),
      ...(sentQuantity && { sentQuantity }),
    };
  };
  return { ...patched, items: patched.items.map(asSent) };
}

/** The prices of a refund are computed: they may be a share of the submitted prices, or the prices of an invoice. */
function declaredRefund(declared: TransactionInput, { sentItems, sentShippingPrice }: InvoiceRefund): TransactionInput {
  const fee = declared.shippingFee && { ...declared.shippingFee, totalPrice: sentShippingPrice };
  if (sentItems === null) return { ...declared, items: [], shippingFee: sentShippingPrice === null ? null : fee };
  const items = declared.items.map((item, index) => ({ ...item, ...sentItems[index] }));
  return { ...declared, items, shippingFee: fee };
}

function declaredItem(submitted: ItemInput, item: Item, minorUnit: number, defaults: InputDefaults): ItemInput {
  const totalPrice = isProduct(item, minorUnit) ? null : item.totalPrice;
  const { tangibleCategory, isTangibleCategorySent } = item;
  const categories = declaredCategories(item, defaults);
  return { ...submitted, totalPrice, ...categories, ...(isTangibleCategorySent && { tangibleCategory }) };
}

function declaredCategories(line: Item | ShippingFee, defaults: InputDefaults) {
  const tangibleCategory = defaults.isTangible(line.taxCode) ? 'TANGIBLE' : 'INTANGIBLE';
  return {
    taxableCategory: line.isSentAsNotTaxable ? 'NOT_TAXABLE' : null,
    tangibleCategory: line.tangibleCategory === tangibleCategory ? null : line.tangibleCategory,
  } satisfies Pick<ShippingFeeInput, 'taxableCategory' | 'tangibleCategory'>;
}

/** Whether the total equals price times quantity and therefore may not have been sent. */
function isProduct(item: Item, minorUnit: number): boolean {
  const priced = pricedItem(item);
  return (
    priced.unitPrice !== null && lineTotal({ ...priced, totalPrice: null }, minorUnit) === lineTotal(priced, minorUnit)
  );
}

/**
 * Input for a stored document, without computed values that were merely returned. For example, `taxableCategory` shows
 * the legal outcome in a response. Returned unchanged, it is not a declaration.
 */
export function stripComputedFields(sent: TransactionInput, stored: Transaction): TransactionInput {
  const input = stored.refundOf ? stripRefundedPrices(sent, stored, stored.refundOf) : sent;
  const isMethodSentBack = input.deliveryMethod === stored.deliveryMethod && statedDeliveryMethod(stored) === null;
  return {
    ...input,
    ...(isMethodSentBack && { deliveryMethod: null }),
    items: input.items.map((item, index) => {
      const before = stored.items[index];
      return before && isSameItem(item, before, stored) ? stripTaxableCategory(item, before) : item;
    }),
    shippingFee:
      input.shippingFee && stored.shippingFee
        ? stripTaxableCategory(input.shippingFee, stored.shippingFee)
        : input.shippingFee,
  };
}

/**
 * Replaces refunded prices that were returned unchanged with the originally submitted prices, so that a share is not
 * applied twice.
 */
function stripRefundedPrices(
  input: TransactionInput,
  stored: Transaction,
  { refundFraction, sentItems, sentShippingPrice }: InvoiceRefund,
): TransactionInput {
  if (input.refundFraction !== refundFraction) return input;
  const isSentBack = (item: ItemInput, index: number) => isUnchanged(item, stored.items[index], stored);
  const isFeeSentBack = (input.shippingFee?.totalPrice ?? null) === (stored.shippingFee?.totalPrice ?? null);
  const fee =
    input.shippingFee && isFeeSentBack ? { ...input.shippingFee, totalPrice: sentShippingPrice } : input.shippingFee;
  if (sentItems === null) {
    const isWhole = isFeeSentBack && input.items.length === stored.items.length && input.items.every(isSentBack);
    return isWhole ? { ...input, items: [], shippingFee: sentShippingPrice === null ? null : fee } : input;
  }
  const items = input.items.map((item, index) => (isSentBack(item, index) ? { ...item, ...sentItems[index] } : item));
  return { ...input, items, shippingFee: fee };
}

/** Whether an item still has the same name and, if both specify a product, the same product. */
function isSameItem(item: ItemInput, stored: Item, { source }: Transaction): boolean {
  return namesakes(item, { source, items: [stored] }).length > 0;
}

function isUnchanged(item: ItemInput, stored: Item | undefined, document: Transaction): boolean {
  return (
    stored !== undefined &&
    isSameItem(item, stored, document) &&
    item.taxCode === stored.taxCode &&
    item.unitPrice === stored.unitPrice &&
    (item.quantity ?? '1') === stored.quantity &&
    item.totalPrice === stored.totalPrice &&
    item.discount === stored.discount
  );
}

type SentCategories = Pick<ItemInput, 'taxCode' | 'taxableCategory'>;
type StoredCategories = Pick<Item, 'taxCode' | 'taxableCategory' | 'isSentAsNotTaxable'>;

function stripTaxableCategory<Line extends SentCategories>(line: Line, stored: StoredCategories): Line {
  if (stored.taxCode !== line.taxCode) return line;
  const isComputed =
    line.taxableCategory === 'NOT_TAXABLE' && stored.taxableCategory === 'NOT_TAXABLE' && !stored.isSentAsNotTaxable;
  return isComputed ? { ...line, taxableCategory: null } : line;
}
