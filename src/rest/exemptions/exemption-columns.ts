import { type CertificateTerms, certificateStatusOf, daysLeftOf } from '../../domain/exemptions/certificate-status.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { CsvColumn, CsvForm } from '../http/list-format.ts';

type Certified = Exemption & { readonly terms: CertificateTerms };

export const exemptionColumns: readonly CsvColumn<Certified>[] = [
  { name: 'serviceId', description: 'Id of the exemption.', value: ({ serviceId }) => serviceId },
  { name: 'customerId', description: 'serviceId of the customer.', value: ({ customerId }) => customerId },
  { name: 'country', description: 'Country.', value: ({ country }) => country },
  { name: 'state', description: 'State; empty for the whole country.', value: ({ state }) => state },
  {
    name: 'certificateId',
    description: 'Number of the certificate.',
    value: (row) => row.certificate?.certificateId ?? null,
  },
  { name: 'certificateName', description: 'Name of the certificate.', value: (row) => row.certificate?.name ?? null },
  {
    name: 'certificateUrl',
    description: 'Where the certificate is kept.',
    value: (row) => row.certificate?.url ?? null,
  },
  { name: 'exemptionReason', description: 'Reason.', value: ({ exemptionReason }) => exemptionReason },
  {
    name: 'classificationCode',
    description: 'Classification, its code.',
    value: (row) => row.classification?.code ?? null,
  },
  {
    name: 'classificationDescription',
    description: 'Classification, in words.',
    value: (row) => row.classification?.description ?? null,
  },
  {
    name: 'daysLeft',
    description: 'Days until the last day; negative after it, empty without an end.',
    value: (row) => daysLeftOf(row, row.terms.on),
  },
  { name: 'exemptionType', description: 'FULLY or PARTIALLY.', value: ({ exemptionType }) => exemptionType },
  { name: 'exemptionStatus', description: 'ACTIVE or CANCELLED.', value: ({ exemptionStatus }) => exemptionStatus },
  {
    name: 'certificateStatus',
    description: 'Status of the certificate today, such as EXPIRING_SOON.',
    value: (row) => certificateStatusOf(row, row.terms),
  },
  { name: 'validFrom', description: 'First day.', value: ({ validFrom }) => validFrom },
  { name: 'validThrough', description: 'Last day; empty without an end.', value: ({ validThrough }) => validThrough },
  {
    name: 'exemptFraction',
    description: 'For PARTIALLY: the exempt part of the price, from 0 to 1.',
    value: ({ exemptFraction }) => exemptFraction,
  },
  {
    name: 'reducedRate',
    description: 'For PARTIALLY: the rate that applies instead.',
    value: ({ reducedRate }) => reducedRate,
  },
  {
    name: 'taxCodes',
    description: 'Tax codes, with blanks between them; empty for all.',
    value: ({ taxCodes }) => taxCodes.join(' '),
  },
  {
    name: 'createdDate',
    description: 'When it was first stored.',
    value: ({ internalTimestamps }) => internalTimestamps.createdDate.toISOString(),
  },
  {
    name: 'updatedDate',
    description: 'When it was last changed.',
    value: ({ internalTimestamps }) => internalTimestamps.updatedDate.toISOString(),
  },
];

/** `terms` tell the status of the certificates. */
export function exemptionCsv(terms: CertificateTerms): CsvForm<Exemption> {
  return {
    columns: exemptionColumns,
    cellsOf: (rows) => rows.map((row) => exemptionColumns.map((column) => column.value({ ...row, terms }))),
  };
}
