import type { DocumentExchangeRate } from '../../domain/transactions/transaction.ts';
import { builder } from '../base/builder.ts';

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
