import { type ItemInput, type RefundInput, type StoredDocument, TollgateError } from '@tollgate/client';
import { exceeds, isEqual, isZero, least, minus, shareOf, sum } from './amounts.ts';
import type { Gateway, ShopDocument } from './gateway.ts';
import type { CodedLine } from './mapping.ts';

/** A refund as the platform reports it: an amount and, optionally, lines and shipping. */
export type ShopRefund = {
  readonly externalId: string;
  readonly invoiceId: string;
  readonly taxDate: string;
  readonly at: string;
  /** Refunded items, each by its position in the invoice; empty if the platform lists no items. */
  readonly lines: readonly { readonly index: number; readonly quantity: string }[];
  /**
   * Refunded shipping, including tax; null if no shipping was refunded, or if an amount without lines includes a share
   * of shipping.
   */
  readonly shippingAmount: string | null;
  /** Refunded amount including tax. */
  readonly totalAmount: string;
  readonly shippingTaxCode: string;
  readonly places: number;
};

/**
 * Stores a refund at the rates of its invoice. Returned items are refunded by quantity. The platform may refund a
 * different amount, such as a goodwill payment or returns less a fee. That amount is then split among the listed items,
 * or among all items and shipping if none are listed, in proportion to their remaining amounts with tax. Any excess
 * goes to the other lines, so the document total equals the platform's amount.
 */
export async function storeRefund(
  gateway: Gateway,
  invoice: ShopDocument,
  refund: ShopRefund,
): Promise<StoredDocument> {
  const { client, source } = gateway;
  const { externalId, invoiceId: createdFrom } = refund;
  // If the response was lost, the refund is already stored and must not be compared with the reduced remainder.
  const known = await gateway.find({ externalId, transactionType: 'REFUND', createdFrom });
  if (known) return known;
  const left = await readLeft(gateway, invoice, refund);
  const base = {
    source,
    externalId,
    createdFrom,
    externalTimestamps: { createdDate: refund.at, updatedDate: refund.at },
    taxDate: refund.taxDate,
  };
  const shippingPrice =
    refund.shippingAmount === null ? null : priceOf(left.at(-1)!, refund.shippingAmount, refund.places);
  const byQuantity: RefundInput = {
    ...base,
    items: refund.lines.map(({ index, quantity }) => ({ ...nameOf(invoice, index), quantity })),
    ...shippingFee(refund, shippingPrice),
  };
  const isNamed = refund.lines.length > 0 || refund.shippingAmount !== null;
  if (isNamed && isEqual((await totalOf(gateway, byQuantity)) ?? '-1', refund.totalAmount))
    return client.refund(byQuantity);
  return client.refund(await byAmount(gateway, { base, invoice, left, refund }));
}

/** The refundable part of a line: its price, and the amount the buyer paid for it. */
type Left = { readonly index: number; readonly price: string; readonly gross: string };

/** The position of shipping among the lines. */
const shipping = -1;

/** The remainder of each item, in invoice order, then of shipping. */
async function readLeft(
  { client, source }: Gateway,
  invoice: ShopDocument,
  { invoiceId }: ShopRefund,
): Promise<Left[]> {
  type Amounts = { readonly amount: string; readonly taxAmount: string };
  type Data = {
    readonly transaction: {
      readonly refundable: { readonly items: readonly Amounts[]; readonly shippingFee: Amounts | null } | null;
    } | null;
  };
  const { transaction } = await client.graphql<Data>(leftOperation, { by: { key: { source, externalId: invoiceId } } });
  if (!transaction?.refundable) {
    const message = `The invoice ${invoiceId} is not stored yet.`;
    throw new TollgateError({ kind: 'NotFound', code: 'INVOICE_NOT_FOUND', message });
  }
  const leftOf = ({ amount, taxAmount }: Amounts, index: number): Left => ({
    index,
    price: amount,
    gross: invoice.isTaxInclusive ? amount : sum([amount, taxAmount]),
  });
  const { items, shippingFee: fee } = transaction.refundable;
  return [...items.map(leftOf), leftOf(fee ?? { amount: '0', taxAmount: '0' }, shipping)];
}

const leftOperation = `query Left($by: TransactionBy!) { transaction(by: $by) { refundable {
  items { amount taxAmount } shippingFee { amount taxAmount } } } }`;

/** The total of the refund if it were stored; null if it exceeds the remainder. */
async function totalOf({ client }: Gateway, refund: RefundInput): Promise<string | null> {
  const { items, shippingFee: fee, createdFrom, source, externalTimestamps, taxDate } = refund;
  const input = {
    transactionType: 'REFUND' as const,
    items,
    shippingFee: fee,
    createdFrom,
    source,
    externalTimestamps,
    taxDate,
  };
  try {
    return (await client.quote(input, { timeLimit: 10_000 })).finalTransactionAmount;
  } catch (error) {
    if (error instanceof TollgateError && error.kind === 'OverRefund') return null;
    throw error;
  }
}

