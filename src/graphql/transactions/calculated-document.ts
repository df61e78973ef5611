import { appliedCertificates, documentBuyer } from '../../domain/transactions/evidence.ts';
import { invoiceNotes } from '../../domain/transactions/invoice-notes.ts';
import { placeTotals } from '../../domain/transactions/place-totals.ts';
import { documentTaxLines } from '../../domain/transactions/record/document-tax-lines.ts';
import type { ExemptionOverride } from '../../domain/transactions/transaction.ts';
import { transactionFields } from '../../domain/transactions/transaction-input.ts';
import { AddressRef } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { ExemptionOverrideKindEnum, RefundKindEnum, TaxReasonEnum } from '../base/enums.ts';
import { NoticeRef } from '../base/notice.ts';
import { ExternalTimestampsRef } from '../base/timestamps.ts';
import { checksOf } from './checks.ts';
import { chargedTrace, derivedOnce } from './derived.ts';
import { DocumentExchangeRateRef, documentAmount, SalesTaxRef, StateFeeRef } from './document-parts.ts';
import { AppliedCertificateRef, DocumentBuyerRef } from './evidence.ts';
import { ItemRef, ShippingFeeRef } from './line.ts';
import { noteLines } from './line-places.ts';
import { PlaceTotalsRef } from './place-totals.ts';
import { ShippingAddressRef } from './shipping-address.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';
import { DocumentTaxLineRef } from './tax-line.ts';
import { CheckRef, TraceStepRef } from './trace.ts';

const described = descriptionsOf(transactionFields);

const ExemptionOverrideRef = builder.objectRef<ExemptionOverride>('ExemptionOverride').implement({
  description: 'What a document decides about exemptions, and why.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ExemptionOverrideKindEnum, description: 'The decision that was made.' }),
    reason: t.exposeString('reason', { description: 'Why it was made, as sent.' }),
  }),
});

