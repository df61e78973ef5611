import type { CustomerType } from '../../tax/model/assessment.ts';
import { allDocuments } from '../liability/counted-documents.ts';
import type { CountedDocuments } from '../transactions/transaction-list.ts';
import type { ExclusionReason } from './nexus-record.ts';
import type { NexusPeriod } from './nexus-sales.ts';

const typesOfReason: { readonly [Reason in ExclusionReason]: CustomerType | null } = {
  MARKETPLACE: 'MARKETPLACE',
  RESALE: 'RESELLER',
  BUSINESS: null,
  EXEMPT: null,
};

/**
 * The invoices and refunds reported in a period, in all currencies. They can differ from those counted in the figures:
 * they include exempt lines and invoices whose buyer owes the tax, and a late document has a later reporting day than
 * its tax date.
 */
export function documentsOf({ place, countries, from, to, excludes }: NexusPeriod): CountedDocuments {
  const left = excludes.map((reason) => typesOfReason[reason]);
  const customerTypes = countedCustomerTypes.filter((type) => !left.includes(type));
  return {
    ...allDocuments({ from, to }),
    countries: countries ?? [place.country],
    state: place.state,
    customerTypes: customerTypes.length === countedCustomerTypes.length ? null : customerTypes,
  };
}

const countedCustomerTypes = ['RETAIL', 'MARKETPLACE', 'RESELLER', 'RETAIL_EXEMPT'] as const satisfies CustomerType[];
