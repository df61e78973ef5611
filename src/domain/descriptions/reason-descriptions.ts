import type { TaxReason } from '../../tax/model/reasons.ts';

/** What each tax reason means, for the reader of a document. */
export const reasonDescriptions = {
  TAXED: 'Taxed at the rates of the place.',
  REDUCED_RATE: 'Taxed at a reduced rate for this tax code.',
  ZERO_RATED: 'Taxable at a rate of zero.',
  PRODUCT_NOT_TAXABLE: 'Not taxed: the tax of the place does not apply to this kind of product.',
  PRODUCT_EXEMPT: 'Not taxed: the law of the place exempts this kind of product.',
  BELOW_THRESHOLD: 'Not taxed: the unit price is below the threshold at which tax starts.',
  ABOVE_THRESHOLD:
    'Taxed: the unit price reaches the threshold. Depending on the law, the whole price is taxed or only the part above the threshold.',
  CAP_REACHED: 'Taxed only up to a cap that the law sets on the amount or the rate.',
  HOLIDAY: 'Not taxed: a sales tax holiday applies.',
  CUSTOMER_EXEMPT:
    'Not taxed: an exemption certificate of the customer covers the sale, or its tax was refunded before its price.',
  CUSTOMER_PARTLY_EXEMPT:
    'Taxed in part: an exemption certificate exempts a share of the price or lowers the rate, or some of the tax was refunded before the price.',
  CUSTOMER_TYPE: 'Not taxed: customers of type `RETAIL_EXEMPT` are exempt.',
  MARKETPLACE: 'Not taxed here: the marketplace collects the tax.',
  SENT_AS_NOT_TAXABLE: 'Not taxed: the line was sent with `taxableCategory: NOT_TAXABLE`.',
  MANUAL_RATE: 'Taxed at the rate sent with the line.',
  NOT_COLLECTING: 'Not taxed: the seller does not collect tax there on that date.',
  NO_TAX_THERE: 'Not taxed: the state or country has no such tax.',
  NOT_COVERED: 'No tax was calculated: the country taxes consumption, but its taxes are not in the rate book.',
  REVERSE_CHARGE: 'Not charged: the buyer accounts for the tax (reverse charge).',
  INTRA_COMMUNITY: 'Not charged: goods supplied to a business in another EU country.',
  EXPORT: 'Not charged: the goods leave the tax territory of the seller’s country.',
  IMPORT_AT_BORDER: 'Not charged: the tax is due when the goods cross the border.',
  OUTSIDE_TERRITORY: 'Not taxed: the place is outside its country’s tax territory.',
} as const satisfies Record<TaxReason, string>;
