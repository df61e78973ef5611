import type { Transaction } from '../../domain/transactions/transaction.ts';
import { authorize } from '../../ports/context.ts';
import { builder } from '../base/builder.ts';
import { loadersOf } from '../base/context.ts';
import { TransactionFilingStatusEnum, TransactionStatusEnum, TransactionTypeEnum } from '../base/enums.ts';
import { NodeRef, nodeId } from '../base/node.ts';
import { InternalTimestampsRef } from '../base/timestamps.ts';
import { CustomerRef } from '../customers/customer.ts';
import type { CalculatedDocumentRef } from './calculated-document.ts';
import type { Calculations } from './calculations.ts';

export const TransactionRef = builder.objectRef<Transaction>('Transaction');

type Parts = {
  readonly calculatedDocument: CalculatedDocumentRef;
  readonly calculations: Calculations;
};

/** The sales document as it is, and the way to its customer, its relatives and its history. */
export function addTransaction(parts: Parts): void {
  const { calculatedDocument, calculations } = parts;
  TransactionRef.implement({
    description:
      'A sales document between the consumer and one customer, with the tax worked out when it was stored. Stored figures never change by themselves. Amounts are in `currency`.',
    interfaces: [NodeRef, calculatedDocument],
    fields: (t) => ({
      id: t.id(nodeId('Transaction')),
      serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service gave it.' }),
      source: t.exposeString('source', { description: 'The consumer’s store or channel, 1 to 10.' }),
      externalId: t.exposeString('externalId', { description: 'The consumer’s own id, unique within the source.' }),
      transactionType: t.expose('transactionType', {
        type: TransactionTypeEnum,
        description: 'Order, invoice, estimate or refund: only invoices and refunds count towards the tax owed.',
      }),
      transactionStatus: t.expose('transactionStatus', {
        type: TransactionStatusEnum,
        description: 'Where it stands, as the consumer says.',
      }),
      transactionFilingStatus: t.expose('transactionFilingStatus', {
        type: TransactionFilingStatusEnum,
        description: 'Whether it was part of a return.',
      }),
      reopenedBecause: t.string({
        nullable: true,
        description: 'Why it was last opened again by `reopen`, after it had been part of a return; null if never.',
        resolve: ({ reopenedBecause }) => reopenedBecause ?? null,
      }),
      customerId: t.expose('customerId', { type: 'UUID', description: 'The `serviceId` of the customer.' }),
      customer: t.field({
        type: CustomerRef,
        description: 'The buyer. Reading the document is enough to read it; no other scope is needed.',
        resolve: async ({ customerId }, _args, ctx) => {
          const customer = await loadersOf(ctx).customerById.load(customerId);
          if (!customer) throw new Error(`There is no customer ${customerId}.`);
          return customer;
        },
      }),
      createdFromTransaction: t.field({
        type: TransactionRef,
        nullable: true,
        description:
          'The document of the same source that `createdFrom` names: the order of an invoice, the invoice of a refund. Null where none was named or none is stored. Needs the scope `transactions:read`.',
        resolve: ({ source, createdFrom }, _args, ctx) => {
          authorize(ctx, 'transactions:read');
          const loaders = loadersOf(ctx);
          return createdFrom === null ? null : loaders.transactionByKey.load({ source, externalId: createdFrom });
        },
      }),
      calculations: t.field({
        type: calculations.connection,
        description:
          'Every calculation of its tax, the one in force first, then those that later ones replaced. Nothing of them ever changes.',
        args: calculations.args(),
        resolve: (document, args, ctx) => calculations.of(document, args, ctx),
      }),
      internalTimestamps: t.expose('internalTimestamps', {
        type: InternalTimestampsRef,
        description: 'When it was stored and last changed here.',
      }),
      version: t.exposeInt('version', { description: 'Counts the changes of the document.' }),
    }),
  });
}
