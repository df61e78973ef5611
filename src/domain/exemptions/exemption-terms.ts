import { z } from 'zod';
import { fractionInput } from '../base/amount.ts';
import { absentAsNull, boundedText, timestampInput } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { parseTimestamp } from '../base/timestamps.ts';
import { type Exemption, exemptionStatus, exemptionStatuses, exemptionType } from './exemption.ts';
import { exemptionReason, reasonNamed } from './exemption-reason.ts';

/** `ACTIVE` may be sent as `exemptionStatus`, or as the code or name of `status`. */
const statusInput = input('SentExemptionStatusInput', 'Status of an exemption in your own words.', {
  code: absentAsNull(boundedText(0, 50)).meta({
    description: 'Code of the status, returned as submitted. ACTIVE and CANCELLED set exemptionStatus.',
  }),
  name: absentAsNull(boundedText(0, 50)).meta({
    description: 'Name of the status, returned as submitted. Active and Cancelled set exemptionStatus.',
  }),
});

const classificationInput = input('ExemptionClassificationInput', 'The reason for an exemption.', {
  code: absentAsNull(boundedText(0, 100)).meta({ description: 'Code of the reason, such as RESALE.' }),
  description: absentAsNull(boundedText(0, 1000)).meta({ description: 'Free-text description of the reason.' }),
});

const validationDatesInput = input('ValidationDatesInput', 'Validity period of an exemption, including both days.', {
  fromDate: absentAsNull(timestampInput).meta({
    description: 'First day of validity, in ISO 8601, such as 2026-01-01. Default: no first day.',
  }),
  toDate: absentAsNull(timestampInput).meta({
    description: 'Last day of validity, in ISO 8601, such as 2026-12-31. Default: no last day.',
  }),
});

const certificateInput = input('CertificateInput', 'The certificate that proves an exemption.', {
  certificateId: absentAsNull(boundedText(0, 256)).meta({
    description: 'Number of the certificate, unique for the customer in the country and state.',
  }),
  url: absentAsNull(boundedText(0, 2048)).meta({ description: 'URL of a copy of the certificate.' }),
  name: absentAsNull(boundedText(0, 256)).meta({ description: 'Name of the certificate, such as ST3.' }),
});

const exemptShare = 'Exempt share of the price for a PARTIALLY exemption, as a fraction, such as 0.5.';

/** The terms of an exemption: every field that can change, which excludes the customer and the place. */
export const termsFields = {
  exemptionReason: absentAsNull(choiceInput(exemptionReason)).meta({
    description: 'Reason for the exemption. Default: the reason named in classification.code, such as RESALE.',
  }),
  classification: absentAsNull(classificationInput).meta({
    description: 'Reason for the exemption in your own words.',
  }),
  validationDates: absentAsNull(validationDatesInput).meta({
    description: 'Validity period of the exemption, including its first and last day. Default: every day.',
  }),
  status: absentAsNull(statusInput).meta({
    description: 'Status of the exemption; an alternative to exemptionStatus.',
  }),
  certificate: absentAsNull(certificateInput).meta({ description: 'Certificate that proves the exemption.' }),
  exemptionType: choiceInput(exemptionType).default('FULLY').meta({
    description: 'Whether the exemption covers the whole tax (FULLY) or part of it (PARTIALLY). Default: FULLY.',
  }),
  exemptionStatus: absentAsNull(choiceInput(exemptionStatus)).meta({
    description: 'Whether the exemption applies (ACTIVE) or has been cancelled. Default: ACTIVE.',
  }),
  exemptFraction: absentAsNull(fractionInput).meta({ description: exemptShare }),
  reducedRate: absentAsNull(fractionInput).meta({
    description: 'Highest rate for a PARTIALLY exemption, as a fraction, such as 0.02. Lower rates still apply.',
  }),
  taxCodes: z.array(boundedText(1, 256)).max(1000).default([]).meta({
    description: 'Tax codes that the exemption covers, such as C1S1. Default: all tax codes.',
  }),
};
const terms = z.object(termsFields);
type SentTerms = z.output<typeof terms>;

/** The members of the record for these terms. */
export type ExemptionTerms = Pick<
  Exemption,
  | 'exemptionReason'
  | 'classification'
  | 'validationDates'
  | 'certificate'
  | 'exemptionType'
  | 'exemptionStatus'
  | 'sentStatus'
  | 'exemptFraction'
  | 'reducedRate'
  | 'taxCodes'
  | 'validFrom'
  | 'validThrough'
>;

export function exemptionTerms(sent: SentTerms): ExemptionTerms {
  const { classification, validationDates, certificate, exemptionType, exemptFraction, reducedRate, taxCodes } = sent;
  const named = statusNamed(sent.status);
  const exemptionStatus = sent.exemptionStatus ?? named ?? 'ACTIVE';
  return {
    exemptionReason: sent.exemptionReason ?? reasonNamed(classification?.code),
    classification,
    validationDates,
    certificate,
    exemptionType,
    exemptionStatus,
    // Other status texts would contradict exemptionStatus, which takes precedence.
    sentStatus: named === undefined || named === exemptionStatus ? sent.status : null,
    exemptFraction,
    reducedRate,
    taxCodes,
    validFrom: dayOf(validationDates?.fromDate ?? null),
    validThrough: dayOf(validationDates?.toDate ?? null),
  };
}

/** Checks terms that depend on each other. */
export function checkTerms(sent: SentTerms, ctx: z.core.$RefinementCtx): void {
  const { exemptionType, exemptFraction, reducedRate, validationDates, status, exemptionStatus } = sent;
  if (exemptionType === 'PARTIALLY' && exemptFraction === null && reducedRate === null) {
    const message = 'A PARTIALLY exemption requires exemptFraction or reducedRate, as a fraction such as 0.5.';
    addIssue(ctx, { path: ['exemptFraction'], code: 'REQUIRED', message });
  }
  const from = dayOf(validationDates?.fromDate ?? null);
  const to = dayOf(validationDates?.toDate ?? null);
  if (from !== null && to !== null && to < from) {
    const message = 'toDate must not be before fromDate.';
    addIssue(ctx, { path: ['validationDates', 'toDate'], code: 'OUT_OF_RANGE', message });
  }
  if (exemptionStatus === null && status !== null && statusNamed(status) === undefined) {
    const message = `Must be one of ${exemptionStatuses.join(', ')}.`;
    addIssue(ctx, { path: ['status'], code: 'UNKNOWN_VALUE', message });
  }
}

export function statusNamed(status: { readonly code?: unknown; readonly name?: unknown } | null) {
  const names = [status?.code, status?.name].map((name) => (typeof name === 'string' ? name.toUpperCase() : null));
  return exemptionStatuses.find((known) => names.includes(known));
}

function dayOf(text: string | null): string | null {
  return text === null ? null : (parseTimestamp(text)?.on ?? null);
}
