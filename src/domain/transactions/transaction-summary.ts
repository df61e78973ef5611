import type { Item } from './document-line.ts';
import type { Transaction } from './transaction.ts';

/** The fields of a document stored in columns, for readers that do not need the whole document. */
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

/** The part of a document usually shown in lists: its summary, its figures, and the main members of its items. */
export type ListedTransaction = TransactionSummary &
  Pick<Transaction, (typeof listedMembers)[number]> & {
    readonly items: readonly Pick<Item, (typeof listedItemMembers)[number]>[];
  };

export const listedMembers = [
  'taxDate',
  'currency',
  'createdFrom',
  'finalTransactionAmount',
  'documentName',
  'isTaxInclusive',
  'externalTimestamps',
  'subsidiary',
  'reason',
  'taxableItemsAmount',
  'tangibleItemsAmount',
  'totalItemsAmount',
  'totalDiscount',
  'transactionLevelDiscount',
  'salesTax',
] as const satisfies readonly (keyof Transaction)[];

export const listedItemMembers = [
  'name',
  'description',
  'taxCode',
  'unitPrice',
  'quantity',
  'discount',
  'totalPrice',
  'calculatedTotal',
  'taxAmount',
  'taxRate',
  'taxableAmount',
  'reason',
  'taxableCategory',
  'tangibleCategory',
] as const satisfies readonly (keyof Item)[];
