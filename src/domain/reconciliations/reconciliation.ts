import { jurisdiction } from '../base/jurisdiction.ts';
import { notice } from '../base/notice.ts';
import { type EnumerationValue, enumeration, field, type RecordOf, record } from '../base/record.ts';

export const reconciliationBasis = enumeration('ReconciliationBasis', 'Basis of comparison for the taxes in a file.', {
  CALCULATION: 'A calculation with the rates in force on the day of each document. Nothing is stored.',
  STORED: 'The stored documents with the same source and externalId.',
});

export const reconciliationFormat = enumeration(
  'ReconciliationFormat',
  'Format of a file, which determines its columns.',
  {
    AUTO: 'Detected from the column names in the header.',
    TOLLGATE: 'The columns of this service.',
    AVATAX: "The columns of AvaTax's transaction import, or of its document lists.",
    TAXJAR: "The columns of TaxJar's orders template or line item template.",
    AMAZON: "The columns of Amazon's transaction date range report.",
    ETSY: "The columns of Etsy's sold orders.",
    STRIPE: 'The columns of the Stripe Tax itemized report.',
  },
);
export type ReconciliationFormat = EnumerationValue<typeof reconciliationFormat>;

/** In order of precedence: the first value in this list that explains a difference is its cause. */
export const differenceCause = enumeration(
  'DifferenceCause',
  'Cause of the difference between the two taxes on a document: the first in this list which, changed on its own, makes the calculation match the other tax.',
  {
    MISSING_HERE: 'The document is missing here: it is not stored, or the rate book does not cover its country.',
    MISSING_THERE: 'The document is stored here, but is missing from the file or void there.',
    DATE: 'The other tax uses the law of another date in the document, such as the order date.',
    AMOUNT:
      'The other tax is based on another amount: without a discount, or with tax included in the prices. With STORED, also a different net amount with an equal tax.',
    SOURCING:
      'The other tax assumes another place of sale: the origin of the goods instead of their destination, or the reverse.',
    JURISDICTION_MISSING: 'The other tax omits a jurisdiction, such as a district, or all local jurisdictions.',
    RATE: "The other tax uses a jurisdiction's rate from another day.",
    TAXABILITY: 'The other tax exempts a taxed line, or charges the general rate on a line with a specific rule.',
    CERTIFICATE: 'The other tax ignores an exemption of the buyer, or applies one that is not valid here.',
    REGISTRATION: 'The other tax assumes that the seller collects in a place where it does not, or the reverse.',
    ROUNDING: 'The other tax is rounded at another level, such as the document, or in another mode.',
    UNKNOWN: 'No single change explains the difference.',
  },
);
export type DifferenceCause = EnumerationValue<typeof differenceCause>;

const currency = field.currency('ISO 4217 currency of the amounts.');
const theirTaxAmount = field.amount('Tax in the file; negative for a refund.');
const taxDifference = field.amount('Tax here minus tax in the file.');

/** The result for a document in the file or, with `STORED`, for a stored document missing from the file. */
export const reconciledRow = record(
  'ReconciledRow',
  'A document with the tax in the file and the tax calculated here.',
  {
    line: field.optional(
      field.count('Line of the file on which the document begins, counted from 1.'),
      'if the document is not in the file',
    ),
    source: field.optional(field.text('Source of the document.'), 'if the document is not in the file'),
    externalId: field.optional(field.text('Id of the document, as in the file.'), 'if the document is not in the file'),
    cause: field.optional(field.choice(differenceCause, 'Cause of the difference.'), 'if the taxes are equal'),
    currency,
    theirTaxAmount: field.optional(theirTaxAmount, 'if the document is not in the file'),
    taxAmount: field.optional(field.amount('Tax here; negative for a refund.'), 'if the document is missing here'),
    taxDifference,
    jurisdiction: field.optional(
      field.part(jurisdiction, 'Affected authority; the state or country if no single authority can be identified.'),
      'if the taxes are equal, or if the place is unknown',
    ),
    message: field.optional(
      field.text('Explanation of the cause, with figures.', {
        examples: ['Their tax omits Minneapolis (city, 0.5 %). Theirs: 8.53; ours: 9.03.'],
      }),
      'if the taxes are equal',
    ),
  },
);
export type ReconciledRow = RecordOf<typeof reconciledRow>;

const causeTotal = record('CauseTotal', 'The differences with one cause, in one currency.', {
  cause: field.choice(differenceCause, 'Cause of the differences.'),
  currency,
  rowCount: field.count('Number of documents.'),
  taxDifference,
});

const reconciledJurisdiction = record('ReconciledJurisdiction', 'The differences attributed to one authority.', {
  jurisdiction: field.part(
    jurisdiction,
    'The authority; the state or country if no single authority can be identified.',
  ),
  currency,
  rowCount: field.count('Number of documents.'),
  taxDifference,
});

const currencyTotal = record('CurrencyTotal', 'All documents in a currency.', {
  currency,
  rowCount: field.count('Number of documents, including those with equal taxes.'),
  theirTaxAmount,
  taxAmount: field.amount('Tax calculated or stored here.'),
  taxDifference,
});

export const rowFault = record('RowFault', 'An error in a row of a file. The row, or its whole document, is omitted.', {
  line: field.count('Line of the file, counted from 1.'),
  column: field.optional(field.text('Column name in our format.'), 'for the whole row'),
  code: field.text('Stable code for programs, such as `REQUIRED`.'),
  message: field.text('Description of the error, with the fix.'),
});

/** The summary of a file. GraphQL and REST add the largest differences. */
export const reconciliation = record('Reconciliation', 'Comparison of the taxes in a file with the taxes here.', {
  against: field.choice(reconciliationBasis, 'Basis of comparison.'),
  format: field.choice(reconciliationFormat, 'Format of the file.'),
  rowCount: field.count('Number of compared documents, including those that exist on only one side.'),
  equalCount: field.count('Number of documents whose taxes are equal.'),
  faultCount: field.count('Number of errors in rows. Documents with errors are omitted.'),
  differences: field.list(currencyTotal, 2, 'Totals by currency.'),
  causes: field.list(causeTotal, 12, 'Totals by cause, in the order of the causes.'),
  jurisdictions: field.list(reconciledJurisdiction, 20, 'Totals by authority, largest difference first.'),
  faults: field.list(rowFault, 5, 'Errors in rows, in row order; at most 1,000.'),
  ignoredColumns: field.list(field.text('Header of a column that was not read.'), 5, 'Columns that were not read.'),
  notices: field.list(notice, 2, 'Notices about the comparison.'),
  rateBookVersion: field.text('Version of the rate book used for the taxes here.'),
});
export type Reconciliation = RecordOf<typeof reconciliation>;
