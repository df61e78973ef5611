import { versionPrecondition } from '../../domain/base/precondition.ts';
import { recalculationInput } from '../../domain/transactions/change-input.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { recalculateTransaction } from '../../usecases/transactions/recalculate-transaction.ts';
import { builder } from '../base/builder.ts';
import { checked, nullsAsAbsent } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { ifVersionField } from '../base/if-version.ts';
import { inputOf } from '../base/input-of.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { byTransaction, recordName } from '../base/record-name.ts';
import { TransactionRef } from './transaction.ts';

const RecalculateTransactionInputRef = inputOf(recalculationInput, {
  fields: (t) => ({
    by: t.field(byTransaction),
    ifVersion: ifVersionField(t),
  }),
});

builder.mutationField('recalculateTransaction', (t) =>
  t.field({
    type: TransactionRef,
    errors: errorsOf(...transactionProblems.recalculate, 'PRECONDITION_FAILED'),
    extensions: needsScopes('transactions:write'),
    description:
      'Recalculates a stored document, as submitted and for its own tax date, with the current rate book, exemptions and settings. Earlier calculations remain in `calculations`. Each call adds a calculation, even if the figures are the same. Refunds keep their figures: if an invoice’s tax would fall below the amount refunded, the call fails with `OverRefund`.',
    args: {
      input: t.arg({
        ...checked(RecalculateTransactionInputRef, nullsAsAbsent(recalculationInput)),
        required: true,
        description: 'The document and the reason.',
      }),
    },
    resolve: async (_root, { input: { by, ifVersion, parsed } }, ctx) => {
      const precondition = versionPrecondition(ifVersion);
      return changedTransaction(
        await recalculateTransaction(ctx, recordName(by, 'Transaction'), parsed, precondition),
        ctx,
      );
    },
  }),
);
