import { AppError } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { type EarlierCalculation, earlierCalculations } from '../../domain/transactions/earlier-calculation.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { DocumentCalculation, TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PartOfPage } from '../../ports/stores/page-request.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';
import { findTransaction } from './get-transaction.ts';

/** One calculation of a document, with the document at that time. */
export type Calculation = DocumentCalculation &
  Pick<Transaction, 'serviceId' | 'calculationNumber' | 'rateBookVersion'> & {
    /** The time of replacement; null for the current calculation. */
    readonly replacedAt: Date | null;
  };

/** The first calculations of a page with numbers below `below`: the current one, followed by replaced ones. */
export async function listCalculations(
  ctx: Context,
  by: RecordName,
  { limit, below }: { readonly limit: number; readonly below: number | null },
): Promise<PartOfPage<Calculation>> {
  const { transactions } = authorize(ctx, 'transactions:read').stores;
  const { transaction, snapshot } = await findTransaction(transactions, by);
  const isCurrentShown = below === null || transaction.calculationNumber < below;
  const current = isCurrentShown ? [currentOf(transaction, snapshot)] : [];
  const names = earlierCalculations(transaction, { limit: limit - current.length, below });
  const { rows, isCut } = await transactions.findPartOfCalculations(names);
  return { rows: [...current, ...(await withSnapshots(transactions, rows))], isCut };
}

/** The calculation with this number, or the current one if null. Throws `NOT_FOUND` if it does not exist. */
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
  const name = { serviceId: transaction.serviceId, calculationNumber };
  const { rows } = await transactions.findPartOfCalculations([name]);
  const [found] = await withSnapshots(transactions, rows);
  if (found) return found;
  const { calculationNumber: last } = transaction;
  throw new AppError('NOT_FOUND', `Calculation ${calculationNumber} not found. The latest is ${last}.`);
}

function currentOf(transaction: Transaction, snapshot: TransactionSnapshot): Calculation {
  const { serviceId, calculationNumber, rateBookVersion } = transaction;
  return { serviceId, calculationNumber, rateBookVersion, document: transaction, snapshot, replacedAt: null };
}

async function withSnapshots(
  transactions: TransactionStore,
  calculations: readonly EarlierCalculation[],
): Promise<readonly Calculation[]> {
  const snapshots = await transactions.findCalculationSnapshots(calculations);
  return calculations.map((earlier, index) => {
    const snapshot = snapshots[index];
    if (snapshot) return { ...earlier, snapshot };
    throw new Error(`The calculation ${earlier.calculationNumber} of ${earlier.serviceId} has no snapshot.`);
  });
}
