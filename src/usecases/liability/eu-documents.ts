import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { northernIreland } from '../../domain/places/eu-code.ts';
import { countedTypes } from '../../domain/transactions/transaction-enums.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';

const pageSize = 100;

type Reading = {
  readonly stores: Pick<TenantStores, 'transactions'>;
  /** Absent for operator commands, whose work is not charged. */
  readonly work?: Session['work'];
};

/** The invoices and refunds with these tax dates and a place in one of the countries, one page at a time. */
export function documentsTaxedIn(
  reading: Reading,
  countries: readonly string[],
  { from, to }: ReportPeriod,
): AsyncGenerator<RecordedTransaction> {
  return readDocuments(reading, {
    taxDate: { gte: from, lte: to },
    transactionType: { in: countedTypes },
    transactionStatus: { ne: 'CANCELLED' },
    or: [{ country: { in: countries } }, { elsewhere: { isNull: false } }],
  });
}

/** The documents that match the filter, one page at a time. */
export async function* readDocuments(
  { stores, work }: Reading,
  filter: TransactionFilter,
): AsyncGenerator<RecordedTransaction> {
  const serveOthers = createYield();
  for (let after: PageRequest['after'] = null; ; ) {
    const { rows: page, isCut } = await stores.transactions.listPart(filter, { limit: pageSize, after });
    const snapshots = await stores.transactions.findSnapshots(page.map(({ serviceId }) => serviceId));
    work?.add(workCosts.item * page.length);
    for (const transaction of page) {
      const snapshot = snapshots.get(transaction.serviceId);
      if (snapshot) yield { transaction, snapshot };
      await serveOthers();
    }
    const last = page.at(-1);
    if (!last || (!isCut && page.length < pageSize)) return;
    after = { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
  }
}

/** The countries with sales that the one-stop shop may report. */
export function shopCountries({ countries }: Pick<ReferenceData, 'countries'>): string[] {
  return [...countries.filter(({ isInEu }) => isInEu).map(({ code }) => code), northernIreland.country];
}
