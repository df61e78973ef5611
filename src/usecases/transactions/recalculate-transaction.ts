import { AppError } from '../../domain/base/errors.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { calculateRefund } from '../../domain/transactions/refund/calculate-refund.ts';
import { requireRefundsCovered } from '../../domain/transactions/refund/refunded-invoice-change.ts';
import { declaredInput } from '../../domain/transactions/submitted-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { assessTransaction } from '../assessment/assess-transaction.ts';
import { declarationsFor } from '../assessment/declarations.ts';
import { findRefundedInvoice, invoiceGuard } from '../assessment/find-refunded-invoice.ts';
import { inputDefaults } from '../assessment/input-defaults.ts';
import { transactionRevision } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { findTransaction } from './get-transaction.ts';
import { recalculated } from './transaction-changes.ts';
import type { TransactionWithCustomer } from './upsert-transaction.ts';

/**
 * Works a stored document out again, as it was declared and on its own tax date, with the rate book, certificates and
 * settings of today; the calculation before stays in the history. Refunds keep what they gave back, so an invoice must
 * still bear that much; a refund of an invoice takes the invoice's figures, as ever.
 */
export function recalculateTransaction(
  ctx: Context,
  by: RecordName,
  reason: string,
  precondition?: Precondition,
): Promise<TransactionWithCustomer> {
  const { stores, tenant } = authorize(ctx, 'transactions:write');
  const { customers, exemptions, transactions } = stores;
  const { settings } = tenant;
  const { reference } = ctx;
  return retryOnConflict(async () => {
    const stored = await findTransaction(transactions, by);
    const { transaction } = stored;
    if (precondition) {
      requireExpected(precondition, await transactionRevision(transaction, precondition, customers));
    }
    if (transaction.transactionFilingStatus === 'FILED') {
      throw new AppError('TRANSACTION_FILED', 'The document is filed; reopen it before calculating it again.');
    }
    const input = declaredInput(transaction, inputDefaults(reference, settings));
    const [[customer], certificates, refunded, declarations] = await Promise.all([
      customers.findMany([transaction.customerId]),
      exemptions.findByCustomers([transaction.customerId]),
      findRefundedInvoice(transactions, input),
      declarationsFor(stores, settings),
    ]);
    if (!customer) throw new Error(`There is no customer ${transaction.customerId}.`);
    const calculation = refunded
      ? calculateRefund(input, refunded)
      : await assessTransaction({ input, customer, exemptions: certificates, settings, declarations, reference });
    const outcome = recalculated(transaction, input, calculation, reference.version, ctx.now());
    const replaced = {
      ...outcome,
      transaction: { ...outcome.transaction, recalculatedBecause: reason },
      digests: stored.digests, // Nothing else was sent: the request that made it is still a repetition.
    };
    if (transaction.transactionType === 'INVOICE') {
      requireRefundsCovered(replaced.transaction, await transactions.findRefunds(transaction));
    }
    const isWritten = await transactions.replace(
      replaced,
      transaction.version,
      refunded ? invoiceGuard(refunded) : undefined,
    );
    return isWritten ? { ...replaced, customer } : null;
  });
}
