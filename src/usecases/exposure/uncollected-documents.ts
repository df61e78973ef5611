import { groupedBy } from '../../domain/base/grouped-by.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { ExposedDocument } from '../../domain/exposure/exposed-places.ts';
import { uncollectedLines } from '../../domain/exposure/uncollected-tax.ts';
import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import type { InvoiceWithRefunds } from '../../domain/transactions/refund/refunded-amounts.ts';
import { reportingDay } from '../../domain/transactions/signed-amount.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { Session } from '../../ports/context.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';
import { sum } from '../../tax/numbers/decimal.ts';
import { pagesOfTransactions } from '../transactions/pages-of-transactions.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';

type Uncollected = {
  readonly exposed: readonly ExposedDocument[];
  /** The number of documents by state whose tax cannot be known. */
  readonly unknown: ReadonlyMap<string, number>;
};

/** What each document adds to the states whose tax was due; `dueFrom` has their first days. At most five statements a page. */
export async function uncollectedDocuments(
  { stores, work }: Session,
  filter: TransactionFilter,
  dueFrom: ReadonlyMap<string, string>,
): Promise<Uncollected> {
  const isRequired = ({ subdivision }: { readonly subdivision: string | null }, day: string) => {
    const from = subdivision === null ? undefined : dueFrom.get(subdivision);
    return from !== undefined && from <= day;
  };
  const exposed: ExposedDocument[] = [];
  const unknown = new Map<string, number>();
  const giveWay = createYield();
  for await (const page of pagesOfTransactions(stores.transactions, filter)) {
    const recordedOf = await recordedPage(stores.transactions, page);
    for (const transaction of page) {
      await giveWay();
      work.add(workCosts.calculation + workCosts.item * transaction.items.length);
      const { document, refunded } = recordedOf(transaction);
      if (!document || (transaction.refundOf && !refunded)) continue;
      const lines = uncollectedLines(document, refunded, isRequired);
      for (const [state, ofState] of groupedBy(lines, (line) => line.state)) {
        if (ofState.some(({ isKnown }) => !isKnown)) unknown.set(state, (unknown.get(state) ?? 0) + 1);
        exposed.push({
          state,
          currency: transaction.currency,
          reportedOn: reportingDay(transaction),
          taxableAmount: sum(ofState.map(({ taxableAmount }) => taxableAmount)),
          taxAmount: sum(ofState.map(({ taxAmount }) => taxAmount)),
        });
      }
    }
  }
  return { exposed, unknown };
}

/** The documents of a page with their snapshots, and the invoices and other refunds that their refunds depend on. */
async function recordedPage(transactions: TransactionStore, page: readonly Transaction[]) {
  const invoiceIds = [...new Set(page.flatMap(({ refundOf }) => refundOf?.invoiceId ?? []))];
  const invoices = invoiceIds.length === 0 ? [] : await transactions.findMany(invoiceIds);
  const refunds = await transactions.findRefundsOf(invoices);
  const all = [...page, ...invoices, ...refunds.flat()];
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
  return (transaction: Transaction) => ({
    document: recorded(transaction)[0],
    refunded: transaction.refundOf ? (withRefunds.get(transaction.refundOf.invoiceId) ?? null) : null,
  });
}
