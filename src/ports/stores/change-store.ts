import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';

export type ChangeListener = {
  changed(change: TransactionChange): void;
  /** Changes may have been missed, and nothing more will be told. */
  missed(): void;
};

/** What happens to a tenant's documents, on whichever replica. */
export interface ChangeStore {
  /**
   * Once it answers, every change that is committed from then on is told within a second, those of one document in
   * their order. What it answers with ends it.
   */
  subscribe(listener: ChangeListener): Promise<() => void>;
}
