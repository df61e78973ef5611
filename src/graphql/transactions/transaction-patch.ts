import { z } from 'zod';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import { shippingFeeInput } from '../../domain/transactions/line-input.ts';
import { transactionFields } from '../../domain/transactions/transaction-input.ts';
import { transactionProblems } from '../../domain/transactions/transaction-problems.ts';
import { patchTransaction } from '../../usecases/transactions/patch-transaction.ts';
import { builder } from '../base/builder.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { ifVersionField } from '../base/if-version.ts';
import { inputOf } from '../base/input-of.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { notesRefused } from '../base/noted-refusals.ts';
import { byTransaction, inputBy, recordName, type TransactionByRef } from '../base/record-name.ts';
import { ExternalTimestampsPatchRef } from '../base/timestamps.ts';
import { TransactionRef } from './transaction.ts';

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
