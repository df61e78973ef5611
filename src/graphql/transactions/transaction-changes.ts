import { invalidInput } from '../../domain/base/errors.ts';
import { sourceInput, text } from '../../domain/base/fields.ts';
import { readPlaceFilter } from '../../domain/base/list-filter.ts';
import {
  type TransactionChange,
  type TransactionChangeFilter,
  type TransactionChangeKind,
  transactionChangeKinds,
} from '../../domain/transactions/transaction-change.ts';
import { authorize } from '../../ports/context.ts';
import { watchTransactions } from '../../usecases/transactions/watch-transactions.ts';
import type { Builder } from '../base/builder.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { TransactionTypeEnum } from '../base/enums.ts';
import { limits } from '../execution/limits.ts';
import { missed } from '../subscriptions/live-streams.ts';
import { TransactionRef } from './transaction.ts';

/** The subscription that tells what happens to documents. */
export function addTransactionChanges(builder: Builder): void {
  const change = addChange(builder);
  const filter = addFilter(builder);
  builder.subscriptionType({ description: 'Following, as events of a stream (`text/event-stream`).' });
  builder.subscriptionField('transactionChanged', (t) =>
    t.field({
      type: change,
      description: [
        'Tells every change of a document, on whichever replica it was made, within a second of its being stored;',
        'those of one document in their order. It begins when the headers of the answer are there: read what you show',
        'after that. The stream ends with an error when the token ends or the gateway stops, and with the code',
        '`CHANGES_MISSED` when it was read too slowly or the store could not be read: subscribe again, and read what',
        `changed since the last event. A client may have ${limits.streams} streams open. Needs the scope`,
        '`transactions:read`.',
      ].join(' '),
      args: { filter: t.arg({ type: filter, description: 'Which documents; all when absent.' }) },
      subscribe: (_root, { filter: sent }, ctx) => open(ctx, readFilter(ctx, sent ?? {})),
      resolve: (event) => event as TransactionChange,
    }),
  );
}

async function open(ctx: GraphqlContext, filter: TransactionChangeFilter) {
  const { principal } = authorize(ctx, 'transactions:read');
  const queue = ctx.streams.open({ principal, renewed: ctx.renewed });
  try {
    const leave = await watchTransactions(ctx, filter, {
      changed: (change) => queue.push(change),
      missed: () => queue.fail(missed()),
    });
    queue.whenOver(leave);
  } catch (error) {
    await queue.return();
    throw error;
  }
  return queue;
}

function addChange(builder: Builder) {
  const kinds = Object.keys(transactionChangeKinds) as TransactionChangeKind[];
  const kind = builder.enumType('TransactionEventKind', {
    description: 'What happened to a document.',
    values: Object.fromEntries(
      kinds.map((name) => [name, { value: name, description: transactionChangeKinds[name] }]),
    ) as Record<TransactionChangeKind, { value: TransactionChangeKind; description: string }>,
  });
  return builder.objectRef<TransactionChange>('TransactionEvent').implement({
    description: 'That a document was stored or changed.',
    fields: (t) => ({
      kind: t.expose('kind', { type: kind, description: 'What happened.' }),
      serviceId: t.expose('serviceId', { type: 'UUID', description: 'The document’s `serviceId`.' }),
      version: t.exposeInt('version', { description: 'The document’s `version` after the change.' }),
      transactionType: t.expose('transactionType', {
        type: TransactionTypeEnum,
        description: 'The document’s type.',
      }),
      transaction: t.field({
        type: TransactionRef,
        description: 'The document as it is now, which may be of a later `version` than the change.',
        resolve: async ({ serviceId }, _args, ctx) => {
          authorize(ctx, 'transactions:read');
          const transaction = await loadersOf(ctx).transactionById.load(serviceId);
          if (!transaction) throw new Error('A document that changed is gone.');
          return transaction;
        },
      }),
    }),
  });
}

function addFilter(builder: Builder) {
  return builder.inputType('TransactionEventFilter', {
    description: 'Leaves the documents that fit every member given, as they are after the change.',
    fields: (t) => ({
      serviceIds: t.field({
        type: ['UUID'],
        description: 'One of these, by `serviceId`; at most 100.',
        validate: { maxLength: 100 },
      }),
      customerId: t.field({ type: 'UUID', description: 'Only changes of documents of this buyer.' }),
      source: t.string({
        description: 'Only changes within this store or channel.',
        validate: { schema: sourceInput },
      }),
      transactionType: t.field({ type: TransactionTypeEnum, description: 'Only changes of invoices, say.' }),
      country: t.field({ type: 'CountryCode', description: 'Taxed in this country.' }),
      state: t.string({
        description:
          'Taxed in this state or region, by code or name (`MN`, `Minnesota`, `CA-QC`); with `country` absent, of the US, unless a region’s code tells its country.',
        validate: { schema: text(1, 100) },
      }),
    }),
  });
}

type SentFilter = {
  readonly [Member in keyof TransactionChangeFilter]: TransactionChangeFilter[Member] | null;
};

function readFilter({ reference }: GraphqlContext, sent: SentFilter): TransactionChangeFilter {
  const { place, issues } = readPlaceFilter(reference, sent);
  if (issues.length > 0) throw invalidInput(issues.map((issue) => ({ ...issue, path: ['filter', ...issue.path] })));
  return {
    ...(sent.serviceIds && { serviceIds: sent.serviceIds.map((id) => id.toLowerCase()) }),
    ...(sent.customerId && { customerId: sent.customerId.toLowerCase() }),
    ...(sent.source && { source: sent.source }),
    ...(sent.transactionType && { transactionType: sent.transactionType }),
    ...place,
  };
}
