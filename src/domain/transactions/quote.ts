import type { Transaction } from './transaction.ts';

type Optional = 'source' | 'externalId' | 'customerId' | 'transactionType' | 'transactionStatus';

/** Members that only stored documents have. */
type NotOfQuote = 'transactionFilingStatus' | 'internalTimestamps' | 'version' | 'recalculationReason';

/** A calculated document that is not stored. Omitted members are null; the service id identifies no stored record. */
export type Quote = Omit<Transaction, Optional | NotOfQuote> & {
  readonly [Member in Optional]: Transaction[Member] | null;
} & { readonly calculatedAt: Date };
