/** Why a line, or a tax line of one jurisdiction, is taxed as it is. Every figure has a reason, even zero. */
export const taxReasons = [
  'TAXED',
  'REDUCED_RATE',
  'ZERO_RATED',
  'PRODUCT_NOT_TAXABLE',
  'PRODUCT_EXEMPT',
  'BELOW_THRESHOLD',
  'ABOVE_THRESHOLD',
  'CAP_REACHED',
  'HOLIDAY',
  'CUSTOMER_EXEMPT',
  'CUSTOMER_PARTLY_EXEMPT',
  'CUSTOMER_TYPE',
  'MARKETPLACE',
  'SENT_AS_NOT_TAXABLE',
  'MANUAL_RATE',
  'NOT_COLLECTING',
  'NO_TAX_THERE',
  'NOT_COVERED',
  'REVERSE_CHARGE',
  'INTRA_COMMUNITY',
  'EXPORT',
  'IMPORT_AT_BORDER',
  'OUTSIDE_TERRITORY',
] as const;

export type TaxReason = (typeof taxReasons)[number];
