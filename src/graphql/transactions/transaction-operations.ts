import { versionPrecondition } from '../../domain/base/precondition.ts';
import { authorize } from '../../ports/context.ts';
import { calculateTransaction } from '../../usecases/transactions/calculate-transaction.ts';
import { cancelTransaction } from '../../usecases/transactions/cancel-transaction.ts';
import { getTransaction } from '../../usecases/transactions/get-transaction.ts';
import { upsertTransaction } from '../../usecases/transactions/upsert-transaction.ts';
import type { Builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { loadersOf } from '../base/context.ts';
import { Conflict, InvalidInput, NotFound, OverRefund, TransactionFiled } from '../base/errors.ts';
import { changedTransaction, loadedTransaction } from '../base/loaded-records.ts';
import { loadAll } from '../base/loaders.ts';
import { loadNodesOf } from '../base/node.ts';
import { orNull, RecordByRef, RecordKeyRef, recordName } from '../base/record-name.ts';
import { addConvertTransaction } from './convert-transaction.ts';
import { addPatchTransaction } from './patch-transaction.ts';
import { addRecalculateTransaction } from './recalculate-transaction.ts';
import { TransactionRef } from './transaction.ts';
import { addTransactionBatch } from './transaction-batch.ts';
import { addTransactionInput } from './transaction-input.ts';
import { transactionLists } from './transaction-lists.ts';

/** Reading, storing, cancelling and trying out documents. */
export function addTransactionOperations(builder: Builder): void {
  addQueries(builder);
  const transactionInputs = addTransactionInput(builder);
  addTransactionBatch(builder, transactionInputs);
  addPatchTransaction(builder, { transactionInputs });
  addConvertTransaction(builder);
  addRecalculateTransaction(builder);

  builder.queryField('calculateTax', (t) =>
    t.field({
      type: TransactionRef,
      errors: { types: [InvalidInput, NotFound, OverRefund] },
      description:
        'Calculates a document as if it were stored now, without storing it: its `serviceId` identifies no record. Needs the scope `tax:read`.',
      args: {
        input: t.arg({
          ...checked(transactionInputs.transaction, (inputs) => inputs.transaction),
          required: true,
          description: 'The document.',
        }),
      },
      resolve: async (_root, { input }, ctx) => loadedTransaction(await calculateTransaction(ctx, input.parsed), ctx),
    }),
  );
  builder.mutationField('upsertTransaction', (t) =>
    t.field({
      type: TransactionRef,
      errors: { types: [InvalidInput, NotFound, Conflict, TransactionFiled, OverRefund] },
      description:
        'Creates the document that (`source`, `externalId`) names, or replaces it, and works out its tax. The same input again changes nothing. Needs the scope `transactions:write`.',
      args: {
        input: t.arg({
          ...checked(transactionInputs.transaction, (inputs) => inputs.transaction),
          required: true,
          description: 'The whole document: what is left out is absent.',
        }),
      },
      resolve: async (_root, { input }, ctx) => {
        const precondition = versionPrecondition(input.ifVersion);
        return changedTransaction((await upsertTransaction(ctx, input.parsed, precondition)).value, ctx);
      },
    }),
  );
  builder.mutationField('cancelTransaction', (t) =>
    t.field({
      type: TransactionRef,
      errors: { types: [InvalidInput, NotFound, Conflict, TransactionFiled, OverRefund] },
      description:
        'Sets a document’s status to `CANCELLED`; it stays readable, and no longer counts towards nexus or the tax owed. Cancelling again changes nothing. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: RecordKeyRef, required: true, description: 'The document’s key.' }) },
      resolve: async (_root, { input }, ctx) =>
        changedTransaction({ transaction: await cancelTransaction(ctx, input) }, ctx),
    }),
  );
}

function addQueries(builder: Builder): void {
  builder.queryFields((t) => ({
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'One document; null when there is none. Needs the scope `transactions:read`.',
      args: {
        by: t.arg({
          type: RecordByRef,
          required: true,
          description: 'By its service id, or by the key its consumer gave it.',
        }),
      },
      resolve: async (_root, { by }, ctx) => {
        const stored = await orNull(getTransaction(ctx, recordName(by)));
        return stored && loadedTransaction(stored, ctx);
      },
    }),
    transactions: t.field({
      type: transactionLists.connection,
      description: 'Documents, newest first unless another order is asked for. Needs the scope `transactions:read`.',
      args: transactionLists.args(),
      resolve: (_root, args, ctx, info) => transactionLists.ofTenant({ args, ctx, info }),
    }),
  }));
  loadNodesOf('Transaction', (serviceIds, ctx) => {
    authorize(ctx, 'transactions:read');
    return loadAll(loadersOf(ctx).transactionById, serviceIds);
  });
}
