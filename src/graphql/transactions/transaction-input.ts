import { versionPrecondition } from '../../domain/base/precondition.ts';
import { documentIn } from '../../domain/refusals/refusal.ts';
import { customerByKey, transactionFields } from '../../domain/transactions/transaction-input.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { upsertTransaction } from '../../usecases/transactions/upsert-transaction.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { notesRefused } from '../base/noted-refusals.ts';
import { RecordKeyRef } from '../base/record-name.ts';
import { TransactionRef } from './transaction.ts';

const TransactionCustomerInputRef = builder.inputType('TransactionCustomerInput', {
  isOneOf: true,
  description: 'The customer of a document.',
  fields: (t) => ({
    key: t.field({ type: RecordKeyRef, description: 'Source and external id of a stored customer.' }),
  }),
});

export const TransactionInputRef = inputOf(transactionFields, {
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
