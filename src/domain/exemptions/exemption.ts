import type { DecimalText } from '../base/amount.ts';
import { type EnumerationValue, enumeration, field, namesOf, type RecordOf, record } from '../base/record.ts';
import type { ExemptionReason } from './exemption-reason.ts';

export const exemptionType = enumeration('ExemptionType', 'Extent of an exemption.', {
  FULLY: 'Sales that the exemption covers are not taxed.',
  PARTIALLY: 'Part of the price is exempt (`exemptFraction`), or a lower rate applies (`reducedRate`).',
});
export type ExemptionType = EnumerationValue<typeof exemptionType>;
export const exemptionTypes = namesOf(exemptionType);

export const exemptionStatus = enumeration('ExemptionStatus', 'Whether an exemption can be used.', {
  ACTIVE: 'Used between its first and last day.',
  CANCELLED: 'Not used for new calculations; documents calculated with it keep their figures.',
});
export type ExemptionStatus = EnumerationValue<typeof exemptionStatus>;
export const exemptionStatuses = namesOf(exemptionStatus);

export const classification = record(
  'ExemptionClassification',
  'The reason for an exemption in the seller’s own words. It is informative and does not affect the tax.',
  {
    code: field.optional(field.text('Code of the reason.')),
    description: field.optional(field.text('The reason in words.')),
  },
);

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
  readonly classification: RecordOf<typeof classification> | null;
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
