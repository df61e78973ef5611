import type { Transaction } from './transaction.ts';

/** What of a document stands beside it in the store: whoever wants no more is spared reading the whole of it. */
export type TransactionSummary = Pick<
  Transaction,
  | 'serviceId'
  | 'source'
  | 'externalId'
  | 'customerId'
  | 'transactionType'
  | 'transactionStatus'
  | 'transactionFilingStatus'
  | 'taxDate'
  | 'currency'
  | 'createdFrom'
  | 'finalTransactionAmount'
  | 'rateBookVersion'
  | 'calculationNumber'
  | 'internalTimestamps'
  | 'version'
>;
