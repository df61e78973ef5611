import type { Customer } from '../../domain/customers/customer.ts';
import type { StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';
import type { BatchRow, ReportOutcome } from './batch-rows.ts';

/** The limits of one statement, and of the documents held in memory at once. */
const maxRows = 50;
const maxItems = 2_000;
const maxWrites = 2;

export type Creation = { readonly row: BatchRow; readonly stored: StoredTransaction; readonly customer: Customer };

type BulkInsert = {
  /** Adds a document; waits while too many are being written. */
  add(creation: Creation): Promise<void>;
  /** Writes the rest and returns the rows that were not inserted. */
  finish(): Promise<readonly BatchRow[]>;
};

/** Inserts documents with few statements; the next documents can be calculated meanwhile. */
export function createBulkInsert(transactions: TransactionStore, report: ReportOutcome): BulkInsert {
  const rejected: BatchRow[] = [];
  let creations: Creation[] = [];
  let items = 0;
  let writing: readonly Promise<void>[] = [];

  const write = async (written: readonly Creation[]) => {
    // A row that makes the statement fail must not fail the others, so each row is then stored on its own.
    const inserted = await transactions.insertMany(written.map(({ stored }) => stored)).catch(() => new Set<string>());
    for (const { row, stored, customer } of written) {
      if (!inserted.has(stored.transaction.serviceId)) rejected.push(row);
      else report(row, { kind: 'created', transaction: stored.transaction, customer });
    }
  };
  const flush = async () => {
    if (writing.length >= maxWrites) await writing[0];
    writing = [...writing.slice(1 - maxWrites), write(creations)];
    creations = [];
    items = 0;
  };
  return {
    async add(creation) {
      creations.push(creation);
      items += creation.stored.transaction.items.length;
      if (creations.length >= maxRows || items >= maxItems) await flush();
    },
    async finish() {
      await flush();
      await Promise.all(writing);
      return rejected;
    },
  };
}
