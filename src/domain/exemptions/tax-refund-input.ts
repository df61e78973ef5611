import { z } from 'zod';
import { absentAsNull, dayOfDateInput } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { withoutNulls } from '../base/plain-object.ts';
import { enumeration } from '../base/record.ts';
import { periodIssues } from '../base/report-period.ts';

const filedInvoicePolicy = enumeration('FiledInvoicePolicy', 'How to treat invoices that are part of a return.', {
  SKIP: 'Skip them; the result lists them.',
  REFUND: 'Refund them too. The refunds are reported in the open period, with their own tax date.',
});

const optionalDay = absentAsNull(dayOfDateInput);

export const taxRefundFields = input('RefundExemptTaxInput', 'The certificate and the invoices to refund.', {
  filed: choiceInput(filedInvoicePolicy).default('SKIP').meta({
    description:
      'How to treat filed invoices: SKIP them, or REFUND them too. Refunds are reported in the period of refundedOn; filed returns do not change. Default: SKIP.',
  }),
  refundedOn: optionalDay.meta({
    description:
      'Tax date of the refunds, such as 2026-07-20. It must not be before the tax date of an invoice. Default: today in the time zone of the seller’s establishment.',
  }),
  from: optionalDay.meta({ description: 'First tax date of the invoices, such as 2026-01-01. Default: no limit.' }),
  to: optionalDay.meta({ description: 'Last tax date of the invoices, such as 2026-12-31. Default: no limit.' }),
  dryRun: z.boolean().default(false).meta({
    description: 'Whether to return the planned refunds without storing anything. Default: false.',
  }),
});

export const taxRefundInput = z.preprocess(
  withoutNulls,
  taxRefundFields.superRefine((period, ctx) => {
    for (const issue of periodIssues(period)) addIssue(ctx, issue);
  }),
);
export type TaxRefundInput = z.output<typeof taxRefundInput>;
