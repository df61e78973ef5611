import type { InputFieldBuilder } from '@pothos/core';
import { exemptionFields } from '../../domain/exemptions/exemption-input.ts';
import {
  certificateFields,
  classificationFields,
  statusFields,
  validationDatesFields,
} from '../../domain/exemptions/exemption-terms.ts';
import { builder, type Types } from '../base/builder.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { ExemptionReasonEnum, ExemptionStatusEnum, ExemptionTypeEnum } from '../base/enums.ts';

const described = descriptionsOf(exemptionFields);
const describedExemption = descriptionsOf(exemptionFields.shape.exemption);
const describedState = descriptionsOf(exemptionFields.shape.states.element);
const describedClassification = descriptionsOf(classificationFields);
const describedCertificate = descriptionsOf(certificateFields);
const describedDates = descriptionsOf(validationDatesFields);

const StateInputRef = builder.inputType('StateInput', {
  description: 'A state or province. Any one of the fields is enough.',
  fields: (t) => ({
    abbreviation: t.string({ description: describedState.abbreviation }),
    code: t.string({ description: describedState.code }),
    name: t.string({ description: describedState.name }),
  }),
});

const ClassificationInputRef = builder.inputType('ExemptionClassificationInput', {
  description: 'The reason for an exemption.',
  fields: (t) => ({
    code: t.string({ description: describedClassification.code }),
    description: t.string({ description: describedClassification.description }),
  }),
});

const CertificateInputRef = builder.inputType('CertificateInput', {
  description: 'The certificate that proves an exemption.',
  fields: (t) => ({
    certificateId: t.string({ description: describedCertificate.certificateId }),
    url: t.string({ description: describedCertificate.url }),
    name: t.string({ description: describedCertificate.name }),
  }),
});

const describedStatus = descriptionsOf(statusFields);

const StatusInputRef = builder.inputType('SentExemptionStatusInput', {
  description: 'The status of an exemption in your words.',
  fields: (t) => ({
    code: t.string({ description: describedStatus.code }),
    name: t.string({ description: describedStatus.name }),
  }),
});

const ValidationDatesInputRef = builder.inputType('ValidationDatesInput', {
  description: 'When an exemption is valid, both days included.',
  fields: (t) => ({
    fromDate: t.string({ description: describedDates.fromDate }),
    toDate: t.string({ description: describedDates.toDate }),
  }),
});

/** The fields that a new exemption and a patch share: everything in an exemption that may change. */
export function exemptionTermsFields(t: InputFieldBuilder<Types, 'InputObject'>) {
  return {
    exemptionReason: t.field({ type: ExemptionReasonEnum, description: describedExemption.exemptionReason }),
    classification: t.field({ type: ClassificationInputRef, description: describedExemption.classification }),
    validationDates: t.field({ type: ValidationDatesInputRef, description: describedExemption.validationDates }),
    certificate: t.field({ type: CertificateInputRef, description: describedExemption.certificate }),
    exemptionType: t.field({ type: ExemptionTypeEnum, description: describedExemption.exemptionType }),
    exemptionStatus: t.field({ type: ExemptionStatusEnum, description: describedExemption.exemptionStatus }),
    status: t.field({ type: StatusInputRef, description: describedExemption.status }),
    exemptFraction: t.field({ type: 'Decimal', description: describedExemption.exemptFraction }),
    reducedRate: t.field({ type: 'Decimal', description: describedExemption.reducedRate }),
    taxCodes: t.stringList({ description: describedExemption.taxCodes }),
  };
}

const ExemptionTermsInputRef = builder.inputType('ExemptionTermsInput', {
  description: 'The place and the terms of an exemption, whoever has it.',
  fields: (t) => ({
    country: t.field({
      type: 'CountryCode',
      description:
        'Country of the exemption. Required for an exemption in the whole country. Default with a state: US.',
    }),
    state: t.field({ type: StateInputRef, description: describedExemption.state }),
    ...exemptionTermsFields(t),
  }),
});

/** An exemption of a customer in several states. */
function fieldsOfExemption(t: InputFieldBuilder<Types, 'InputObject'>) {
  return {
    customerId: t.field({ type: 'UUID', required: true, description: describedExemption.customerId }),
    exemption: t.field({
      type: ExemptionTermsInputRef,
      required: true,
      description: 'Place and terms of the exemption.',
    }),
    states: t.field({ type: [StateInputRef], required: true, description: described.states }),
  };
}

export const UpsertExemptionsInputRef = builder.inputType('UpsertExemptionsInput', {
  description: 'An exemption, its customer and its states.',
  fields: fieldsOfExemption,
});

export const DescribedExemptionInputRef = builder.inputType('DescribedExemptionInput', {
  description: 'An exemption that is not stored, its customer and its states.',
  fields: fieldsOfExemption,
});
