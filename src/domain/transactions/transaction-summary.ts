import type { Transaction } from './transaction.ts';

/** The fields of a document that the store keeps in columns, for readers who do not need the whole document. */
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
