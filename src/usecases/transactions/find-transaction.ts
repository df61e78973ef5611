import { AppError } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';

/** The document with all that was frozen with it; throws `NOT_FOUND`. */
export async function findTransaction(transactions: TransactionStore, by: RecordName): Promise<StoredTransaction> {
  const stored = 'serviceId' in by ? await transactions.findById(by.serviceId) : await transactions.findByKey(by.key);
  if (!stored) throw new AppError('NOT_FOUND', 'There is no such transaction.');
  return stored;
}
