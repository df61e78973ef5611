import { citedSources } from '../base/citation.ts';
import { field, record } from '../base/record.ts';

export const documentExchangeRate = record(
  'DocumentExchangeRate',
  'Amounts of a document in the reporting currency of the account, converted when the document was calculated. Each amount is converted exactly, then rounded once to the smallest unit of the currency, half away from zero.',
  {
    toCurrency: field.currency('Reporting currency of the account.', { examples: ['EUR'] }),
    rate: field.decimal(
      'Value of one unit of the document currency, with 12 significant digits if derived from other rates.',
    ),
    publishedOn: field.day('Publication day of the rate: the tax date, or shortly before.'),
    sources: citedSources('Publications that are the source of the rate.'),
    taxAmount: field.amount('Tax on the document.', { unit: 'In the reporting currency.' }),
    finalTransactionAmount: field.amount('Amount that the buyer pays.', { unit: 'In the reporting currency.' }),
  },
);
