import { authorize } from '../context.ts';
import { type ListOrder, newestFirst, type TransactionOrderField, transactionValue } from '../domain/list-order.ts';
import type { TransactionFilter } from '../domain/record-filter.ts';
import type { Transaction } from '../domain/transaction.ts';
import { countTransactions, listTransactions } from '../usecases/list-transactions.ts';
import type { Builder } from './builder.ts';
import { type Connection, type Connections, connect, type PageArguments, pageArguments } from './connection.ts';
import type { GraphqlContext } from './context.ts';
import type { ListFilters, SentTransactionFilter } from './list-filters.ts';
import type { ListOrders } from './list-order.ts';
import { readTransactionFilter } from './read-filter.ts';

type Arguments = PageArguments & {
  readonly filter?: SentTransactionFilter | null;
  readonly orderBy?: ListOrder<TransactionOrderField> | null;
};

type Parts = { readonly connections: Connections; readonly filters: ListFilters; readonly orders: ListOrders };

export type TransactionLists = ReturnType<typeof addTransactionLists>;

/** The lists of documents: a tenant's, a customer's, and those made from one of them. All take the same arguments. */
export function addTransactionLists(builder: Builder, { connections, filters, orders }: Parts) {
  return {
    connection: connections.transactions,

    args: () => ({
      ...pageArguments(builder),
      ...builder.args((t) => ({
        filter: t.field({ type: filters.transaction, description: 'Which documents; all when absent.' }),
        orderBy: t.field({ type: orders.transaction, description: 'In which order; newest first when absent.' }),
      })),
    }),

    ofTenant(args: Arguments, ctx: GraphqlContext): Connection<Transaction> {
      authorize(ctx, 'transactions:read');
      const filter = readTransactionFilter(ctx, args.filter);
      return connect(args, {
        ...orderOf(args),
        read: (page) => listTransactions(ctx, filter, page),
        count: () => countTransactions(ctx, filter),
      });
    },

    ofCustomer(customerId: string, args: Arguments, ctx: GraphqlContext): Connection<Transaction> {
      const { loaders } = authorize(ctx, 'transactions:read');
      const filter = readTransactionFilter(ctx, args.filter);
      return connect(args, {
        ...orderOf(args),
        read: (page) => loaders.transactionsOfCustomer(filter, page).load(customerId),
        count: () => loaders.transactionCountOfCustomer(filter).load(customerId),
      });
    },

    /** Documents of the same source that name this one in `createdFrom`; `more` narrows them besides. */
    madeFrom(document: Transaction, args: Arguments, ctx: GraphqlContext, more: TransactionFilter) {
      const { loaders } = authorize(ctx, 'transactions:read');
      const filter = { and: [more, readTransactionFilter(ctx, args.filter)] };
      return connect(args, {
        ...orderOf(args),
        read: (page) => loaders.transactionsMadeFrom(filter, page).load(document),
        count: () => loaders.transactionCountMadeFrom(filter).load(document),
      });
    },
  };
}

function orderOf({ orderBy }: Arguments) {
  const order: ListOrder<TransactionOrderField> = orderBy ?? newestFirst;
  return { order, sortValue: transactionValue };
}
