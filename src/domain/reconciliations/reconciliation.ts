import { jurisdiction } from '../base/jurisdiction.ts';
import { notice } from '../base/notice.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { differenceCause, reconciliationBasis, reconciliationFormat } from './difference-cause.ts';

const currency = field.currency('ISO 4217 currency of the amounts.');
const theirTaxAmount = field.amount('Tax that the file has; negative in a refund.');
const taxDifference = field.amount('Tax here minus tax in the file.');

/** The result for every document of a file. */
export const reconciledRow = record(
  'ReconciledRow',
  'A document with the tax in the file and the tax calculated here.',
  {
    line: field.optional(
      field.count('Line of the file on which the document begins, counted from 1.'),
      'if the file lacks the document',
    ),
    source: field.optional(field.text('Source of the document.'), 'if the file has none'),
    externalId: field.optional(field.text('Id of the document, as in the file.'), 'if the file has none'),
    cause: field.optional(field.choice(differenceCause, 'Why the taxes differ.'), 'if they are equal'),
    currency,
    theirTaxAmount: field.optional(theirTaxAmount, 'if the file lacks the document'),
    taxAmount: field.optional(field.amount('Tax here; negative in a refund.'), 'if the document is not here'),
    taxDifference,
    jurisdiction: field.optional(
      field.part(jurisdiction, 'Authority that the difference concerns; without a certain one, the state or country.'),
      'if the taxes are equal or the place is not known',
    ),
    message: field.optional(
      field.text('Cause in a sentence with its figures.', {
        examples: ['Their tax lacks Minneapolis (city, 0.5 %). Theirs: 8.53; ours: 9.03.'],
      }),
      'if the taxes are equal',
    ),
  },
);
export type ReconciledRow = RecordOf<typeof reconciledRow>;

const causeTotal = record('CauseTotal', 'The differences with one cause, in one currency.', {
  cause: field.choice(differenceCause, 'Why the taxes differ.'),
  currency,
  rowCount: field.count('Number of documents.'),
  taxDifference,
});

const reconciledJurisdiction = record('ReconciledJurisdiction', 'The differences that concern an authority.', {
  jurisdiction: field.part(jurisdiction, 'The authority; the state or country if none can be singled out.'),
  currency,
  rowCount: field.count('Number of documents.'),
  taxDifference,
});

const currencyTotal = record('CurrencyTotal', 'All documents in a currency.', {
  currency,
  rowCount: field.count('Number of documents, with those whose taxes are equal.'),
  theirTaxAmount,
  taxAmount: field.amount('Tax here.'),
  taxDifference,
});

export const rowFault = record('RowFault', 'An error in a row of a file. Its document is omitted.', {
  line: field.count('Line of the file, counted from 1.'),
  column: field.optional(field.text('Column name in our format.'), 'for the whole row'),
  code: field.text('Stable code for programs, such as `REQUIRED`.'),
  message: field.text('What to change, in a sentence.'),
});

/** The summary of a file. Its largest differences are added by the doors. */
export const reconciliation = record('Reconciliation', 'The taxes of a file compared with those here.', {
  against: field.choice(reconciliationBasis, 'What they were compared with.'),
  format: field.choice(reconciliationFormat, 'Whose columns the file has.'),
  rowCount: field.count('Number of documents that were compared, with those that only one side has.'),
  equalCount: field.count('Number of documents whose taxes are equal.'),
  faultCount: field.count('Number of errors in rows. Their documents are omitted.'),
  differences: field.list(currencyTotal, 2, 'Sums by currency.'),
  causes: field.list(causeTotal, 12, 'Sums by cause, in the order of the causes.'),
  jurisdictions: field.list(reconciledJurisdiction, 20, 'Sums by authority, the largest difference first.'),
  faults: field.list(rowFault, 5, 'Faults of rows, in their order; at most 1,000.'),
  ignoredColumns: field.list(field.text('Header of a column that was not read.'), 5, 'Columns that were not read.'),
  notices: field.list(notice, 2, 'Remarks on the comparison.'),
  rateBookVersion: field.text('Version of the rate book that the taxes here were calculated with.'),
});
export type Reconciliation = RecordOf<typeof reconciliation>;
