import type { DocumentCheck } from '../../domain/transactions/document-checks.ts';
import type { TraceStepView } from '../../domain/transactions/trace/trace-view.ts';
import { builder } from '../base/builder.ts';
import { CertificateRefusalEnum, CheckNameEnum, TaxReasonEnum, TraceKindEnum } from '../base/enums.ts';
import { validityFields } from '../base/validity.ts';
import { JurisdictionRef } from './tax-line.ts';

export const TraceStepRef = builder.objectRef<TraceStepView>('TraceStep').implement({
  description:
    'One step of the tax calculation of a document. `message` describes it in words; the other fields contain its data, null where they do not apply. Exact figures are decimals, or quotients such as `1250/193` that no decimal can represent.',
  fields: (t) => ({
    kind: t.expose('kind', { type: TraceKindEnum, description: 'What the step does.' }),
    pointer: t.exposeString('pointer', {
      description: 'JSON pointer to the subject: `/items/0`, `/shippingFee`, or empty for the whole document.',
    }),
    message: t.exposeString('message', { description: 'Description of the step in words.' }),
    jurisdiction: t.expose('jurisdiction', {
      type: JurisdictionRef,
      nullable: true,
      description: 'Authority that the step concerns.',
    }),
    ruleId: t.exposeString('ruleId', { nullable: true, description: 'Id of the rule in the rate book.' }),
    certificateId: t.exposeString('certificateId', {
      nullable: true,
      description: 'Id of the exemption that was applied or refused.',
    }),
    refusal: t.expose('refusal', {
      type: CertificateRefusalEnum,
      nullable: true,
      description: 'Why the exemption was not applied.',
    }),
    reason: t.expose('reason', { type: TaxReasonEnum, nullable: true, description: 'Why nothing is taxed.' }),
    basis: t.exposeString('basis', { nullable: true, description: 'Exact amount that the step starts from.' }),
    rate: t.exposeString('rate', { nullable: true, description: 'Exact rate, as a fraction of one.' }),
    exact: t.exposeString('exact', { nullable: true, description: 'Exact result before rounding.' }),
    amount: t.expose('amount', { type: 'Decimal', nullable: true, description: 'Result of the step.' }),
    ...validityFields((day) => t.field(day), {
      daysOf: (days: TraceStepView) => days,
      validFrom: 'First day on which the rate or rule is valid, such as `2026-01-01`; null if unknown.',
      validThrough: 'Last day on which the rate or rule is valid; null if open-ended.',
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Publication that the rate or rule was taken from.',
    }),
  }),
});

export const CheckRef = builder.objectRef<DocumentCheck>('Check').implement({
  description: 'Two figures of a document that must be equal.',
  fields: (t) => ({
    name: t.expose('name', { type: CheckNameEnum, description: 'The sum that is checked.' }),
    pointer: t.exposeString('pointer', {
      description:
        'JSON pointer to the figure: `/items/0`, `/finalTransactionAmount`, or empty for the whole document.',
    }),
    expected: t.expose('expected', { type: 'Decimal', description: 'Figure of the document.' }),
    actual: t.expose('actual', { type: 'Decimal', description: 'Sum of its parts.' }),
    holds: t.exposeBoolean('holds', { description: 'Whether both figures are equal.' }),
  }),
});
