import { versionPrecondition } from '../../domain/base/precondition.ts';
import { cancellationInput, recalculationInput } from '../../domain/transactions/change-input.ts';
import { conversionTarget } from '../../domain/transactions/conversion.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { cancelTransaction } from '../../usecases/transactions/cancel-transaction.ts';
import { convertTransaction } from '../../usecases/transactions/convert-transaction.ts';
import { recalculateTransaction } from '../../usecases/transactions/recalculate-transaction.ts';
import { builder } from '../base/builder.ts';
import { checked, nullsAsAbsent } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { byTransaction, recordName, TransactionByRef } from '../base/record-name.ts';
import { ifVersionField } from '../base/shared-inputs.ts';
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

const ConvertTransactionInputRef = builder.inputType('ConvertTransactionInput', {
  description: 'The document to convert, and the new document.',
  fields: (t) => ({
    from: t.field({ type: TransactionByRef, required: true, description: 'The estimate or order to convert.' }),
    to: t.field({
      ...checked(inputOf(conversionTarget), conversionTarget),
      required: true,
      description: 'The new document.',
    }),
    ifVersion: ifVersionField(t),
  }),
});

builder.mutationField('convertTransaction', (t) =>
  t.field({
    type: TransactionRef,
    errors: errorsOf(...transactionProblems.convert, 'PRECONDITION_FAILED'),
    extensions: needsScopes('transactions:write'),
    description:
      'Converts an estimate to an order or an invoice, or an order to an invoice. The result is a new document with the same customer, items, discounts and addresses. Its `createdFrom` identifies the converted document, which does not change. Its tax is calculated for its own tax date. Other conversions, and conversions of cancelled documents, fail with `InvalidInput`. Converting again with the same input changes nothing; if another document has the external id, the conversion fails with `Conflict`, code `KEY_TAKEN`.',
    args: {
      input: t.arg({
        type: ConvertTransactionInputRef,
        required: true,
        description: 'The document to convert, and the new document.',
      }),
    },
    resolve: async (_root, { input: { from, to, ifVersion } }, ctx) => {
      const precondition = versionPrecondition(ifVersion);
      const { value } = await convertTransaction(
        ctx,
        recordName(from, 'Transaction', ['from']),
        to.parsed,
        precondition,
      );
      return changedTransaction(value, ctx);
    },
  }),
);
