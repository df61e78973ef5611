import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';

export type ChangeListener = {
  changed(change: TransactionChange): void;
  /** Changes may have been missed, and no more will follow. */
  missed(): void;
};

/** Changes to a tenant's documents, made on any replica. */
export interface ChangeStore {
  /**
   * Once the promise resolves, every later commit is reported within a second, and the changes to one document in
   * order. Call the returned function to unsubscribe.
   */
  subscribe(listener: ChangeListener): Promise<() => void>;
}
