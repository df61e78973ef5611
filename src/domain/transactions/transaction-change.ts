import type { TransactionType } from './transaction-enums.ts';

/** What can happen to a stored document, with its description. */
export const transactionChangeKinds = {
  CREATED: 'The document was stored for the first time.',
  REPLACED: 'The document was replaced or changed.',
  CANCELLED: 'The status of the document became `CANCELLED`.',
  REFUNDED:
    'A refund of the document was stored, changed or cancelled. In the document, only the refundable amount and the version changed.',
} as const;

export type TransactionChangeKind = keyof typeof transactionChangeKinds;

/** A change of a document, with the fields that filters use. */
export type TransactionChange = {
  readonly kind: TransactionChangeKind;
  readonly serviceId: string;
  /** The document's version after the change. */
  readonly version: number;
  readonly customerId: string;
  readonly source: string;
  readonly transactionType: TransactionType;
  readonly country: string;
  /** US state or region; empty if the country alone decides. */
  readonly state: string;
};

/** Absent members match everything. */
export type TransactionChangeFilter = {
  readonly serviceIds?: readonly string[];
  readonly customerId?: string;
  readonly source?: string;
  readonly transactionType?: TransactionType;
  readonly country?: string;
  readonly state?: string;
};

/** Matches the document as it is after the change. */
export function fitsFilter(change: TransactionChange, { serviceIds, ...wanted }: TransactionChangeFilter): boolean {
  if (serviceIds && !serviceIds.includes(change.serviceId)) return false;
  const members = ['customerId', 'source', 'transactionType', 'country', 'state'] as const;
  return members.every((member) => wanted[member] === undefined || wanted[member] === change[member]);
}
