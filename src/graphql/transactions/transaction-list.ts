import type { GraphQLResolveInfo } from 'graphql';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { keysOfOrder, type ListOrder } from '../../domain/lists/list-order.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type {
  CountedDocuments,
  TransactionFilter,
  TransactionOrderField,
} from '../../domain/transactions/transaction-list.ts';
import { transactionList, transactionValue } from '../../domain/transactions/transaction-list.ts';
import type { ListedTransaction, TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import type { OrderedPage } from '../../ports/stores/page-request.ts';
import {
  countTransactions,
  listShownTransactions,
  listTransactionSummaries,
} from '../../usecases/transactions/list-transactions.ts';
import { builder } from '../base/builder.ts';
import { type Connection, connect, connectionOf } from '../base/connection.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadedCustomer } from '../base/loaded-records.ts';
import { loadAll } from '../base/loaders.ts';
import { type PageArguments, pageArguments } from '../base/page-arguments.ts';
import { CustomerRef } from '../customers/customer.ts';
import { inTurn } from '../execution/in-turn.ts';
import { filterArgument } from '../lists/declared-list.ts';
import { orderArgument, orderFrom, type SentOrder } from '../lists/list-order.ts';
import { readFilter, type SentFilter } from '../lists/read-filter.ts';
import { askedOfNodes } from './asked-form.ts';
import { checkedCounted, countedFrom } from './counted-documents.ts';
import { TransactionRef } from './transaction.ts';

type Arguments = PageArguments & {
  readonly filter?: SentFilter<typeof transactionList> | null;
  readonly orderBy?: SentOrder<TransactionOrderField> | null;
};

export const TransactionConnectionRef = connectionOf(TransactionRef);

export function listArguments() {
  return {
    ...pageArguments(),
    ...filterArgument(transactionList),
    ...orderArgument(transactionList),
  };
}

builder.queryField('transactions', (t) =>
  t.field({
    type: TransactionConnectionRef,
    extensions: needsScopes('transactions:read'),
    description: transactionList.description,
    args: {
      ...listArguments(),
      counted: t.arg({
        ...checkedCounted,
        description: 'Only documents in this liability row that also match `filter`.',
      }),
    },
    resolve: (_root, { counted, ...args }, ctx, info) => {
      if (counted) return connectCounted(countedFrom(ctx, counted), { args, ctx, info });
      const filter = readFilter(ctx, transactionList, args.filter);
      return connectTransactions(
        { args, ctx, info },
        {
          readSummaries: (page) => listTransactionSummaries(ctx, filter, page),
          readShown: (page, withCustomer) => readShown(ctx, filter, page, withCustomer),
          count: () => countTransactions(ctx, filter),
        },
      );
    },
  }),
);

builder.objectField(CustomerRef, 'transactions', (t) =>
  t.field({
    type: TransactionConnectionRef,
    description: 'Documents for this customer. Default order: newest first.',
    args: listArguments(),
    extensions: needsScopes('transactions:read'),
    resolve: ({ serviceId }, args, ctx, info) => {
      const loaders = loadersOf(ctx);
      const filter = readFilter(ctx, transactionList, args.filter);
      return connectTransactions(
        { args, ctx, info },
        {
          readSummaries: (page) => loaders.summariesOfCustomer(filter, page).load(serviceId),
          readShown: (page) => loaders.shownOfCustomer(filter, page).load(serviceId),
          count: () => loaders.transactionCountOfCustomer(filter).load(serviceId),
        },
      );
    },
  }),
);

builder.objectFields(TransactionRef, (t) => ({
  refunds: t.field({
    type: TransactionConnectionRef,
    description:
      'Documents of type `REFUND` that refund this document, including cancelled refunds. Together, the active refunds linked to this document never refund more than its tax.',
    args: listArguments(),
    extensions: needsScopes('transactions:read'),
    resolve: (document, args, ctx, info) =>
      createdFrom(document, { args, ctx, info }, { transactionType: { eq: 'REFUND' } }),
  }),
  derivedTransactions: t.field({
    type: TransactionConnectionRef,
    description:
      'All documents of the same source that were created from this document (`createdFrom`), including refunds.',
    args: listArguments(),
    extensions: needsScopes('transactions:read'),
    resolve: (document, args, ctx, info) => createdFrom(document, { args, ctx, info }, {}),
  }),
}));

type Asked = { readonly args: Arguments; readonly ctx: GraphqlContext; readonly info: GraphQLResolveInfo };

/** Documents from the same source that were created from this one and match the condition. */
function createdFrom(
  { source, externalId }: NaturalKey,
  { args, ctx, info }: Asked,
  condition: TransactionFilter,
): Connection<Transaction> {
  const loaders = loadersOf(ctx);
  const filter = { and: [condition, readFilter(ctx, transactionList, args.filter)] };
  return connectTransactions(
    { args, ctx, info },
    {
      readSummaries: (page) => loaders.summariesMadeFrom(filter, page).load({ source, externalId }),
      readShown: (page) => loaders.shownMadeFrom(filter, page).load({ source, externalId }),
      count: () => loaders.transactionCountMadeFrom(filter).load({ source, externalId }),
    },
  );
}

type Readers = {
  readSummaries(page: OrderedPage<TransactionOrderField>): Promise<readonly TransactionSummary[]>;
  readShown(page: OrderedPage<TransactionOrderField>, withCustomer: boolean): Promise<readonly ListedTransaction[]>;
  count(): Promise<number>;
};

/** The documents counted in a report row that also match the argument `filter`. */
export function connectCounted(counted: CountedDocuments, { args, ctx, info }: Asked): Connection<Transaction> {
  return connectInTurn({ ...readFilter(ctx, transactionList, args.filter), counted }, { args, ctx, info });
}

/** The selected documents that also match the argument `filter`. */
export function connectSelected(selected: TransactionFilter, { args, ctx, info }: Asked): Connection<Transaction> {
  return connectInTurn({ ...selected, and: [readFilter(ctx, transactionList, args.filter)] }, { args, ctx, info });
}

function connectInTurn(filter: TransactionFilter, { args, ctx, info }: Asked): Connection<Transaction> {
  return connectTransactions(
    { args, ctx, info },
    {
      readSummaries: (page) => inTurn(ctx, () => listTransactionSummaries(ctx, filter, page)),
      readShown: (page, withCustomer) => inTurn(ctx, () => readShown(ctx, filter, page, withCustomer)),
      count: () => inTurn(ctx, () => countTransactions(ctx, filter)),
    },
  );
}

function readShown(
  ctx: GraphqlContext,
  filter: TransactionFilter,
  page: OrderedPage<TransactionOrderField>,
  withCustomer: boolean,
): Promise<readonly ListedTransaction[]> {
  const keep = (customer: Customer) => loadedCustomer(customer, ctx);
  return listShownTransactions(ctx, filter, page, withCustomer ? keep : undefined);
}

/** The whole documents. Long documents are read a few at a time. */
async function wholeOf(summaries: readonly TransactionSummary[], ctx: GraphqlContext): Promise<Transaction[]> {
  const ids = summaries.map(({ serviceId }) => serviceId);
  const documents = await loadAll(loadersOf(ctx).transactionById, ids);
  return documents.filter((document) => document !== null);
}

/** Reads only the parts of the documents that the query selects. */
function connectTransactions(
  { args, ctx, info }: Asked,
  { readSummaries, readShown, count }: Readers,
): Connection<Transaction> {
  const order: ListOrder<TransactionOrderField> = orderFrom(args.orderBy);
  const shared = { list: 'transactions', order, sortValue: transactionValue, count } as const;
  const { form, withCustomer } = askedOfNodes(info);
  if (form === 'WHOLE') {
    const read = async (page: OrderedPage<TransactionOrderField>) => wholeOf(await readSummaries(page), ctx);
    return connect<Transaction, TransactionOrderField>(args, { ...shared, read });
  }
  const isSummary = form === 'SUMMARY' && !keysOfOrder(order).some(({ field }) => field === 'taxAmount');
  const parts = connect(args, { ...shared, read: isSummary ? readSummaries : (page) => readShown(page, withCustomer) });
  return parts as Connection<never>; // The query selects no field that needs a whole document.
}
