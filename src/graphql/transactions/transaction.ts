import { authorize } from '../../ports/context.ts';
import type { Builder } from '../base/builder.ts';
import { loadersOf } from '../base/context.ts';
import type { Enums } from '../base/enums.ts';
import { globalId, type Nodes } from '../base/node.ts';
import type { Timestamps } from '../base/timestamps.ts';
import type { Lists } from '../lists.ts';
import type { CalculatedDocumentRef } from './calculated-document.ts';
import type { Calculations } from './calculations.ts';

type Parts = {
  readonly calculatedDocument: CalculatedDocumentRef;
  readonly calculations: Calculations;
  readonly enums: Enums;
  readonly lists: Lists;
  readonly nodes: Nodes;
  readonly timestamps: Timestamps;
};

/** The sales document as it is, and the way to its customer, its relatives and its history. */
export function addTransaction(builder: Builder, parts: Parts): void {
  const { calculatedDocument, calculations, enums, lists, nodes, timestamps } = parts;
  builder.objectType('Transaction', {
    description:
      'A sales document between the consumer and one customer, with the tax worked out when it was stored. Stored figures never change by themselves. Amounts are in `currency`.',
    interfaces: [nodes.node, calculatedDocument],
    fields: (t) => ({
      id: t.id({
        description: 'An opaque id for `node`.',
        resolve: ({ serviceId }) => globalId('Transaction', serviceId),
      }),
      serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service gave it.' }),
      source: t.exposeString('source', { description: 'The consumer’s store or channel, 1 to 10.' }),
      externalId: t.exposeString('externalId', { description: 'The consumer’s own id, unique within the source.' }),
      transactionType: t.expose('transactionType', {
        type: enums.transactionType,
        description: 'Order, invoice, estimate or refund: only invoices and refunds count towards the tax owed.',
      }),
      transactionStatus: t.expose('transactionStatus', {
        type: enums.transactionStatus,
        description: 'Where it stands, as the consumer says.',
      }),
      transactionFilingStatus: t.expose('transactionFilingStatus', {
        type: enums.transactionFilingStatus,
        description: 'Whether it was part of a return.',
      }),
      reopenedBecause: t.string({
        nullable: true,
        description: 'Why it was last opened again by `reopen`, after it had been part of a return; null if never.',
        resolve: ({ reopenedBecause }) => reopenedBecause ?? null,
      }),
      customerId: t.expose('customerId', { type: 'UUID', description: 'The `serviceId` of the customer.' }),
      customer: t.field({
        type: 'Customer',
        description: 'The buyer. Reading the document is enough to read it; no other scope is needed.',
        resolve: async ({ customerId }, _args, ctx) => {
          const customer = await loadersOf(ctx).customerById.load(customerId);
          if (!customer) throw new Error(`There is no customer ${customerId}.`);
          return customer;
        },
      }),
      createdFromTransaction: t.field({
        type: 'Transaction',
        nullable: true,
        description:
          'The document of the same source that `createdFrom` names: the order of an invoice, the invoice of a refund. Null where none was named or none is stored. Needs the scope `transactions:read`.',
        resolve: ({ source, createdFrom }, _args, ctx) => {
          authorize(ctx, 'transactions:read');
          const loaders = loadersOf(ctx);
          return createdFrom === null ? null : loaders.transactionByKey.load({ source, externalId: createdFrom });
        },
      }),
      refunds: t.field({
        type: lists.transactions.connection,
        description:
          'Documents of type `REFUND` that give back from this one, cancelled ones too. All in force together never give back more tax than it bore. Needs the scope `transactions:read`.',
        args: lists.transactions.args(),
        resolve: (document, args, ctx, info) =>
          lists.transactions.madeFrom(document, { args, ctx, info }, { transactionType: { eq: 'REFUND' } }),
      }),
      derivedTransactions: t.field({
        type: lists.transactions.connection,
        description:
          'All documents of the same source that name this one in `createdFrom`, refunds included. Needs the scope `transactions:read`.',
        args: lists.transactions.args(),
        resolve: (document, args, ctx, info) => lists.transactions.madeFrom(document, { args, ctx, info }, {}),
      }),
      calculations: t.field({
        type: calculations.connection,
        description:
          'Every calculation of its tax, the one in force first, then those that later ones replaced. Nothing of them ever changes.',
        args: calculations.args(),
        resolve: (document, args, ctx) => calculations.of(document, args, ctx),
      }),
      internalTimestamps: t.expose('internalTimestamps', {
        type: timestamps.internal,
        description: 'When it was stored and last changed here.',
      }),
      version: t.exposeInt('version', { description: 'Counts the changes of the document.' }),
    }),
  });
}
