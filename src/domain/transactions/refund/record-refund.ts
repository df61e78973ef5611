import { collectorOf } from '../../../tax/law/collector.ts';
import { documentRate } from '../../../tax/lines/document-totals.ts';
import { discountCapNotices } from '../../../tax/lines/line-amounts.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { type Decimal, decimal, roundToUnit, sum, toUnits, zero } from '../../../tax/numbers/decimal.ts';
import { sumOfTexts, toDecimalText } from '../../base/amount.ts';
import { externalIdNotices } from '../../base/external-id-notices.ts';
import { version } from '../../base/version.ts';
import { feePriceNotices, roundedQuantityNotices } from '../assumption-notices.ts';
import { collectorOfFee } from '../collected-tax.ts';
import { membersAsSent } from '../describing-members.ts';
import type { Item, ShippingFee } from '../document-line.ts';
import { recordedProduct } from '../item-product.ts';
import { figuresOfPart, partsOfLine } from '../parts-of-line.ts';
import { sharedReason, withOwnAddresses } from '../record/record-document.ts';
import { midnightNotices } from '../tax-date.ts';
import type { InvoiceRefund, SentRefundItem, Transaction, TransactionDocument } from '../transaction.ts';
import { isShareOfInvoice } from '../transaction-amounts.ts';
import type { ItemInput, TransactionInput } from '../transaction-input.ts';
import type { DocumentCalculation, SnapshotFee, SnapshotRefund, TransactionSnapshot } from '../transaction-snapshot.ts';
import { type RecordedLine, recordLine } from './record-refund-line.ts';
import type { RefundLine } from './refund-lines.ts';
import { isOfWholeInvoice } from './refund-shares.ts';
import type { InvoiceWithRefunds, RefundedAmounts } from './refunded-amounts.ts';
import { returnedParts } from './returned-parts.ts';

type RefundToRecord = {
  readonly input: TransactionInput;
  readonly invoice: InvoiceWithRefunds['invoice'];
  /** Earlier refunds. */
  readonly refunds: InvoiceWithRefunds['refunds'];
  readonly lines: readonly RefundLine[];
  /** The part of the invoice's shipping fee that is refunded; null if the fee is not refunded. */
  readonly shippingBase: Decimal | null;
  /** The fee's tax, if refunded without its price; null if the tax follows the base. */
  readonly shippingTaxAlone: Decimal | null;
  /** The amounts that earlier refunds returned. */
  readonly before: RefundedAmounts;
  readonly taxDate: string;
  readonly minorUnit: number;
};

type RecordedItem = RecordedLine & { readonly item: Item };
type RecordedFee = RecordedLine & { readonly shippingFee: ShippingFee; readonly line: SnapshotFee };

/**
 * A refund of a known invoice, in stored form: the frozen rates and reasons of the invoice and, for each of its lines,
 * the tax on the refunded part.
 */
export function recordRefund(refund: RefundToRecord): DocumentCalculation {
  const items = refund.lines.map((line) => recordItem(line, refund));
  const fee = recordShippingFee(refund);
  return {
    document: recordDocument(refund, items, fee),
    snapshot: {
      ...refund.invoice.snapshot,
      items: items.map(({ line }) => line),
      shippingFee: fee?.line ?? null,
      refund: recordSnapshotRefund(refund, items, fee),
      basis: { engineVersion: version, settings: refund.invoice.snapshot.basis?.settings },
    },
  };
}

