import { documentRateViews } from '../../domain/transactions/rate-views.ts';
import type { DocumentExchangeRate, StateFee } from '../../domain/transactions/transaction.ts';
import { formatArgument, formatted, plainWithoutArguments } from '../base/amount-format.ts';
import { builder, type Types } from '../base/builder.ts';
import { DocumentSalesTaxRatesRef, GtRatesRef } from '../places/rates.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';

type DocumentAmount =
  | 'taxableItemsAmount'
  | 'tangibleItemsAmount'
  | 'totalItemsAmount'
  | 'totalDiscount'
  | 'finalTransactionAmount';

/** An amount that every document has, in its currency. */
export function documentAmount(
  t: PothosSchemaTypes.InterfaceFieldBuilder<Types, CalculatedDocument>,
  name: DocumentAmount,
  description: string,
) {
  return t.field({
    type: 'Decimal',
    description,
    args: formatArgument(),
    extensions: plainWithoutArguments,
    resolve: (document, { format }) => formatted(document[name], { format, currency: document.currency }),
  });
}

type SalesTax = CalculatedDocument['salesTax'] & { readonly document: CalculatedDocument };

export const SalesTaxRef = builder.objectRef<SalesTax>('SalesTax').implement({
  description: 'The tax on a whole document. In spite of its name, it is VAT or GST where that is due.',
  fields: (t) => ({
    amount: t.field({
      type: 'Decimal',
      description: 'Tax added to the prices, or included in them.',
      args: formatArgument(),
      extensions: plainWithoutArguments,
      resolve: ({ amount, document }, { format }) => formatted(amount, { format, currency: document.currency }),
    }),
    rate: t.expose('rate', {
      type: 'Decimal',
      description:
        'Rate shared by all taxed lines, or else tax divided by taxable amount, as a fraction of one; 0 if nothing is taxed.',
    }),
    salesTaxRates: t.field({
      type: DocumentSalesTaxRatesRef,
      nullable: true,
      description: 'General rates of the place in the US; null elsewhere.',
      resolve: async ({ document }, _args, ctx) => documentRateViews(await snapshotOf(document, ctx)).salesTaxRates,
    }),
    gtRates: t.field({
      type: GtRatesRef,
      nullable: true,
      description: 'General rates of the place outside the US; null in the US.',
      resolve: async ({ document }, _args, ctx) => documentRateViews(await snapshotOf(document, ctx)).gtRates,
    }),
  }),
});

export const DocumentExchangeRateRef = builder.objectRef<DocumentExchangeRate>('DocumentExchangeRate').implement({
  description:
    'What a document was worth in the reporting currency of the account when it was calculated. Amounts are exact products, rounded once to the currency, half away from zero.',
  fields: (t) => ({
    toCurrency: t.expose('toCurrency', { type: 'CurrencyCode', description: 'Reporting currency, such as EUR.' }),
    rate: t.expose('rate', {
      type: 'Decimal',
      description:
        'What one unit of the currency of the document was worth; worked out from other rates, with 12 significant digits.',
    }),
    on: t.expose('on', {
      type: 'Date',
      description: 'Day that the rate was published for: the tax date, or shortly before.',
    }),
    source: t.exposeString('source', { description: 'Publication that the rate was taken from, such as ECB.' }),
    taxAmount: t.expose('taxAmount', {
      type: 'Decimal',
      description: 'Tax of the document in the reporting currency.',
    }),
    finalTransactionAmount: t.expose('finalTransactionAmount', {
      type: 'Decimal',
      description: 'Amount that the buyer pays, in the reporting currency.',
    }),
  }),
});

export const StateFeeRef = builder.objectRef<StateFee>('StateFee').implement({
  description: 'A fixed fee that a state charges on a sale, such as the retail delivery fee of Colorado.',
  fields: (t) => ({
    state: t.exposeString('state', { description: 'Code of the state, such as `CO`.' }),
    name: t.exposeString('name', { description: 'Official name of the fee, such as Retail Delivery Fee.' }),
    amount: t.expose('amount', { type: 'Decimal', description: 'Amount in US dollars.' }),
    isCharged: t.exposeBoolean('isCharged', {
      description: 'Whether the total of the document includes the fee; see the setting `deliveryFees`.',
    }),
    law: t.exposeString('law', { description: 'Law that imposes the fee.' }),
    exemptIf: t.exposeString('exemptIf', {
      description: 'What exempts a seller from the fee, which the document does not show.',
    }),
  }),
});