function nameOf({ items, externalId }: ShopDocument, index: number): Pick<ItemInput, 'name'> & CodedLine {
  const item = items[index];
  if (!item) throw new Error(`The refund refers to line ${index}, which ${externalId} does not have.`);
  const { name, taxCode, product, productSource } = item;
  return { name, taxCode, product, productSource };
}

const shippingFee = ({ shippingTaxCode }: ShopRefund, totalPrice: string | null) =>
  totalPrice === null || isZero(totalPrice) ? {} : { shippingFee: { taxCode: shippingTaxCode, totalPrice } };

/** The price that, with its tax at the line's rate, adds up to `gross`. */
const priceOf = ({ price, gross: whole }: Left, gross: string, places: number): string =>
  isEqual(gross, whole) ? price : shareOf(gross, { part: price, of: whole, places });

type Refunded = {
  readonly base: Omit<RefundInput, 'items' | 'shippingFee'>;
  readonly invoice: ShopDocument;
  readonly left: readonly Left[];
  readonly refund: ShopRefund;
};

async function byAmount(gateway: Gateway, { base, invoice, left, refund }: Refunded): Promise<RefundInput> {
  const { places, lines, shippingAmount, totalAmount } = refund;
  const named = new Set(lines.map(({ index }) => index));
  const shippingLine = left.at(-1)!;
  const ofShipping = shippingAmount === null ? '0' : least(shippingAmount, least(shippingLine.gross, totalAmount));
  const goods = named.size > 0 ? left.filter(({ index }) => named.has(index)) : [];
  const first = share(minus(totalAmount, ofShipping), goods, places);
  const others = left
    .filter(({ index }) => !named.has(index))
    .map((line) => (line.index === shipping ? { ...line, gross: minus(line.gross, ofShipping) } : line));
  const second = share(first.rest, others, places);
  const amounts = new Map([...first.amounts, ...second.amounts]);
  if (!isZero(ofShipping)) amounts.set(shipping, sum([amounts.get(shipping) ?? 0, ofShipping]));
  const prices = new Map([...amounts].map(([index, gross]) => [index, priceOf(left.at(index)!, gross, places)]));
  const inputOf = (of: ReadonlyMap<number, string>): RefundInput => ({
    ...base,
    items: [...of]
      .filter(([index, price]) => index !== shipping && !isZero(price))
      .map(([index, totalPrice]) => ({ ...nameOf(invoice, index), totalPrice })),
    ...shippingFee(refund, of.get(shipping) ?? null),
  });
  return settle(gateway, prices, { totalAmount, inputOf });
}

type Wanted = {
  readonly totalAmount: string;
  inputOf(prices: ReadonlyMap<number, string>): RefundInput;
};

/**
 * Tax is rounded per price, so adding a cent to a price can add two cents including tax. The remainder is assigned line
 * by line, largest first.
 */
async function settle(
  gateway: Gateway,
  first: ReadonlyMap<number, string>,
  { totalAmount, inputOf }: Wanted,
): Promise<RefundInput> {
  let prices = first;
  let total = await totalOf(gateway, inputOf(prices));
  const largestFirst = [...first]
    .sort((one, other) => (exceeds(one[1], other[1]) ? -1 : 1))
    .slice(0, 3)
    .map(([index]) => index);
  for (const index of [...largestFirst, ...largestFirst]) {
    if (total === null || isEqual(total, totalAmount)) break;
    const changed = new Map(prices).set(index, sum([prices.get(index)!, minus(totalAmount, total)]));
    const changedTotal = await totalOf(gateway, inputOf(changed));
    // The changed price exceeds the remainder of the line.
    if (changedTotal === null) continue;
    prices = changed;
    total = changedTotal;
  }
  return inputOf(prices);
}

/**
 * Splits an amount among lines in proportion to their remaining amounts, never exceeding them; `rest` is the excess.
 */
function share(amount: string, lines: readonly Left[], places: number) {
  const whole = sum(lines.map(({ gross }) => gross));
  const shared = least(amount, whole);
  const amounts = new Map<number, string>();
  let open = shared;
  for (const { index, gross } of lines.filter((line) => !isZero(line.gross))) {
    const part = least(least(shareOf(shared, { part: gross, of: whole, places }), gross), open);
    amounts.set(index, part);
    open = minus(open, part);
  }
  // Assigns the rounding remainder to lines that can take it.
  for (const { index, gross } of lines) {
    const room = minus(gross, amounts.get(index) ?? 0);
    const more = least(open, room);
    if (isZero(more)) continue;
    amounts.set(index, sum([amounts.get(index) ?? 0, more]));
    open = minus(open, more);
  }
  return { amounts, rest: minus(amount, shared) };
}
