import { type Customer, customerNotFound } from '../../domain/customers/customer.ts';
import { stripCopiedOutcomes } from '../../domain/transactions/copied-lines.ts';
import { stripComputedFields } from '../../domain/transactions/submitted-input.ts';
import { withTimeZone } from '../../domain/transactions/tax-date.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionDigests } from '../../domain/transactions/transaction-digest.ts';
import type { CompleteInput } from '../../domain/transactions/transaction-input.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { KnownTransaction, StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { calculateDocument } from '../assessment/calculate-document.ts';
import { withCrossingNotices } from '../assessment/notices/crossing-notices.ts';
import type { AssessmentRequest } from '../assessment/request/assessment-request.ts';
import type { StoredInvoiceWithRefunds } from '../assessment/request/find-refunded-invoice.ts';
import { digestTransaction } from '../assessment/request/input-defaults.ts';
import type { CalculationFacts } from '../assessment/request/load-calculation-facts.ts';
import { reportInPeriod } from '../returns/report-in-period.ts';
import { createdTransaction } from './transaction-changes.ts';

export type PreparedTransaction = {
  readonly request: AssessmentRequest & Pick<CalculationFacts, 'closed'> & { readonly customer: Customer };
  readonly digests: TransactionDigests;
};

type EarlierDocuments = {
  /** The stored document with the same key; null for a new document. */
  readonly known: KnownTransaction | null;
  /** The document from which its lines may have been copied. */
  readonly original: Transaction | null;
};

/**
 * Throws if the customer does not exist. Otherwise adds the time zone to the input, removes computed fields, and
 * digests the input.
 */
export function prepareTransaction(
  { reference }: Context,
  sent: CompleteInput,
  { known, original }: EarlierDocuments,
  { customer, ...facts }: CalculationFacts,
): PreparedTransaction {
  if (!customer) throw customerNotFound(sent.customerId);
  const dated = withTimeZone(sent, { ...facts, reference }, known?.transaction ?? null);
  const own = known ? stripComputedFields(dated, known.transaction) : dated;
  const input = original ? stripCopiedOutcomes(own, original, known?.transaction ?? null) : own;
  const request = { ...facts, input, customer, reference };
  return { request, digests: digestTransaction(request) };
}

/** Calculates a new document to be stored. */
export async function newTransaction(
  ctx: Context,
  session: Pick<Session, 'stores'>,
  { request, digests }: PreparedTransaction,
  refunded: StoredInvoiceWithRefunds | null,
): Promise<StoredTransaction> {
  const calculation = await calculateDocument(ctx, request, refunded);
  const { document, snapshot } = await withCrossingNotices(session.stores, request, calculation);
  const transaction = createdTransaction(request.input, document, ctx.reference.version, ctx.now());
  return reportInPeriod(
    session,
    { ...request, reference: ctx.reference, reporting: request.input.reporting },
    { transaction, snapshot, digests },
  );
}
