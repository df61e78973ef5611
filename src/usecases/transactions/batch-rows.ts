import type { Precondition } from '../../domain/base/precondition.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { copiedFrom } from '../../domain/transactions/copied-lines.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { SentTransaction } from '../../domain/transactions/transaction-input.ts';
import type { Upserted } from '../writing/optimistic-lock.ts';

export type BatchRow = {
  /** The position of the document in the batch. */
  readonly index: number;
  readonly input: SentTransaction;
  /** The expected state of the stored document. */
  readonly precondition?: Precondition;
};

export type BatchOutcome =
  | {
      readonly kind: Upserted<unknown>['kind'];
      readonly transaction: Transaction;
      readonly customer: Customer;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

export type ReportOutcome = (row: Pick<BatchRow, 'index'>, outcome: BatchOutcome) => void;

/**
 * A batch has the same result as its rows sent one after another. Rows whose order is irrelevant are stored together
 * first: rows without conditions that depend on no other document, and whose key no earlier row has or depends on.
 */
export function splitRows(rows: readonly BatchRow[]): {
  readonly together: readonly BatchRow[];
  readonly apart: readonly BatchRow[];
} {
  const together: BatchRow[] = [];
  const apart: BatchRow[] = [];
  const named = new Set<string>();
  for (const row of rows) {
    const keys = keysOf(row);
    const isConditional = row.precondition !== undefined || row.input.requireLink === true;
    const isFree = keys.length === 1 && !isConditional && !keys.some((key) => named.has(key));
    (isFree ? together : apart).push(row);
    for (const key of keys) named.add(key);
  }
  return { together, apart };
}

/** Groups rows that share a key into lanes. Rows in a lane keep their order; lanes may run in parallel. */
export function lanesOf(rows: readonly BatchRow[]): readonly (readonly BatchRow[])[] {
  const laneByKey = new Map<string, BatchRow[]>();
  for (const row of rows) {
    const met = [...new Set(keysOf(row).map((key) => laneByKey.get(key) ?? []))];
    const lane = [...met.flat(), row];
    for (const member of lane) for (const key of keysOf(member)) laneByKey.set(key, lane);
  }
  const lanes = [...new Set(laneByKey.values())];
  return lanes.map((lane) => lane.sort((one, other) => one.index - other.index));
}

/**
 * The keys of the document and of any other document that its tax depends on: the invoice it refunds, or a document it
 * was copied from.
 */
function keysOf({ input }: BatchRow): readonly string[] {
  const { source, externalId, createdFrom, transactionType } = input;
  const dependsOnOther = transactionType === 'REFUND' || copiedFrom(input) !== null;
  const own = `${source} ${externalId}`;
  return dependsOnOther && createdFrom !== null ? [own, `${source} ${createdFrom}`] : [own];
}
