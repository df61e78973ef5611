import { documentChecks } from '../../domain/transactions/document-checks.ts';
import { documentTaxLines } from '../../domain/transactions/record/document-tax-lines.ts';
import { viewStep } from '../../domain/transactions/trace/trace-view.ts';
import { traceDocument } from '../../domain/transactions/trace/transaction-trace.ts';
import { AddressRef } from '../base/address.ts';
import type { Builder } from '../base/builder.ts';
import { TaxReasonEnum } from '../base/enums.ts';
import { NoticeRef } from '../base/notice.ts';
import { ExternalTimestampsRef } from '../base/timestamps.ts';
import type { Lines } from './line.ts';
import { noteLines } from './line-places.ts';
import { addSalesTax } from './sales-tax.ts';
import { addShippingAddress } from './shipping-address.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';
import { addStateFee } from './state-fee.ts';
import type { TraceTypes } from './trace.ts';

type Parts = {
  readonly lines: Lines;
  readonly trace: TraceTypes;
};

export type CalculatedDocumentRef = ReturnType<typeof addCalculatedDocument>;

/** What was sent and what came of it: the same for a document as it is, and as it stood at an earlier calculation. */
export function addCalculatedDocument(builder: Builder, parts: Parts) {
  const { lines, trace } = parts;
  const salesTax = addSalesTax(builder);
  const fee = addStateFee(builder);
  const shippingAddress = addShippingAddress(builder);
  return builder.interfaceRef<CalculatedDocument>('CalculatedDocument').implement({
    description:
      'What a sales document says, with the tax that was worked out for it: the document as it is, or as it stood at an earlier calculation. Amounts are in `currency`.',
    fields: (t) => ({
      documentName: t.exposeString('documentName', {
        nullable: true,
        description: 'Its name in the consumer’s system.',
      }),
      items: t.field({
        type: [lines.item],
        extensions: { listSize: 5 },
        description: 'What is sold, in the order sent.',
        resolve: (document, _args, ctx) => {
          noteLines(ctx, document);
          return document.items;
        },
      }),
      shippingFee: t.field({
        type: lines.shippingFee,
        nullable: true,
        description: 'What is charged for delivery; taxed by the rules of the place, often with its goods.',
        resolve: (document, _args, ctx) => {
          noteLines(ctx, document);
          return document.shippingFee;
        },
      }),
      isTaxInclusive: t.exposeBoolean('isTaxInclusive', {
        description: 'True: prices have the tax inside. False: it is added to them.',
      }),
      shippingAddress: t.field({
        type: shippingAddress,
        description: 'Where it goes: the address that decides the tax, as sent, and the place it was matched to.',
        resolve: (document) => ({ ...document.shippingAddress, document }),
      }),
      billingAddress: t.expose('billingAddress', {
        type: AddressRef,
        nullable: true,
        description: 'Where the invoice goes. No tax depends on it.',
      }),
      shipFromAddress: t.expose('shipFromAddress', {
        type: AddressRef,
        nullable: true,
        description: 'Where it comes from, when that is not the seller’s home address.',
      }),
      salesTax: t.field({
        type: salesTax,
        description: 'The tax of the whole document, whatever its kind: sales tax, VAT or GST.',
        resolve: (document) => {
          const { amount, rate } = document.salesTax;
          return { amount, rate, document };
        },
      }),
      reason: t.expose('reason', {
        type: TaxReasonEnum,
        description: 'The reason all lines share; `TAXED` when some line is taxed.',
      }),
      taxDate: t.expose('taxDate', {
        type: 'Date',
        description: 'The day whose law applies: the calendar day of `externalTimestamps.createdDate` as written.',
      }),
      externalTimestamps: t.expose('externalTimestamps', {
        type: ExternalTimestampsRef,
        description: 'Dates of the consumer’s system, as sent.',
      }),
      createdFrom: t.exposeString('createdFrom', {
        nullable: true,
        description: 'The external id of the document this one came from, such as the invoice of a refund.',
      }),
      recalculatedBecause: t.string({
        nullable: true,
        description:
          'Why it was calculated again by `recalculateTransaction`; null where this calculation is of what was sent.',
        resolve: ({ recalculatedBecause }) => recalculatedBecause ?? null,
      }),
      currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency of all amounts.' }),
      subsidiary: t.exposeString('subsidiary', {
        nullable: true,
        description: 'The part of the seller’s business it belongs to, as sent. No tax depends on it.',
      }),
      taxableItemsAmount: t.expose('taxableItemsAmount', {
        type: 'Decimal',
        description: 'Items that are taxable there, before discounts; without shipping.',
      }),
      tangibleItemsAmount: t.expose('tangibleItemsAmount', {
        type: 'Decimal',
        description: 'Tangible items, before discounts; without shipping.',
      }),
      totalItemsAmount: t.expose('totalItemsAmount', {
        type: 'Decimal',
        description: 'All items, before discounts; with the tax inside when prices include it.',
      }),
      totalDiscount: t.expose('totalDiscount', {
        type: 'Decimal',
        description: 'Sum of the discounts on items, without `transactionLevelDiscount`.',
      }),
      transactionLevelDiscount: t.expose('transactionLevelDiscount', {
        type: 'Decimal',
        nullable: true,
        description: 'The discount on the whole document, as sent.',
      }),
      finalTransactionAmount: t.expose('finalTransactionAmount', {
        type: 'Decimal',
        description: 'What the buyer pays: after discounts, with shipping and tax.',
      }),
      refundLinkedPercentage: t.field({
        type: 'Decimal',
        nullable: true,
        description: 'For a refund of a known invoice: the share of the amounts given back, as sent.',
        resolve: ({ refundOf }) => refundOf?.linkedPercentage ?? null,
      }),
      taxLines: t.field({
        type: [lines.documentTaxLine],
        extensions: { listSize: 5 },
        description: 'The tax by jurisdiction; it adds up to `salesTax.amount`.',
        resolve: async (document, _args, ctx) => documentTaxLines(await snapshotOf(document, ctx)),
      }),
      fees: t.expose('fees', {
        type: [fee],
        extensions: { listSize: 1 },
        description:
          'Fees that a state lays on the sale beside its tax. They are told, not charged: no total has them.',
      }),
      notices: t.expose('notices', {
        type: [NoticeRef],
        extensions: { listSize: 5 },
        description: 'What the reader should know about the document and its lines.',
      }),
      trace: t.field({
        type: [trace.step],
        extensions: { listSize: 40 },
        description:
          'How it came to its tax, step by step: worked out again, when asked for, from what was frozen with it.',
        resolve: async (document, _args, ctx) => traceDocument(document, await snapshotOf(document, ctx)).map(viewStep),
      }),
      checks: t.field({
        type: [trace.check],
        extensions: { listSize: 10 },
        description: 'The sums that have to hold between its figures, added up when asked for.',
        resolve: async (document, _args, ctx) => documentChecks(document, await snapshotOf(document, ctx)),
      }),
      rateBookVersion: t.exposeString('rateBookVersion', { description: 'The rate book it was calculated with.' }),
      calculationNumber: t.exposeInt('calculationNumber', {
        description: '1 for the first calculation; each later one adds 1.',
      }),
    }),
  });
}
