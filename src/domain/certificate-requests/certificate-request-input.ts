import { z } from 'zod';
import { absentAsNull, boundedText, customerIdInput, reasonInput } from '../base/fields.ts';
import { choiceInput, strictInput } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { withoutNulls } from '../base/plain-object.ts';
import { enumeration } from '../base/record.ts';
import { dayInput } from '../base/report-period.ts';
import { exemptionReason } from '../exemptions/exemption-reason.ts';
import { linkDays } from './certificate-request.ts';

const mostStates = 60;

export const certificateRequestFields = strictInput(
  'CreateCertificateRequestInput',
  'The customer to ask for exemption certificates, and the states.',
  {
    customerId: customerIdInput.meta({ description: '`serviceId` of the customer.' }),
    states: z
      .array(boundedText(1, 100))
      .min(1)
      .max(mostStates)
      .meta({ description: 'US states in which a certificate is required, by code or name, such as MN.' }),
    expiresOn: absentAsNull(dayInput).meta({
      description: `Last day, in UTC, on which the link works, at most ${linkDays.most} days ahead. Default: ${linkDays.usual} days from today.`,
    }),
  },
);
export const certificateRequestInput = z.preprocess(withoutNulls, certificateRequestFields);
export type CertificateRequestInput = z.output<typeof certificateRequestInput>;

const certificateDecision = enumeration('CertificateDecision', 'Decision on a certificate request.', {
  ACCEPTED: 'Store an exemption for each state, with the submitted file. Only for a submitted request.',
  DECLINED: 'Decline the submission. Nothing is stored.',
  REVOKED: 'Withdraw the request. Its link stops working.',
});

/** A typing error such as 0202 for 2026 would exempt sales of all years. */
const exemptionDay = dayInput.refine((day) => day >= '1900', {
  params: { code: 'OUT_OF_RANGE' },
  message: 'Must be 1900-01-01 or later.',
});

export const certificateDecisionFields = strictInput(
  'CertificateDecisionInput',
  'The decision on a certificate request, and the terms of the exemptions if it is accepted.',
  {
    decision: choiceInput(certificateDecision).meta({ description: 'Whether to accept, decline or withdraw.' }),
    reason: absentAsNull(reasonInput).meta({ description: 'Reason for the decision, stored in the audit trail.' }),
    exemptionReason: absentAsNull(choiceInput(exemptionReason)).meta({
      description: 'Reason for the exemption. Default: the reason in the submitted form.',
    }),
    certificateId: absentAsNull(boundedText(1, 256)).meta({
      description:
        'Number of the certificate. Default: the number entered by the buyer for the state, or a number derived from the request. An exemption that already has the number is not replaced: the decision fails with `KEY_TAKEN`.',
    }),
    validFrom: absentAsNull(exemptionDay).meta({
      description: 'First day of the exemptions. Default: the day of the submission.',
    }),
    validThrough: absentAsNull(exemptionDay).meta({ description: 'Last day of the exemptions. Default: no last day.' }),
  },
);
export const certificateDecisionInput = z.preprocess(
  withoutNulls,
  certificateDecisionFields.superRefine(({ validFrom, validThrough }, ctx) => {
    if (validFrom === null || validThrough === null || validFrom <= validThrough) return;
    const message = 'validThrough must not be before validFrom.';
    addIssue(ctx, { path: ['validThrough'], code: 'OUT_OF_RANGE', message });
  }),
);
export type CertificateDecisionInput = z.output<typeof certificateDecisionInput>;

/** The error codes for a decision, in REST and GraphQL. */
export const decisionProblems = [
  'NOT_FOUND',
  'REQUEST_DECIDED',
  'KEY_TAKEN',
  'PRECONDITION_FAILED',
  'CONFLICT',
] as const;
