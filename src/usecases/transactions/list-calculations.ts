import { AppError } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { EarlierCalculation, Transaction } from '../../domain/transactions/transaction.ts';
import type { DocumentCalculation, TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { CalculationPage, TransactionStore } from '../../ports/stores/transaction-store.ts';
import { findTransaction } from './get-transaction.ts';

/** One calculation of a document, with the document at that time. */
export type Calculation = DocumentCalculation &
  Pick<Transaction, 'serviceId' | 'calculationNumber' | 'rateBookVersion'> & {
    /** Null for the current one. */
    readonly replacedAt: Date | null;
  };

/** Calculations of a document with numbers below `below`: the current one first, then replaced ones. */
export async function listCalculations(
  ctx: Context,
  by: RecordName,
  { limit, below }: CalculationPage,
): Promise<readonly Calculation[]> {
  const { transactions } = authorize(ctx, 'transactions:read').stores;
  const { transaction, snapshot } = await findTransaction(transactions, by);
  const { calculationNumber } = transaction;
  const isCurrentShown = below === null || calculationNumber < below;
  const current = isCurrentShown ? [currentOf(transaction, snapshot)] : [];
  // A calculation that was current a moment ago is not listed twice.
  const isAllRead = limit <= current.length || calculationNumber === 1;
  const before = Math.min(below ?? calculationNumber, calculationNumber);
  const earlier = isAllRead
    ? []
    : await earlierOf(transactions, transaction.serviceId, { limit: limit - current.length, below: before });
  return [...current, ...earlier];
}

/** The calculation with this number, or the current one if null; throws `NOT_FOUND`. */
export async function getCalculation(
  ctx: Context,
  by: RecordName,
  calculationNumber: number | null,
): Promise<Calculation> {
  const { transactions } = authorize(ctx, 'transactions:read').stores;
  const { transaction, snapshot } = await findTransaction(transactions, by);
  if (calculationNumber === null || calculationNumber === transaction.calculationNumber) {
    return currentOf(transaction, snapshot);
  }
  const page = { limit: 1, below: calculationNumber + 1 };
  const [found] = await earlierOf(transactions, transaction.serviceId, page);
  if (found?.calculationNumber === calculationNumber) return found;
  const { calculationNumber: last } = transaction;
  throw new AppError('NOT_FOUND', `Calculation ${calculationNumber} not found. The latest is ${last}.`);
}

function currentOf(transaction: Transaction, snapshot: TransactionSnapshot): Calculation {
  const { serviceId, calculationNumber, rateBookVersion } = transaction;
  return { serviceId, calculationNumber, rateBookVersion, document: transaction, snapshot, replacedAt: null };
}

async function earlierOf(
  transactions: TransactionStore,
  serviceId: string,
  page: CalculationPage,
): Promise<readonly Calculation[]> {
  const [found = []] = await transactions.listCalculations([serviceId], page);
  const names = found.map(({ calculationNumber }) => ({ serviceId, calculationNumber }));
  const snapshots = await transactions.findCalculationSnapshots(names);
  return found.map((earlier, index) => withSnapshot(earlier, serviceId, snapshots[index] ?? null));
}

function withSnapshot(
  earlier: EarlierCalculation,
  serviceId: string,
  snapshot: TransactionSnapshot | null,
): Calculation {
  if (!snapshot) throw new Error(`The calculation ${earlier.calculationNumber} of ${serviceId} has no snapshot.`);
  return { ...earlier, serviceId, snapshot };
}
