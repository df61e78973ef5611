import { lineTotal, shareDiscount } from '../../../tax/lines/line-amounts.ts';
import { type Decimal, decimal, fromUnits, roundToUnit, toUnits, zero } from '../../../tax/numbers/decimal.ts';
import type { Issue } from '../../base/errors.ts';
import { itemAttributeNames } from '../item-attributes.ts';
import { namesakes } from '../item-product.ts';
import { ownPlaceOf } from '../line-places.ts';
import type { Transaction } from '../transaction.ts';
import { isShareOfInvoice, pricedItem } from '../transaction-amounts.ts';
import type { ItemInput, TransactionInput } from '../transaction-input.ts';
import {
  isOfRest,
  isOfWholeInvoice,
  type RefundableInvoice,
  sharedItem,
  shareOf,
  shareOfItem,
} from './refund-shares.ts';
import { type AmountByLine, exceeds, hasOppositeSign } from './refunded-amounts.ts';

/** The amounts of one line of a refund, and the invoice item it refunds. */
export type RefundLine = {
  /** The index of the invoice item. */
  readonly invoiceItem: number;
  /** The item as submitted; null if the request refunds the whole invoice. */
  readonly sent: ItemInput | null;
  readonly totalPrice: Decimal;
  readonly discount: Decimal;
  /** The line's share of the transaction discount. */
  readonly share: Decimal;
  /** The refunded part of the invoice item's base. */
  readonly base: Decimal;
  /** The tax refunded without the price; null if the tax follows the base. */
  readonly taxAlone: Decimal | null;
};

type RefundLines = { readonly lines: readonly RefundLine[]; readonly issues: readonly Issue[] };

/** The lines of a refund: the lines of the whole invoice, or the submitted items, matched to invoice items. */
export function refundLines(input: TransactionInput, invoice: RefundableInvoice, minorUnit: number): RefundLines {
  return isOfWholeInvoice(input)
    ? { lines: wholeInvoiceLines(input, invoice, minorUnit), issues: [] }
    : matchedLines(input, invoice, minorUnit);
}

function wholeInvoiceLines(input: TransactionInput, refundable: RefundableInvoice, minorUnit: number): RefundLine[] {
  const { invoice, before } = refundable;
  const isRest = isOfRest(input, refundable);
  const share = shareOf(input.refundFraction);
  return invoice.items.map(({ calculatedTotal }, invoiceItem) => {
    const base = isRest
      ? decimal(calculatedTotal).minus(before.items[invoiceItem]!)
      : sharedItem(input, refundable, invoiceItem, share, minorUnit);
    return { invoiceItem, sent: null, totalPrice: base, discount: zero, share: zero, base, taxAlone: null };
  });
}

/**
 * Matches items to the invoice by tax code, name, and the submitted product, addresses and attributes, in order.
 * Invoice items with enough left to refund take precedence.
 */
function matchedLines(input: TransactionInput, refundable: RefundableInvoice, minorUnit: number): RefundLines {
  const { invoice, before } = refundable;
  const taken = new Set<number>();
  const issues: Issue[] = [];
  const lines = sentAmounts(input, minorUnit).flatMap((amounts, index) => {
    const sent = input.items[index]!;
    const priced = amounts.totalPrice.minus(amounts.discount).minus(amounts.share);
    const isShare = isShareOfInvoice(sent);
    const shareOfLine = (line: number) => shareOfItem(invoice.items[line]!, sent, input.refundFraction);
    const baseOf = (line: number) =>
      isShare ? sharedItem(input, refundable, line, shareOfLine(line), minorUnit) : priced;
    const isTaxOnly = input.refundKind === 'TAX_ONLY';
    const invoiceItem = findInvoiceItem({ sent, isShare, isTaxOnly, baseOf }, invoice, before, taken);
    if (invoiceItem === null) {
      issues.push(notOfProduct(sent, invoice, index) ?? notOnInvoice(sent, priced, index));
      return [];
    }
    taken.add(invoiceItem);
    const base = baseOf(invoiceItem);
    return [{ invoiceItem, sent, ...amounts, base, ...(isShare && { totalPrice: base }), taxAlone: null }];
  });
  return { lines, issues };
}

type SentAmounts = Pick<RefundLine, 'totalPrice' | 'discount' | 'share'>;

