import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { type Builder, builder } from '../base/builder.ts';
import { loadersOf } from '../base/context.ts';
import { ExemptionStatusEnum, ExemptionTypeEnum } from '../base/enums.ts';
import { NodeRef, nodeId } from '../base/node.ts';
import { InternalTimestampsRef } from '../base/timestamps.ts';
import { CustomerRef } from '../customers/customer.ts';

export const ExemptionRef = builder.objectRef<Exemption>('Exemption');

/** A customer's relief from tax. */
export function addExemption(builder: Builder): void {
  const classification = builder
    .objectRef<NonNullable<Exemption['classification']>>('ExemptionClassification')
    .implement({
      description: 'Why a customer is exempt, as the certificate says. It is kept, and decides nothing.',
      fields: (t) => ({
        code: t.exposeString('code', { nullable: true, description: 'The consumer’s or the state’s code of it: `R`.' }),
        description: t.exposeString('description', { nullable: true, description: 'The ground in words: `Resale`.' }),
      }),
    });
  const certificate = builder.objectRef<NonNullable<Exemption['certificate']>>('Certificate').implement({
    description: 'The paper that proves an exemption.',
    fields: (t) => ({
      certificateId: t.exposeString('certificateId', {
        nullable: true,
        description: 'The number on it; with customer, country and state it names the exemption.',
      }),
      url: t.exposeString('url', { nullable: true, description: 'Where it can be seen.' }),
      name: t.exposeString('name', { nullable: true, description: 'What the paper is called: `ST3`.' }),
    }),
  });
  const validationDates = builder.objectRef<NonNullable<Exemption['validationDates']>>('ValidationDates').implement({
    description: 'When an exemption is valid, as it was sent. The days of `fromOn` and `toOn` are taken from it.',
    fields: (t) => ({
      fromDate: t.exposeString('fromDate', {
        nullable: true,
        description: 'The beginning, a day or a date-time; its calendar day as written is the first that is relieved.',
      }),
      toDate: t.exposeString('toDate', {
        nullable: true,
        description: 'The end, a day or a date-time; its calendar day as written is the last that is relieved.',
      }),
    }),
  });
  ExemptionRef.implement({
    description: 'A customer’s relief from tax in one state, or in a whole country, on the days it is valid.',
    interfaces: [NodeRef],
    fields: (t) => ({
      id: t.id(nodeId('Exemption')),
      serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service gave it.' }),
      customerId: t.expose('customerId', {
        type: 'UUID',
        description: 'Who holds it: the `serviceId` of the customer whose documents it relieves.',
      }),
      customer: t.field({
        type: CustomerRef,
        description: 'Who holds it.',
        resolve: async ({ customerId }, _args, ctx) => {
          const customer = await loadersOf(ctx).customerById.load(customerId);
          if (!customer) throw new Error(`There is no customer ${customerId}.`);
          return customer;
        },
      }),
      country: t.expose('country', { type: 'CountryCode', description: 'Where it holds.' }),
      state: t.exposeString('state', { nullable: true, description: 'The state’s code; null for the whole country.' }),
      stateName: t.exposeString('stateName', {
        nullable: true,
        description: 'That state in words; null for a whole country.',
      }),
      classification: t.expose('classification', {
        type: classification,
        nullable: true,
        description: 'Why the customer is exempt; decides nothing.',
      }),
      certificate: t.expose('certificate', {
        type: certificate,
        nullable: true,
        description: 'The paper that proves it.',
      }),
      exemptionType: t.expose('exemptionType', { type: ExemptionTypeEnum, description: 'How far it goes.' }),
      exemptionStatus: t.expose('exemptionStatus', {
        type: ExemptionStatusEnum,
        description: 'Whether it may be used.',
      }),
      validationDates: t.expose('validationDates', {
        type: validationDates,
        nullable: true,
        description: 'When it is valid, as it was sent; null: always.',
      }),
      fromOn: t.expose('fromOn', {
        type: 'Date',
        nullable: true,
        description: 'Its first day; null when it has no beginning.',
      }),
      toOn: t.expose('toOn', { type: 'Date', nullable: true, description: 'Its last day; null while it is open.' }),
      exemptPercentage: t.expose('exemptPercentage', {
        type: 'Decimal',
        nullable: true,
        description: 'For `PARTIALLY`: the share of the price that is exempt, as a fraction.',
      }),
      reducedRate: t.expose('reducedRate', {
        type: 'Decimal',
        nullable: true,
        description: 'For `PARTIALLY`: the rate that applies where it is lower, as a fraction.',
      }),
      taxCodes: t.stringList({
        description: 'The tax codes it covers; all when empty.',
        resolve: ({ taxCodes }) => taxCodes,
      }),
      internalTimestamps: t.expose('internalTimestamps', {
        type: InternalTimestampsRef,
        description: 'When it was stored and last changed here.',
      }),
      version: t.exposeInt('version', { description: 'Counts the changes of the exemption.' }),
    }),
  });
}
