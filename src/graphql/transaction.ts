import { documentChecks } from '../domain/document-checks.ts';
import { documentTaxLines } from '../domain/document-tax-lines.ts';
import { documentRateViews } from '../domain/rate-views.ts';
import { viewStep } from '../domain/trace-view.ts';
import type { StateFee, Transaction } from '../domain/transaction.ts';
import { traceDocument } from '../domain/transaction-trace.ts';
import type { Builder } from './builder.ts';
import { sessionOf } from './context.ts';
import type { Enums } from './enums.ts';
import type { Lines } from './line.ts';
import type { MatchedAddressTypes } from './matched-address.ts';
import { globalId, type Nodes } from './node.ts';
import type { NoticeRef } from './notice.ts';
import type { Rates } from './rates.ts';
import { addShippingAddress } from './shipping-address.ts';
import { snapshotOf } from './snapshot.ts';
import type { Timestamps } from './timestamps.ts';
import type { TraceTypes } from './trace.ts';

type Parts = {
  readonly enums: Enums;
  readonly lines: Lines;
  readonly matched: MatchedAddressTypes;
  readonly nodes: Nodes;
  readonly notice: NoticeRef;
  readonly rates: Rates;
  readonly timestamps: Timestamps;
  readonly trace: TraceTypes;
};

/** The sales document, with everything its figures were made of. */
export function addTransaction(builder: Builder, parts: Parts): void {
  const { enums, lines, nodes, notice, timestamps, trace } = parts;
  const salesTax = addSalesTax(builder, parts);
  const fee = addStateFee(builder);
  const shippingAddress = addShippingAddress(builder, parts);
  builder.objectType('Transaction', {
    description:
      'A sales document between the consumer and one customer, with the tax worked out when it was stored. Stored figures never change by themselves. Amounts are in `currency`.',
    interfaces: [nodes.node],
    fields: (t) => ({
      id: t.id({
        description: 'An opaque id for `node`.',
        resolve: ({ serviceId }) => globalId('Transaction', serviceId),
      }),
      serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service gave it.' }),
      source: t.exposeString('source', { description: 'The consumer’s store or channel, 1 to 10.' }),
      externalId: t.exposeString('externalId', { description: 'The consumer’s own id, unique within the source.' }),
      documentName: t.exposeString('documentName', {
        nullable: true,
        description: 'Its name in the consumer’s system.',
      }),
      transactionType: t.expose('transactionType', { type: enums.transactionType, description: 'What it is.' }),
      transactionStatus: t.expose('transactionStatus', {
        type: enums.transactionStatus,
        description: 'Where it stands, as the consumer says.',
      }),
      transactionFilingStatus: t.expose('transactionFilingStatus', {
        type: enums.transactionFilingStatus,
        description: 'Whether it was part of a return.',
      }),
      customerId: t.expose('customerId', { type: 'UUID', description: 'The `serviceId` of the customer.' }),
      customer: t.field({
        type: 'Customer',
        description: 'The buyer. Reading the document is enough to read it; no other scope is needed.',
        resolve: async ({ customerId }, _args, ctx) => {
          const customer = await sessionOf(ctx).loaders.customerById.load(customerId);
          if (!customer) throw new Error(`There is no customer ${customerId}.`);
          return customer;
        },
      }),
      items: t.field({
        type: [lines.item],
        description: 'What is sold, in the order sent.',
        resolve: (transaction, _args, ctx) => {
          ctx.linePlaces.note(transaction);
          return transaction.items;
        },
      }),
      shippingFee: t.field({
        type: lines.shippingFee,
        nullable: true,
        description: 'What is charged for shipping.',
        resolve: (transaction, _args, ctx) => {
          ctx.linePlaces.note(transaction);
          return transaction.shippingFee;
        },
      }),
      isTaxInclusive: t.exposeBoolean('isTaxInclusive', {
        description: 'True: prices have the tax inside. False: it is added to them.',
      }),
      shippingAddress: t.field({
        type: shippingAddress,
        description: 'Where it goes: the address that decides the tax, as sent, and the place it was matched to.',
        resolve: (transaction) => ({ ...transaction.shippingAddress, transaction }),
      }),
      billingAddress: t.expose('billingAddress', {
        type: 'Address',
        nullable: true,
        description: 'Where the invoice goes. No tax depends on it.',
      }),
      shipFromAddress: t.expose('shipFromAddress', {
        type: 'Address',
        nullable: true,
        description: 'Where it comes from, when that is not the seller’s home address.',
      }),
      salesTax: t.field({
        type: salesTax,
        description: 'The tax of the whole document, whatever its kind: sales tax, VAT or GST.',
        resolve: (transaction) => {
          const { amount, rate } = transaction.salesTax;
          return { amount, rate, transaction };
        },
      }),
      reason: t.expose('reason', {
        type: enums.taxReason,
        description: 'The reason all lines share; `TAXED` when some line is taxed.',
      }),
      taxDate: t.expose('taxDate', {
        type: 'Date',
        description: 'The day whose law applies: the calendar day of `externalTimestamps.createdDate` as written.',
      }),
      externalTimestamps: t.expose('externalTimestamps', {
        type: timestamps.external,
        description: 'Dates of the consumer’s system, as sent.',
      }),
      internalTimestamps: t.expose('internalTimestamps', {
        type: timestamps.internal,
        description: 'When it was stored and last changed here.',
      }),
      createdFrom: t.exposeString('createdFrom', {
        nullable: true,
        description: 'The external id of the document this one came from, such as the invoice of a refund.',
      }),
      currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency of all amounts.' }),
      subsidiary: t.exposeString('subsidiary', { nullable: true, description: 'As sent.' }),
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
      totalDiscount: t.expose('totalDiscount', { type: 'Decimal', description: 'All discounts together.' }),
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
        resolve: ({ credit }) => credit?.linkedPercentage ?? null,
      }),
      taxLines: t.field({
        type: [lines.documentTaxLine],
        description: 'The tax by jurisdiction; it adds up to `salesTax.amount`.',
        resolve: async (transaction, _args, ctx) => documentTaxLines(await snapshotOf(transaction, ctx)),
      }),
      fees: t.expose('fees', {
        type: [fee],
        description:
          'Fees that a state lays on the sale beside its tax. They are told, not charged: no total has them.',
      }),
      notices: t.expose('notices', {
        type: [notice],
        description: 'What the reader should know about the document and its lines.',
      }),
      trace: t.field({
        type: [trace.step],
        description:
          'How it came to its tax, step by step: worked out again, when asked for, from what was frozen with it.',
        resolve: async (transaction, _args, ctx) =>
          traceDocument(transaction, await snapshotOf(transaction, ctx)).map(viewStep),
      }),
      checks: t.field({
        type: [trace.check],
        description: 'The sums that have to hold between its figures, added up when asked for.',
        resolve: async (transaction, _args, ctx) => documentChecks(transaction, await snapshotOf(transaction, ctx)),
      }),
      rateBookVersion: t.exposeString('rateBookVersion', { description: 'The rate book it was calculated with.' }),
      calculationNumber: t.exposeInt('calculationNumber', {
        description: '1 for the first calculation; each later one adds 1.',
      }),
      version: t.exposeInt('version', { description: 'Counts the changes of the document.' }),
    }),
  });
}

