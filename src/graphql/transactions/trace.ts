import type { DocumentCheck } from '../../domain/transactions/document-checks.ts';
import type { TraceStepView } from '../../domain/transactions/trace/trace-view.ts';
import type { Builder } from '../base/builder.ts';
import { CertificateRefusalEnum, CheckNameEnum, TaxReasonEnum, TraceKindEnum } from '../base/enums.ts';
import type { Lines } from './line.ts';

/** How a tax came about, and whether its sums hold. */
export function addTrace(builder: Builder, parts: Parts) {
  return { step: addTraceStep(builder, parts), check: addCheck(builder) };
}

export type TraceTypes = ReturnType<typeof addTrace>;

type Parts = { readonly lines: Lines };

function addTraceStep(builder: Builder, { lines }: Parts) {
  return builder.objectRef<TraceStepView>('TraceStep').implement({
    description:
      'One step of how a document came to its tax. `message` says it in words; the other members carry its facts, null where the step has none. Exact figures are decimals, or quotients such as `1250/193` that no decimal can hold.',
    fields: (t) => ({
      kind: t.expose('kind', { type: TraceKindEnum, description: 'What the step tells.' }),
      pointer: t.exposeString('pointer', {
        description: 'What it is about: `/items/0`, `/shippingFee`, or empty for the whole document.',
      }),
      message: t.exposeString('message', { description: 'The step in words.' }),
      jurisdiction: t.expose('jurisdiction', {
        type: lines.jurisdiction,
        nullable: true,
        description: 'The authority it is about.',
      }),
      ruleId: t.exposeString('ruleId', { nullable: true, description: 'The rule of the rate book.' }),
      certificateId: t.exposeString('certificateId', {
        nullable: true,
        description: 'The certificate that relieved or was looked at.',
      }),
      refusal: t.expose('refusal', {
        type: CertificateRefusalEnum,
        nullable: true,
        description: 'Why the exemption was not applied.',
      }),
      reason: t.expose('reason', { type: TaxReasonEnum, nullable: true, description: 'Why nothing is taxed.' }),
      basis: t.exposeString('basis', { nullable: true, description: 'The amount it starts from, exact.' }),
      rate: t.exposeString('rate', { nullable: true, description: 'The rate, as an exact fraction of one.' }),
      exact: t.exposeString('exact', { nullable: true, description: 'Its result before rounding.' }),
      amount: t.expose('amount', { type: 'Decimal', nullable: true, description: 'Its result.' }),
      fromOn: t.field({
        type: 'Date',
        nullable: true,
        description: 'The first day the rate or rule holds; null when it is not known.',
        resolve: ({ fromOn }) => fromOn ?? null,
      }),
      toOn: t.field({
        type: 'Date',
        nullable: true,
        description: 'The last day it holds; null while it is open.',
        resolve: ({ toOn }) => toOn ?? null,
      }),
      source: t.exposeString('source', { nullable: true, description: 'Where the rate or rule was read.' }),
    }),
  });
}

function addCheck(builder: Builder) {
  return builder.objectRef<DocumentCheck>('Check').implement({
    description: 'Two figures of a document that have to be the same.',
    fields: (t) => ({
      name: t.expose('name', { type: CheckNameEnum, description: 'What has to hold.' }),
      pointer: t.exposeString('pointer', {
        description: 'What it is about: `/items/0`, `/finalTransactionAmount`, or empty for the whole document.',
      }),
      expected: t.expose('expected', { type: 'Decimal', description: 'The figure of the document.' }),
      actual: t.expose('actual', { type: 'Decimal', description: 'What its parts add up to.' }),
      holds: t.exposeBoolean('holds', { description: 'Whether both are the same.' }),
    }),
  });
}
