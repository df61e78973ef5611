import { groupedBy } from '../../domain/base/grouped-by.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { ExposedDocument } from '../../domain/exposure/exposed-places.ts';
import { uncollectedLines } from '../../domain/exposure/uncollected-tax.ts';
import { reportingDay } from '../../domain/transactions/signed-amount.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import type { Session } from '../../ports/context.ts';
import { sum } from '../../tax/numbers/decimal.ts';
import { recordedDocuments } from '../transactions/recorded-documents.ts';

type Uncollected = {
  readonly exposed: readonly ExposedDocument[];
  /** The number of documents with unknown tax, by state. */
  readonly unknown: ReadonlyMap<string, number>;
};

/**
 * The amounts that each document adds to states whose tax was due; `dueFrom` contains the first day for each state.
 * Uses at most four SQL statements per page.
 */
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
  for await (const { document, refunded } of recordedDocuments(stores.transactions, filter)) {
    const { transaction } = document;
    work.add(workCosts.calculation + workCosts.item * transaction.items.length);
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
  return { exposed, unknown };
}