function addStateFee(builder: Builder) {
  return builder.objectRef<StateFee>('StateFee').implement({
    description: 'A fee of a fixed amount that a state lays on a sale, such as Colorado’s on deliveries.',
    fields: (t) => ({
      state: t.exposeString('state', { description: 'The state’s code.' }),
      name: t.exposeString('name', { description: 'What it is called.' }),
      amount: t.expose('amount', { type: 'Decimal', description: 'In US dollars.' }),
      law: t.exposeString('law', { description: 'The law that lays it on.' }),
      unless: t.exposeString('unless', { description: 'What frees a seller from it, which a document cannot show.' }),
    }),
  });
}

function addSalesTax(builder: Builder, { rates }: Parts) {
  return builder.objectRef<Transaction['salesTax'] & { readonly transaction: Transaction }>('SalesTax').implement({
    description: 'The tax of a whole document.',
    fields: (t) => ({
      amount: t.expose('amount', { type: 'Decimal', description: 'The tax.' }),
      rate: t.expose('rate', {
        type: 'Decimal',
        description:
          'The rate that all taxed lines share, else tax by taxable amount, as a fraction; 0 when nothing is taxed.',
      }),
      salesTaxRates: t.field({
        type: rates.documentSalesTaxRates,
        nullable: true,
        description: 'The general rates of the place, in the US; null elsewhere.',
        resolve: async ({ transaction }, _args, ctx) =>
          documentRateViews(await snapshotOf(transaction, ctx)).salesTaxRates,
      }),
      gtRates: t.field({
        type: rates.gtRates,
        nullable: true,
        description: 'The general rates of the place, outside the US; null in the US.',
        resolve: async ({ transaction }, _args, ctx) => documentRateViews(await snapshotOf(transaction, ctx)).gtRates,
      }),
    }),
  });
}
