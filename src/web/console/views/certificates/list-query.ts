import type { VariablesOf } from '../../base/graphql.ts';
import { stateCodes } from '../../format/place-text.ts';
import { recordTexts } from '../../texts/records.ts';
import type { certificatesOperation } from './operations.ts';

type Variables = VariablesOf<typeof certificatesOperation>;
type Filter = NonNullable<Variables['filter']>;
type Reason = keyof typeof recordTexts.exemptionReasons;

export const statuses = ['expiring', 'valid', 'expired', 'all'] as const;
type Status = (typeof statuses)[number];
export const reasons = Object.keys(recordTexts.exemptionReasons) as readonly Reason[];

export const files = ['with', 'without'] as const;

const filters: Readonly<Record<Status, Filter>> = {
  expiring: { certificateStatus: { eq: 'EXPIRING_SOON' } },
  valid: { certificateStatus: { in: ['ACTIVE', 'EXPIRING_SOON'] } },
  expired: { certificateStatus: { eq: 'EXPIRED' } },
  all: {},
};

/** Certificates that end first need attention first; recently ended ones may have been forgotten. */
const orders: Readonly<Record<Status, NonNullable<Variables['orderBy']>>> = {
  expiring: { field: 'VALID_THROUGH', direction: 'ASC' },
  valid: { field: 'VALID_THROUGH', direction: 'ASC' },
  expired: { field: 'VALID_THROUGH', direction: 'DESC' },
  all: { field: 'CREATED_AT', direction: 'DESC' },
};

export const statusOf = (query: URLSearchParams): Status =>
  statuses.find((status) => status === query.get('status')) ?? 'expiring';

export const isFiltered = (query: URLSearchParams): boolean =>
  ['q', 'state', 'reason', 'customer', 'file'].some((name) => query.has(name));

/** The filter and order of the list, from the URL. */
export function askedOf(query: URLSearchParams): Pick<Variables, 'filter' | 'orderBy'> {
  const [number, customer] = [query.get('q')?.trim(), query.get('customer')];
  const state = stateCodes.find((code) => code === query.get('state'));
  const reason = reasons.find((one) => one === query.get('reason'));
  const status = statusOf(query);
  const file = files.find((one) => one === query.get('file'));
  return {
    filter: {
      ...filters[status],
      ...(number && { certificateId: { startsWith: number } }),
      ...(state && { state: { eq: state }, country: { eq: 'US' } }),
      ...(reason && { exemptionReason: { eq: reason } }),
      ...(customer && { customerId: { eq: customer } }),
      ...(file && { hasFile: file === 'with' }),
    },
    orderBy: orders[status],
  };
}
