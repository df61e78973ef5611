import { type Customer, customer } from '../../domain/customers/customer.ts';
import { type CertificateTerms, certificateStatusOf, daysLeftOf } from '../../domain/exemptions/certificate-status.ts';
import { certificate, type Exemption, exemption } from '../../domain/exemptions/exemption.ts';
import type { Context } from '../../ports/context.ts';
import { findExemptCustomers } from '../../usecases/exemptions/exemptions.ts';
import type { CsvColumn, CsvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';

type Certified = Exemption & { readonly terms: CertificateTerms; readonly customer: Customer | undefined };

const itself = (row: Certified) => row;

export const exemptionColumns: readonly CsvColumn<Certified>[] = [
  ...recordColumns(exemption, {
    only: ['serviceId', 'customerId', 'country', 'state'],
    at: itself,
  }),
  ...recordColumns(certificate, { only: ['certificateId'], at: (row: Certified) => row.certificate }),
  { name: 'certificateName', description: 'Name of the certificate.', value: (row) => row.certificate?.name ?? null },
  {
    name: 'certificateUrl',
    description: 'Storage location of the certificate.',
    value: (row) => row.certificate?.url ?? null,
  },
  ...recordColumns(exemption, { only: ['exemptionReason', 'classification'], at: itself }),
  {
    name: 'daysLeft',
    description: 'Days until the last day; negative afterwards, empty if open-ended.',
    value: (row) => daysLeftOf(row, row.terms.on),
  },
  ...recordColumns(exemption, { only: ['exemptionType', 'exemptionStatus'], at: itself }),
  {
    name: 'certificateStatus',
    description: 'Status of the certificate today, such as EXPIRING_SOON.',
    value: (row) => certificateStatusOf(row, row.terms),
  },
  ...recordColumns(exemption, { only: ['validFrom', 'validThrough', 'exemptFraction', 'reducedRate'], at: itself }),
  {
    name: 'taxCodes',
    description: 'Tax codes, separated by spaces; empty for all.',
    value: ({ taxCodes }) => taxCodes.join(' '),
  },
  ...recordColumns(exemption, { only: ['internalTimestamps'], flat: ['internalTimestamps'], at: itself }),
  ...recordColumns(exemption, { only: ['hasFile'], at: itself }),
  ...recordColumns(customer, { only: ['source', 'externalId', 'name'], at: ({ customer: of }: Certified) => of }).map(
    ({ name, description, value }) => ({
      name: `customer${name[0]!.toUpperCase()}${name.slice(1)}`,
      description: `${description} Empty for tokens without the scope customers:read.`,
      value,
    }),
  ),
];

/** `terms` determines the days left and the status of the certificates. The customers of a page are read in one batch. */
export function exemptionCsv(ctx: Context, terms: CertificateTerms): CsvForm<Exemption> {
  return {
    columns: exemptionColumns,
    async *cellsOf(rows) {
      const customers = await findExemptCustomers(ctx, rows);
      for (const row of rows) {
        const line = { ...row, terms, customer: customers.get(row.customerId) };
        yield exemptionColumns.map((column) => column.value(line));
      }
    },
  };
}
