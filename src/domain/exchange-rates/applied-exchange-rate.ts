import { citedSources } from '../base/citation.ts';
import { field, type RecordOf, record } from '../base/record.ts';

export const appliedExchangeRate = record(
  'AppliedExchangeRate',
  'Exchange rate used to convert a day’s documents to the reporting currency.',
  {
    fromCurrency: field.currency('Currency of the documents.'),
    toCurrency: field.currency('Reporting currency of the account.', { examples: ['EUR'] }),
    reportedOn: field.day('Reporting day of the documents.'),
    rate: field.decimal(
      'Value of one unit of the document currency, with 12 significant digits if derived from other rates.',
    ),
    publishedOn: field.day('Publication day of the rate: the day of the documents, or shortly before.'),
    sources: citedSources('Publications that are the source of the rate.'),
  },
);
export type AppliedExchangeRate = RecordOf<typeof appliedExchangeRate>;
