import { reasonInput } from '../../domain/base/fields.ts';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import { recalculateTransaction } from '../../usecases/transactions/recalculate-transaction.ts';
import type { Builder } from '../base/builder.ts';
import { Conflict, InvalidInput, NotFound, OverRefund, TransactionFiled } from '../base/errors.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { RecordByRef, recordName } from '../base/record-name.ts';
import { TransactionRef } from './transaction.ts';

/** Calculating a document again on request. */
export function addRecalculateTransaction(builder: Builder): void {
  const input = builder.inputType('RecalculateTransactionInput', {
    description: 'Which document to calculate again, and why.',
    fields: (t) => ({
      by: t.field({ type: RecordByRef, required: true, description: 'The document.' }),
      reason: t.string({
        required: true,
        description: 'Why, in 1 to 256 characters; kept as `recalculatedBecause`.',
        validate: { schema: reasonInput },
      }),
      ifVersion: t.int({
        description: 'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless the document has this `version`.',
      }),
    }),
  });
  builder.mutationField('recalculateTransaction', (t) =>
    t.field({
      type: TransactionRef,
      errors: { types: [InvalidInput, NotFound, Conflict, TransactionFiled, OverRefund] },
      description:
        'Works a stored document out again as it was sent and on its own tax date, with the rate book in force now and the certificates and settings of today. The calculation before stays readable in `calculations`. Each call is a calculation, also when its figures are the same. Refunds keep what they gave back: an invoice that would bear less than that is `OverRefund`. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'Which document, and why.' }) },
      resolve: async (_root, { input: { by, reason, ifVersion } }, ctx) => {
        const precondition = versionPrecondition(ifVersion);
        return changedTransaction(await recalculateTransaction(ctx, recordName(by), reason, precondition), ctx);
      },
    }),
  );
}
