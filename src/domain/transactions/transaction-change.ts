import type { TransactionType } from './transaction.ts';

/** What can happen to a stored document, in words for its reader. */
export const transactionChangeKinds = {
  CREATED: 'It was stored for the first time.',
  REPLACED: 'It was stored again, with other content.',
  CANCELLED: 'Its status became `CANCELLED`.',
  REFUNDED:
    'A refund of it was stored, changed or cancelled; of itself only what is left to refund and its version changed.',
} as const;

export type TransactionChangeKind = keyof typeof transactionChangeKinds;

/** That a document changed, with as much of it as filters look at. */
export type TransactionChange = {
  readonly kind: TransactionChangeKind;
  readonly serviceId: string;
  /** The document's version after the change. */
  readonly version: number;
  readonly customerId: string;
  readonly source: string;
  readonly transactionType: TransactionType;
  readonly country: string;
  /** US state or region; empty where the country alone decides. */
  readonly state: string;
};

/** Absent members leave everything. */
export type TransactionChangeFilter = {
  readonly serviceIds?: readonly string[];
  readonly customerId?: string;
  readonly source?: string;
  readonly transactionType?: TransactionType;
  readonly country?: string;
  readonly state?: string;
};

/** Judged by the document as it is after the change. */
export function fitsFilter(change: TransactionChange, { serviceIds, ...wanted }: TransactionChangeFilter): boolean {
  if (serviceIds && !serviceIds.includes(change.serviceId)) return false;
  const members = ['customerId', 'source', 'transactionType', 'country', 'state'] as const;
  return members.every((member) => wanted[member] === undefined || wanted[member] === change[member]);
}
