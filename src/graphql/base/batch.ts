import type { ObjectRef } from '@pothos/core';
import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { readableKey } from '../../domain/base/record-name.ts';
import { builder, type Types } from './builder.ts';
import { describedEnum } from './described-enum.ts';
import type { errorsOf } from './errors.ts';

const largestBatch = gatewayLimits.documentsPerBatch;

const BatchOutcomeEnum = describedEnum('BatchOutcome', 'The outcome for one record in a batch.', {
  CREATED: 'The record was new.',
  UPDATED: 'The record existed and was changed.',
  UNCHANGED: 'The record already existed with exactly this content.',
  FAILED: 'The record was not stored.',
});

const outcomeNames = { created: 'CREATED', replaced: 'UPDATED', unchanged: 'UNCHANGED', failed: 'FAILED' } as const;

type Outcome<Row> =
  | { readonly kind: 'created' | 'replaced' | 'unchanged'; readonly record: Row }
  | { readonly kind: 'failed'; readonly error: unknown };

type BatchRow<Row> = { readonly index: number; readonly sent: unknown; readonly outcome: Outcome<Row> };
type Batch<Row> = { readonly rows: readonly BatchRow<Row>[] };

type BatchOptions = {
  /** The noun for a record, such as `document`. */
  readonly noun: string;
  /** The possible errors of a single record. */
  readonly errors: ReturnType<typeof errorsOf>;
};

/** The result type of a batch, with the outcome for each record. */
export function batchOf<Row extends object>(record: ObjectRef<Types, Row>, options: BatchOptions) {
  const row = batchRowOf(record, options);
  return builder.objectRef<Batch<Row>>(`${record.name}Batch`).implement({
    description: `The outcomes of a batch of ${options.noun}s.`,
    fields: (t) => ({
      results: t.field({
        type: [row],
        extensions: { listSize: 25 },
        description: `One result for each ${options.noun}, in input order.`,
        resolve: ({ rows }) => rows,
      }),
    }),
  });
}

function batchRowOf<Row extends object>(record: ObjectRef<Types, Row>, { noun, errors }: BatchOptions) {
  return builder.objectRef<BatchRow<Row>>(`${record.name}BatchRow`).implement({
    description: `The outcome for one ${noun} in a batch.`,
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Position in the input, from 0.' }),
      source: t.string({
        nullable: true,
        description: 'The source, as sent.',
        resolve: ({ sent }) => readableKey(sent).source ?? null,
      }),
      externalId: t.string({
        nullable: true,
        description: 'The external id, as submitted.',
        resolve: ({ sent }) => readableKey(sent).externalId ?? null,
      }),
      outcome: t.field({
        type: BatchOutcomeEnum,
        description: 'The outcome, such as `CREATED` or `FAILED`.',
        resolve: ({ outcome }) => outcomeNames[outcome.kind],
      }),
      result: t.field({
        type: record,
        nullable: true,
        errors: {
          ...errors,
          union: {
            name: `${record.name}BatchRowResult`,
            description: `The ${noun} as stored, or the error.`,
          },
        },
        description: `The ${noun} as stored, or the error. Null for an internal error, which is listed among the top-level errors.`,
        resolve: ({ outcome }) => {
          if (outcome.kind === 'failed') throw outcome.error;
          return outcome.record as never;
        },
      }),
    }),
  });
}

/** The input of a row, together with its outcome. */
export function batchRows<Row>(sent: readonly unknown[], outcomes: readonly Outcome<Row>[]): Batch<Row> {
  return { rows: outcomes.map((outcome, index) => ({ index, sent: sent[index], outcome })) };
}

export function requireBatchSize(rows: readonly unknown[], { field, noun }: { field: string; noun: string }): void {
  if (rows.length <= largestBatch) return;
  const message = `A batch may have at most ${largestBatch} ${noun}s.`;
  throw invalidInput([{ path: [field], code: 'TOO_LONG', message }]);
}
