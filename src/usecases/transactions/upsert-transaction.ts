import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { calculateRefund } from '../../domain/transactions/refund/calculate-refund.ts';
import { requireRefundsCovered } from '../../domain/transactions/refund/refunded-invoice-change.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { assessTransaction } from '../assessment/assess-transaction.ts';
import { declarationsFor } from '../assessment/declarations.ts';
import { findRefundedInvoice, invoiceGuard } from '../assessment/find-refunded-invoice.ts';
import { transactionRevision } from '../writing/current-revision.ts';
import { retryOnConflict, type Upserted } from '../writing/optimistic-lock.ts';
import { prepareTransaction } from './prepare-transaction.ts';
import { changeOf, createdTransaction, recalculated, redescribed } from './transaction-changes.ts';

export type TransactionWithCustomer = StoredTransaction & { readonly customer: Customer };

/**
 * Creates or replaces the document that (`source`, `externalId`) names, with its tax worked out. A stored result never
 * changes by itself: it is worked out again only when something that the tax depends on was changed.
 */
export function upsertTransaction(
  ctx: Context,
  sent: TransactionInput,
  precondition?: Precondition,
): Promise<Upserted<TransactionWithCustomer>> {
  const { stores, tenant } = authorize(ctx, 'transactions:write');
  const { customers, exemptions, transactions } = stores;
  const { settings } = tenant;
  return retryOnConflict(async () => {
    const [[customer], stored, certificates, refunded, declarations] = await Promise.all([
      customers.findMany([sent.customerId]),
      transactions.findByKey(sent),
      exemptions.findByCustomers([sent.customerId]),
      findRefundedInvoice(transactions, sent),
      declarationsFor(stores, settings),
    ]);
    if (precondition) {
      const isThere = stored && transactionRevision(stored.transaction, precondition, customers, customer);
      requireExpected(precondition, await isThere);
    }
    const loaded = { sent, known: stored, customer, exemptions: certificates, settings, declarations };
    const { request, digests } = prepareTransaction(ctx, loaded);
    const { input } = request;
    const calculate = async () => (refunded ? calculateRefund(input, refunded) : assessTransaction(request));
    const guard = refunded ? invoiceGuard(refunded) : undefined;
    const now = ctx.now();
    if (!stored) {
      const { document, snapshot } = await calculate();
      const transaction = createdTransaction(input, document, ctx.reference.version, now);
      const created = { transaction, snapshot, digests };
      return (await transactions.insert(created, guard))
        ? { kind: 'created', value: { ...created, customer: request.customer } }
        : null;
    }
    const change = changeOf(stored, request, digests);
    if (change === 'nothing') return { kind: 'unchanged', value: { ...stored, customer: request.customer } };
    const replaced =
      change === 'description'
        ? { ...stored, transaction: redescribed(stored.transaction, input, now), digests }
        : { ...recalculated(stored.transaction, input, await calculate(), ctx.reference.version, now), digests };
    if (stored.transaction.transactionType === 'INVOICE') {
      requireRefundsCovered(replaced.transaction, await transactions.findRefunds(stored.transaction));
    }
    const isWritten = await transactions.replace(replaced, stored.transaction.version, guard);
    return isWritten ? { kind: 'replaced', value: { ...replaced, customer: request.customer } } : null;
  });
}
