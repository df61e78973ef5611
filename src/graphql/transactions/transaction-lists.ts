import type { GraphQLResolveInfo } from 'graphql';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import {
  type ListOrder,
  newestFirst,
  type TransactionOrderField,
  transactionValue,
} from '../../domain/lists/list-order.ts';
import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import { authorize } from '../../ports/context.ts';
import type { OrderedPage } from '../../ports/stores/page-request.ts';
import {
  countTransactions,
  listTransactionSummaries,
  listTransactions,
} from '../../usecases/transactions/list-transactions.ts';
import { builder } from '../base/builder.ts';
import { type Connection, connect, connectionOf, type PageArguments, pageArguments } from '../base/connection.ts';
import type { GraphqlContext } from '../base/context.ts';
import { loadersOf } from '../base/context.ts';
import { CustomerRef } from '../customers/customer.ts';
import { askedOfNodes } from '../lists/asked-of-nodes.ts';
import { type SentTransactionFilter, TransactionFilterRef } from '../lists/list-filters.ts';
import { TransactionOrderRef } from '../lists/list-order.ts';
import { readTransactionFilter } from '../lists/read-filter.ts';
import { TransactionRef } from './transaction.ts';

type Arguments = PageArguments & {
  readonly filter?: SentTransactionFilter | null;
  readonly orderBy?: ListOrder<TransactionOrderField> | null;
};

/** The lists of documents: a tenant's, a customer's, and those made from one of them. All take the same arguments. */
export const transactionLists = {
  connection: connectionOf(TransactionRef),

  args: () => ({
    ...pageArguments(),
    ...builder.args((t) => ({
      filter: t.field({ type: TransactionFilterRef, description: 'Which documents; all when absent.' }),
      orderBy: t.field({ type: TransactionOrderRef, description: 'In which order; newest first when absent.' }),
    })),
  }),

  ofTenant(asked: Asked): Connection<Transaction> {
    const { args, ctx } = asked;
    authorize(ctx, 'transactions:read');
    const filter = readTransactionFilter(ctx, args.filter);
    return connectTransactions(asked, {
      read: (page) => listTransactions(ctx, filter, page),
      readSummaries: (page) => listTransactionSummaries(ctx, filter, page),
      count: () => countTransactions(ctx, filter),
    });
  },

  ofCustomer(customerId: string, asked: Asked): Connection<Transaction> {
    const { args, ctx } = asked;
    authorize(ctx, 'transactions:read');
    const loaders = loadersOf(ctx);
    const filter = readTransactionFilter(ctx, args.filter);
    return connectTransactions(asked, {
      read: (page) => loaders.transactionsOfCustomer(filter, page).load(customerId),
      readSummaries: (page) => loaders.summariesOfCustomer(filter, page).load(customerId),
      count: () => loaders.transactionCountOfCustomer(filter).load(customerId),
    });
  },

  /** Documents of the same source that name this one in `createdFrom`; `more` narrows them besides. */
  madeFrom(document: NaturalKey, asked: Asked, more: TransactionFilter): Connection<Transaction> {
    const { args, ctx } = asked;
    authorize(ctx, 'transactions:read');
    const loaders = loadersOf(ctx);
    const filter = { and: [more, readTransactionFilter(ctx, args.filter)] };
    const { source, externalId } = document;
    return connectTransactions(asked, {
      read: (page) => loaders.transactionsMadeFrom(filter, page).load({ source, externalId }),
      readSummaries: (page) => loaders.summariesMadeFrom(filter, page).load({ source, externalId }),
      count: () => loaders.transactionCountMadeFrom(filter).load({ source, externalId }),
    });
  },
};

type Asked = { readonly args: Arguments; readonly ctx: GraphqlContext; readonly info: GraphQLResolveInfo };

type Readers = {
  read(page: OrderedPage<TransactionOrderField>): Promise<readonly Transaction[]>;
  readSummaries(page: OrderedPage<TransactionOrderField>): Promise<readonly TransactionSummary[]>;
  count(): Promise<number>;
};

/** What is asked of the records decides how much of them is read. */
function connectTransactions({ args, info }: Asked, { read, readSummaries, count }: Readers): Connection<Transaction> {
  const order: ListOrder<TransactionOrderField> = args.orderBy ?? newestFirst;
  const isSummary = order.field !== 'taxAmount' && [...askedOfNodes(info)].every((name) => ofSummaries.has(name));
  if (!isSummary)
    return connect<Transaction, TransactionOrderField>(args, { order, sortValue: transactionValue, read, count });
  const summaries = connect(args, { order, sortValue: transactionValue, read: readSummaries, count });
  return summaries as Connection<never>; // No field that asks for more of a record will be asked for.
}

/** The fields of a document that its summary can answer. */
const ofSummaries: ReadonlySet<string> = new Set<string>([
  '__typename',
  'id',
  'serviceId',
  'source',
  'externalId',
  'transactionType',
  'transactionStatus',
  'transactionFilingStatus',
  'customerId',
  'customer',
  'taxDate',
  'currency',
  'createdFrom',
  'createdFromTransaction',
  'refunds',
  'derivedTransactions',
  'finalTransactionAmount',
  'rateBookVersion',
  'calculationNumber',
  'internalTimestamps',
  'version',
]);

builder.objectField(CustomerRef, 'transactions', (t) =>
  t.field({
    type: transactionLists.connection,
    description:
      'Documents of this customer, newest first unless `orderBy` says otherwise. Needs the scope `transactions:read`.',
    args: transactionLists.args(),
    resolve: ({ serviceId }, args, ctx, info) => transactionLists.ofCustomer(serviceId, { args, ctx, info }),
  }),
);

builder.objectFields(TransactionRef, (t) => ({
  refunds: t.field({
    type: transactionLists.connection,
    description:
      'Documents of type `REFUND` that give back from this one, cancelled ones too. All in force together never give back more tax than it bore. Needs the scope `transactions:read`.',
    args: transactionLists.args(),
    resolve: (document, args, ctx, info) =>
      transactionLists.madeFrom(document, { args, ctx, info }, { transactionType: { eq: 'REFUND' } }),
  }),
  derivedTransactions: t.field({
    type: transactionLists.connection,
    description:
      'All documents of the same source that name this one in `createdFrom`, refunds included. Needs the scope `transactions:read`.',
    args: transactionLists.args(),
    resolve: (document, args, ctx, info) => transactionLists.madeFrom(document, { args, ctx, info }, {}),
  }),
}));
