import { type DocumentCheck, documentCheck, documentChecks } from '../../domain/transactions/document-checks.ts';
import { appliedCertificate, appliedCertificates, buyerOf, documentBuyer } from '../../domain/transactions/evidence.ts';
import { invoiceNotes } from '../../domain/transactions/invoice-notes.ts';
import { placeTotals, totalsByPlace } from '../../domain/transactions/place-totals.ts';
import { documentRateViews, documentSalesTaxRates, gtRates } from '../../domain/transactions/rate-views.ts';
import { documentTaxLines } from '../../domain/transactions/record/document-tax-lines.ts';
import {
  afterPayment,
  vatBreakdown,
  vatBreakdownInput,
  vatBreakdownOf,
} from '../../domain/transactions/record/vat-breakdown.ts';
import { refundChecks } from '../../domain/transactions/refund/refund-checks.ts';
import { traceStep } from '../../domain/transactions/trace/trace-step.ts';
import { calculatedDocument, type Transaction } from '../../domain/transactions/transaction.ts';
import { transactionStatus, transactionType } from '../../domain/transactions/transaction-enums.ts';
import { isAmount } from '../base/amounts.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { enumOf, recordFields, recordType } from '../base/record-type.ts';
import { chargedTrace, derivedOnce, usualSteps } from './derived.ts';
import { ItemRef, ShippingFeeRef, TaxableLineRef } from './line.ts';
import { noteLines } from './line-places.ts';
import { ShippingAddressRef } from './shipping-address.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';
import { DocumentTaxLineRef } from './tax-lines.ts';

/** Input and calculated figures: the fields shared by documents, quotes and earlier calculations. */
export const CalculatedDocumentRef = builder.interfaceRef<CalculatedDocument>(calculatedDocument.name).implement({
  description: calculatedDocument.description,
  fields: (t) => ({
    ...recordFields(t, calculatedDocument),
    source: t.string({
      nullable: true,
      description: 'Store or channel in your system; null if a quote omits it.',
      resolve: ({ source }) => source ?? null,
    }),
    externalId: t.string({
      nullable: true,
      description: 'Id of the document in your system; null if a quote omits it.',
      resolve: ({ externalId }) => externalId ?? null,
    }),
    customerId: t.field({
      type: 'UUID',
      nullable: true,
      description:
        '`serviceId` of the customer; null in an earlier calculation, and for a quote without a stored customer.',
      resolve: ({ customerId }) => customerId ?? null,
    }),
    transactionType: t.field({
      type: enumOf(transactionType),
      nullable: true,
      description: 'Type of the document; null in an earlier calculation, or if a quote omits it.',
      resolve: ({ transactionType }) => transactionType ?? null,
    }),
    transactionStatus: t.field({
      type: enumOf(transactionStatus),
      nullable: true,
      description: 'Status of the document; null in an earlier calculation, or if a quote omits it.',
      resolve: ({ transactionStatus }) => transactionStatus ?? null,
    }),
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
      description: 'Shipping fee. In many places it is taxed like the goods.',
      resolve: (document, _args, ctx) => {
        noteLines(ctx, document);
        return document.shippingFee;
      },
    }),
    shippingAddress: t.field({
      type: ShippingAddressRef,
      description: 'Shipping address, which determines the tax, and the matched place.',
      resolve: (document, _args, ctx) => ({ ...document.shippingAddress, place: () => snapshotOf(document, ctx) }),
    }),
    salesTax: t.field({
      type: SalesTaxRef,
      description: 'Tax on the whole document: sales tax, VAT or GST.',
      resolve: (document) => {
        const { amount, rate } = document.salesTax;
        return { amount, rate, document };
      },
    }),
    taxLines: t.field({
      type: [DocumentTaxLineRef],
      extensions: { listSize: 5 },
      description: 'Tax by jurisdiction, VAT category and rate; the tax amounts add up to `salesTax.amount`.',
      resolve: (document, _args, ctx) =>
        derivedOnce('taxLines', document, ctx, async () => documentTaxLines(await snapshotOf(document, ctx))),
    }),
    vatBreakdown: t.field({
      type: recordType(vatBreakdown),
      nullable: true,
      description:
        'VAT breakdown for electronic invoices (EN 16931); null in the US, and where several authorities tax a line.',
      ...checkedArgs(
        { prepaidAmount: t.arg({ type: 'Decimal', description: descriptionsOf(vatBreakdownInput).prepaidAmount }) },
        vatBreakdownInput,
      ),
      resolve: async (document, { parsed }, ctx) => {
        const derive = async () => vatBreakdownOf(document, await snapshotOf(document, ctx));
        return afterPayment(await derivedOnce('vatBreakdown', document, ctx, derive), parsed);
      },
    }),
    places: t.field({
      type: [PlaceTotalsRef],
      extensions: { listSize: 2 },
      description:
        'Totals by place of taxation: more than one entry if items ship to places other than the document’s. The totals for the document’s place include the shipping fee.',
      resolve: (document, _args, ctx) =>
        derivedOnce('places', document, ctx, async () => {
          noteLines(ctx, document);
          return totalsByPlace(document, await snapshotOf(document, ctx));
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
      type: recordType(documentBuyer),
      nullable: true,
      description:
        'Buyer as known at calculation time; a refund copies the buyer from its stored invoice. Null for a quote if the token cannot read customers.',
      resolve: async (document, _args, ctx) => buyerOf(await snapshotOf(document, ctx)),
    }),
    certificates: t.field({
      type: [recordType(appliedCertificate)],
      extensions: { listSize: 1 },
      description: 'Certificates that reduced the tax on a line, as they were at the time of the calculation.',
      resolve: (document, _args, ctx) =>
        derivedOnce('certificates', document, ctx, async () => [
          ...appliedCertificates(await snapshotOf(document, ctx)),
        ]),
    }),
    trace: t.field({
      type: [recordType(traceStep)],
      extensions: { listSize: 40, usualSize: usualSteps },
      description: 'Step-by-step tax calculation, derived on request from the data stored with the document.',
      resolve: (document, _args, ctx) =>
        derivedOnce('trace', document, ctx, async () => chargedTrace(document, await snapshotOf(document, ctx), ctx)),
    }),
    checks: t.field({
      type: [recordType(documentCheck)],
      extensions: { listSize: 10 },
      description:
        'Consistency checks of the document’s figures, run on request. Checks that include refunds of an invoice require the scope `transactions:read`.',
      resolve: (document, _args, ctx) => derivedOnce('checks', document, ctx, async () => checksOf(document, ctx)),
    }),
  }),
});

