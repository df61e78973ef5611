import { authorize, type Context } from '../context.ts';
import type { Customer } from '../domain/customer.ts';
import { AppError } from '../domain/errors.ts';
import { type Precondition, requireExpected } from '../domain/precondition.ts';
import { sentBack } from '../domain/sent-back.ts';
import { newServiceId } from '../domain/service-id.ts';
import type { Transaction, TransactionDocument, TransactionSnapshot } from '../domain/transaction.ts';
import type { TransactionDigests } from '../domain/transaction-digest.ts';
import { withoutEchoes } from '../domain/transaction-echo.ts';
import type { TransactionInput } from '../domain/transaction-input.ts';
import type { StoredTransaction } from '../stores/stores.ts';
import { assessTransaction, digestTransaction } from './assess-transaction.ts';
import {
  creditInvoice,
  findCreditedInvoice,
  type InvoiceWithRefunds,
  requireRefundsCovered,
} from './credit-invoice.ts';
import { standingOfTransaction } from './standing.ts';
import { type Upserted, untilNotOvertaken } from './upserted.ts';

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
  return untilNotOvertaken(async () => {
    const [[customer], stored, certificates, credited] = await Promise.all([
      customers.findMany([sent.customerId]),
      transactions.findByKey(sent),
      exemptions.findByCustomers([sent.customerId]),
      findCreditedInvoice(transactions, sent),
    ]);
    if (precondition) {
      const isThere = stored && standingOfTransaction(stored.transaction, precondition, customers, customer);
      requireExpected(precondition, await isThere);
    }
    if (!customer) throw new AppError('CUSTOMER_NOT_FOUND', `There is no customer ${sent.customerId}.`);
    const input = stored ? withoutEchoes(sent, stored.transaction) : sent;
    const request = { input, customer, exemptions: certificates, settings: tenant.settings, reference: ctx.reference };
    const digests = digestTransaction(request);
    const calculate = () => (credited ? creditInvoice(input, credited) : assessTransaction(request));
    const guard = credited ? invoiceGuard(credited) : undefined;
    const now = ctx.now();
    if (!stored) {
      const { document, snapshot } = calculate();
      const transaction = createdTransaction(input, document, ctx.reference.version, now);
      const created = { transaction, snapshot, digests };
      return (await transactions.insert(created, guard)) ? { kind: 'created', value: { ...created, customer } } : null;
    }
    // What was read and sent back is compared with how it reads; only then, as most requests repeat or change what was sent.
    const readDigests = () => {
      const read = withoutEchoes(sentBack(stored.transaction), stored.transaction);
      return digestTransaction({ ...request, input: read });
    };
    const change = changeOf(stored, input, digests, readDigests);
    if (change === 'nothing') return { kind: 'unchanged', value: { ...stored, customer } };
    const replaced =
      change === 'description'
        ? { ...stored, transaction: redescribed(stored.transaction, input, now), digests }
        : { ...recalculated(stored.transaction, input, calculate(), ctx.reference.version, now), digests };
    if (stored.transaction.transactionType === 'INVOICE') {
      requireRefundsCovered(replaced.transaction, await transactions.findRefunds(stored.transaction));
    }
    const isWritten = await transactions.replace(replaced, stored.transaction.version, guard);
    return isWritten ? { kind: 'replaced', value: { ...replaced, customer } } : null;
  });
}

function invoiceGuard({ invoice }: InvoiceWithRefunds) {
  return { invoiceId: invoice.transaction.serviceId, invoiceVersion: invoice.transaction.version };
}

/** What a request changes of a stored document; refuses what a filed one does not allow. */
function changeOf(
  { transaction, digests: before }: StoredTransaction,
  input: TransactionInput,
  digests: TransactionDigests,
  readDigests: () => TransactionDigests,
): 'nothing' | 'description' | 'calculation' {
  const filing = input.transactionFilingStatus ?? transaction.transactionFilingStatus;
  const same = digests.taxDigest === before.taxDigest ? before : readDigests();
  const isTaxChanged = digests.taxDigest !== same.taxDigest;
  // A refund that counts again must find that its invoice still has so much to give back.
  const isRevivedRefund =
    transaction.credit !== null &&
    transaction.transactionStatus === 'CANCELLED' &&
    input.transactionStatus !== 'CANCELLED';
  const isCancelled = input.transactionStatus === 'CANCELLED' && transaction.transactionStatus !== 'CANCELLED';
  if (transaction.transactionFilingStatus === 'FILED' && filing === 'FILED' && (isTaxChanged || isCancelled)) {
    throw new AppError(
      'TRANSACTION_FILED',
      'The document is filed: send transactionFilingStatus NOT_FILED to reopen it before changing what its tax depends on.',
    );
  }
  if (isTaxChanged || isRevivedRefund) return 'calculation';
  const isSame =
    (digests.inputDigest === before.inputDigest || digests.inputDigest === readDigests().inputDigest) &&
    input.transactionStatus === transaction.transactionStatus &&
    filing === transaction.transactionFilingStatus;
  return isSame ? 'nothing' : 'description';
}

export function createdTransaction(
  input: TransactionInput,
  document: TransactionDocument,
  rateBookVersion: string,
  now: Date,
): Transaction {
  return {
    serviceId: newServiceId(),
    source: input.source,
    externalId: input.externalId,
    customerId: input.customerId,
    transactionType: input.transactionType,
    transactionStatus: input.transactionStatus,
    transactionFilingStatus: input.transactionFilingStatus ?? 'NOT_FILED',
    rateBookVersion,
    calculationNumber: 1,
    internalTimestamps: { createdDate: now, updatedDate: now },
    version: 1,
    ...document, // Last: members added to a copy of so many cost ten times as much.
  };
}

function recalculated(
  stored: Transaction,
  input: TransactionInput,
  { document, snapshot }: { document: TransactionDocument; snapshot: TransactionSnapshot },
  rateBookVersion: string,
  now: Date,
): { transaction: Transaction; snapshot: TransactionSnapshot } {
  const transaction: Transaction = {
    ...stored,
    ...document,
    ...changedHead(stored, input, now),
    customerId: input.customerId,
    transactionType: input.transactionType,
    rateBookVersion,
    calculationNumber: stored.calculationNumber + 1,
  };
  return { transaction, snapshot };
}

/** The document with what does not bear on the tax as it was sent now, and the figures as they were. */
function redescribed(stored: Transaction, input: TransactionInput, now: Date): Transaction {
  return {
    ...stored,
    ...changedHead(stored, input, now),
    documentName: input.documentName,
    billingAddress: input.billingAddress,
    externalTimestamps: input.externalTimestamps,
    createdFrom: input.createdFrom,
    subsidiary: input.subsidiary,
    items: stored.items.map((item, index) => {
      // The refund of a whole invoice is sent without items, and keeps those of the invoice.
      const { name, description } = input.items[index] ?? item;
      return { ...item, name, description };
    }),
  };
}

function changedHead(stored: Transaction, input: TransactionInput, now: Date) {
  return {
    transactionStatus: input.transactionStatus,
    transactionFilingStatus: input.transactionFilingStatus ?? stored.transactionFilingStatus,
    internalTimestamps: { createdDate: stored.internalTimestamps.createdDate, updatedDate: now },
    version: stored.version + 1,
  };
}
