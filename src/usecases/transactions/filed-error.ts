import { AppError } from '../../domain/base/errors.ts';
import { filedDocument } from '../../domain/returns/closed-period.ts';
import { reportingDay } from '../../domain/transactions/signed-amount.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { currentSettings } from '../account/current-settings.ts';
import { returnHolding } from '../returns/places-of-returns.ts';

/** Why a filed document cannot change: the return that it is part of has to be reopened or, without one, the document alone. */
export async function filedError(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  stored: StoredTransaction,
): Promise<AppError> {
  const { stores } = session;
  const day = reportingDay(stored.transaction);
  const closed = await stores.returns.findClosedBetween({ from: day, to: day });
  const filed = await returnHolding({ reference, stores, settings: await currentSettings(session) }, stored, closed);
  if (filed) return filedDocument(filed);
  return new AppError(
    'TRANSACTION_FILED',
    'The document is filed: set transactionFilingStatus to NOT_FILED before changing what its tax depends on.',
  );
}
