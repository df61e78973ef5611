import type { TenantSettings } from '../../domain/account/tenant.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import { stripComputedFields } from '../../domain/transactions/submitted-input.ts';
import type { TransactionDigests } from '../../domain/transactions/transaction-digest.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { Context } from '../../ports/context.ts';
import type { KnownTransaction } from '../../ports/stores/transaction-store.ts';
import type { TransactionToAssess } from '../assessment/assess-transaction.ts';
import { digestTransaction } from '../assessment/input-defaults.ts';

/** What is loaded to store a document. */
export type LoadedTransaction<Known extends KnownTransaction> = {
  readonly sent: TransactionInput;
  readonly known: Known | null;
  readonly customer: Customer | undefined;
  readonly exemptions: readonly Exemption[];
  readonly settings: TenantSettings;
  readonly declarations: readonly NexusDeclaration[];
};

export type PreparedTransaction<Known extends KnownTransaction> = {
  readonly request: TransactionToAssess;
  readonly digests: TransactionDigests;
  /** The stored document with the same key; null for a new one. */
  readonly known: Known | null;
};

/** Checks the customer and digests the input, for one document and for each of a batch. */
export function prepareTransaction<Known extends KnownTransaction>(
  { reference }: Context,
  { sent, known, customer, ...loaded }: LoadedTransaction<Known>,
): PreparedTransaction<Known> {
  if (!customer) throw new AppError('CUSTOMER_NOT_FOUND', `There is no customer ${sent.customerId}.`);
  const input = known ? stripComputedFields(sent, known.transaction) : sent;
  const request = { ...loaded, input, customer, reference };
  return { request, digests: digestTransaction(request), known };
}
