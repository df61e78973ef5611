import { type EnumerationValue, enumeration } from '../base/record.ts';

/** In the order in which they are tried: the first that explains a difference is its cause. */
export const differenceCause = enumeration(
  'DifferenceCause',
  'Why the two taxes on a document differ: the first cause in this list which, changed on its own, makes the calculation match the other tax.',
  {
    MISSING_HERE: 'The document is not here: it is not stored, or the rate book does not cover its country.',
    MISSING_THERE: 'The document is stored here, but is missing from the file or void there.',
    DATE: 'The other tax follows the law of another day that the document names, such as that of the order.',
    AMOUNT:
      'The other tax was calculated on another amount: without a discount, or with tax inside the prices. With STORED, also another net amount with an equal tax.',
    SOURCING:
      'The other tax assumes another place of the sale: the origin of the goods instead of their destination, or the reverse.',
    JURISDICTION_MISSING: 'The other tax lacks a jurisdiction, such as a district, or all local ones.',
    RATE: 'The other tax uses a rate that a jurisdiction has on another day.',
    TAXABILITY:
      'The other tax exempts a line that is taxed, or charges the general rate on a line with a rule of its own.',
    CERTIFICATE: 'The other tax ignores an exemption of the buyer, or applies one that is not valid here.',
    REGISTRATION: 'The other tax assumes that the seller collects in a place where it does not, or the reverse.',
    ROUNDING: 'The other tax is rounded at another level, such as the document, or in another mode.',
    UNKNOWN: 'No single change explains the difference.',
  },
);
export type DifferenceCause = EnumerationValue<typeof differenceCause>;

export const reconciliationBasis = enumeration('ReconciliationBasis', 'What the taxes of a file are compared with.', {
  CALCULATION: 'A calculation with the rates of the day of each document. Nothing is stored.',
  STORED: 'The stored documents with the same source and externalId.',
});

export const reconciliationFormat = enumeration('ReconciliationFormat', 'Whose columns a file has.', {
  AUTO: 'Those of the format whose columns the header names.',
  TOLLGATE: 'The columns of this service.',
  AVATAX: "The columns of AvaTax's transaction import, or of its lists of documents.",
  TAXJAR: "The columns of TaxJar's orders template or line item template.",
  AMAZON: "The columns of Amazon's date range report of transactions.",
  ETSY: "The columns of Etsy's sold orders.",
  STRIPE: 'The columns of the itemized report of Stripe Tax.',
});
export type ReconciliationFormat = EnumerationValue<typeof reconciliationFormat>;
