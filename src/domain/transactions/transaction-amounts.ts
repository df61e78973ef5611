import { documentIssues, itemIssues } from '../../tax/document-issues.ts';
import type { PricedItem } from '../../tax/lines/line-amounts.ts';
import { decimal, one, zero } from '../../tax/numbers/decimal.ts';
import { minorUnitOf } from '../base/currency.ts';
import type { Issue } from '../base/errors.ts';
import { mayLeaveToInvoice } from './sent-completeness.ts';

/** The price fields of an item in a request; amounts are decimal text. */
type SentPrices = {
  readonly unitPrice: string | null;
  readonly quantity: string | null;
  readonly totalPrice: string | null;
  readonly discount: string | null;
  readonly refundFraction?: string | null;
};

/** The amounts of a document. An unreadable item is null. */
type SentAmounts = {
  readonly items: readonly (SentPrices | null)[];
  readonly shippingFee: { readonly totalPrice: string | null } | null;
  readonly transactionLevelDiscount: string | null;
  readonly transactionType?: unknown;
  readonly createdFrom?: unknown;
  readonly refundKind?: unknown;
  readonly currency: string;
};

/** Whether a refund item has no price and therefore refunds a share of the invoice item. */
export function isShareOfInvoice({ unitPrice, totalPrice }: Pick<SentPrices, 'unitPrice' | 'totalPrice'>): boolean {
  return unitPrice === null && totalPrice === null;
}

export function pricedItem({ unitPrice, quantity, totalPrice, discount }: SentPrices): PricedItem {
  return {
    unitPrice: unitPrice === null ? null : decimal(unitPrice),
    quantity: quantity === null ? one : decimal(quantity),
    totalPrice: totalPrice === null ? null : decimal(totalPrice),
    discount: discount === null ? zero : decimal(discount),
  };
}

/** Inconsistencies between related amounts. Issues with the whole document are found only if every item is readable. */
export function amountIssues(sent: SentAmounts): Issue[] {
  const { shippingFee, transactionLevelDiscount } = sent;
  const items = sent.items.map((item) => (item && leavesPriceToInvoice(item, sent) ? free : item));
  const minorUnit = minorUnitOf(sent.currency);
  const priced = items.map((item) => item && pricedItem(item));
  const readable = priced.filter((item) => item !== null);
  if (readable.length < priced.length) {
    return priced.flatMap((item, index) => (item ? itemIssues(item, minorUnit, `/items/${index}`) : [])).map(asIssue);
  }
  const issues = documentIssues({
    items: readable,
    shippingFee: shippingFee && { totalPrice: decimal(shippingFee.totalPrice ?? '0') },
    transactionLevelDiscount: decimal(transactionLevelDiscount ?? '0'),
    minorUnit,
    options: { discountCoversShipping: false },
  });
  return [...emptyDocument(sent), ...issues.map(asIssue)];
}

/**
 * Whether a refund item takes its price from the invoice. Such an item must specify how much is refunded, unless only
 * tax is refunded.
 */
function leavesPriceToInvoice(item: SentPrices, sent: SentAmounts): boolean {
  if (!mayLeaveToInvoice(sent) || !isShareOfInvoice(item)) return false;
  const isMeasured = item.quantity !== null || item.refundFraction != null;
  return isMeasured || sent.refundKind === 'TAX_ONLY';
}

const free: SentPrices = { unitPrice: null, quantity: null, totalPrice: '0', discount: null };

/** Only a refund may omit its items: it then refunds the whole invoice. */
function emptyDocument({ items, shippingFee, transactionType }: SentAmounts): Issue[] {
  if (items.length > 0 || shippingFee !== null || transactionType === 'REFUND') return [];
  return [{ path: ['items'], code: 'TOO_SHORT', message: 'A document needs at least one item, or a shipping fee.' }];
}

export function asIssue({ pointer, code, message }: { pointer: string; code: string; message: string }): Issue {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { path, code, message };
}
