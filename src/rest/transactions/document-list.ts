import type { Position } from '../../domain/lists/cursor.ts';
import type { ListOrder } from '../../domain/lists/list-order.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import {
  type TransactionFilter,
  type TransactionOrderField,
  transactionList,
  transactionValue,
} from '../../domain/transactions/transaction-list.ts';
import type { Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import {
  countTransactions,
  listPartOfTransactions,
  loadDetails,
} from '../../usecases/transactions/list-transactions.ts';
import { eachShown, listReply } from '../http/list.ts';
import { type FormatQuery, formatParameters } from '../http/list-format.ts';
import { booleanParameter, pageParameters } from '../http/query.ts';
import type { Reply, RouteCall } from '../http/route.ts';
import { sortedListReply, sortedPageParameters } from '../http/sorted-list.ts';
import { taxLineForm } from './tax-line-list.ts';
import { transactionCsv } from './transaction-columns.ts';
import { thinTransactionJson, transactionJson } from './transaction-json.ts';

export const detailed = (byDefault: boolean) =>
  booleanParameter(byDefault).meta({
    description: `Whether to show the full form instead of the thin one. Default: ${byDefault}.`,
  });

/** The parameters that all document lists share: page, order and form. */
export const documentListParameters = {
  ...sortedPageParameters(transactionList),
  ...formatParameters,
  detailed: detailed(false),
};

type DocumentListQuery = Partial<FormatQuery> & {
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: ListOrder<TransactionOrderField>;
  readonly detailed: boolean;
};

export function listDocuments(
  call: RouteCall,
  { limit, cursor, sort, format, escapeFormulas, bom, detailed: isDetailed }: DocumentListQuery,
  filter: TransactionFilter,
): Promise<Reply> {
  return sortedListReply<Transaction, TransactionOrderField>(
    call,
    { limit, cursor, sort, format, escapeFormulas, bom },
    {
      name: 'transactions',
      read: (page) => listPartOfTransactions(call.ctx, filter, page),
      count: () => countTransactions(call.ctx, filter),
      sortValue: transactionValue,
      ...(isDetailed ? detailedForm(call.ctx) : thinForm),
      csv: transactionCsv(call.ctx),
    },
  );
}

/** A page of tax lines contains whole documents: no document is split across pages. */
export const taxLineListParameters = { ...pageParameters('transactions'), ...formatParameters };

type TaxLineListQuery = Partial<FormatQuery> & { readonly limit?: number; readonly cursor?: Position };

export function listTaxLines(
  call: RouteCall,
  { limit, cursor, format, escapeFormulas, bom }: TaxLineListQuery,
  filter: TransactionFilter,
): Promise<Reply> {
  return listReply(
    call,
    { limit, cursor, format, escapeFormulas, bom },
    {
      name: 'transactions',
      read: (page: PageRequest) => listPartOfTransactions(call.ctx, filter, page),
      ...taxLineForm(call.ctx),
    },
  );
}

const thinForm = {
  pageSize: 200,
  render: async (transactions: readonly Transaction[]) => eachShown(transactions, thinTransactionJson),
};

const detailedForm = (ctx: Context) => ({
  pageSize: 50,
  render: async (transactions: readonly Transaction[]) =>
    eachShown(await loadDetails(ctx, transactions), (shown) => transactionJson(shown.transaction, shown)),
});
