/** The measures of liability, for both doors. */
export const liabilityMeasures = {
  grossSalesAmount:
    'Sales less refunds, after discounts and without tax: the sum of taxable, exempt, non-taxable and uncollected sales. By jurisdiction, a sale counts in each.',
  taxableAmount: 'The part of the sales that is taxed, at any rate. Without jurisdictions, the widest of them.',
  exemptAmount: 'The part that the place taxes, but a law, a certificate or the buyer relieves.',
  nonTaxableAmount: 'The part that the place does not tax.',
  uncollectedAmount:
    'The part whose tax may be due but was not charged: the seller does not collect there, or the rate book does not hold the tax.',
  taxAmount: 'Tax charged, less tax refunded.',
  feeAmount:
    'Fees of states that buyers were charged; absent if rows are for jurisdictions, tax codes, reasons or rates, to which a fee does not belong.',
  marketplaceSalesAmount:
    'Sales to customers of the type MARKETPLACE, less refunds, which no other amount includes: the marketplace collects their tax.',
  refundsAmount: 'Refunds, which are already subtracted from the sales; positive.',
  documentCount: 'Number of documents with at least one line in this row.',
} as const;

/** What a report in the reporting currency says of itself. */
export const reportingDescription =
  'Amounts of the row in reportingCurrency of the account, at the exchange rate of each day that reports a document: exact products, each sum rounded once by itself. Without a rate for a day there is a notice instead. The figures of a filed return keep them, with the rates.';

/** What the rows are for. */
export const liabilityLabels = {
  country: 'The country that taxes the sales.',
  state: 'The US state or region that taxes the sales.',
  jurisdiction: 'The jurisdiction.',
  taxCode: 'The tax code of the lines.',
  reason: 'Why the lines are taxed or not.',
  rate: 'The rate of the lines, a fraction: of all jurisdictions together or, by jurisdiction, of each. Zero for what bears none.',
  transactionType: 'The type of the documents.',
  subsidiary: 'The subsidiary of the documents.',
  month: 'The calendar month, such as 2026-07.',
} as const;
