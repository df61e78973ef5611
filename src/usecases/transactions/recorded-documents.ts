import type { InvoiceWithRefunds } from '../../domain/transactions/refund/refunded-amounts.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { pagesOfTransactions } from './list-transactions.ts';

/** A document with its snapshot and, for a refund of a stored invoice, that invoice with all of its refunds. */
type Recorded = { readonly document: RecordedTransaction; readonly refunded: InvoiceWithRefunds | null };

/**
 * All documents matching a filter with the inputs of their calculation, newest first. At most four statements per page.
 */
export async function* recordedDocuments(
  transactions: TransactionStore,
  filter: TransactionFilter,
): AsyncGenerator<Recorded> {
  const giveWay = createYield();
  for await (const page of pagesOfTransactions(transactions, filter)) {
    const invoiceIds = [...new Set(page.flatMap(({ refundOf }) => refundOf?.invoiceId ?? []))];
    const invoices = invoiceIds.length === 0 ? [] : await transactions.findMany(invoiceIds);
    const { recorded, withRefunds } = await readRecords(transactions, invoices, page);
    for (const transaction of page) {
      await giveWay();
      const [document] = recorded(transaction);
      const refunded = withRefunds.get(transaction.refundOf?.invoiceId ?? '') ?? null;
      if (document && (transaction.refundOf === null || refunded)) yield { document, refunded };
    }
  }
}

/** The invoices matching a filter with their refunds, newest first. Three statements per page. */
export async function* recordedInvoices(
  transactions: TransactionStore,
  filter: TransactionFilter,
): AsyncGenerator<InvoiceWithRefunds> {
  const giveWay = createYield();
  for await (const page of pagesOfTransactions(transactions, filter)) {
    const { withRefunds } = await readRecords(transactions, page);
    for (const invoice of withRefunds.values()) {
      await giveWay();
      yield invoice;
    }
  }
}

/** Invoices with their refunds, and other documents, each with its snapshot. */
async function readRecords(
  transactions: TransactionStore,
  invoices: readonly Transaction[],
  others: readonly Transaction[] = [],
) {
  const refunds = await transactions.findRefundsOf(invoices);
  const all = [...others, ...invoices, ...refunds.flat()];
  const snapshots = await transactions.findSnapshots([...new Set(all.map(({ serviceId }) => serviceId))]);
  const recorded = (transaction: Transaction): RecordedTransaction[] => {
    const snapshot = snapshots.get(transaction.serviceId);
    return snapshot ? [{ transaction, snapshot }] : [];
  };
  const withRefunds = new Map<string, InvoiceWithRefunds>();
  for (const [index, transaction] of invoices.entries()) {
    const [invoice] = recorded(transaction);
    if (invoice) withRefunds.set(transaction.serviceId, { invoice, refunds: refunds[index]!.flatMap(recorded) });
  }
  return { recorded, withRefunds };
}
