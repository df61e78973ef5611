import type { TaxReason } from '../../tax/model/reasons.ts';

/** What each reason means, for its reader. */
export const reasonDescriptions = {
  TAXED: 'Taxed at the rates of the place.',
  REDUCED_RATE: 'Taxed at a reduced rate that the place has for this tax code.',
  ZERO_RATED: 'Taxable, at a rate of zero.',
  PRODUCT_NOT_TAXABLE: 'Not taxed: the tax does not reach this kind of product there.',
  PRODUCT_EXEMPT: 'Not taxed: the law exempts this kind of product there.',
  BELOW_THRESHOLD: 'Not taxed: the price per piece is below the limit from which the place taxes it.',
  ABOVE_THRESHOLD: 'Taxed only on what lies above the limit, or not taxed because of it.',
  CAP_REACHED: 'Taxed only up to the cap that the law puts on the amount or the rate.',
  HOLIDAY: 'Not taxed: a tax holiday.',
  CUSTOMER_EXEMPT: 'Not taxed: a certificate of the customer covers the sale.',
  CUSTOMER_PARTLY_EXEMPT: 'Taxed in part: a certificate relieves a share, or lowers the rate.',
  CUSTOMER_TYPE: 'Not taxed: customers of the type `RETAIL_EXEMPT` are not.',
  MARKETPLACE: 'Not taxed here: the marketplace collects the tax.',
  SENT_AS_NOT_TAXABLE: 'Not taxed: the line was sent with `taxableCategory: NOT_TAXABLE`.',
  MANUAL_RATE: 'Taxed at the rate that was sent with the line.',
  NOT_COLLECTING: 'Not taxed: the seller does not collect tax there on that date.',
  NO_TAX_THERE: 'Not taxed: the state or country has no such tax.',
  REVERSE_CHARGE: 'Not charged: the buyer accounts for the tax.',
  INTRA_COMMUNITY: 'Not charged: goods to a business in another EU country.',
  EXPORT: 'Not charged: the goods leave the tax territory of the seller’s country.',
  IMPORT_AT_BORDER: 'Not charged: the tax is levied when the goods cross the border.',
  OUTSIDE_TERRITORY: 'Not taxed: the place lies outside its country’s tax territory.',
} as const satisfies Record<TaxReason, string>;
