import type { TaxReason } from '../../tax/model/reasons.ts';

/**
 * Under what liability reports the part of a sale that is not taxed, by its reason. `EXEMPT`: the place taxes such sales,
 * and a law, a certificate or the buyer relieves this one. `NON_TAXABLE`: the place does not tax them. `UNCOLLECTED`: the
 * tax may be due, but was not charged, since the seller does not collect there or the rate book does not hold the tax.
 */
export const untaxedKinds = {
  TAXED: 'NON_TAXABLE',
  REDUCED_RATE: 'NON_TAXABLE',
  ZERO_RATED: 'EXEMPT',
  PRODUCT_NOT_TAXABLE: 'NON_TAXABLE',
  PRODUCT_EXEMPT: 'EXEMPT',
  BELOW_THRESHOLD: 'EXEMPT',
  ABOVE_THRESHOLD: 'NON_TAXABLE',
  CAP_REACHED: 'NON_TAXABLE',
  HOLIDAY: 'EXEMPT',
  CUSTOMER_EXEMPT: 'EXEMPT',
  CUSTOMER_PARTLY_EXEMPT: 'EXEMPT',
  CUSTOMER_TYPE: 'EXEMPT',
  MARKETPLACE: 'NON_TAXABLE',
  SENT_AS_NOT_TAXABLE: 'NON_TAXABLE',
  MANUAL_RATE: 'NON_TAXABLE',
  NOT_COLLECTING: 'UNCOLLECTED',
  NO_TAX_THERE: 'NON_TAXABLE',
  NOT_COVERED: 'UNCOLLECTED',
  REVERSE_CHARGE: 'EXEMPT',
  INTRA_COMMUNITY: 'EXEMPT',
  EXPORT: 'EXEMPT',
  IMPORT_AT_BORDER: 'NON_TAXABLE',
  OUTSIDE_TERRITORY: 'NON_TAXABLE',
} as const satisfies Record<TaxReason, 'EXEMPT' | 'NON_TAXABLE' | 'UNCOLLECTED'>;
