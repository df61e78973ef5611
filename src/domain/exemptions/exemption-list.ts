import { oneOf, type RecordFilter, type StoredFields } from '../base/record-filter.ts';
import { type ExemptionOrderField, storedValue } from '../lists/list-order.ts';
import type { Exemption, ExemptionStatus, ExemptionType } from './exemption.ts';
import type { ExemptionReason } from './exemption-reason.ts';

export type ExemptionFields = StoredFields & {
  readonly customerId: string;
  readonly country: string;
  readonly state: string;
  readonly certificateId: string;
  readonly exemptionReason: ExemptionReason;
  readonly exemptionType: ExemptionType;
  readonly exemptionStatus: ExemptionStatus;
  readonly validFrom: string;
  readonly validThrough: string;
  readonly hasFile: boolean;
};
export type ExemptionFilter = RecordFilter<ExemptionFields>;

/** Active and valid on this day; both days of an exemption are included. */
export function activeOn(day: string): ExemptionFilter {
  return {
    exemptionStatus: { eq: 'ACTIVE' },
    and: [
      { or: [{ validFrom: { isNull: true } }, { validFrom: { lte: day } }] },
      { or: [{ validThrough: { isNull: true } }, { validThrough: { gte: day } }] },
    ],
  };
}

type ExemptionQuery = {
  readonly country?: string;
  readonly state?: string;
  /** Several values instead of one. */
  readonly states?: readonly string[];
  /** Last changed in the gateway at this instant or later. */
  readonly updatedSince?: Date;
  readonly customerId?: string;
  readonly exemptionStatus?: readonly ExemptionStatus[];
  readonly exemptionReason?: readonly ExemptionReason[];
  /** Conditions on computed values. */
  readonly and?: readonly ExemptionFilter[];
  readonly activeOn?: string;
  /** First and last day on which the exemptions end, both included. */
  readonly expiresFrom?: string;
  readonly expiresTo?: string;
};

/** The filter of the query parameters, all of which must match. */
export function exemptionFilter(query: ExemptionQuery): ExemptionFilter {
  return {
    customerId: { eq: query.customerId },
    country: { eq: query.country },
    state: { eq: query.state, in: query.states },
    exemptionStatus: oneOf(query.exemptionStatus),
    exemptionReason: oneOf(query.exemptionReason),
    validThrough: { gte: query.expiresFrom, lte: query.expiresTo },
    updatedAt: { gte: query.updatedSince },
    and: [...(query.activeOn === undefined ? [] : [activeOn(query.activeOn)]), ...(query.and ?? [])],
  };
}

/** The value that exemptions are ordered by. A missing first day comes before all days, a missing last day after all days. */
export function exemptionValue(exemption: Exemption, field: ExemptionOrderField): string {
  if (field === 'validFrom') return exemption.validFrom ?? '-infinity';
  if (field === 'validThrough') return exemption.validThrough ?? 'infinity';
  return storedValue(exemption, field);
}
