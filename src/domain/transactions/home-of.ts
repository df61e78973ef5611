import type { SnapshotSettings, TransactionSnapshot } from './transaction-snapshot.ts';

/**
 * The seller's home address when a document was calculated; a refund has the home of its invoice. Undefined if it is not
 * known, because `homeAddress` had its default or the document is from 0.1.0.
 */
export function homeOf({ basis }: Pick<TransactionSnapshot, 'basis'>): SnapshotSettings['homeAddress'] | undefined {
  return basis?.settings?.homeAddress;
}
