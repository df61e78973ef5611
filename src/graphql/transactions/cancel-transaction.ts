import { versionPrecondition } from '../../domain/base/precondition.ts';
import { cancellationInput } from '../../domain/transactions/change-input.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { cancelTransaction } from '../../usecases/transactions/cancel-transaction.ts';
import { builder } from '../base/builder.ts';
import { checked, nullsAsAbsent } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { ifVersionField } from '../base/if-version.ts';
import { inputOf } from '../base/input-of.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { byTransaction, recordName } from '../base/record-name.ts';
import { TransactionRef } from './transaction.ts';

const CancelTransactionInputRef = inputOf(cancellationInput, {
  fields: (t) => ({
    by: t.field(byTransaction),
    ifVersion: ifVersionField(t),
  }),
});

builder.mutationField('cancelTransaction', (t) =>
  t.field({
    type: TransactionRef,
    errors: errorsOf(...transactionProblems.cancel, 'PRECONDITION_FAILED'),
    extensions: needsScopes('transactions:write'),
    description:
      'Cancels a document: sets its status to `CANCELLED`. It stays readable but no longer counts toward nexus or the tax owed. Cancelling again changes nothing and keeps the first reason.',
    args: {
      input: t.arg({
        ...checked(CancelTransactionInputRef, nullsAsAbsent(cancellationInput)),
        required: true,
        description: 'The document, the expected version and the reason.',
      }),
    },
    resolve: async (_root, { input: { by, ifVersion, parsed } }, ctx) => {
      const transaction = await cancelTransaction(ctx, recordName(by, 'Transaction'), {
        precondition: versionPrecondition(ifVersion),
        reason: parsed.reason,
      });
      return changedTransaction({ transaction }, ctx);
    },
  }),
);
