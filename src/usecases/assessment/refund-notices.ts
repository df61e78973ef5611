import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { Notice } from '../../tax/model/assessment.ts';

/** The notice of a refund that is calculated on its own, because its invoice is not stored. */
export function refundNotices({ transactionType, source, createdFrom }: TransactionInput): Notice[] {
  if (transactionType !== 'REFUND') return [];
  const why =
    createdFrom === null
      ? 'createdFrom names no invoice.'
      : `No invoice ${JSON.stringify(createdFrom)} of source ${source} is stored. When it is, this refund is linked to it.`;
  const message = `${why} The tax of this refund was calculated for its own address and date, and no invoice limits it.`;
  return [{ code: 'REFUND_NOT_LINKED', pointer: '/createdFrom', message }];
}
