import { parseDocument } from '../../domain/base/parse-input.ts';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import { batchInput } from '../../domain/transactions/transaction-input.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { upsertTransactions } from '../../usecases/transactions/upsert-transactions.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { batchOf, batchRows, requireBatchSize } from '../base/batch.ts';
import { builder } from '../base/builder.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { TransactionRef } from './transaction.ts';
import { TransactionInputRef } from './transaction-input.ts';

const TransactionBatchRef = batchOf(TransactionRef, {
  noun: 'document',
  errors: errorsOf(...transactionProblems.upsert, 'PRECONDITION_FAILED'),
});

const UpsertTransactionsInputRef = builder.inputType('UpsertTransactionsInput', {
  description: 'Documents to store.',
  fields: (t) => ({
    transactions: t.field({
      type: [TransactionInputRef],
      required: true,
      description: batchInput.out.shape.transactions.description,
    }),
  }),
});

builder.mutationField('upsertTransactions', (t) =>
  t.field({
    type: TransactionBatchRef,
    extensions: { ...needsScopes('transactions:write'), work: 10_000 },
    errors: errorsOf(),
    description:
      'Stores many documents, each as `upsertTransaction` would. If a document fails, the others are still stored; `results` contains each outcome.',
    args: {
      input: t.arg({ type: UpsertTransactionsInputRef, required: true, description: 'The documents, in order.' }),
    },
    resolve: async (_root, { input: { transactions } }, ctx) => {
      requireBatchSize(transactions, { field: 'transactions', noun: 'document' });
      const read = (raw: unknown) => parseDocument(ctx.inputs.transactionOfOneCustomer, raw, createYield());
      const preconditionOf = (index: number) => versionPrecondition(transactions[index]?.ifVersion);
      const outcomes = await upsertTransactions(ctx, read, transactions, {
        preconditionOf,
        keep: (outcome) =>
          outcome.kind === 'failed' ? outcome : { kind: outcome.kind, record: changedTransaction(outcome, ctx) },
      });
      return batchRows(transactions, outcomes);
    },
  }),
);
