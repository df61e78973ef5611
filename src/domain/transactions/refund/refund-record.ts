import { documentRate } from '../../../tax/lines/document-totals.ts';
import { refundedParts, refundedTax } from '../../../tax/lines/refunded-tax.ts';
import { type Decimal, decimal, roundToUnit, sum, toUnits, zero } from '../../../tax/numbers/decimal.ts';
import { asText } from '../../base/amount.ts';
import { sharedReason } from '../record/transaction-record.ts';
import type {
  Item,
  LineFigures,
  ShippingFee,
  SnapshotFee,
  SnapshotLine,
  SnapshotRefundedLine,
  SnapshotTaxLine,
  Transaction,
  TransactionDocument,
  TransactionSnapshot,
} from '../transaction.ts';
import type { TransactionInput } from '../transaction-input.ts';
import type { Refunded, RefundLine } from './refund-lines.ts';

export type RefundToRecord = {
  readonly input: TransactionInput;
  readonly invoice: { readonly transaction: Transaction; readonly snapshot: TransactionSnapshot };
  readonly lines: readonly RefundLine[];
  /** What is given back of the invoice's shipping fee; null for nothing. */
  readonly shippingBase: Decimal | null;
  readonly before: Refunded;
  readonly taxDate: string;
  readonly minorUnit: number;
};

/**
 * A refund of a known invoice, in the form that is stored: the invoice's frozen rates and reasons, and of each of its
 * lines the tax that belongs to the part given back.
 */
export function recordRefund(refund: RefundToRecord): { document: TransactionDocument; snapshot: TransactionSnapshot } {
  const { input, invoice, lines, before, minorUnit } = refund;
  const original = invoice.transaction;
  const items = lines.map((line) => {
    const item = original.items[line.invoiceItem]!;
    const snapshotLine = invoice.snapshot.items[line.invoiceItem]!;
    const taxBefore = before.taxes.items[line.invoiceItem]!;
    const amounts = { baseBefore: before.items[line.invoiceItem]!, taxBefore, base: line.base };
    const given = refundLine(item, snapshotLine, amounts, original.isTaxInclusive, minorUnit);
    return { item: recordItem(line, item, given.figures), snapshotLine: given.line, refunded: given.refunded };
  });
  const fee = recordShippingFee(refund);
  const all: readonly LineFigures[] = [...items.map(({ item }) => item), ...(fee ? [fee.shippingFee] : [])];
  const of = (field: 'taxAmount' | 'calculatedTotal') => sum(all.map((line) => decimal(line[field])));
  const taxAmount = of('taxAmount');
  const totalOf = (isCounted: (item: Item) => boolean) =>
    asText(sum(items.filter(({ item }) => isCounted(item)).map(({ item }) => decimal(item.totalPrice))));
  const rated = all.map((line) => ({
    taxRate: decimal(line.taxRate),
    taxAmount: decimal(line.taxAmount),
    taxableAmount: decimal(line.taxableAmount),
  }));
  const document: TransactionDocument = {
    documentName: input.documentName,
    items: items.map(({ item }) => item),
    shippingFee: fee?.shippingFee ?? null,
    isTaxInclusive: original.isTaxInclusive,
    shippingAddress: input.shippingAddress,
    billingAddress: input.billingAddress,
    shipFromAddress: input.shipFromAddress,
    externalTimestamps: input.externalTimestamps,
    taxDate: refund.taxDate,
    createdFrom: input.createdFrom,
    currency: original.currency,
    subsidiary: input.subsidiary,
    salesTax: {
      amount: asText(taxAmount),
      rate: asText(documentRate(toUnits(taxAmount, minorUnit), rated, minorUnit)),
    },
    taxableItemsAmount: totalOf((item) => item.taxableCategory === 'TAXABLE'),
    tangibleItemsAmount: totalOf((item) => item.tangibleCategory === 'TANGIBLE'),
    totalItemsAmount: totalOf(() => true),
    totalDiscount: asText(sum(lines.map((line) => line.discount))),
    transactionLevelDiscount: input.transactionLevelDiscount,
    finalTransactionAmount: asText(
      original.isTaxInclusive ? of('calculatedTotal') : of('calculatedTotal').plus(taxAmount),
    ),
    reason: sharedReason(all.map((line) => line.reason)),
    notices: [],
    fees: [],
    refundOf: {
      invoiceId: original.serviceId,
      linkedPercentage: input.refundLinkedPercentage,
      invoiceItems: lines.map((line) => line.invoiceItem),
      sentItems:
        input.items.length === 0 ? null : input.items.map(({ totalPrice, discount }) => ({ totalPrice, discount })),
      sentShippingPrice: input.shippingFee?.totalPrice ?? null,
    },
  };
  const snapshot: TransactionSnapshot = {
    ...invoice.snapshot,
    items: items.map(({ snapshotLine }) => snapshotLine),
    shippingFee: fee?.snapshotLine ?? null,
    refund: {
      discount: asText(sharedDiscount(input, decimal(input.refundLinkedPercentage ?? '1'), minorUnit)),
      items: items.map(({ refunded }) => refunded),
      shippingFee: fee?.refunded ?? null,
    },
  };
  return { document, snapshot };
}

