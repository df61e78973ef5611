import { type DecimalText, toDecimalText } from '../../domain/base/amount.ts';
import type { Exemption, ExemptionStatus, ExemptionType, SentStatus } from '../../domain/exemptions/exemption.ts';
import type { ExemptionReason } from '../../domain/exemptions/exemption-reason.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { Prisma } from '../generated/client.ts';

/**
 * Display-only fields, stored as submitted. `sentStateCode` and `sentStatus` are present only if they were submitted.
 */
type Details = Pick<Exemption, 'stateName' | 'classification' | 'certificate' | 'validationDates'> & {
  readonly sentStateCode?: string | undefined;
  readonly sentStatus?: SentStatus | undefined;
};

export type ExemptionSqlRow = {
  service_id: string;
  customer_id: string;
  country: string;
  state: string;
  exemption_reason: ExemptionReason | null;
  exemption_type: ExemptionType;
  exemption_status: ExemptionStatus;
  valid_from: string | null;
  valid_through: string | null;
  exempt_fraction: string | null;
  reduced_rate: string | null;
  tax_codes: string[];
  details: Details;
  has_file: boolean;
  created_at: string;
  updated_at: string;
  version: number;
};

export const selectedExemptionColumns = Prisma.sql`service_id, customer_id, country, state, exemption_reason, exemption_type, exemption_status,
  valid_from, valid_through, exempt_fraction::text, reduced_rate::text, tax_codes, details, has_file, created_at, updated_at, version`;

/** The columns of the JSON records to store, for `json_to_recordset`. */
export const sentExemptionColumns = Prisma.sql`service_id uuid, customer_id uuid, country text, state text, certificate_id text,
  exemption_reason "ExemptionReason", exemption_type "ExemptionType", exemption_status "ExemptionStatus", valid_from date, valid_through date, exempt_fraction numeric,
  reduced_rate numeric, tax_codes json, details json, created_at timestamptz, updated_at timestamptz, version int`;

export function toSqlRow(exemption: Exemption) {
  const { stateName, classification, certificate, validationDates, sentStateCode, sentStatus } = exemption;
  return {
    service_id: exemption.serviceId,
    customer_id: exemption.customerId,
    country: exemption.country,
    state: exemption.state ?? '',
    certificate_id: certificate?.certificateId ?? '',
    exemption_reason: exemption.exemptionReason,
    exemption_type: exemption.exemptionType,
    exemption_status: exemption.exemptionStatus,
    valid_from: exemption.validFrom,
    valid_through: exemption.validThrough,
    exempt_fraction: exemption.exemptFraction,
    reduced_rate: exemption.reducedRate,
    tax_codes: exemption.taxCodes,
    details: {
      stateName,
      classification,
      certificate,
      validationDates,
      sentStateCode: sentStateCode ?? undefined,
      sentStatus: sentStatus ?? undefined,
    } satisfies Details,
    created_at: exemption.internalTimestamps.createdDate.toISOString(),
    updated_at: exemption.internalTimestamps.updatedDate.toISOString(),
    version: exemption.version,
  };
}

export function toExemption(row: ExemptionSqlRow): Exemption {
  return {
    serviceId: row.service_id,
    customerId: row.customer_id,
    country: row.country,
    state: row.state === '' ? null : row.state,
    exemptionReason: row.exemption_reason,
    exemptionType: row.exemption_type,
    exemptionStatus: row.exemption_status,
    validFrom: row.valid_from,
    validThrough: row.valid_through,
    exemptFraction: row.exempt_fraction === null ? null : plainText(row.exempt_fraction),
    reducedRate: row.reduced_rate === null ? null : plainText(row.reduced_rate),
    taxCodes: row.tax_codes,
    ...row.details,
    sentStateCode: row.details.sentStateCode ?? null,
    sentStatus: row.details.sentStatus ?? null,
    hasFile: row.has_file,
    internalTimestamps: { createdDate: new Date(row.created_at), updatedDate: new Date(row.updated_at) },
    version: row.version,
  };
}

/** Drops the trailing zeros: both columns always have eight decimal places. */
function plainText(text: string): DecimalText {
  return toDecimalText(decimal(text));
}
