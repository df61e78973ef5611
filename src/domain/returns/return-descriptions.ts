/** The members of a return, for both doors. */
export const returnMembers = {
  country: 'Country that the return is filed in.',
  state: 'US state or region; absent for the whole country.',
  from: 'First day of the period.',
  to: 'Last day of the period.',
  reopenedBecause: 'Reason for which it was last reopened.',
  filings: 'Each time it was filed, oldest first.',
  figures:
    'What the return reports: as it was filed, or for a draft as the documents are now. They are the liability of the period.',
  difference: 'What the figures have more than those filed before; absent if it was filed at most once.',
  version: 'The number of changes to the return.',
} as const;

export const filingMembers = {
  number: 'The number of the filing, from 1. Each later one is an amendment.',
  filedAt: 'When it was filed.',
  filedBy: 'The client that filed it.',
  referenceNumber: 'What the authority calls the filing.',
  amountPaid: 'What was paid for this filing; negative for a credit.',
  paidCurrency: 'ISO 4217 currency of the amount paid.',
  documentCount: 'Number of documents in the return.',
} as const;

export const figuresMembers = {
  totals: 'One row for each currency.',
  jurisdictions: 'One row for each jurisdiction and currency. A sale counts in each that it was assessed in.',
} as const;
