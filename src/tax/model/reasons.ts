export type UntaxedAs = 'EXEMPT' | 'NON_TAXABLE' | 'UNCOLLECTED';

type ReasonFacts = {
  /** An explanation of the reason, for readers of a document. */
  readonly description: string;
  /** Whether the law does not tax the line, regardless of the buyer. */
  readonly isUntaxedByNature: boolean;
  /**
   * The category of the untaxed part of a sale in liability reports. `EXEMPT`: local law taxes such sales, but a law, a
   * certificate or the buyer's status relieves this sale. `NON_TAXABLE`: local law does not tax them. `UNCOLLECTED`:
   * tax may be due but was not charged, because the seller does not collect there or the tax is not in the rate book.
   */
  readonly untaxedAs: UntaxedAs;
  /**
   * How the sale counts toward a nexus threshold. `EXEMPT`: not taxed, regardless of who collects. `BUSINESS`: the
   * buyer owes the tax. A line whose tax is not collected may still be `TAXABLE`.
   */
  readonly nexusSales: 'TAXABLE' | 'EXEMPT' | 'BUSINESS';
  /**
   * Whether the reason is a relief for this buyer. The account may then remove the included tax from a tax-inclusive
   * price.
   */
  readonly isBuyersRelief: boolean;
};

/** The reason for the tax on a line, or on a jurisdiction's tax line. Every figure has a reason, even zero. */
export const taxReasonFacts = {
  TAXED: {
    description: 'Taxed at the local rates.',
    isUntaxedByNature: false,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  REDUCED_RATE: {
    description: 'Taxed at a reduced rate for this tax code.',
    isUntaxedByNature: false,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  ZERO_RATED: {
    description: 'Taxable at a zero rate.',
    isUntaxedByNature: false,
    untaxedAs: 'EXEMPT',
    nexusSales: 'EXEMPT',
    isBuyersRelief: false,
  },
  PRODUCT_NOT_TAXABLE: {
    description: 'Not taxed: the tax of the place does not apply to this kind of product.',
    isUntaxedByNature: true,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'EXEMPT',
    isBuyersRelief: false,
  },
  PRODUCT_EXEMPT: {
    description: 'Not taxed: local law exempts this kind of product.',
    isUntaxedByNature: true,
    untaxedAs: 'EXEMPT',
    nexusSales: 'EXEMPT',
    isBuyersRelief: false,
  },
  BELOW_THRESHOLD: {
    description: 'Not taxed: the unit price is below the threshold at which tax starts.',
    isUntaxedByNature: true,
    untaxedAs: 'EXEMPT',
    nexusSales: 'EXEMPT',
    isBuyersRelief: false,
  },
  ABOVE_THRESHOLD: {
    description:
      'Taxed: the unit price reaches the threshold. Depending on the law, the whole price is taxed or only the part above the threshold.',
    isUntaxedByNature: false,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  CAP_REACHED: {
    description: 'Taxed only up to a cap that the law sets on the amount or the rate.',
    isUntaxedByNature: false,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  HOLIDAY: {
    description: 'Not taxed: a sales tax holiday applies.',
    isUntaxedByNature: true,
    untaxedAs: 'EXEMPT',
    nexusSales: 'EXEMPT',
    isBuyersRelief: false,
  },
  CUSTOMER_EXEMPT: {
    description:
      'Not taxed: the customer’s exemption certificate covers the sale, or an earlier refund already returned the tax.',
    isUntaxedByNature: false,
    untaxedAs: 'EXEMPT',
    nexusSales: 'EXEMPT',
    isBuyersRelief: true,
  },
  CUSTOMER_PARTLY_EXEMPT: {
    description:
      'Taxed in part: an exemption certificate exempts a share of the price or lowers the rate, or an earlier refund already returned some of the tax.',
    isUntaxedByNature: false,
    untaxedAs: 'EXEMPT',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  CUSTOMER_TYPE: {
    description: 'Not taxed: customers of type `RETAIL_EXEMPT` are exempt.',
    isUntaxedByNature: false,
    untaxedAs: 'EXEMPT',
    nexusSales: 'EXEMPT',
    isBuyersRelief: true,
  },
  MARKETPLACE: {
    description: 'Not taxed here: the marketplace collects the tax.',
    isUntaxedByNature: false,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  SENT_AS_NOT_TAXABLE: {
    description: 'Not taxed: the line was sent with `taxableCategory: NOT_TAXABLE`.',
    isUntaxedByNature: true,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'EXEMPT',
    isBuyersRelief: false,
  },
  MANUAL_RATE: {
    description: 'Taxed at the rate sent with the line.',
    isUntaxedByNature: false,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  NOT_COLLECTING: {
    description: 'Not taxed: the seller does not collect tax in this place on the tax date.',
    isUntaxedByNature: false,
    untaxedAs: 'UNCOLLECTED',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  NO_TAX_THERE: {
    description: 'Not taxed: the state or country has no general sales tax or VAT.',
    isUntaxedByNature: true,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  NOT_COVERED: {
    description: 'No tax was calculated: the country taxes consumption, but its taxes are not in the rate book.',
    isUntaxedByNature: false,
    untaxedAs: 'UNCOLLECTED',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  REVERSE_CHARGE: {
    description: 'Not charged: the buyer accounts for the tax (reverse charge).',
    isUntaxedByNature: false,
    untaxedAs: 'EXEMPT',
    nexusSales: 'BUSINESS',
    isBuyersRelief: false,
  },
  INTRA_COMMUNITY: {
    description: 'Not charged: goods supplied to a business in another EU country.',
    isUntaxedByNature: false,
    untaxedAs: 'EXEMPT',
    nexusSales: 'BUSINESS',
    isBuyersRelief: false,
  },
  SMALL_BUSINESS: {
    description: 'Not charged: the seller is a small business, whose sales in its country are exempt.',
    isUntaxedByNature: false,
    untaxedAs: 'EXEMPT',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  EXPORT: {
    description: 'Not charged: the goods leave the tax territory of the seller’s country.',
    isUntaxedByNature: false,
    untaxedAs: 'EXEMPT',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  IMPORT_AT_BORDER: {
    description: 'Not charged: the tax is due when the goods cross the border.',
    isUntaxedByNature: false,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
  OUTSIDE_TERRITORY: {
    description:
      'Not taxed: the place is outside its country’s tax territory, or a service is supplied outside the EU.',
    isUntaxedByNature: true,
    untaxedAs: 'NON_TAXABLE',
    nexusSales: 'TAXABLE',
    isBuyersRelief: false,
  },
} as const satisfies Record<string, ReasonFacts>;

export type TaxReason = keyof typeof taxReasonFacts;

export const taxReasons = Object.keys(taxReasonFacts) as [TaxReason, ...TaxReason[]];
