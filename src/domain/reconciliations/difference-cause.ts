import { type EnumerationValue, enumeration } from '../base/record.ts';

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
