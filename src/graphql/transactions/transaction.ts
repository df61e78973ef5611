import type { Transaction } from '../../domain/transactions/transaction.ts';
import { transactionFields } from '../../domain/transactions/transaction-input.ts';
import { authorize } from '../../ports/context.ts';
import { getTransaction } from '../../usecases/transactions/get-transaction.ts';
import { builder } from '../base/builder.ts';
import { loadersOf } from '../base/context.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { TransactionFilingStatusEnum, TransactionStatusEnum, TransactionTypeEnum } from '../base/enums.ts';
import { needsScope } from '../base/field-scope.ts';
import { loadedTransaction } from '../base/loaded-records.ts';
import { loadAll } from '../base/loaders.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { once } from '../base/once.ts';
import { nullIfNotFound, RecordByRef, recordName } from '../base/record-name.ts';
import { addStoredTimes, InternalTimestampsRef } from '../base/timestamps.ts';
import { CustomerRef } from '../customers/customer.ts';
import { CalculatedDocumentRef } from './calculated-document.ts';
import { chargeItems } from './derived.ts';
import { noteSnapshot } from './snapshot.ts';

const described = descriptionsOf(transactionFields);

export const TransactionRef = builder.objectRef<Transaction>('Transaction');

const ReportingPeriodRef = builder.objectRef<NonNullable<Transaction['reportingPeriod']>>('ReportingPeriod').implement({
  description: 'The period that reports a document which came too late for the return of its tax date.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'First day. Liability counts the document on it.' }),
    to: t.expose('to', { type: 'Date', description: 'Last day, by the filing frequency of the registration.' }),
  }),
});

TransactionRef.implement({
  description:
    'A sales document between the consumer and one customer, with the tax calculated when it was stored. Stored figures never change by themselves. Amounts are in `currency`.',
  interfaces: [NodeRef, CalculatedDocumentRef],
  fields: (t) => ({
    id: t.id(nodeId('Transaction')),
    serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service assigned to the document.' }),
    source: t.exposeString('source', { description: described.source }),
    externalId: t.exposeString('externalId', { description: described.externalId }),
    transactionType: t.expose('transactionType', {
      type: TransactionTypeEnum,
      description: described.transactionType,
    }),
    transactionStatus: t.expose('transactionStatus', {
      type: TransactionStatusEnum,
      description: described.transactionStatus,
    }),
    transactionFilingStatus: t.expose('transactionFilingStatus', {
      type: TransactionFilingStatusEnum,
      description: 'Whether the document was part of a tax return.',
    }),
    reopenedBecause: t.string({
      nullable: true,
      description: 'Reason given when the document was last reopened; null if it never was.',
      resolve: ({ reopenedBecause }) => reopenedBecause ?? null,
    }),
    cancelledBecause: t.string({
      nullable: true,
      description:
        'Reason given to `cancelTransaction`, such as `Ordered twice`; null without one, or once it is active again.',
      resolve: ({ cancelledBecause }) => cancelledBecause ?? null,
    }),
    reportingPeriod: t.expose('reportingPeriod', {
      type: ReportingPeriodRef,
      nullable: true,
      description:
        'Period that reports the document, because the return for its tax date was filed already; null if the period of its tax date does.',
    }),
    customerId: t.expose('customerId', { type: 'UUID', description: described.customerId }),
    customer: t.field({
      type: CustomerRef,
      description: 'The buyer. A token that can read the document can read its customer; no other scope is needed.',
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
        'The document of the same source that `createdFrom` names: the order of an invoice, the invoice of a refund. Null if none is named or stored. Needs the scope `transactions:read`.',
      extensions: needsScope('transactions:read'),
      resolve: ({ source, createdFrom }, _args, ctx) => {
        const loaders = loadersOf(ctx);
        return createdFrom === null ? null : loaders.transactionByKey.load({ source, externalId: createdFrom });
      },
    }),
    internalTimestamps: t.expose('internalTimestamps', {
      type: InternalTimestampsRef,
      description: 'When this service stored and last changed the document.',
    }),
    version: t.exposeInt('version', { description: 'The number of changes to the document.' }),
  }),
});

addStoredTimes(TransactionRef);

loadNodesOf('Transaction', (serviceIds, ctx) => {
  authorize(ctx, 'transactions:read');
  return loadAll(loadersOf(ctx).transactionById, serviceIds);
});

builder.queryField('transaction', (t) =>
  t.field({
    type: TransactionRef,
    nullable: true,
    description: 'One document, or null. Needs the scope `transactions:read`.',
    args: {
      by: t.arg({
        type: RecordByRef,
        required: true,
        description: 'The id, the service id, or source and external id.',
      }),
    },
    resolve: async (_root, { by }, ctx) => {
      const name = recordName(by, 'Transaction');
      return once(ctx, JSON.stringify(name), async () => {
        const stored = await nullIfNotFound(getTransaction(ctx, name));
        if (!stored) return null;
        chargeItems(stored.transaction, 'read', ctx);
        noteSnapshot(stored.transaction, stored.snapshot);
        return loadedTransaction(stored, ctx);
      });
    },
  }),
);
