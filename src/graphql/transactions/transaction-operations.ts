import { versionPrecondition } from '../../domain/base/precondition.ts';
import type { Inputs } from '../../domain/inputs.ts';
import { authorize } from '../../ports/context.ts';
import { calculateTransaction } from '../../usecases/transactions/calculate-transaction.ts';
import { cancelTransaction } from '../../usecases/transactions/cancel-transaction.ts';
import { getTransaction } from '../../usecases/transactions/get-transaction.ts';
import { upsertTransaction } from '../../usecases/transactions/upsert-transaction.ts';
import type { AddressInputs } from '../base/address.ts';
import type { BatchOutcomeRef } from '../base/batch-outcome.ts';
import type { Builder } from '../base/builder.ts';
import { checkedBy } from '../base/checked-input.ts';
import { loadersOf } from '../base/context.ts';
import type { Enums } from '../base/enums.ts';
import { Conflict, InvalidInput, NotFound, OverRefund, TransactionFiled } from '../base/errors.ts';
import { changedTransaction, loadedTransaction } from '../base/loaded-records.ts';
import { loadAll } from '../base/loaders.ts';
import type { Nodes } from '../base/node.ts';
import { orNull, type RecordNames, recordName } from '../base/record-name.ts';
import type { Timestamps } from '../base/timestamps.ts';
import type { Lists } from '../lists.ts';
import { addConvertTransaction } from './convert-transaction.ts';
import { addPatchTransaction } from './patch-transaction.ts';
import { addRecalculateTransaction } from './recalculate-transaction.ts';
import { addTransactionBatch } from './transaction-batch.ts';
import { addTransactionInput } from './transaction-input.ts';

type Parts = {
  readonly addresses: AddressInputs;
  readonly batchOutcome: BatchOutcomeRef;
  readonly enums: Enums;
  readonly inputs: Inputs;
  readonly lists: Lists;
  readonly names: RecordNames;
  readonly nodes: Nodes;
  readonly timestamps: Timestamps;
};

/** Reading, storing, cancelling and trying out documents. */
export function addTransactionOperations(builder: Builder, parts: Parts): void {
  addQueries(builder, parts);
  const { inputs, names } = parts;
  const transactionInputs = addTransactionInput(builder, parts);
  const checked = checkedBy(inputs.transaction, transactionInputs.transaction);
  addTransactionBatch(builder, { ...parts, transactionInputs });
  addPatchTransaction(builder, { ...parts, transactionInputs });
  addConvertTransaction(builder, parts);
  addRecalculateTransaction(builder, parts);

  builder.queryField('calculateTax', (t) =>
    t.field({
      type: 'Transaction',
      errors: { types: [InvalidInput, NotFound, OverRefund] },
      description:
        'Works out a document as if it were stored now, and stores nothing: its `serviceId` is nobody’s. Needs the scope `tax:read`.',
      args: {
        input: t.arg({
          type: transactionInputs.transaction,
          required: true,
          description: 'The document.',
          validate: { schema: checked.schema },
        }),
      },
      resolve: async (_root, { input }, ctx) =>
        loadedTransaction(await calculateTransaction(ctx, checked.valueOf(input)), ctx),
    }),
  );
  builder.mutationField('upsertTransaction', (t) =>
    t.field({
      type: 'Transaction',
      errors: { types: [InvalidInput, NotFound, Conflict, TransactionFiled, OverRefund] },
      description:
        'Creates the document that (`source`, `externalId`) names, or replaces it, and works out its tax. The same input again changes nothing. Needs the scope `transactions:write`.',
      args: {
        input: t.arg({
          type: transactionInputs.transaction,
          required: true,
          description: 'The whole document: what is left out is absent.',
          validate: { schema: checked.schema },
        }),
      },
      resolve: async (_root, { input }, ctx) => {
        const precondition = versionPrecondition(input.ifVersion);
        return changedTransaction((await upsertTransaction(ctx, checked.valueOf(input), precondition)).value, ctx);
      },
    }),
  );
  builder.mutationField('cancelTransaction', (t) =>
    t.field({
      type: 'Transaction',
      errors: { types: [InvalidInput, NotFound, Conflict, TransactionFiled, OverRefund] },
      description:
        'Sets a document’s status to `CANCELLED`; it stays readable, and no longer counts towards nexus or the tax owed. Cancelling again changes nothing. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: names.key, required: true, description: 'The document’s key.' }) },
      resolve: async (_root, { input }, ctx) =>
        changedTransaction({ transaction: await cancelTransaction(ctx, input) }, ctx),
    }),
  );
}

function addQueries(builder: Builder, { lists, names, nodes }: Parts): void {
  builder.queryFields((t) => ({
    transaction: t.field({
      type: 'Transaction',
      nullable: true,
      description: 'One document; null when there is none. Needs the scope `transactions:read`.',
      args: {
        by: t.arg({
          type: names.by,
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
      type: lists.transactions.connection,
      description: 'Documents, newest first unless another order is asked for. Needs the scope `transactions:read`.',
      args: lists.transactions.args(),
      resolve: (_root, args, ctx, info) => lists.transactions.ofTenant({ args, ctx, info }),
    }),
  }));
  nodes.register('Transaction', (serviceIds, ctx) => {
    authorize(ctx, 'transactions:read');
    return loadAll(loadersOf(ctx).transactionById, serviceIds);
  });
}