/** A refund of the whole invoice gives its bases back, whatever discount is sent with it. */
function sharedDiscount(
  { items, transactionLevelDiscount }: TransactionInput,
  linkedShare: Decimal,
  minorUnit: number,
) {
  if (items.length === 0 || transactionLevelDiscount === null) return zero;
  return roundToUnit(decimal(transactionLevelDiscount).times(linkedShare), minorUnit);
}

function recordItem({ sent, discount, share, totalPrice }: RefundLine, original: Item, figures: LineFigures): Item {
  return {
    ...original,
    ...figures,
    unitPrice: sent ? sent.unitPrice : null,
    quantity: sent ? (sent.quantity ?? asText(decimal('1'))) : original.quantity,
    description: sent ? sent.description : original.description,
    totalPrice: asText(totalPrice),
    discount: discount.isZero() ? null : asText(discount),
    relativeTransactionDiscount: asText(share),
  };
}

function recordShippingFee({ invoice, shippingBase, before, minorUnit }: RefundToRecord) {
  const original = invoice.transaction.shippingFee;
  const snapshotLine = invoice.snapshot.shippingFee;
  if (!original || !snapshotLine || shippingBase === null) return null;
  const amounts = { baseBefore: before.shippingFee, taxBefore: before.taxes.shippingFee, base: shippingBase };
  const given = refundLine(original, snapshotLine, amounts, invoice.transaction.isTaxInclusive, minorUnit);
  const shippingFee: ShippingFee = { ...original, ...given.figures, totalPrice: given.figures.calculatedTotal };
  const line: SnapshotFee = { ...snapshotLine, ...given.line, relativeTransactionDiscount: asText(zero) };
  return { shippingFee, snapshotLine: line, refunded: given.refunded };
}

type LineAmounts = { readonly baseBefore: Decimal; readonly taxBefore: Decimal; readonly base: Decimal };

function refundLine(
  original: LineFigures,
  line: SnapshotLine,
  given: LineAmounts,
  isTaxInclusive: boolean,
  minorUnit: number,
) {
  const originalBase = decimal(original.calculatedTotal);
  const part = {
    originalTax: decimal(original.taxAmount),
    originalBase,
    baseBefore: given.baseBefore,
    taxBefore: given.taxBefore,
    baseNow: given.base,
    minorUnit,
  };
  const parts = refundedParts(
    part,
    line.taxLines.map(({ taxAmount }) => decimal(taxAmount)),
  );
  const tax = refundedTax(part);
  const net = isTaxInclusive ? given.base.minus(tax) : given.base;
  const taxLines = line.taxLines.map((taxLine, index): SnapshotTaxLine => {
    const taxable = taxablePart(taxLine, net, minorUnit);
    const amounts = { taxableAmount: asText(taxable), exemptAmount: asText(net.minus(taxable)) };
    return { ...taxLine, ...amounts, taxAmount: asText(parts[index]!) };
  });
  const { totalPrice, taxRate, reason, taxableCategory, tangibleCategory } = original;
  const figures: LineFigures = {
    totalPrice,
    calculatedTotal: asText(given.base),
    taxAmount: asText(tax),
    taxRate,
    taxableAmount: asText(widest(taxLines)),
    reason,
    taxableCategory,
    tangibleCategory,
  };
  const refunded: SnapshotRefundedLine = {
    originalTax: original.taxAmount,
    originalBase: original.calculatedTotal,
    baseBefore: asText(given.baseBefore),
    taxBefore: asText(given.taxBefore),
    originalParts: line.taxLines.map(({ taxAmount }) => taxAmount),
  };
  return { figures, line: { ...line, taxLines }, refunded };
}

/** What a jurisdiction taxed of the line, in proportion; it and the exempt rest always add up to the net amount. */
function taxablePart(original: SnapshotTaxLine, net: Decimal, minorUnit: number): Decimal {
  const taxable = decimal(original.taxableAmount);
  const exempt = decimal(original.exemptAmount);
  if (exempt.isZero()) return taxable.isZero() ? zero : net;
  const originalNet = taxable.plus(exempt);
  return taxable.isZero() ? zero : roundToUnit(net.times(taxable).div(originalNet), minorUnit);
}

function widest(taxLines: readonly SnapshotTaxLine[]): Decimal {
  return taxLines
    .map(({ taxableAmount }) => decimal(taxableAmount))
    .reduce((most, amount) => (amount.abs().gt(most.abs()) ? amount : most), zero);
}
