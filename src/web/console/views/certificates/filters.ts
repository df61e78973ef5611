import type { VariablesOf } from '../../base/graphql.ts';
import { choice, type ListFilter, stateFilter } from '../../base/list-filters.ts';
import { certificatesTexts } from '../../texts/certificates.ts';
import { recordTexts } from '../../texts/records.ts';
import type { certificatesOperation } from './operations.ts';

type Variables = VariablesOf<typeof certificatesOperation>;
type Filter = NonNullable<Variables['filter']>;

const { filters: texts } = certificatesTexts;

export const certificateFilters: readonly ListFilter<Filter>[] = [
  {
    name: 'q',
    label: texts.search,
    field: 'text',
    where: (number) => ({ certificateId: { startsWith: number } }),
  },
  stateFilter,
  choice({
    name: 'reason',
    label: texts.reason,
    any: texts.anyReason,
    texts: recordTexts.exemptionReasons,
    where: (reason) => ({ exemptionReason: { eq: reason } }),
  }),
  choice({
    name: 'file',
    label: texts.file,
    any: texts.anyFile,
    texts: texts.files,
    where: (file) => ({ hasFile: file === 'with' }),
  }),
  { name: 'customer', label: texts.customer, field: null, where: (id) => ({ customerId: { eq: id } }) },
];

type Tab = { readonly filter: Filter; readonly orderBy: Variables['orderBy'] };

/** Certificates that end first need attention first; recently ended ones may have been forgotten. */
export const tabs = {
  expiring: {
    filter: { certificateStatus: { eq: 'EXPIRING_SOON' } },
    orderBy: { field: 'VALID_THROUGH', direction: 'ASC' },
  },
  valid: {
    filter: { certificateStatus: { in: ['ACTIVE', 'EXPIRING_SOON'] } },
    orderBy: { field: 'VALID_THROUGH', direction: 'ASC' },
  },
  expired: {
    filter: { certificateStatus: { eq: 'EXPIRED' } },
    orderBy: { field: 'VALID_THROUGH', direction: 'DESC' },
  },
  all: { filter: {}, orderBy: { field: 'CREATED_AT', direction: 'DESC' } },
} as const satisfies Readonly<Record<string, Tab>>;
