import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';

/**
 * The JSON columns as they are stored. They name the refunded invoice `credit`: stored documents are never rewritten, so
 * the name stays. No other file uses it.
 */
export type DocumentColumn = Omit<TransactionDocument, 'refundOf'> & {
  readonly credit?: TransactionDocument['refundOf'] | undefined;
};
export type SnapshotColumn = Omit<TransactionSnapshot, 'refund'> & {
  readonly credit?: TransactionSnapshot['refund'] | undefined;
};

/** Changes the parsed object instead of copying it, which takes ten times as long; every row is parsed for one record. */
export function readDocument(column: DocumentColumn): TransactionDocument {
  const refundOf = column.credit ?? null;
  // Documents stored before there were fees have none.
  return Object.assign(column, { refundOf, credit: undefined, fees: column.fees ?? [] });
}

export function readSnapshot(column: SnapshotColumn): TransactionSnapshot {
  return Object.assign(column, { refund: column.credit ?? null, credit: undefined });
}

export function documentColumn({ refundOf, ...document }: TransactionDocument): string {
  // Last: a document that was read has a `credit` that is undefined.
  const column: DocumentColumn = { ...document, credit: refundOf };
  return JSON.stringify(column);
}

export function snapshotColumn({ refund, ...snapshot }: TransactionSnapshot): string {
  const column: SnapshotColumn = { ...snapshot, credit: refund };
  return JSON.stringify(column);
}
