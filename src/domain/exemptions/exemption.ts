import type { DecimalText } from '../base/amount.ts';
import type { ExemptionReason } from './exemption-reason.ts';

export const exemptionTypes = ['FULLY', 'PARTIALLY'] as const;
export type ExemptionType = (typeof exemptionTypes)[number];
export const exemptionStatuses = ['ACTIVE', 'CANCELLED'] as const;
export type ExemptionStatus = (typeof exemptionStatuses)[number];

export type SentStatus = { readonly code: string | null; readonly name: string | null };

/** A customer's relief from tax in one state, or in a whole country, and the paper that proves it. */
export type Exemption = {
  readonly serviceId: string;
  readonly customerId: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** State code; null for the whole country. */
  readonly state: string | null;
  readonly stateName: string | null;
  /** The code of the state as sent, such as a FIPS code, if it is another than `state`. */
  readonly sentStateCode: string | null;
  /** Null if neither it nor a classification code that names one was sent. */
  readonly exemptionReason: ExemptionReason | null;
  readonly classification: { readonly code: string | null; readonly description: string | null } | null;
  readonly certificate: {
    readonly certificateId: string | null;
    readonly url: string | null;
    readonly name: string | null;
  } | null;
  readonly exemptionType: ExemptionType;
  readonly exemptionStatus: ExemptionStatus;
  /** The status in the consumer's words, as sent. */
  readonly sentStatus: SentStatus | null;
  /** As sent; both days are included. */
  readonly validationDates: { readonly fromDate: string | null; readonly toDate: string | null } | null;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  /** For `PARTIALLY`: the share of the basis that is exempt, and the rate that may apply instead. */
  readonly exemptFraction: DecimalText | null;
  readonly reducedRate: DecimalText | null;
  /** Empty: every tax code. */
  readonly taxCodes: readonly string[];
  readonly internalTimestamps: { readonly createdDate: Date; readonly updatedDate: Date };
  readonly version: number;
};
