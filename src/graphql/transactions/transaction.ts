import type { RecordName } from '../../domain/base/record-name.ts';
import { type Transaction, transaction } from '../../domain/transactions/transaction.ts';
import {
  getShownTransaction,
  getTransaction,
  getTransactionWithCustomer,
} from '../../usecases/transactions/get-transaction.ts';
import { builder } from '../base/builder.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadedCustomer, loadedTransaction } from '../base/loaded-records.ts';
import { loadAll } from '../base/loaders.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { once } from '../base/once.ts';
import { byTransaction, nullIfNotFound, recordName } from '../base/record-name.ts';
import { recordFields } from '../base/record-type.ts';
import { addStoredTimes } from '../base/timestamps.ts';
import { CustomerRef } from '../customers/customer.ts';
import { type AskedDocument, askedOfOne } from './asked-form.ts';
import { CalculatedDocumentRef } from './calculated-document.ts';
import { chargeItems } from './derived.ts';
import { noteSnapshot } from './snapshot.ts';

export const TransactionRef = builder.objectRef<Transaction>('Transaction');

TransactionRef.implement({
  description: transaction.description,
  interfaces: [NodeRef, CalculatedDocumentRef],
  fields: (t) => ({
    id: t.id(nodeId('Transaction')),
    ...recordFields(t, transaction),
    customer: t.field({
      type: CustomerRef,
      description: 'The buyer. Needs no additional scope.',
      resolve: async ({ customerId }, _args, ctx) => {
        const customer = await loadersOf(ctx).customerById.load(customerId);
        if (!customer) throw new Error(`Customer ${customerId} not found.`);
        return customer;
      },
    }),
    createdFromTransaction: t.field({
      type: TransactionRef,
      nullable: true,
      description:
        'The document of the same source that `createdFrom` identifies: the order of an invoice, or the invoice of a refund. Null if `createdFrom` is null or the document is not stored.',
      extensions: needsScopes('transactions:read'),
      resolve: ({ source, createdFrom }, _args, ctx) => {
        const loaders = loadersOf(ctx);
        return createdFrom === null ? null : loaders.transactionByKey.load({ source, externalId: createdFrom });
      },
    }),
  }),
});

addStoredTimes(TransactionRef);

loadNodesOf(
  'Transaction',
  'transactions:read',
  (serviceIds, ctx) => loadAll(loadersOf(ctx).transactionById, serviceIds),
  (keys, ctx) => loadAll(loadersOf(ctx).transactionByKey, keys),
);

builder.queryField('transaction', (t) =>
  t.field({
    type: TransactionRef,
    nullable: true,
    extensions: needsScopes('transactions:read'),
    description: 'One document, or null.',
    args: { by: t.arg(byTransaction) },
    resolve: (_root, { by }, ctx, info) => {
      const name = recordName(by, 'Transaction');
      const asked = askedOfOne(info);
      const isWhole = asked.form === 'WHOLE';
      return once(ctx, JSON.stringify([name, isWhole, asked.withCustomer]), async () => {
        const found = await nullIfNotFound(isWhole ? readWhole(ctx, name, asked) : readShown(ctx, name, asked));
        if (!found) return null;
        await once(ctx, JSON.stringify(name), async () => chargeItems(found, 'read', ctx));
        return found;
      });
    },
  }),
);

async function readWhole(ctx: GraphqlContext, name: RecordName, { withCustomer }: AskedDocument): Promise<Transaction> {
  const stored = await (withCustomer ? getTransactionWithCustomer(ctx, name) : getTransaction(ctx, name));
  noteSnapshot(stored.transaction, stored.snapshot);
  return loadedTransaction(stored, ctx);
}

/** Reads a document in the short form used for lists. */
async function readShown(ctx: GraphqlContext, name: RecordName, { withCustomer }: AskedDocument): Promise<Transaction> {
  const { transaction, customer } = await getShownTransaction(ctx, name, { withCustomer });
  if (customer) loadedCustomer(customer, ctx);
  return transaction as Transaction; // The query selects no field that needs a whole document.
}