type PlaceTotals = ReturnType<typeof totalsByPlace>[number];

const PlaceTotalsRef = builder.objectRef<PlaceTotals>(placeTotals.name).implement({
  description: placeTotals.description,
  fields: (t) => ({
    ...recordFields(t, placeTotals),
    lines: t.field({
      type: [TaxableLineRef],
      extensions: { listSize: 5 },
      description: 'Items taxed in the place, then the shipping fee.',
      resolve: ({ lines }) => [...lines],
    }),
  }),
});

type SalesTax = CalculatedDocument['salesTax'] & { readonly document: CalculatedDocument };

const SalesTaxRef = builder.objectRef<SalesTax>('SalesTax').implement({
  description: 'Tax on a whole document: sales tax, VAT or GST.',
  fields: (t) => ({
    amount: t.expose('amount', {
      type: 'Decimal',
      description: 'Tax added to the prices, or included in them.',
      extensions: isAmount,
    }),
    rate: t.expose('rate', {
      type: 'Decimal',
      description:
        'Rate shared by all taxed lines or, if they differ, tax divided by taxable amount, as a fraction; 0 if nothing is taxed.',
    }),
    salesTaxRates: t.field({
      type: recordType(documentSalesTaxRates),
      nullable: true,
      description: 'General rates for a place in the US; null for other places.',
      resolve: async ({ document }, _args, ctx) => documentRateViews(await snapshotOf(document, ctx)).salesTaxRates,
    }),
    gtRates: t.field({
      type: recordType(gtRates),
      nullable: true,
      description: 'General rates for the place outside the US; null in the US.',
      resolve: async ({ document }, _args, ctx) => documentRateViews(await snapshotOf(document, ctx)).gtRates,
    }),
  }),
});

/**
 * The checks of a document. For a stored invoice, checks that include its refunds are omitted unless the token may read
 * transactions.
 */
async function checksOf(document: CalculatedDocument, ctx: GraphqlContext): Promise<DocumentCheck[]> {
  const snapshot = await snapshotOf(document, ctx);
  const own = documentChecks(document, snapshot);
  if (!isCurrent(document) || document.transactionType !== 'INVOICE') return own;
  if (!ctx.session?.principal.scopes.has('transactions:read')) return own;
  const { refundsOfInvoice } = loadersOf(ctx);
  const found = await refundsOfInvoice.load(document);
  const refunds = await Promise.all(
    found.map(async (transaction) => ({ transaction, snapshot: await snapshotOf(transaction, ctx) })),
  );
  return [...own, ...refundChecks({ invoice: { transaction: document, snapshot }, refunds })];
}

/** A quote has no version; an earlier calculation has `replacedAt`. */
function isCurrent(document: CalculatedDocument): document is Transaction {
  return 'version' in document && document.replacedAt === undefined;
}
