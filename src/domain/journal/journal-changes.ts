import { decimal, zero } from '../../tax/numbers/decimal.ts';
import type { Change } from '../audit/change.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import { allDocuments } from '../liability/counted-documents.ts';
import { reportingDay } from '../transactions/signed-amount.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { TransactionFilter } from '../transactions/transaction-list.ts';
import type { JournalRow } from './journal-row.ts';

export type AskedJournal = {
  readonly period: ReportPeriod;
  /** Limits the journal to documents changed at or after this time; null for the whole journal. */
  readonly since: Date | null;
};

export const journalFilter = ({ period, since }: AskedJournal): TransactionFilter =>
  since === null ? { counted: allDocuments(period) } : { updatedAt: { gte: since } };

/** The members of a document before its changes. Changes are added oldest first. */
export class MembersBefore {
  readonly #members = new Map<string, unknown>();

  /** Only the first change to a member has the original value. */
  add({ patch }: Pick<Change, 'patch'>): void {
    for (const one of patch) {
      const name = one.path.slice(1);
      if (!this.#members.has(name)) this.#members.set(name, one.op === 'test' ? one.value : null);
    }
  }

  of(transaction: Transaction): Transaction {
    return { ...transaction, ...Object.fromEntries(this.#members) };
  }
}

/** Reverses a posting: the same amounts on the opposite side. */
export function reversed(row: JournalRow): JournalRow {
  const negative = (amount: DecimalText | null) => amount && toDecimalText(zero.minus(decimal(amount)));
  return {
    ...row,
    debitAmount: row.creditAmount,
    creditAmount: row.debitAmount,
    netAmount: negative(row.netAmount),
    taxAmount: negative(row.taxAmount),
    grossAmount: negative(row.grossAmount),
  };
}

export const isInJournalOf = (transaction: Transaction, { from, to }: ReportPeriod) =>
  reportingDay(transaction) >= from && reportingDay(transaction) <= to;

/** Whether both sets of rows post the same amounts to the same accounts on the same day. */
export function postTheSame(some: readonly JournalRow[], others: readonly JournalRow[]): boolean {
  const textOf = ({ transaction, missingAccount: _, ...row }: JournalRow) => [
    transaction.currency,
    transaction.externalId,
    reportingDay(transaction),
    Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)),
  ];
  return JSON.stringify(some.map(textOf)) === JSON.stringify(others.map(textOf));
}
