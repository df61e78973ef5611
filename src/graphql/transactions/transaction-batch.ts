import { invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import { readableKey } from '../../domain/base/record-name.ts';
import type { Inputs } from '../../domain/inputs.ts';
import type { BatchOutcome } from '../../usecases/transactions/batch-rows.ts';
import { upsertTransactions } from '../../usecases/transactions/upsert-transactions.ts';
import { type BatchOutcomeRef, outcomeNames } from '../base/batch-outcome.ts';
import type { Builder } from '../base/builder.ts';
import { Conflict, InvalidInput, NotFound, OverRefund, TransactionFiled } from '../base/errors.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import type { TransactionInputs } from './transaction-input.ts';

type Parts = {
  readonly batchOutcome: BatchOutcomeRef;
  readonly inputs: Inputs;
  readonly transactionInputs: TransactionInputs;
};
type Row = { readonly index: number; readonly sent: unknown; readonly outcome: BatchOutcome };

const mostRows = gatewayLimits.documentsPerBatch;

/** Storing many documents in one mutation. */
export function addTransactionBatch(builder: Builder, { batchOutcome, inputs, transactionInputs }: Parts): void {
  const batch = addBatch(builder, batchOutcome);
  const input = builder.inputType('UpsertTransactionsInput', {
    description: 'Documents to store.',
    fields: (t) => ({
      transactions: t.field({
        type: [transactionInputs.transaction],
        required: true,
        description: `At most ${mostRows}. The outcome is as if they were stored one after the other.`,
      }),
    }),
  });
  builder.mutationField('upsertTransactions', (t) =>
    t.field({
      type: batch,
      errors: { types: [InvalidInput] },
      description:
        'Stores many documents, as `upsertTransaction` would each of them. One that fails stops no other: `results` tells what became of each. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'What to store, in this order.' }) },
      resolve: async (_root, { input: { transactions } }, ctx) => {
        if (transactions.length > mostRows) throw invalidInput([tooMany]);
        const preconditionOf = (index: number) => versionPrecondition(transactions[index]?.ifVersion);
        const outcomes = await upsertTransactions(ctx, inputs, transactions, preconditionOf);
        for (const outcome of outcomes) if (outcome.kind !== 'failed') changedTransaction(outcome, ctx);
        return { rows: outcomes.map((outcome, index) => ({ index, sent: transactions[index], outcome })) };
      },
    }),
  );
}

const tooMany = {
  path: ['transactions'],
  code: 'TOO_LONG',
  message: `A batch may have at most ${mostRows} documents.`,
};

function addBatch(builder: Builder, batchOutcome: BatchOutcomeRef) {
  const row = addRow(builder, batchOutcome);
  return builder.objectRef<{ readonly rows: readonly Row[] }>('TransactionBatch').implement({
    description: 'What became of many documents.',
    fields: (t) => ({
      results: t.field({
        type: [row],
        extensions: { listSize: 25 },
        description: 'One for each document, in their order.',
        resolve: ({ rows }) => rows,
      }),
    }),
  });
}

function addRow(builder: Builder, batchOutcome: BatchOutcomeRef) {
  return builder.objectRef<Row>('TransactionBatchRow').implement({
    description: 'What became of one document of a batch.',
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Its place in the input, from 0.' }),
      source: t.string({
        nullable: true,
        description: 'Its source, as it was sent.',
        resolve: ({ sent }) => readableKey(sent).source ?? null,
      }),
      externalId: t.string({
        nullable: true,
        description: 'Its external id, as it was sent.',
        resolve: ({ sent }) => readableKey(sent).externalId ?? null,
      }),
      outcome: t.field({
        type: batchOutcome,
        description: 'Whether it was stored, and how.',
        resolve: ({ outcome }) => outcomeNames[outcome.kind],
      }),
      result: t.field({
        type: 'Transaction',
        nullable: true,
        errors: {
          types: [InvalidInput, NotFound, Conflict, TransactionFiled, OverRefund],
          union: {
            name: 'TransactionBatchRowResult',
            description: 'The document as it is stored, or why it is not.',
          },
        },
        description:
          'The document as it is stored, or why it is not; null for a failure on our side, which is among the top-level errors.',
        resolve: ({ outcome }) => {
          if (outcome.kind === 'failed') throw outcome.error;
          return outcome.transaction;
        },
      }),
    }),
  });
}