/** The refunded share of each submitted amount, and of the transaction discount. */
function sentAmounts(input: TransactionInput, minorUnit: number): SentAmounts[] {
  const linkedShare = decimal(input.refundFraction ?? '1');
  const scaled = (amount: Decimal, share = linkedShare) => roundToUnit(amount.times(share), minorUnit);
  const amounts = input.items.map((item) => {
    // The share already includes the discounts of the invoice item.
    if (isShareOfInvoice(item)) return { totalPrice: zero, discount: zero };
    const priced = pricedItem(item);
    const share = linkedShare.times(decimal(item.refundFraction ?? '1'));
    return {
      totalPrice: scaled(fromUnits(lineTotal(priced, minorUnit), minorUnit), share),
      discount: scaled(priced.discount, share),
    };
  });
  const shares = shareDiscount(
    toUnits(scaled(decimal(input.transactionLevelDiscount ?? '0')), minorUnit),
    amounts.map((line) => toUnits(line.totalPrice.minus(line.discount), minorUnit)),
  );
  return amounts.map((line, index) => ({ ...line, share: fromUnits(shares[index]!, minorUnit) }));
}

type SentLine = {
  readonly sent: ItemInput;
  readonly isShare: boolean;
  readonly isTaxOnly: boolean;
  baseOf(line: number): Decimal;
};

function findInvoiceItem(
  { sent, isShare, isTaxOnly, baseOf }: SentLine,
  invoice: Transaction,
  before: AmountByLine,
  taken: ReadonlySet<number>,
): number | null {
  const named = namesakes(sent, invoice)
    .filter(({ item, index }) => item.taxCode === sent.taxCode && !taken.has(index))
    // A share always has the sign of its item.
    .filter(({ item, index }) => isShare || !hasOppositeSign(baseOf(index), decimal(item.calculatedTotal)));
  // The same goods may be shipped to several places, each with its own tax.
  const shipped = ifAny(named, ({ item }) => isShippedAlike(sent, item, invoice));
  const alike = ifAny(shipped, ({ item }) => isStatedAlike(sent, item));
  const candidates = isTaxOnly ? ifAny(alike, ({ item }) => !decimal(item.taxAmount).isZero()) : alike;
  const withEnoughLeft = candidates.find(
    ({ item, index }) => !exceeds(before.items[index]!.plus(baseOf(index)), decimal(item.calculatedTotal)),
  );
  return (withEnoughLeft ?? candidates[0])?.index ?? null;
}

/** The matching entries, or all entries if none match. */
function ifAny<Entry>(entries: readonly Entry[], isMatch: (entry: Entry) => boolean): readonly Entry[] {
  const matches = entries.filter(isMatch);
  return matches.length > 0 ? matches : entries;
}

/** Whether the submitted attributes match the invoice item; an omitted attribute matches any value. */
function isStatedAlike({ attributes }: ItemInput, item: Transaction['items'][number]): boolean {
  if (!attributes) return true;
  return itemAttributeNames.every(
    (name) => attributes[name] === undefined || attributes[name] === item.attributes?.[name],
  );
}

/** Whether the submitted addresses match the invoice item; an omitted address matches any address. */
function isShippedAlike(sent: ItemInput, item: Transaction['items'][number], invoice: Transaction): boolean {
  return (['shippingAddress', 'shipFromAddress'] as const).every(
    (name) => !sent[name] || ownPlaceOf({ [name]: sent[name] }) === ownPlaceOf({ [name]: item[name] ?? invoice[name] }),
  );
}

/** The issue if the invoice has items with the name, but only with other products. */
function notOfProduct(sent: ItemInput, invoice: Transaction, index: number): Issue | null {
  const { name, product } = sent;
  if (namesakes(sent, invoice).length > 0 || !invoice.items.some((item) => item.name === name)) return null;
  const message = `The invoice has no item named ${JSON.stringify(name)} with the product ${JSON.stringify(product)}. Send the product of the invoice item, or omit it.`;
  return { path: ['items', index, 'product'], code: 'NOT_ON_INVOICE', message };
}

function notOnInvoice({ name, taxCode }: ItemInput, base: Decimal, index: number): Issue {
  const amount = base.isNegative() ? ' and a negative amount' : '';
  const hint = base.isNegative() ? ' To keep a fee, send the item price minus the fee as totalPrice.' : '';
  const message = `The invoice has no remaining item named ${JSON.stringify(name)} with the tax code ${JSON.stringify(taxCode)}${amount}.${hint}`;
  return { path: ['items', index], code: 'NOT_ON_INVOICE', message };
}
