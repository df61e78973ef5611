import { shareDiscount } from '../../../tax/lines/discounts.ts';
import { lineTotal } from '../../../tax/lines/line-amounts.ts';
import { type Decimal, decimal, fromUnits, roundToUnit, sum, toUnits, zero } from '../../../tax/numbers/decimal.ts';
import type { Issue } from '../../base/errors.ts';
import type { Transaction } from '../transaction.ts';
import { pricedItem } from '../transaction-amounts.ts';
import type { ItemInput, TransactionInput } from '../transaction-input.ts';
import { sharedPart } from './refund-shares.ts';

/** The amounts of one line of a refund, and the line of the invoice that it gives back. */
export type RefundLine = {
  readonly invoiceItem: number;
  readonly sent: ItemInput | null;
  readonly totalPrice: Decimal;
  readonly discount: Decimal;
  readonly share: Decimal;
  /** What is given back of the invoice line's base. */
  readonly base: Decimal;
};

/** Everything the invoice still has, line by line: its bases less what earlier refunds gave back. */
export type Refundable = { readonly items: readonly Decimal[]; readonly shippingFee: Decimal };

/** The bases that refunds gave back, and the taxes. */
export type Refunded = Refundable & { readonly taxes: Refundable };

/** What earlier refunds, cancelled ones left out, gave back of each line of the invoice. */
export function refundedBefore(invoice: Transaction, refunds: readonly Transaction[]): Refunded {
  // A refund that came before its invoice was known stands alone: it gave nothing of the invoice back.
  const earlier = refunds.filter(({ refundOf }) => refundOf !== null);
  const given = (field: 'calculatedTotal' | 'taxAmount'): Refundable => ({
    items: invoice.items.map((_, line) => sum(earlier.map((refund) => givenOf(refund, line, field)))),
    shippingFee: sum(earlier.map(({ shippingFee }) => decimal(shippingFee?.[field] ?? '0'))),
  });
  return { ...given('calculatedTotal'), taxes: given('taxAmount') };
}

/** What a refund gave back of a line of its invoice. */
function givenOf({ items, refundOf }: Transaction, line: number, field: 'calculatedTotal' | 'taxAmount'): Decimal {
  return sum(items.filter((_, index) => refundOf?.invoiceItems[index] === line).map((item) => decimal(item[field])));
}

/** What a refund of the whole invoice, or of a share of it, gives back of the shipping fee. */
export function sharedFee(
  { refundLinkedPercentage }: TransactionInput,
  fee: Decimal,
  refunds: readonly Transaction[],
  minorUnit: number,
): Decimal {
  const earlier = refunds
    .filter(({ refundOf }) => refundOf?.sentItems === null && refundOf.sentShippingPrice === null)
    .map(({ refundOf, shippingFee }) => ({
      share: refundOf?.linkedPercentage ?? null,
      given: decimal(shippingFee?.calculatedTotal ?? '0'),
    }));
  return sharedPart(fee, refundLinkedPercentage, earlier, minorUnit);
}

/** An invoice, its refunds, and what they gave back. */
export type RefundableInvoice = {
  readonly invoice: Transaction;
  readonly refunds: readonly Transaction[];
  readonly before: Refundable;
};

/**
 * The lines of a refund. Without items it gives back the whole invoice. Otherwise each item is matched to an item of
 * the invoice by tax code and name, in order, one that still has enough to give back before one that has not.
 */
export function refundLines(
  input: TransactionInput,
  { invoice, refunds, before }: RefundableInvoice,
  minorUnit: number,
): { lines: RefundLine[]; issues: Issue[] } {
  const share = decimal(input.refundLinkedPercentage ?? '1');
  const scaled = (amount: Decimal) => roundToUnit(amount.times(share), minorUnit);
  if (input.items.length === 0) {
    const shared = refunds.filter(({ refundOf }) => refundOf?.sentItems === null);
    const lines = invoice.items.map(({ calculatedTotal }, invoiceItem) => {
      const earlier = shared.map((refund) => ({
        share: refund.refundOf?.linkedPercentage ?? null,
        given: givenOf(refund, invoiceItem, 'calculatedTotal'),
      }));
      const base = sharedPart(decimal(calculatedTotal), input.refundLinkedPercentage, earlier, minorUnit);
      return { invoiceItem, sent: null, totalPrice: base, discount: zero, share: zero, base };
    });
    return { lines, issues: [] };
  }
  const amounts = input.items.map((item) => {
    const priced = pricedItem(item);
    return {
      totalPrice: scaled(fromUnits(lineTotal(priced, minorUnit), minorUnit)),
      discount: scaled(priced.discount),
    };
  });
  const discount = toUnits(scaled(decimal(input.transactionLevelDiscount ?? '0')), minorUnit);
  const shares = shareDiscount(
    discount,
    amounts.map((line) => toUnits(line.totalPrice.minus(line.discount), minorUnit)),
  );
  const taken = new Set<number>();
  const issues: Issue[] = [];
  const lines = input.items.flatMap((sent, index) => {
    const { totalPrice, discount: lineDiscount } = amounts[index]!;
    const lineShare = fromUnits(shares[index]!, minorUnit);
    const base = totalPrice.minus(lineDiscount).minus(lineShare);
    const invoiceItem = findInvoiceItem(sent, base, invoice, before, taken);
    if (invoiceItem === null) {
      const below = base.isNegative() ? ' and an amount below zero' : '';
      const message = `The invoice has no (further) item ${JSON.stringify(sent.name)} with the tax code ${JSON.stringify(sent.taxCode)}${below}.`;
      issues.push({ path: ['items', index], code: 'NOT_ON_INVOICE', message });
      return [];
    }
    taken.add(invoiceItem);
    return [{ invoiceItem, sent, totalPrice, discount: lineDiscount, share: lineShare, base }];
  });
  return { lines, issues };
}

function findInvoiceItem(
  sent: ItemInput,
  base: Decimal,
  invoice: Transaction,
  before: Refundable,
  taken: ReadonlySet<number>,
): number | null {
  const candidates = invoice.items
    .map((item, index) => ({ item, index }))
    .filter(({ item, index }) => item.name === sent.name && item.taxCode === sent.taxCode && !taken.has(index))
    .filter(({ item }) => !isOpposed(base, decimal(item.calculatedTotal)));
  const roomy = candidates.find(
    ({ item, index }) => !exceeds(before.items[index]!.plus(base), decimal(item.calculatedTotal)),
  );
  return (roomy ?? candidates[0])?.index ?? null;
}

/** Whether one amount is above zero and the other below: a sale is given back with its own sign. */
export function isOpposed(one: Decimal, other: Decimal): boolean {
  return one.times(other).lt(zero);
}

/** Whether more was given back than there was; a line below zero is measured by its magnitude. */
export function exceeds(refunded: Decimal, base: Decimal): boolean {
  const sign = base.isNegative() && !base.isZero() ? -1 : 1;
  return refunded.times(sign).gt(base.times(sign)) || refunded.times(sign).lt(zero);
}
