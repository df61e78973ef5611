import { creditedParts, creditedTax } from '../../../tax/lines/credits.ts';
import { documentRate } from '../../../tax/lines/document-totals.ts';
import { type Decimal, decimal, roundToUnit, sum, toUnits, zero } from '../../../tax/numbers/decimal.ts';
import { asText } from '../../base/amount.ts';
import { sharedReason } from '../record/transaction-record.ts';
import type {
  Item,
  LineFigures,
  ShippingFee,
  SnapshotCreditedLine,
  SnapshotFee,
  SnapshotLine,
  SnapshotTaxLine,
  Transaction,
  TransactionDocument,
  TransactionSnapshot,
} from '../transaction.ts';
import type { TransactionInput } from '../transaction-input.ts';
import type { Credited, CreditLine } from './credit-lines.ts';

export type CreditToRecord = {
  readonly input: TransactionInput;
  readonly invoice: { readonly transaction: Transaction; readonly snapshot: TransactionSnapshot };
  readonly lines: readonly CreditLine[];
  /** What is given back of the invoice's shipping fee; null for nothing. */
  readonly shippingBase: Decimal | null;
  readonly before: Credited;
  readonly taxDate: string;
  readonly minorUnit: number;
};

/**
 * A refund of a known invoice, in the form that is stored: the invoice's frozen rates and reasons, and of each of its
 * lines the tax that belongs to the part given back.
 */
export function recordCredit(credit: CreditToRecord): { document: TransactionDocument; snapshot: TransactionSnapshot } {
  const { input, invoice, lines, before, minorUnit } = credit;
  const original = invoice.transaction;
  const items = lines.map((line) => {
    const item = original.items[line.invoiceItem]!;
    const snapshotLine = invoice.snapshot.items[line.invoiceItem]!;
    const taxBefore = before.taxes.items[line.invoiceItem]!;
    const amounts = { baseBefore: before.items[line.invoiceItem]!, taxBefore, base: line.base };
    const given = giveBack(item, snapshotLine, amounts, original.isTaxInclusive, minorUnit);
    return { item: recordItem(line, item, given.figures), snapshotLine: given.line, credited: given.credited };
  });
  const fee = recordShippingFee(credit);
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
    taxDate: credit.taxDate,
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
    credit: {
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
    credit: {
      discount: asText(sharedDiscount(input, decimal(input.refundLinkedPercentage ?? '1'), minorUnit)),
      items: items.map(({ credited }) => credited),
      shippingFee: fee?.credited ?? null,
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

function recordItem({ sent, discount, share, totalPrice }: CreditLine, original: Item, figures: LineFigures): Item {
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

function recordShippingFee({ invoice, shippingBase, before, minorUnit }: CreditToRecord) {
  const original = invoice.transaction.shippingFee;
  const snapshotLine = invoice.snapshot.shippingFee;
  if (!original || !snapshotLine || shippingBase === null) return null;
  const amounts = { baseBefore: before.shippingFee, taxBefore: before.taxes.shippingFee, base: shippingBase };
  const given = giveBack(original, snapshotLine, amounts, invoice.transaction.isTaxInclusive, minorUnit);
  const shippingFee: ShippingFee = { ...original, ...given.figures, totalPrice: given.figures.calculatedTotal };
  const line: SnapshotFee = { ...snapshotLine, ...given.line, relativeTransactionDiscount: asText(zero) };
  return { shippingFee, snapshotLine: line, credited: given.credited };
}

type GivenBack = { readonly baseBefore: Decimal; readonly taxBefore: Decimal; readonly base: Decimal };

function giveBack(
  original: LineFigures,
  line: SnapshotLine,
  given: GivenBack,
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
  const parts = creditedParts(
    part,
    line.taxLines.map(({ taxAmount }) => decimal(taxAmount)),
  );
  const tax = creditedTax(part);
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
  const credited: SnapshotCreditedLine = {
    originalTax: original.taxAmount,
    originalBase: original.calculatedTotal,
    baseBefore: asText(given.baseBefore),
    taxBefore: asText(given.taxBefore),
    originalParts: line.taxLines.map(({ taxAmount }) => taxAmount),
  };
  return { figures, line: { ...line, taxLines }, credited };
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
