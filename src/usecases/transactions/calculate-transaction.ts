import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { TransactionWithCustomer } from '../../ports/stores/transaction-store.ts';
import { loadCalculationFacts } from '../assessment/load-calculation-facts.ts';
import { newTransaction } from './new-transaction.ts';
import { prepareTransaction } from './prepare-transaction.ts';

/** Calculates a document as if it were stored now, but stores nothing. Its service id identifies no record. */
export async function calculateTransaction(ctx: Context, input: TransactionInput): Promise<TransactionWithCustomer> {
  const { facts, refunded } = await loadCalculationFacts(authorize(ctx, 'tax:read'), input, null);
  const prepared = prepareTransaction(ctx, input, null, facts);
  return { ...(await newTransaction(ctx, prepared, refunded)), customer: prepared.request.customer };
}
