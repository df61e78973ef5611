import { z } from 'zod';
import { absentAsNull, dayOfDateInput } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { withoutNulls } from '../base/plain-object.ts';
import { enumeration } from '../base/record.ts';
import { periodIssues } from '../base/report-period.ts';

const filedInvoicePolicy = enumeration('FiledInvoicePolicy', 'What to do with invoices that are part of a return.', {
  SKIP: 'Skip them; the result lists them.',
  REFUND: 'Refund them too. Their refunds count in the open period, on their own tax date.',
});

const optionalDay = absentAsNull(dayOfDateInput);

/** Which invoices to refund the tax of, and how. */
export const taxRefundFields = input('RefundExemptTaxInput', 'The certificate, and which invoices to refund.', {
  filed: choiceInput(filedInvoicePolicy).default('SKIP').meta({
    description:
      'What to do with filed invoices: SKIP them, or REFUND them too; their refunds count in the period of refundedOn, and the returns that were submitted stay as they are. Default: SKIP.',
  }),
  refundedOn: optionalDay.meta({
    description:
      'Tax date of the refunds, such as 2026-07-20; not before that of an invoice. Default: today where the seller is established.',
  }),
  from: optionalDay.meta({ description: 'First tax date of the invoices, such as 2026-01-01. Default: no limit.' }),
  to: optionalDay.meta({ description: 'Last tax date of the invoices, such as 2026-12-31. Default: no limit.' }),
  dryRun: z.boolean().default(false).meta({
    description: 'Whether to return what would be refunded without storing anything. Default: false.',
  }),
});

export const taxRefundInput = z.preprocess(
  withoutNulls,
  taxRefundFields.superRefine((period, ctx) => {
    for (const issue of periodIssues(period)) addIssue(ctx, issue);
  }),
);
export type TaxRefundInput = z.output<typeof taxRefundInput>;
