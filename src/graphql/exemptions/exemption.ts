import { dayOf } from '../../domain/base/calendar.ts';
import { certificateStatusOf, daysLeftOf } from '../../domain/exemptions/certificate-status.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { exemptionFields } from '../../domain/exemptions/exemption-input.ts';
import { certificateFields, statusFields, validationDatesFields } from '../../domain/exemptions/exemption-terms.ts';
import { shownStatus } from '../../domain/exemptions/shown-status.ts';
import { authorize } from '../../ports/context.ts';
import { getExemption } from '../../usecases/exemptions/get-exemption.ts';
import { builder } from '../base/builder.ts';
import { certificateTermsOf } from '../base/certificate-terms.ts';
import { ClassificationRef } from '../base/classification.ts';
import { loadersOf } from '../base/context.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { CertificateStatusEnum, ExemptionReasonEnum, ExemptionStatusEnum, ExemptionTypeEnum } from '../base/enums.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { addStoredTimes, InternalTimestampsRef } from '../base/timestamps.ts';
import { validityFields } from '../base/validity.ts';
import { CustomerRef } from '../customers/customer.ts';
import { ExemptionByRef, exemptionName } from './exemption-name.ts';

const described = descriptionsOf(exemptionFields.shape.exemption);
const describedCertificate = descriptionsOf(certificateFields);
const describedDates = descriptionsOf(validationDatesFields);

const CertificateRef = builder.objectRef<NonNullable<Exemption['certificate']>>('Certificate').implement({
  description: 'The certificate that proves an exemption.',
  fields: (t) => ({
    certificateId: t.exposeString('certificateId', {
      nullable: true,
      description: describedCertificate.certificateId,
    }),
    url: t.exposeString('url', { nullable: true, description: describedCertificate.url }),
    name: t.exposeString('name', { nullable: true, description: describedCertificate.name }),
  }),
});

const describedStatus = descriptionsOf(statusFields);

const StatusRef = builder.objectRef<ReturnType<typeof shownStatus>>('SentExemptionStatus').implement({
  description: 'The status of an exemption in the words of the consumer.',
  fields: (t) => ({
    code: t.exposeString('code', { description: describedStatus.code }),
    name: t.exposeString('name', { description: describedStatus.name }),
  }),
});

const ValidationDatesRef = builder.objectRef<NonNullable<Exemption['validationDates']>>('ValidationDates').implement({
  description:
    'When an exemption is valid, as sent. `validFrom` and `validThrough` are the calendar days of these dates.',
  fields: (t) => ({
    fromDate: t.exposeString('fromDate', { nullable: true, description: describedDates.fromDate }),
    toDate: t.exposeString('toDate', { nullable: true, description: describedDates.toDate }),
  }),
});

export const ExemptionRef = builder.objectRef<Exemption>('Exemption').implement({
  description: 'A customer’s exemption from tax in a state or country, on the days it is valid.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeId('Exemption')),
    serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service assigned to the exemption.' }),
    customerId: t.expose('customerId', { type: 'UUID', description: described.customerId }),
    customer: t.field({
      type: CustomerRef,
      description: 'The customer whose documents it covers.',
      resolve: async ({ customerId }, _args, ctx) => {
        const customer = await loadersOf(ctx).customerById.load(customerId);
        if (!customer) throw new Error(`There is no customer ${customerId}.`);
        return customer;
      },
    }),
    country: t.expose('country', { type: 'CountryCode', description: 'The country in which the exemption is valid.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'The code of the state, such as `MN`; null if the exemption is valid in the whole country.',
    }),
    stateName: t.exposeString('stateName', {
      nullable: true,
      description: 'Name of the state, such as Minnesota; null if the exemption is valid in the whole country.',
    }),
    stateCode: t.string({
      nullable: true,
      description: 'The code of the state as sent, such as the FIPS code `27`, or else the same as `state`.',
      resolve: ({ state, sentStateCode }) => sentStateCode ?? state,
    }),
    exemptionReason: t.expose('exemptionReason', {
      type: ExemptionReasonEnum,
      nullable: true,
      description: described.exemptionReason,
    }),
    classification: t.expose('classification', {
      type: ClassificationRef,
      nullable: true,
      description: described.classification,
    }),
    certificate: t.expose('certificate', {
      type: CertificateRef,
      nullable: true,
      description: described.certificate,
    }),
    exemptionType: t.expose('exemptionType', { type: ExemptionTypeEnum, description: described.exemptionType }),
    exemptionStatus: t.expose('exemptionStatus', {
      type: ExemptionStatusEnum,
      description: described.exemptionStatus,
    }),
    status: t.field({
      type: StatusRef,
      description: 'The status as sent, or else `exemptionStatus` and its name.',
      resolve: shownStatus,
    }),
    certificateStatus: t.field({
      type: CertificateStatusEnum,
      description: 'The status of the certificate today, in UTC.',
      resolve: async (exemption, _args, ctx) => certificateStatusOf(exemption, await certificateTermsOf(ctx)),
    }),
    daysLeft: t.int({
      nullable: true,
      description: 'Days from today, in UTC, to the last day: 0 on it, negative after it; null without a last day.',
      resolve: (exemption, _args, ctx) => daysLeftOf(exemption, dayOf(ctx.now())),
    }),
    validationDates: t.expose('validationDates', {
      type: ValidationDatesRef,
      nullable: true,
      description: described.validationDates,
    }),
    ...validityFields((day) => t.field(day), {
      daysOf: (days: Exemption) => days,
      validFrom: 'First day of validity, such as `2026-01-01`; null if there is none.',
      validThrough: 'Last day of validity; null if there is none.',
    }),
    exemptFraction: t.expose('exemptFraction', {
      type: 'Decimal',
      nullable: true,
      description: described.exemptFraction,
    }),
    reducedRate: t.expose('reducedRate', { type: 'Decimal', nullable: true, description: described.reducedRate }),
    taxCodes: t.stringList({ description: described.taxCodes, resolve: ({ taxCodes }) => taxCodes }),
    internalTimestamps: t.expose('internalTimestamps', {
      type: InternalTimestampsRef,
      description: 'When this service stored and last changed the exemption.',
    }),
    version: t.exposeInt('version', { description: 'The number of changes to the exemption.' }),
  }),
});

addStoredTimes(ExemptionRef);

loadNodesOf('Exemption', async (serviceIds, ctx) => {
  const found = await authorize(ctx, 'exemptions:read').stores.exemptions.findMany(serviceIds);
  const byId = new Map(found.map((exemption) => [exemption.serviceId, exemption]));
  return serviceIds.map((serviceId) => byId.get(serviceId) ?? null);
});

builder.queryField('exemption', (t) =>
  t.field({
    type: ExemptionRef,
    nullable: true,
    description: 'One exemption, or null. Needs the scope `exemptions:read`.',
    args: {
      by: t.arg({ type: ExemptionByRef, required: true, description: 'The id, the service id, or the unique key.' }),
    },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getExemption(ctx, exemptionName(ctx, by, ['by']))),
  }),
);
