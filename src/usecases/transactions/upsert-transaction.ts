import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { NamedTransaction, SentTransaction } from '../../domain/transactions/transaction-input.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { StoredTransaction, TransactionWithCustomer } from '../../ports/stores/transaction-store.ts';
import { calculateDocument } from '../assessment/calculate-document.ts';
import { withCrossingNotices } from '../assessment/notices/crossing-notices.ts';
import { invoiceGuard, type StoredInvoiceWithRefunds } from '../assessment/request/find-refunded-invoice.ts';
import { loadCalculationFacts } from '../assessment/request/load-calculation-facts.ts';
import { reportInPeriod } from '../returns/report-in-period.ts';
import { transactionRevision } from '../writing/current-revision.ts';
import { retryOnConflict, type Upserted } from '../writing/optimistic-lock.ts';
import { recordOf, type WrittenRecord } from '../writing/writer-queue.ts';
import { afterPartOf } from '../writing/yield-to-event-loop.ts';
import { withCustomerId } from './document-customer.ts';
import { linkRefunds } from './link-refunds.ts';
import { newTransaction, type PreparedTransaction, prepareTransaction } from './prepare-transaction.ts';
import { filedError, replaceStored } from './replace-stored.ts';
import { changeOf, recalculated, redescribed } from './transaction-changes.ts';

/**
 * Creates or replaces the document with this `source` and `externalId` and calculates its tax. A stored document is
 * recalculated only if a tax-relevant fact has changed.
 */
export async function upsertTransaction(
  ctx: Context,
  named: NamedTransaction,
  precondition?: Precondition,
): Promise<Upserted<TransactionWithCustomer>> {
  const session = authorize(ctx, 'transactions:write');
  const { customers } = session.stores;
  const sent = await withCustomerId(session.stores, named);
  return retryOnConflict(writtenRecord(session, sent), async () => {
    const { input, facts, stored, refunded, original, waiting } = await loadCalculationFacts(session, sent, sent);
    if (precondition) {
      const current = stored && transactionRevision(stored.transaction, precondition, customers, facts.customer);
      requireExpected(precondition, await current);
    }
    const prepared = prepareTransaction(ctx, input, { known: stored, original }, facts);
    const upserted = stored
      ? await replaceIfChanged(ctx, session, stored, prepared, refunded)
      : await create(ctx, session, prepared, refunded, waiting);
    return upserted && { ...upserted, value: { ...upserted.value, customer: prepared.request.customer } };
  });
}

/**
 * Refunds of the same invoice are stored one at a time, because together they must not return more than the invoice
 * charged.
 */
function writtenRecord(session: Session, { source, externalId, createdFrom }: SentTransaction): WrittenRecord {
  return recordOf(session, 'transaction', source, createdFrom ?? externalId);
}

/** Creates a document; null if another request took the key, changed the refunded invoice or closed the period. */
async function create(
  ctx: Context,
  session: Session,
  prepared: PreparedTransaction,
  refunded: StoredInvoiceWithRefunds | null,
  waiting: readonly StoredTransaction[],
): Promise<Upserted<StoredTransaction> | null> {
  const created = await newTransaction(ctx, session, prepared, refunded);
  if (waiting.length > 0) return createWithRefunds(ctx, session, created, waiting);
  const isWritten = await session.stores.transactions.insert(created, refunded ? invoiceGuard(refunded) : undefined);
  return isWritten ? { kind: 'created', value: created } : null;
}

async function createWithRefunds(
  ctx: Context,
  session: Session,
  created: StoredTransaction,
  waiting: readonly StoredTransaction[],
): Promise<Upserted<StoredTransaction> | null> {
  const { invoice, refunds } = await linkRefunds(ctx, session, created, waiting);
  const isWritten = await session.stores.transactions.insertWithRefunds(invoice, refunds);
  return isWritten ? { kind: 'created', value: invoice } : null;
}

/** Replaces a document; null if another request changed it, or changed the refunded invoice. */
async function replaceIfChanged(
  ctx: Context,
  session: Session,
  stored: StoredTransaction,
  { request, digests }: PreparedTransaction,
  refunded: StoredInvoiceWithRefunds | null,
): Promise<Upserted<StoredTransaction> | null> {
  const { transaction } = stored;
  const now = ctx.now();
  await afterPartOf(request.input);
  const change = changeOf(stored, request, digests, refunded);
  if (change === 'nothing') return { kind: 'unchanged', value: stored };
  if (change === 'filed') throw await filedError(ctx, session, stored);
  const changed =
    change === 'description'
      ? { ...stored, transaction: redescribed(transaction, request.input, now), digests }
      : {
          ...recalculated(
            transaction,
            request.input,
            await withCrossingNotices(session.stores, request, await calculateDocument(ctx, request, refunded)),
            ctx.reference.version,
            now,
          ),
          digests,
        };
  const facts = { ...request, reference: ctx.reference, reporting: request.input.reporting };
  const replaced = await reportInPeriod(session, facts, changed, stored);
  const isWritten = await replaceStored(ctx, session, stored, replaced, refunded);
  return isWritten ? { kind: 'replaced', value: replaced } : null;
}
