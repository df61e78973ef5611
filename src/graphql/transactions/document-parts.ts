import { documentRateViews, documentSalesTaxRates, gtRates } from '../../domain/transactions/rate-views.ts';
import { isAmount } from '../base/amounts.ts';
import { builder } from '../base/builder.ts';
import { recordType } from '../base/record-type.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';

type SalesTax = CalculatedDocument['salesTax'] & { readonly document: CalculatedDocument };

export const SalesTaxRef = builder.objectRef<SalesTax>('SalesTax').implement({
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
