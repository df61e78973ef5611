import { AppError } from '../../domain/base/errors.ts';
import { closedOn, filedDocument } from '../../domain/returns/closed-period.ts';
import { reportedTotals } from '../../domain/totals/reported-totals.ts';
import { taxedPlaces } from '../../domain/transactions/snapshot-places.ts';
import type { Session } from '../../ports/context.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';

/** Why a filed document cannot change: the return that it is part of has to be reopened or, without one, the document alone. */
export async function filedError({ stores }: Pick<Session, 'stores'>, stored: StoredTransaction): Promise<AppError> {
  const { transaction, snapshot } = stored;
  const [total] = reportedTotals(transaction, snapshot);
  const day = total?.reportedOn ?? transaction.taxDate;
  const closed = await stores.returns.findClosedBetween({ from: day, to: day });
  const filed = closedOn(closed, taxedPlaces(snapshot), day);
  if (filed) return filedDocument(filed);
  return new AppError(
    'TRANSACTION_FILED',
    'The document is filed: set transactionFilingStatus to NOT_FILED before changing what its tax depends on.',
  );
}
