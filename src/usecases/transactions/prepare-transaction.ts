import { AppError } from '../../domain/base/errors.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { stripComputedFields } from '../../domain/transactions/submitted-input.ts';
import type { TransactionDigests } from '../../domain/transactions/transaction-digest.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { Context } from '../../ports/context.ts';
import type { KnownTransaction } from '../../ports/stores/transaction-store.ts';
import type { TransactionToAssess } from '../assessment/assess-transaction.ts';
import { digestTransaction } from '../assessment/input-defaults.ts';
import type { CalculationFacts } from '../assessment/load-calculation-facts.ts';

export type PreparedTransaction = {
  readonly request: TransactionToAssess & { readonly customer: Customer };
  readonly digests: TransactionDigests;
};

/** Checks the customer and digests the input. `known` is the stored document with the same key, null for a new one. */
export function prepareTransaction(
  { reference }: Context,
  sent: TransactionInput,
  known: KnownTransaction | null,
  { customer, ...facts }: CalculationFacts,
): PreparedTransaction {
  if (!customer) throw new AppError('CUSTOMER_NOT_FOUND', `There is no customer ${sent.customerId}.`);
  const input = known ? stripComputedFields(sent, known.transaction) : sent;
  const request = { ...facts, input, customer, reference };
  return { request, digests: digestTransaction(request) };
}
