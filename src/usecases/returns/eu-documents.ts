import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import { countedTypes } from '../../domain/totals/reported-totals.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';

const pageSize = 500;

/** The invoices and refunds of these tax dates with a place in one of the countries, a page at a time. */
export async function* documentsTaxedIn(
  { stores, work }: Pick<Session, 'stores' | 'work'>,
  countries: readonly string[],
  { from, to }: ReportPeriod,
): AsyncGenerator<RecordedTransaction> {
  const filter: TransactionFilter = {
    taxDate: { gte: from, lte: to },
    transactionType: { in: countedTypes },
    transactionStatus: { ne: 'CANCELLED' },
    or: [{ country: { in: countries } }, { elsewhere: { isNull: false } }],
  };
  for (let after: PageRequest['after'] = null; ; ) {
    const page = await stores.transactions.list(filter, { limit: pageSize, after });
    const snapshots = await stores.transactions.findSnapshots(page.map(({ serviceId }) => serviceId));
    work.add(workCosts.item * page.length);
    for (const transaction of page) {
      const snapshot = snapshots.get(transaction.serviceId);
      if (snapshot) yield { transaction, snapshot };
    }
    const last = page.at(-1);
    if (page.length < pageSize || !last) return;
    after = { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
  }
}

/** The codes of the member states of the EU. */
export function memberStates({ countries }: Pick<ReferenceData, 'countries'>): string[] {
  return countries.filter(({ isInEu }) => isInEu).map(({ code }) => code);
}
