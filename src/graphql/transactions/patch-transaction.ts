import { versionPrecondition } from '../../domain/base/precondition.ts';
import { patchTransaction } from '../../usecases/transactions/patch-transaction.ts';
import type { Builder } from '../base/builder.ts';
import { Conflict, InvalidInput, NotFound, OverRefund, TransactionFiled } from '../base/errors.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { RecordByRef, recordName } from '../base/record-name.ts';
import { TransactionRef } from './transaction.ts';
import type { TransactionInputs } from './transaction-input.ts';
import { addTransactionPatch } from './transaction-patch.ts';

type Parts = {
  readonly transactionInputs: TransactionInputs;
};

/** Changing some fields of a document. */
export function addPatchTransaction(builder: Builder, parts: Parts): void {
  const patchType = addTransactionPatch(builder, parts);
  const input = builder.inputType('PatchTransactionInput', {
    description: 'Which document to change, and how.',
    fields: (t) => ({
      by: t.field({ type: RecordByRef, required: true, description: 'The document.' }),
      patch: t.field({ type: patchType, required: true, description: 'What to change.' }),
      ifVersion: t.int({
        description: 'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless the document has this `version`.',
      }),
    }),
  });
  builder.mutationField('patchTransaction', (t) =>
    t.field({
      type: TransactionRef,
      errors: { types: [InvalidInput, NotFound, Conflict, TransactionFiled, OverRefund] },
      description:
        'Changes some fields of a document: what is absent stays, null clears, nested objects are merged, and `items` is replaced as a whole. The outcome is what `upsertTransaction` of the whole document would be: the tax is worked out again only if it depends on what was changed. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'Which document, and what to change.' }) },
      resolve: async (_root, { input: { by, patch, ifVersion } }, ctx) => {
        const precondition = versionPrecondition(ifVersion);
        return changedTransaction(await patchTransaction(ctx, ctx.inputs, recordName(by), patch, precondition), ctx);
      },
    }),
  );
}
