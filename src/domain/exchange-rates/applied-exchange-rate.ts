import { citedSources } from '../base/citation.ts';
import { field, type RecordOf, record } from '../base/record.ts';

export const appliedExchangeRate = record(
  'AppliedExchangeRate',
  'Exchange rate that converted the documents of a day to the reporting currency.',
  {
    fromCurrency: field.currency('Currency of the documents.'),
    toCurrency: field.currency('Reporting currency of the account.', { examples: ['EUR'] }),
    reportedOn: field.day('Day whose documents were converted.'),
    rate: field.decimal(
      'Value of one unit of the document currency, with 12 significant digits if derived from other rates.',
    ),
    publishedOn: field.day('Day that the rate was published for: the day of the documents, or shortly before.'),
    sources: citedSources('Publications that the rate was taken from.'),
  },
);
export type AppliedExchangeRate = RecordOf<typeof appliedExchangeRate>;
