import {
  type ComputedOf,
  type DeclaredList,
  type FilterOf,
  storedFields,
  storedOrders,
} from '../lists/declared-list.ts';
import { storedValue } from '../lists/list-order.ts';
import { certificateStatus } from './certificate-status.ts';
import { type Exemption, exemption, exemptionStatus, exemptionType } from './exemption.ts';
import { exemptionReason } from './exemption-reason.ts';

export const exemptionList = {
  name: 'exemptions',
  of: exemption,
  plural: 'exemptions',
  scope: 'exemptions:read',
  description: 'Exemptions, newest first unless sorted otherwise.',
  isJoined: true,
  orders: {
    ...storedOrders,
    validFrom: {
      sort: 'fromDate',
      description: 'First day of validity. Exemptions without a first day come first in ascending order.',
    },
    validThrough: {
      sort: 'toDate',
      description: 'Last day of validity. Exemptions without a last day come last in ascending order.',
    },
  },
  fields: {
    ...storedFields,
    serviceId: { kind: 'uuid', description: 'Id that this service assigned to the exemption.' },
    customerId: {
      kind: 'uuid',
      description: '`serviceId` of the customer that holds the exemption.',
      parameters: { customerId: 'eq' },
    },
    country: {
      kind: 'country',
      description: 'Country in which the exemption is valid, such as US.',
      parameters: { country: 'eq' },
    },
    state: {
      kind: 'state',
      description: 'State or region in which the exemption is valid. An exemption for a whole country has no state.',
      parameters: { state: 'eq' },
    },
    certificateId: { kind: 'text', description: 'Number of the certificate.' },
    exemptionType: { kind: 'choice', of: exemptionType, description: 'Extent of the exemption, such as `FULLY`.' },
    exemptionStatus: {
      kind: 'choice',
      of: exemptionStatus,
      description: 'Status of the exemption, such as `ACTIVE`.',
      parameters: { exemptionStatus: 'in' },
    },
    exemptionReason: {
      kind: 'choice',
      of: exemptionReason,
      description: 'Reason for the exemption, such as `RESALE`.',
      parameters: { exemptionReason: 'in' },
    },
    validFrom: { kind: 'day', description: 'First day of validity.' },
    validThrough: {
      kind: 'day',
      description: 'Last day of validity.',
      parameters: { expiresFrom: 'gte', expiresTo: 'lte' },
    },
    hasFile: {
      kind: 'flag',
      description:
        'True: only exemptions with an attached file, such as a scanned certificate. False: only exemptions without a file.',
      parameters: { hasFile: 'eq' },
    },
  },
  computed: {
    activeOn: {
      kind: 'day',
      isValue: true,
      description: 'Day on which the exemptions apply: their status is `ACTIVE` and the day is within their dates.',
      parameters: { activeOn: 'eq' },
    },
    certificateStatus: {
      kind: 'choice',
      of: certificateStatus,
      description: 'Status of the certificate on today’s date at the seller’s establishment, such as `EXPIRING_SOON`.',
      parameters: { certificateStatus: 'eq' },
    },
  },
} as const satisfies DeclaredList;
export type ExemptionOrderField = keyof typeof exemptionList.orders;
export type ExemptionFilter = FilterOf<typeof exemptionList>;
export type ComputedOfExemptions = ComputedOf<typeof exemptionList>;

/** Active and valid on this day; the first and last day of an exemption are included. */
export function activeOn(day: string): ExemptionFilter {
  return {
    exemptionStatus: { eq: 'ACTIVE' },
    and: [
      { or: [{ validFrom: { isNull: true } }, { validFrom: { lte: day } }] },
      { or: [{ validThrough: { isNull: true } }, { validThrough: { gte: day } }] },
    ],
  };
}

/** The sort value of exemptions. A missing first day comes before all days, and a missing last day after all days. */
export function exemptionValue(exemption: Exemption, field: ExemptionOrderField): string {
  if (field === 'validFrom') return exemption.validFrom ?? '-infinity';
  if (field === 'validThrough') return exemption.validThrough ?? 'infinity';
  return storedValue(exemption, field);
}
