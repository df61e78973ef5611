import { changeAction } from '../../domain/audit/change.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { boundedText, sourceInput } from '../../domain/base/fields.ts';
import { readPlaceFilter } from '../../domain/places/place-filter.ts';
import type { TransactionChange, TransactionChangeFilter } from '../../domain/transactions/transaction-change.ts';
import { transactionType } from '../../domain/transactions/transaction-enums.ts';
import { authorize } from '../../ports/context.ts';
import { watchTransactions } from '../../usecases/transactions/watch-transactions.ts';
import { builder } from '../base/builder.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { enumOf } from '../base/record-type.ts';
import { limits } from '../execution/limits.ts';
import { missed } from '../subscriptions/live-streams.ts';
import { TransactionRef } from './transaction.ts';

const TransactionEventRef = builder.objectRef<TransactionChange>('TransactionEvent').implement({
  description: 'The creation of a document, or a change to it.',
  fields: (t) => ({
    eventId: t.expose('eventId', {
      type: 'UUID',
      description:
        '`serviceId` of the audit entry. A refund also sends an event for its invoice, with the same `eventId`.',
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'Time of the change.' }),
    action: t.expose('action', { type: enumOf(changeAction), description: 'Kind of change.' }),
    serviceId: t.expose('serviceId', { type: 'UUID', description: '`serviceId` of the document.' }),
    version: t.exposeInt('version', { description: '`version` of the document after the change.' }),
    transactionType: t.expose('transactionType', {
      type: enumOf(transactionType),
      description: 'Type of the document.',
    }),
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'The document in its current state, which may have a later `version` than the change.',
      extensions: needsScopes('transactions:read'),
      resolve: ({ serviceId }, _args, ctx) => loadersOf(ctx).transactionById.load(serviceId),
    }),
  }),
});

const TransactionEventFilterRef = builder.inputType('TransactionEventFilter', {
  description: 'Selects documents that match all given fields after the change.',
  fields: (t) => ({
    serviceIds: t.field({
      type: ['UUID'],
      description: 'Documents with one of these `serviceId`s, at most 100.',
      validate: { maxLength: 100 },
    }),
    customerId: t.field({ type: 'UUID', description: 'Documents for the customer with this `serviceId`.' }),
    source: t.string({ description: 'Documents of this store or channel.', validate: { schema: sourceInput } }),
    transactionType: t.field({
      type: enumOf(transactionType),
      description: 'Documents of this type, such as invoices.',
    }),
    country: t.field({
      type: 'CountryCode',
      description: 'Documents taxed in this country, based on the document address rather than item addresses.',
    }),
    state: t.string({
      description:
        'Documents taxed in this state or region, by code or name (`MN`, `Minnesota`, `CA-QC`). Without `country`, a US state is assumed unless the code includes another country.',
      validate: { schema: boundedText(1, 100) },
    }),
  }),
});

builder.subscriptionType({ description: 'Follows changes as a stream of events (`text/event-stream`).' });

builder.subscriptionField('transactionChanged', (t) =>
  t.field({
    type: TransactionEventRef,
    extensions: needsScopes('transactions:read'),
    description: `Sends every change to a document, made on any replica, within a second of being stored; changes to the same document arrive in order. The stream starts with the response headers: after they arrive, read the data you display. The stream ends with an error when the token expires or the gateway stops, and with the code \`CHANGES_MISSED\` if the client reads too slowly or the database could not be read: subscribe again, and read the changes since the last event. A client may have at most ${limits.streams} open streams.`,
    args: {
      filter: t.arg({ type: TransactionEventFilterRef, description: 'The documents to follow. Default: all.' }),
    },
    subscribe: (_root, { filter }, ctx) => open(ctx, readFilter(ctx, filter ?? {})),
    resolve: (event) => event as TransactionChange,
  }),
);

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
