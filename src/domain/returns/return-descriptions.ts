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
  exchangeRates:
    'The rates of the amounts in the reporting currency, one for each day and currency that they convert. Filed figures keep them; a difference has none.',
  notices: 'Remarks on the figures, such as EXCHANGE_RATE_MISSING.',
} as const;

export const appliedRateMembers = {
  fromCurrency: 'Currency of the documents.',
  toCurrency: 'Reporting currency of the account.',
  reportedOn: 'Day that reports the documents.',
  rate: 'What one unit of the currency of the documents was worth; worked out from other rates, with 12 significant digits.',
  on: 'Day that the rate was published for: the day of the documents, or shortly before.',
  source: 'Publication that the rate was taken from.',
} as const;

/** What is due, for both doors. */
export const dueMembers = {
  list: 'The returns that registrations call for and that are not filed yet, by due day, overdue ones included. If a part of the period was filed alone, the rest of it. Those of the one-stop shop are not listed: they report sales in other countries.',
  since: 'First due day. Default: a year before `by`; at most five years before it.',
  by: 'Last due day. Default: a month from today.',
  dueOn:
    'Day on which the return is due by the law or the registration; a weekend or holiday moves it to the next business day. Absent if it is not known: set `filingDueDay` of the registration.',
  frequency: 'How often the registration files returns.',
  source: 'Where the day comes from; absent for a day of the registration’s own.',
  return: 'The return: a draft, unless filing it failed halfway.',
} as const;