/** What was sent and what was calculated: the same fields for a document as it is and for its earlier calculations. */
export const CalculatedDocumentRef = builder.interfaceRef<CalculatedDocument>('CalculatedDocument').implement({
  description:
    'A sales document with its calculated tax: the document as it is, or as it was at an earlier calculation. Amounts are in `currency`.',
  fields: (t) => ({
    documentName: t.exposeString('documentName', { nullable: true, description: described.documentName }),
    items: t.field({
      type: [ItemRef],
      extensions: { listSize: 5 },
      description: 'Items sold, in the order sent.',
      resolve: (document, _args, ctx) => {
        noteLines(ctx, document);
        return document.items;
      },
    }),
    shippingFee: t.field({
      type: ShippingFeeRef,
      nullable: true,
      description: 'Fee charged for shipping. In many places it is taxed like the goods shipped.',
      resolve: (document, _args, ctx) => {
        noteLines(ctx, document);
        return document.shippingFee;
      },
    }),
    isTaxInclusive: t.exposeBoolean('isTaxInclusive', { description: described.isTaxInclusive }),
    shippingAddress: t.field({
      type: ShippingAddressRef,
      description: 'Address that the goods are shipped to, which decides the tax, and the place it was matched to.',
      resolve: (document, _args, ctx) => ({ ...document.shippingAddress, place: () => snapshotOf(document, ctx) }),
    }),
    billingAddress: t.expose('billingAddress', {
      type: AddressRef,
      nullable: true,
      description: described.billingAddress,
    }),
    shipFromAddress: t.expose('shipFromAddress', {
      type: AddressRef,
      nullable: true,
      description: described.shipFromAddress,
    }),
    salesTax: t.field({
      type: SalesTaxRef,
      description: 'Tax on the whole document: US sales tax, or in spite of the name VAT or GST elsewhere.',
      resolve: (document) => {
        const { amount, rate } = document.salesTax;
        return { amount, rate, document };
      },
    }),
    exemptionOverride: t.field({
      type: ExemptionOverrideRef,
      nullable: true,
      description: described.exemptionOverride,
      resolve: ({ exemptionOverride }) => exemptionOverride ?? null,
    }),
    computedTaxAmount: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Tax without manual rates and `exemptionOverride`; null if the document has neither.',
      resolve: ({ computedTaxAmount }) => computedTaxAmount ?? null,
    }),
    reason: t.expose('reason', {
      type: TaxReasonEnum,
      description: 'Reason that all lines share, or `TAXED` if any line is taxed.',
    }),
    taxDate: t.expose('taxDate', {
      type: 'Date',
      description:
        'Day whose law applies, such as `2026-07-01`: as sent, or else the calendar day of `externalTimestamps.createdDate`, as written.',
    }),
    externalTimestamps: t.expose('externalTimestamps', {
      type: ExternalTimestampsRef,
      description: described.externalTimestamps,
    }),
    createdFrom: t.exposeString('createdFrom', { nullable: true, description: described.createdFrom }),
    recalculatedBecause: t.string({
      nullable: true,
      description: 'Reason given to `recalculateTransaction`; null if the calculation was not made by it.',
      resolve: ({ recalculatedBecause }) => recalculatedBecause ?? null,
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'ISO 4217 currency of all amounts.' }),
    subsidiary: t.exposeString('subsidiary', { nullable: true, description: described.subsidiary }),
    taxableItemsAmount: documentAmount(
      t,
      'taxableItemsAmount',
      'Sum of the taxable items before discounts, without shipping.',
    ),
    tangibleItemsAmount: documentAmount(
      t,
      'tangibleItemsAmount',
      'Sum of the tangible items before discounts, without shipping.',
    ),
    totalItemsAmount: documentAmount(
      t,
      'totalItemsAmount',
      'Sum of all items before discounts. It includes tax if prices do.',
    ),
    totalDiscount: documentAmount(
      t,
      'totalDiscount',
      'Sum of the discounts on items, without `transactionLevelDiscount`.',
    ),
    transactionLevelDiscount: t.expose('transactionLevelDiscount', {
      type: 'Decimal',
      nullable: true,
      description: described.transactionLevelDiscount,
    }),
    finalTransactionAmount: documentAmount(
      t,
      'finalTransactionAmount',
      'Amount that the buyer pays: after discounts, with shipping and tax.',
    ),
    refundKind: t.field({
      type: RefundKindEnum,
      nullable: true,
      description: 'What a refund of a stored invoice returns; null for any other document.',
      resolve: ({ refundOf }) => refundOf && (refundOf.kind ?? 'PRICE_AND_TAX'),
    }),
    refundFraction: t.field({
      type: 'Decimal',
      nullable: true,
      description: described.refundFraction,
      resolve: ({ refundOf }) => refundOf?.refundFraction ?? null,
    }),
    taxLines: t.field({
      type: [DocumentTaxLineRef],
      extensions: { listSize: 5 },
      description: 'Tax by jurisdiction and rate; the amounts add up to `salesTax.amount`.',
      resolve: (document, _args, ctx) =>
        derivedOnce('taxLines', document, ctx, async () => documentTaxLines(await snapshotOf(document, ctx))),
    }),
    places: t.field({
      type: [PlaceTotalsRef],
      nullable: true,
      extensions: { listSize: 2 },
      description:
        'Totals by place; null unless items are shipped otherwise than the document. The shipping fee belongs to the place of the document.',
      resolve: (document, _args, ctx) =>
        derivedOnce('places', document, ctx, async () => {
          const snapshot = await snapshotOf(document, ctx);
          if (!snapshot.places) return null;
          return placeTotals(document, snapshot).map((totals) => ({ ...totals, snapshot }));
        }),
    }),
    invoiceNotes: t.stringList({
      extensions: { listSize: 1 },
      description:
        'Sentences that VAT law requires on the invoice, such as "Reverse charge: VAT to be accounted for by the recipient."',
      resolve: (document, _args, ctx) =>
        derivedOnce('invoiceNotes', document, ctx, async () => [
          ...invoiceNotes(document, await snapshotOf(document, ctx)),
        ]),
    }),
    buyer: t.field({
      type: DocumentBuyerRef,
      nullable: true,
      description:
        'Buyer as known when the tax was calculated; on a refund of a stored invoice, that of the invoice. Null for a quote whose token may not read customers.',
      resolve: async (document, _args, ctx) => documentBuyer(await snapshotOf(document, ctx)),
    }),
    certificates: t.field({
      type: [AppliedCertificateRef],
      extensions: { listSize: 1 },
      description: 'Certificates that relieved a line, as they were when the tax was calculated.',
      resolve: (document, _args, ctx) =>
        derivedOnce('certificates', document, ctx, async () => [
          ...appliedCertificates(await snapshotOf(document, ctx)),
        ]),
    }),
    exchangeRate: t.field({
      type: DocumentExchangeRateRef,
      nullable: true,
      description:
        'Conversion to `reportingCurrency` of the account; null without one, in that currency, or with the notice `EXCHANGE_RATE_MISSING`.',
      resolve: ({ exchangeRate }) => exchangeRate ?? null,
    }),
    fees: t.expose('fees', {
      type: [StateFeeRef],
      extensions: { listSize: 1 },
      description: 'State fees on top of the tax. `finalTransactionAmount` includes those that are charged.',
    }),
    notices: t.expose('notices', {
      type: [NoticeRef],
      extensions: { listSize: 5 },
      description: 'Remarks on the document and its lines.',
    }),
    trace: t.field({
      type: [TraceStepRef],
      extensions: { listSize: 40 },
      description: 'Tax calculation step by step, derived on request from the data stored with the document.',
      resolve: (document, _args, ctx) =>
        derivedOnce('trace', document, ctx, async () => chargedTrace(document, await snapshotOf(document, ctx), ctx)),
    }),
    checks: t.field({
      type: [CheckRef],
      extensions: { listSize: 10 },
      description:
        'Sums that must hold between the figures of the document, verified on request; those with the refunds of an invoice need the scope `transactions:read`.',
      resolve: (document, _args, ctx) => derivedOnce('checks', document, ctx, async () => checksOf(document, ctx)),
    }),
    rateBookVersion: t.exposeString('rateBookVersion', {
      description: 'Version of the rate book that the tax was calculated with.',
    }),
    calculationNumber: t.exposeInt('calculationNumber', {
      description: 'Number of the calculation: 1 for the first; each later one adds 1.',
    }),
  }),
});
