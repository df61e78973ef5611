import type { Builder } from '../base/builder.ts';
import { ExemptionStatusEnum, ExemptionTypeEnum } from '../base/enums.ts';

/** The members that storing and changing an exemption share. */
export function addExemptionMembers(builder: Builder) {
  const state = builder.inputType('StateInput', {
    description: 'A state or province, by any of its names.',
    fields: (t) => ({
      abbreviation: t.string({ description: 'Such as `MN`.' }),
      code: t.string({ description: 'Its code, such as the FIPS code `27`.' }),
      name: t.string({ description: 'Such as `Minnesota`.' }),
    }),
  });
  const classification = builder.inputType('ExemptionClassificationInput', {
    description: 'The ground of an exemption.',
    fields: (t) => ({
      code: t.string({ description: 'Up to 100 characters.' }),
      description: t.string({ description: 'Up to 1000 characters.' }),
    }),
  });
  const certificate = builder.inputType('CertificateInput', {
    description: 'The paper that proves an exemption.',
    fields: (t) => ({
      certificateId: t.string({ description: 'Its number; part of the exemption’s key.' }),
      url: t.string({ description: 'Where it can be seen.' }),
      name: t.string({ description: 'What the paper is called: `ST3`.' }),
    }),
  });
  const dates = builder.inputType('ValidationDatesInput', {
    description: 'When an exemption is valid, both days included.',
    fields: (t) => ({
      fromDate: t.string({ description: 'A day or date-time; absent: no beginning.' }),
      toDate: t.string({ description: 'A day or date-time; absent: open.' }),
    }),
  });
  return { certificate, classification, dates, state };
}

export type ExemptionInputParts = ReturnType<typeof addExemptionMembers>;

/** An exemption as it is sent, with the states it is stored for. */
export function addExemptionInput(builder: Builder, members: ExemptionInputParts) {
  const { certificate, classification, dates, state } = members;
  const exemption = builder.inputType('ExemptionInput', {
    description: 'What the exemption says.',
    fields: (t) => ({
      customerId: t.field({ type: 'UUID', required: true, description: 'The `serviceId` of the customer.' }),
      country: t.string({ description: 'Country, as code or English name; US when absent.' }),
      state: t.field({ type: state, description: 'The state, when `states` is empty.' }),
      classification: t.field({ type: classification, description: 'Its ground.' }),
      validationDates: t.field({ type: dates, description: 'When it is valid; absent: always.' }),
      certificate: t.field({ type: certificate, description: 'The paper that proves it.' }),
      exemptionType: t.field({ type: ExemptionTypeEnum, description: '`FULLY` when absent.' }),
      exemptionStatus: t.field({ type: ExemptionStatusEnum, description: '`ACTIVE` when absent.' }),
      exemptPercentage: t.field({ type: 'Decimal', description: 'For `PARTIALLY`: the exempt share, as a fraction.' }),
      reducedRate: t.field({ type: 'Decimal', description: 'For `PARTIALLY`: the rate instead, as a fraction.' }),
      taxCodes: t.stringList({ description: 'The tax codes it covers; all when absent.' }),
    }),
  });
  return builder.inputType('CreateExemptionsInput', {
    description: 'An exemption and the states it holds in.',
    fields: (t) => ({
      exemption: t.field({ type: exemption, required: true, description: 'What the exemption says.' }),
      states: t.field({
        type: [state],
        required: true,
        description: 'The states it holds in, at most 100; none: `exemption.state`, else the whole country.',
      }),
    }),
  });
}

/** What of an exemption may be changed by itself. */
export function addExemptionPatch(builder: Builder, { certificate, classification, dates }: ExemptionInputParts) {
  return builder.inputType('ExemptionPatch', {
    description: 'What is absent stays, null clears, nested objects are merged.',
    fields: (t) => ({
      classification: t.field({ type: classification, description: 'Its ground.' }),
      validationDates: t.field({ type: dates, description: 'When it is valid; null: always.' }),
      certificate: t.field({
        type: certificate,
        description:
          'The paper that proves it. A new `certificateId` must not be that of another exemption of the place.',
      }),
      exemptionType: t.field({ type: ExemptionTypeEnum, description: 'How far it goes; null: `FULLY`.' }),
      exemptionStatus: t.field({ type: ExemptionStatusEnum, description: 'Whether it may be used; null: `ACTIVE`.' }),
      exemptPercentage: t.field({ type: 'Decimal', description: 'For `PARTIALLY`: the exempt share, as a fraction.' }),
      reducedRate: t.field({ type: 'Decimal', description: 'For `PARTIALLY`: the rate instead, as a fraction.' }),
      taxCodes: t.stringList({ description: 'The tax codes it covers, in place of those stored; null: all.' }),
    }),
  });
}
