import { allDocuments } from '../liability/counted-documents.ts';
import type { CountedDocuments } from '../transactions/transaction-list.ts';
import type { NexusPeriod } from './nexus-sales.ts';

/** The invoices and refunds behind the figures of a period, in all currencies. */
export function documentsOf({
  place,
  countries,
  from,
  to,
  excludes,
}: Pick<NexusPeriod, 'place' | 'countries' | 'from' | 'to' | 'excludes'>): CountedDocuments {
  return {
    ...allDocuments({ from, to }),
    countries: countries ?? [place.country],
    state: place.state,
    byTaxDate: true,
    excludedSales: excludes,
  };
}
