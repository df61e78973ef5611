import { AppError } from '../../domain/base/errors.ts';
import { calculateRefund } from '../../domain/transactions/refund/calculate-refund.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { assessTransaction } from '../assessment/assess-transaction.ts';
import { declarationsFor } from '../assessment/declarations.ts';
import { findRefundedInvoice } from '../assessment/find-refunded-invoice.ts';
import { digestTransaction } from '../assessment/input-defaults.ts';
import { createdTransaction } from './transaction-changes.ts';
import type { TransactionWithCustomer } from './upsert-transaction.ts';

/** Works out a document as if it were stored now, and stores nothing. Its service id identifies no record. */
export async function calculateTransaction(ctx: Context, input: TransactionInput): Promise<TransactionWithCustomer> {
  const { stores, tenant } = authorize(ctx, 'tax:read');
  const [[customer], exemptions, refunded, declarations] = await Promise.all([
    stores.customers.findMany([input.customerId]),
    stores.exemptions.findByCustomers([input.customerId]),
    findRefundedInvoice(stores.transactions, input),
    declarationsFor(stores, tenant.settings),
  ]);
  if (!customer) throw new AppError('CUSTOMER_NOT_FOUND', `There is no customer ${input.customerId}.`);
  const { settings } = tenant;
  const request = { input, customer, exemptions, settings, declarations, reference: ctx.reference };
  const { document, snapshot } = refunded ? calculateRefund(input, refunded) : await assessTransaction(request);
  const transaction = createdTransaction(input, document, ctx.reference.version, ctx.now());
  return { transaction, snapshot, digests: digestTransaction(request), customer };
}
