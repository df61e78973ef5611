import { documentRateViews, documentSalesTaxRates, gtRates } from '../../domain/transactions/rate-views.ts';
import { calculatedDocument } from '../../domain/transactions/transaction.ts';
import { formatArgument, formatted, plainWithoutArguments } from '../base/amount-format.ts';
import { builder, type Types } from '../base/builder.ts';
import { recordType } from '../base/record-type.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';

type DocumentAmount =
  | 'taxableItemsAmount'
  | 'tangibleItemsAmount'
  | 'totalItemsAmount'
  | 'totalDiscount'
  | 'finalTransactionAmount';

/** An amount that every document has, in the document's currency. */
export function documentAmount(
  t: PothosSchemaTypes.InterfaceFieldBuilder<Types, CalculatedDocument>,
  name: DocumentAmount,
) {
  return t.field({
    type: 'Decimal',
    description: calculatedDocument.fields[name].description,
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
      type: recordType(documentSalesTaxRates),
      nullable: true,
      description: 'General rates of the place in the US; null elsewhere.',
      resolve: async ({ document }, _args, ctx) => documentRateViews(await snapshotOf(document, ctx)).salesTaxRates,
    }),
    gtRates: t.field({
      type: recordType(gtRates),
      nullable: true,
      description: 'General rates of the place outside the US; null in the US.',
      resolve: async ({ document }, _args, ctx) => documentRateViews(await snapshotOf(document, ctx)).gtRates,
    }),
  }),
});
