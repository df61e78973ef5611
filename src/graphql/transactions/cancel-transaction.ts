import { cancelTransaction } from '../../usecases/transactions/cancel-transaction.ts';
import { builder } from '../base/builder.ts';
import { Conflict, InvalidInput, NotFound, OverRefund, TransactionFiled } from '../base/errors.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { RecordKeyRef } from '../base/record-name.ts';
import { TransactionRef } from './transaction.ts';

builder.mutationField('cancelTransaction', (t) =>
  t.field({
    type: TransactionRef,
    errors: { types: [InvalidInput, NotFound, Conflict, TransactionFiled, OverRefund] },
    description:
      'Sets the status of a document to `CANCELLED`. It can still be read, but no longer counts towards nexus or the tax owed. Cancelling again changes nothing. Needs the scope `transactions:write`.',
    args: { input: t.arg({ type: RecordKeyRef, required: true, description: 'The key of the document.' }) },
    resolve: async (_root, { input }, ctx) =>
      changedTransaction({ transaction: await cancelTransaction(ctx, input) }, ctx),
  }),
);
