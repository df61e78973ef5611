import { lineTotal, type PricedItem } from './lines/line-amounts.ts';
import type { DocumentToAssess } from './model/assessment.ts';
import { powerOfTen, toUnits } from './numbers/decimal.ts';

/**
 * Why a document cannot be assessed. `pointer` is a JSON pointer to the cause in the document; `message` describes the
 * fix.
 */
type DocumentIssue = { readonly pointer: string; readonly code: DocumentIssueCode; readonly message: string };

type DocumentIssueCode =
  | 'PRICE_MISSING'
  | 'LINE_TOO_LARGE'
  | 'DOCUMENT_TOO_LARGE'
  | 'DISCOUNT_NEGATIVE'
  | 'DISCOUNT_ON_NEGATIVE_LINE'
  | 'DISCOUNT_TOO_LARGE'
  | 'DISCOUNT_WITHOUT_GOODS';

type DocumentToCheck = Pick<DocumentToAssess, 'transactionLevelDiscount' | 'minorUnit'> & {
  readonly items: readonly PricedItem[];
  readonly shippingFee: Pick<NonNullable<DocumentToAssess['shippingFee']>, 'totalPrice'> | null;
  readonly options: Pick<DocumentToAssess['options'], 'discountCoversShipping'>;
};

/** Limits as powers of ten, in major units of the currency. */
const largestLine = 12;
const largestDocument = 13;

export function documentIssues(document: DocumentToCheck): DocumentIssue[] {
  const { items, minorUnit } = document;
  const ofItems = items.flatMap((item, index) => itemIssues(item, minorUnit, `/items/${index}`));
  return [...ofItems, ...feeIssues(document), ...discountIssues(document), ...sizeIssues(document)];
}

/** The issues of one item; `pointer` is its JSON pointer in the document. */
export function itemIssues(item: PricedItem, minorUnit: number, pointer: string): DocumentIssue[] {
  if (item.totalPrice === null && item.unitPrice === null) {
    return [issue(`${pointer}/unitPrice`, 'PRICE_MISSING', 'Send totalPrice, or unitPrice with quantity.')];
  }
  const total = lineTotal(item, minorUnit);
  const issues: DocumentIssue[] = [];
  if (isBeyond(total, largestLine, minorUnit)) {
    const field = item.totalPrice === null ? 'unitPrice' : 'totalPrice';
    issues.push(issue(`${pointer}/${field}`, 'LINE_TOO_LARGE', 'A line total must be at most 1000000000000.'));
  }
  return [...issues, ...lineDiscountIssues(item, total, minorUnit, `${pointer}/discount`)];
}

function lineDiscountIssues(
  { discount }: PricedItem,
  total: bigint,
  minorUnit: number,
  pointer: string,
): DocumentIssue[] {
  const units = toUnits(discount, minorUnit);
  if (discount.isNegative() && !discount.isZero()) {
    return [issue(pointer, 'DISCOUNT_NEGATIVE', 'A discount must be zero or more.')];
  }
  if (units === 0n) return [];
  if (total < 0n) {
    return [
      issue(pointer, 'DISCOUNT_ON_NEGATIVE_LINE', 'A negative line cannot have a discount; lower its price instead.'),
    ];
  }
  if (units > total) return [issue(pointer, 'DISCOUNT_TOO_LARGE', 'A discount must be at most the total of its line.')];
  return [];
}

function feeIssues({ shippingFee, minorUnit }: DocumentToCheck): DocumentIssue[] {
  if (!shippingFee || !isBeyond(toUnits(shippingFee.totalPrice, minorUnit), largestLine, minorUnit)) return [];
  return [issue('/shippingFee/totalPrice', 'LINE_TOO_LARGE', 'A shipping fee must be at most 1000000000000.')];
}

function discountIssues(document: DocumentToCheck): DocumentIssue[] {
  const { transactionLevelDiscount, minorUnit } = document;
  const pointer = '/transactionLevelDiscount';
  const discount = toUnits(transactionLevelDiscount, minorUnit);
  if (discount < 0n) return [issue(pointer, 'DISCOUNT_NEGATIVE', 'A discount must be zero or more.')];
  if (discount === 0n || hasPositiveNet(document)) return [];
  return [
    issue(
      pointer,
      'DISCOUNT_WITHOUT_GOODS',
      'A transaction discount requires at least one line with a positive amount after its own discount.',
    ),
  ];
}

function hasPositiveNet({ items, shippingFee, minorUnit, options }: DocumentToCheck): boolean {
  if (options.discountCoversShipping && shippingFee && toUnits(shippingFee.totalPrice, minorUnit) > 0n) return true;
  return items.some((item) => totalOrZero(item, minorUnit) > toUnits(item.discount, minorUnit));
}

/** Magnitudes count: lines of opposite signs do not make a document smaller. */
function sizeIssues({ items, shippingFee, minorUnit }: DocumentToCheck): DocumentIssue[] {
  const totals = items.map((item) => totalOrZero(item, minorUnit));
  if (shippingFee) totals.push(toUnits(shippingFee.totalPrice, minorUnit));
  const size = totals.reduce((sum, total) => sum + (total < 0n ? -total : total), 0n);
  if (!isBeyond(size, largestDocument, minorUnit)) return [];
  return [issue('/items', 'DOCUMENT_TOO_LARGE', 'The lines of a document must add up to at most 10000000000000.')];
}

function totalOrZero(item: PricedItem, minorUnit: number): bigint {
  return item.totalPrice === null && item.unitPrice === null ? 0n : lineTotal(item, minorUnit);
}

function isBeyond(units: bigint, exponent: number, minorUnit: number): boolean {
  const most = powerOfTen(exponent + minorUnit);
  return units > most || -units > most;
}

function issue(pointer: string, code: DocumentIssueCode, message: string): DocumentIssue {
  return { pointer, code, message };
}
