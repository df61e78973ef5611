import { versionPrecondition } from '../../domain/base/precondition.ts';
import { conversionTarget } from '../../domain/transactions/conversion.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { convertTransaction } from '../../usecases/transactions/convert-transaction.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { ifVersionField } from '../base/if-version.ts';
import { inputOf } from '../base/input-of.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { recordName, TransactionByRef } from '../base/record-name.ts';
import { TransactionRef } from './transaction.ts';

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