function recordDocument(
  refund: RefundToRecord,
  items: readonly RecordedItem[],
  fee: RecordedFee | null,
): TransactionDocument {
  const { input, lines, taxDate } = refund;
  const original = refund.invoice.transaction;
  const totalOf = (isCounted: (item: Item) => boolean) =>
    toDecimalText(sum(items.filter(({ item }) => isCounted(item)).map(({ item }) => decimal(item.totalPrice))));
  return {
    ...membersAsSent(input),
    items: items.map(({ item }) => item),
    shippingFee: fee?.shippingFee ?? null,
    isTaxInclusive: original.isTaxInclusive,
    shippingAddress: input.shippingAddress,
    // The refunded supply shipped from this address; the refund itself ships nothing.
    shipFromAddress: original.shipFromAddress,
    ...(original.deliveryMethod && { deliveryMethod: original.deliveryMethod }),
    ...(input.placeEvidence && { placeEvidence: input.placeEvidence }),
    taxDate,
    currency: original.currency,
    subsidiary: input.subsidiary ?? original.subsidiary,
    taxableItemsAmount: totalOf((item) => item.taxableCategory === 'TAXABLE'),
    tangibleItemsAmount: totalOf((item) => item.tangibleCategory === 'TANGIBLE'),
    totalItemsAmount: totalOf(() => true),
    totalDiscount: toDecimalText(sum(lines.map((line) => line.discount))),
    transactionLevelDiscount: input.transactionLevelDiscount,
    ...recordTotals(refund, fee ? [...items, fee] : items),
    notices: [
      ...keptFeeNotices(original),
      ...cappedDiscountNotices(refund),
      ...externalIdNotices(input),
      ...roundedQuantityNotices(input),
      ...midnightNotices(input),
      ...feePriceNotices(input),
    ],
    fees: [],
    ...inheritedCollection(original, fee ? [...items, fee] : items),
    refundOf: recordInvoiceRefund(refund),
  };
}

/** Who collected the invoice's tax, and how much of the tax on the refunded lines a marketplace collected. */
function inheritedCollection({ collectedBy, marketplace }: Transaction, recorded: readonly RecordedLine[]) {
  const amounts = recorded.flatMap(({ line }) => line.collectedTaxAmount ?? []);
  return {
    ...(collectedBy && { collectedBy }),
    ...(marketplace && { marketplace }),
    ...(amounts.length > 0 && { collectedTaxAmount: sumOfTexts(amounts) }),
  };
}

/** A refund of tax only returns no prices, so it shares no discount. */
function cappedDiscountNotices({ input, lines, minorUnit }: RefundToRecord): readonly Notice[] {
  if (input.refundKind === 'TAX_ONLY') return [];
  const sent = toUnits(refundedDiscount(input, minorUnit), minorUnit);
  return discountCapNotices(
    sent,
    lines.map(({ share }) => toUnits(share, minorUnit)),
    minorUnit,
  );
}

/** Returning goods does not refund a delivery fee: Minn. Stat. 168E.03; Colorado Department of Revenue. */
function keptFeeNotices({ fees }: Transaction): readonly Notice[] {
  return fees
    .filter(({ isCharged }) => isCharged)
    .map(({ name, state, amount }) => {
      const message = `${name} of ${state}: the ${amount} USD charged on the invoice is not refunded when goods are returned. If the delivery was cancelled, cancel the invoice instead.`;
      return { code: 'DELIVERY_FEE_KEPT', pointer: '', message };
    });
}

function recordTotals(
  { invoice, minorUnit }: RefundToRecord,
  recorded: readonly RecordedLine[],
): Pick<TransactionDocument, 'salesTax' | 'finalTransactionAmount' | 'reason'> {
  const lines = recorded.map(({ figures }) => figures);
  const totalOf = (field: 'taxAmount' | 'calculatedTotal') => sum(lines.map((line) => decimal(line[field])));
  const taxAmount = totalOf('taxAmount');
  const total = totalOf('calculatedTotal');
  const rated = recorded.flatMap((one) => ratedParts(one, invoice.snapshot));
  return {
    salesTax: {
      amount: toDecimalText(taxAmount),
      rate: toDecimalText(documentRate(toUnits(taxAmount, minorUnit), rated, minorUnit)),
    },
    finalTransactionAmount: toDecimalText(invoice.transaction.isTaxInclusive ? total : total.plus(taxAmount)),
    reason: sharedReason(lines.map((line) => line.reason)),
  };
}

/** A shipping fee for goods with several rates counts as one line per rate. */
function ratedParts({ figures, line }: RecordedLine, snapshot: TransactionSnapshot) {
  const parts = partsOfLine(line.taxLines);
  const ofLine =
    parts.length > 1 ? parts.map((part) => figuresOfPart(part, snapshot)) : [{ ...figures, rate: figures.taxRate }];
  return ofLine.map(({ rate, taxAmount, taxableAmount }) => ({
    taxRate: decimal(rate),
    taxAmount: decimal(taxAmount),
    taxableAmount: decimal(taxableAmount),
  }));
}

