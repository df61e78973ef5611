import { documentRateViews } from '../../domain/transactions/rate-views.ts';
import type { Builder } from '../base/builder.ts';
import { DocumentSalesTaxRatesRef, GtRatesRef } from '../places/rates.ts';
import { type CalculatedDocument, snapshotOf } from './snapshot.ts';

export function addSalesTax(builder: Builder) {
  return builder
    .objectRef<CalculatedDocument['salesTax'] & { readonly document: CalculatedDocument }>('SalesTax')
    .implement({
      description: 'The tax of a whole document.',
      fields: (t) => ({
        amount: t.expose('amount', {
          type: 'Decimal',
          description: 'What is charged, or was taken out of prices that include it.',
        }),
        rate: t.expose('rate', {
          type: 'Decimal',
          description:
            'The rate that all taxed lines share, else tax by taxable amount, as a fraction; 0 when nothing is taxed.',
        }),
        salesTaxRates: t.field({
          type: DocumentSalesTaxRatesRef,
          nullable: true,
          description: 'The general rates of the place, in the US; null elsewhere.',
          resolve: async ({ document }, _args, ctx) => documentRateViews(await snapshotOf(document, ctx)).salesTaxRates,
        }),
        gtRates: t.field({
          type: GtRatesRef,
          nullable: true,
          description: 'The general rates of the place, outside the US; null in the US.',
          resolve: async ({ document }, _args, ctx) => documentRateViews(await snapshotOf(document, ctx)).gtRates,
        }),
      }),
    });
}
