import { versionPrecondition } from '../../domain/base/precondition.ts';
import type { Inputs } from '../../domain/inputs.ts';
import { patchTransaction } from '../../usecases/transactions/patch-transaction.ts';
import type { AddressInputs } from '../base/address.ts';
import type { Builder } from '../base/builder.ts';
import type { Enums } from '../base/enums.ts';
import { Conflict, InvalidInput, NotFound, OverRefund, TransactionFiled } from '../base/errors.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { type RecordNames, recordName } from '../base/record-name.ts';
import type { Timestamps } from '../base/timestamps.ts';
import type { TransactionInputs } from './transaction-input.ts';
import { addTransactionPatch } from './transaction-patch.ts';

type Parts = {
  readonly addresses: AddressInputs;
  readonly enums: Enums;
  readonly inputs: Inputs;
  readonly names: RecordNames;
  readonly timestamps: Timestamps;
  readonly transactionInputs: TransactionInputs;
};

/** Changing some fields of a document. */
export function addPatchTransaction(builder: Builder, parts: Parts): void {
  const { inputs, names } = parts;
  const patchType = addTransactionPatch(builder, parts);
  const input = builder.inputType('PatchTransactionInput', {
    description: 'Which document to change, and how.',
    fields: (t) => ({
      by: t.field({ type: names.by, required: true, description: 'The document.' }),
      patch: t.field({ type: patchType, required: true, description: 'What to change.' }),
      ifVersion: t.int({
        description: 'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless the document has this `version`.',
      }),
    }),
  });
  builder.mutationField('patchTransaction', (t) =>
    t.field({
      type: 'Transaction',
      errors: { types: [InvalidInput, NotFound, Conflict, TransactionFiled, OverRefund] },
      description:
        'Changes some fields of a document: what is absent stays, null clears, nested objects are merged, and `items` is replaced as a whole. The outcome is what `upsertTransaction` of the whole document would be: the tax is worked out again only if it depends on what was changed. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'Which document, and what to change.' }) },
      resolve: async (_root, { input: { by, patch, ifVersion } }, ctx) => {
        const precondition = versionPrecondition(ifVersion);
        return changedTransaction(await patchTransaction(ctx, inputs, recordName(by), patch, precondition), ctx);
      },
    }),
  );
}
