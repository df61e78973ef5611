import type { AppliedCertificate, DocumentBuyer } from '../../domain/transactions/evidence.ts';
import { builder } from '../base/builder.ts';
import { ClassificationRef } from '../base/classification.ts';
import { CustomerTypeEnum, ExemptionReasonEnum, ExemptionTypeEnum } from '../base/enums.ts';
import { validityFields } from '../base/validity.ts';

export const DocumentBuyerRef = builder.objectRef<DocumentBuyer>('DocumentBuyer').implement({
  description: 'The buyer as known when a document was calculated. Later changes of the customer do not change it.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Name of the buyer then; null if it had none.' }),
    customerType: t.expose('customerType', {
      type: CustomerTypeEnum,
      description: 'Type of customer that the tax was calculated for.',
    }),
    taxNumber: t.exposeString('taxNumber', {
      nullable: true,
      description: 'VAT or other tax number of the buyer then, such as DE136695976; null if it had none.',
    }),
  }),
});

export const AppliedCertificateRef = builder.objectRef<AppliedCertificate>('AppliedCertificate').implement({
  description:
    'A certificate that relieved a line of a document, as it was when the document was calculated. Later changes of the exemption do not change it.',
  fields: (t) => ({
    exemptionId: t.exposeString('exemptionId', {
      description: '`serviceId` of the exemption, as in `certificateId` of the tax lines.',
    }),
    country: t.expose('country', { type: 'CountryCode', description: 'Country that the certificate is valid in.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'State that the certificate is valid in, such as `MN`; null for the whole country.',
    }),
    number: t.exposeString('number', {
      nullable: true,
      description: 'Number of the certificate; null if it has none.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the certificate, such as ST3.' }),
    exemptionReason: t.expose('exemptionReason', {
      type: ExemptionReasonEnum,
      nullable: true,
      description: 'Ground for the exemption; null if none was stated.',
    }),
    classification: t.expose('classification', {
      type: ClassificationRef,
      nullable: true,
      description: 'The reason in the seller’s own words.',
    }),
    ...validityFields((day) => t.field(day), {
      daysOf: (days: AppliedCertificate) => days,
      validFrom: 'First day of validity, such as `2026-01-01`; null without one.',
      validThrough: 'Last day of validity; null if open-ended.',
    }),
    exemptionType: t.expose('exemptionType', {
      type: ExemptionTypeEnum,
      description: 'Whether it relieved the whole tax or a part of it.',
    }),
    exemptFraction: t.expose('exemptFraction', {
      type: 'Decimal',
      nullable: true,
      description: 'Exempt share of the price, as a fraction of one; null if it relieved otherwise.',
    }),
    reducedRate: t.expose('reducedRate', {
      type: 'Decimal',
      nullable: true,
      description: 'Highest rate under the certificate, as a fraction of one; null if it relieved otherwise.',
    }),
    taxCodes: t.stringList({
      description: 'Tax codes that it covers; empty for all.',
      resolve: ({ taxCodes }) => [...taxCodes],
    }),
  }),
});
