import type { ChangeAction } from '../audit/change.ts';
import type { TransactionType } from './transaction-enums.ts';

/** A change to a document, with the fields that filters use. */
export type TransactionChange = {
  /** The id of the change in the audit trail. The event for a refunded invoice has the id of the refund's entry. */
  readonly eventId: string;
  readonly occurredAt: Date;
  readonly action: ChangeAction;
  readonly serviceId: string;
  /** The document's version after the change. */
  readonly version: number;
  readonly customerId: string;
  readonly source: string;
  readonly transactionType: TransactionType;
  readonly country: string;
  /** US state or region; empty if the document's place is a whole country. */
  readonly state: string;
};

/** A filter for changes. Absent members match everything. */
export type TransactionChangeFilter = {
  readonly serviceIds?: readonly string[];
  readonly customerId?: string;
  readonly source?: string;
  readonly transactionType?: TransactionType;
  readonly country?: string;
  readonly state?: string;
};

/** Whether the document, as it was after the change, matches the filter. */
export function fitsFilter(change: TransactionChange, { serviceIds, ...wanted }: TransactionChangeFilter): boolean {
  if (serviceIds && !serviceIds.includes(change.serviceId)) return false;
  const members = ['customerId', 'source', 'transactionType', 'country', 'state'] as const;
  return members.every((member) => wanted[member] === undefined || wanted[member] === change[member]);
}