function recordInvoiceRefund({ input, invoice, lines }: RefundToRecord): InvoiceRefund {
  const isWholeInvoice = isOfWholeInvoice(input);
  return {
    invoiceId: invoice.transaction.serviceId,
    ...(input.refundKind === 'TAX_ONLY' && { kind: input.refundKind }),
    refundFraction: input.refundFraction,
    invoiceItems: lines.map((line) => line.invoiceItem),
    sentItems: isWholeInvoice ? null : input.items.map(sentItem),
    sentShippingPrice: input.shippingFee?.totalPrice ?? null,
  };
}

function sentItem(item: ItemInput): SentRefundItem {
  const { totalPrice, discount, quantity, refundFraction } = item;
  if (isShareOfInvoice(item)) return { totalPrice, discount, quantity, refundFraction };
  return refundFraction === null ? { totalPrice, discount } : { totalPrice, discount, refundFraction };
}

function recordSnapshotRefund(
  { input, invoice, minorUnit }: RefundToRecord,
  items: readonly RecordedItem[],
  fee: RecordedFee | null,
): SnapshotRefund {
  const sent = { collectedBy: collectorOfFee(invoice.transaction) ?? undefined };
  const collectedBy = collectorOf(sent, invoice.snapshot.customerType);
  return {
    discount: toDecimalText(refundedDiscount(input, minorUnit)),
    items: items.map(({ refunded }) => refunded),
    shippingFee: fee && { ...fee.refunded, collectedBy },
  };
}

/** A refund of the whole invoice returns its bases, regardless of any discount sent with it. */
function refundedDiscount(
  { items, transactionLevelDiscount, refundFraction }: TransactionInput,
  minorUnit: number,
): Decimal {
  if (items.length === 0 || transactionLevelDiscount === null) return zero;
  return roundToUnit(decimal(transactionLevelDiscount).times(decimal(refundFraction ?? '1')), minorUnit);
}

function recordItem(line: RefundLine, { invoice, refunds, before, minorUnit }: RefundToRecord): RecordedItem {
  const { invoiceItem, sent, discount, share, totalPrice, base } = line;
  const original = invoice.transaction.items[invoiceItem]!;
  const taxBefore = before.taxes.items[invoiceItem]!;
  const recorded = recordLine({
    original,
    line: invoice.snapshot.items[invoiceItem]!,
    baseBefore: before.items[invoiceItem]!,
    taxBefore,
    before: returnedParts({ invoice, refunds }, invoiceItem, minorUnit),
    base,
    taxAlone: line.taxAlone,
    isTaxInclusive: invoice.transaction.isTaxInclusive,
    minorUnit,
  });
  const item: Item = {
    ...original,
    computedTaxAmount: undefined,
    collectedTaxAmount: recorded.line.collectedTaxAmount,
    sentQuantity: sent?.sentQuantity,
    ...(original.product === undefined && sent && recordedProduct(sent)),
    productMapping: undefined,
    ...recorded.figures,
    unitPrice: sent ? sent.unitPrice : null,
    quantity: sent?.quantity ?? (sent && !isShareOfInvoice(sent) ? toDecimalText(decimal('1')) : original.quantity),
    description: sent ? sent.description : original.description,
    totalPrice: toDecimalText(totalPrice),
    discount: discount.isZero() ? null : toDecimalText(discount),
    relativeTransactionDiscount: toDecimalText(share),
  };
  return { ...recorded, item: sent ? withOwnAddresses(item, sent) : item };
}

function recordShippingFee({
  invoice,
  refunds,
  shippingBase,
  shippingTaxAlone,
  before,
  minorUnit,
}: RefundToRecord): RecordedFee | null {
  const original = invoice.transaction.shippingFee;
  const line = invoice.snapshot.shippingFee;
  if (!original || !line || shippingBase === null) return null;
  const recorded = recordLine({
    original,
    line,
    baseBefore: before.shippingFee,
    taxBefore: before.taxes.shippingFee,
    before: returnedParts({ invoice, refunds }, 'shippingFee', minorUnit),
    base: shippingBase,
    taxAlone: shippingTaxAlone,
    isTaxInclusive: invoice.transaction.isTaxInclusive,
    minorUnit,
  });
  return {
    ...recorded,
    line: { ...line, ...recorded.line, relativeTransactionDiscount: toDecimalText(zero) },
    shippingFee: {
      ...original,
      computedTaxAmount: undefined,
      ...recorded.figures,
      totalPrice: recorded.figures.calculatedTotal,
    },
  };
}
