import type { Context } from '../context.ts';
import type { Customer } from '../domain/customer.ts';
import type { TransactionInput } from '../domain/transaction-input.ts';
import type { StoredTransaction } from '../stores/stores.ts';
import type { Upserted } from './upserted.ts';

export type TransactionWithCustomer = StoredTransaction & { readonly customer: Customer };

/** Creates or replaces the document that (`source`, `externalId`) names, with its tax worked out. */
export async function upsertTransaction(
  _ctx: Context,
  _input: TransactionInput,
): Promise<Upserted<TransactionWithCustomer>> {
  throw new Error('not yet');
}
