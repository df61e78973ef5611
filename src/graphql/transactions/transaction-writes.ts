import { z } from 'zod';
import { parseDocument } from '../../domain/base/parse-input.ts';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import { documentIn } from '../../domain/refusals/refusal.ts';
import { shippingFeeInput } from '../../domain/transactions/line-input.ts';
import { batchInput, customerByKey, transactionFields } from '../../domain/transactions/transaction-input.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { patchTransaction } from '../../usecases/transactions/patch-transaction.ts';
import { upsertTransaction } from '../../usecases/transactions/upsert-transaction.ts';
import { upsertTransactions } from '../../usecases/transactions/upsert-transactions.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { batchOf, batchRows, requireBatchSize } from '../base/batch.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { notesRefused } from '../base/noted-refusals.ts';
import { byTransaction, inputBy, RecordKeyRef, recordName, type TransactionByRef } from '../base/record-name.ts';
import { ifVersionField } from '../base/shared-inputs.ts';
import { ExternalTimestampsPatchRef } from '../base/timestamps.ts';
import { TransactionRef } from './transaction.ts';

const TransactionCustomerInputRef = builder.inputType('TransactionCustomerInput', {
  isOneOf: true,
  description: 'The customer of a document.',
  fields: (t) => ({
    key: t.field({ type: RecordKeyRef, description: 'Source and external id of a stored customer.' }),
  }),
});

const TransactionInputRef = inputOf(transactionFields, {
  fields: (t) => ({
    customer: t.field({
      type: TransactionCustomerInputRef,
      description: customerByKey.description,
    }),
    ifVersion: t.int({
      description:
        'Fails with `VersionMismatch` unless the stored document has this `version`. With 0, the document must not be stored yet.',
    }),
  }),
});

builder.mutationField('upsertTransaction', (t) =>
  t.field({
    type: TransactionRef,
    errors: errorsOf(...transactionProblems.upsert, 'PRECONDITION_FAILED'),
    extensions: { ...needsScopes('transactions:write'), ...notesRefused(documentIn) },
    description:
      'Creates or replaces the document with this `source` and `externalId`, and calculates its tax. Sending the same input again changes nothing.',
    args: {
      input: t.arg({
        ...checked(TransactionInputRef, (inputs) => inputs.transactionOfOneCustomer),
        required: true,
        description: 'The whole document; omitted fields are cleared.',
      }),
    },
    resolve: async (_root, { input: { parsed, ifVersion } }, ctx) =>
      changedTransaction((await upsertTransaction(ctx, parsed, versionPrecondition(ifVersion))).value, ctx),
  }),
);

const ShippingFeePatchRef = inputOf(z.object(shippingFeeInput.shape).partial(), {
  name: 'ShippingFeePatch',
  description: 'Changes to a shipping fee. Omitted fields are kept; null clears a field.',
});

const TransactionPatchRef = inputOf(transactionFields.omit({ source: true, externalId: true }).partial(), {
  name: 'TransactionPatch',
  description:
    'Omitted fields are kept, null clears a field, nested objects are merged, and `items` is replaced as a whole. Required fields cannot be cleared. On a refund, an empty `items` refunds the whole invoice. Setting `transactionFilingStatus` to `NOT_FILED` reopens a filed document, so the same patch can change its tax; null keeps the status.',
  types: { externalTimestamps: ExternalTimestampsPatchRef, shippingFee: ShippingFeePatchRef },
});

const PatchTransactionInputRef = inputBy(
  'PatchTransactionInput',
  'The document to change, and the changes.',
  byTransaction,
  (t) => ({
    patch: t.field({ type: TransactionPatchRef, required: true, description: 'The changes.' }),
    ifVersion: ifVersionField(t),
  }),
);

builder.mutationField('patchTransaction', (t) =>
  t.field({
    type: TransactionRef,
    errors: errorsOf(...transactionProblems.patch, 'PRECONDITION_FAILED'),
    extensions: {
      ...needsScopes('transactions:write'),
      ...notesRefused(({ by }: { readonly by: (typeof TransactionByRef)['$inferInput'] }) =>
        recordName(by, 'Transaction'),
      ),
    },
    description:
      'Changes some fields of a document: omitted fields are kept, null clears a field, nested objects are merged, and `items` is replaced as a whole. The result is the same as storing the whole document with `upsertTransaction`: the tax is recalculated only if it depends on a changed field.',
    args: {
      input: t.arg({ type: PatchTransactionInputRef, required: true, description: 'The document and its changes.' }),
    },
    resolve: async (_root, { input: { by, patch, ifVersion } }, ctx) => {
      const precondition = versionPrecondition(ifVersion);
      return changedTransaction(
        await patchTransaction(ctx, ctx.inputs, recordName(by, 'Transaction'), patch, precondition),
        ctx,
      );
    },
  }),
);

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
