import { z } from 'zod';
import { type Customer, customer } from '../../domain/customers/customer.ts';
import {
  type CertificateTerms,
  certificateStatus,
  certificateStatusOf,
} from '../../domain/exemptions/certificate-status.ts';
import { type Exemption, exemption } from '../../domain/exemptions/exemption.ts';
import { exemptionImportStatus, importMessage } from '../../domain/exemptions/exemption-import-report.ts';
import { count, flag, list, named, text } from '../http/members.ts';
import { choiceOf, jsonOf, membersOf } from '../http/record-response.ts';

const { source, externalId, name } = membersOf(customer);
const exemptCustomer = named('ExemptCustomer', 'The customer of an exemption.', { source, externalId, name });

export const exemptionResponse = named(exemption.name, exemption.description, {
  ...membersOf(exemption),
  certificateStatus: choiceOf(certificateStatus).meta({
    description: 'Status of the certificate today, in the seller’s time zone.',
  }),
  customer: exemptCustomer
    .optional()
    .meta({ description: 'The exempt customer. Only in lists, for tokens with the scope `customers:read`.' }),
});

export const upsertedExemptionsResponse = named('UpsertedExemptions', 'Empty unless requested with Prefer.', {
  exemptions: list(exemptionResponse, 'With `Prefer: return=representation`: the stored exemptions.').optional(),
});

const plainExemption = jsonOf(exemption);

export function exemptionJson(one: Exemption, terms: CertificateTerms) {
  return { ...plainExemption(one), certificateStatus: certificateStatusOf(one, terms) };
}

export function listedExemptionJson(one: Exemption, terms: CertificateTerms, of: Customer | undefined) {
  const shown = of && { source: of.source, externalId: of.externalId, name: of.name ?? undefined };
  return { ...exemptionJson(one, terms), customer: shown };
}

export const exemptionImportResponse = named('ExemptionImport', 'Report on a file of exemptions.', {
  status: choiceOf(exemptionImportStatus),
  message: text(importMessage),
  dry_run: flag('Whether this was a dry run, which stores nothing.'),
  row_count: count('Number of rows read, excluding empty rows.'),
  success_count: count('Number of valid rows.'),
  not_found_customers: list(
    text('Customer as written in the file.'),
    'Unknown customers, each listed once; at most 1000.',
  ),
  skipped_states: list(text('State as written in the file.'), 'Unknown states, each listed once; at most 1000.'),
  errors: list(
    z.object({
      line: count('Line of the file in which the row begins, from 1; 0 for the form.'),
      field: text('Column with the error; null if the error concerns the whole row.').nullable(),
      code: text('Stable machine-readable code.'),
      message: text('The error and how to fix it.'),
    }),
    'Errors in rows; at most 1000.',
  ),
  errors_left_out: count('Number of errors not listed.'),
  ignored_columns: list(text('Name as written in the file.'), 'Unknown columns. They are ignored.'),
});
