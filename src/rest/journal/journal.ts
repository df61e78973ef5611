import { z } from 'zod';
import type { AccountFinder } from '../../domain/account/journal-settings.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { type ReportPeriod, readReportPeriod, reportPeriodFields } from '../../domain/base/report-period.ts';
import { type JournalRow, journalRow, journalRows } from '../../domain/journal/journal-row.ts';
import { allDocuments } from '../../domain/liability/counted-documents.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import { journalAccounts } from '../../usecases/journal/journal-accounts.ts';
import { listPartOfTransactions } from '../../usecases/transactions/list-transactions.ts';
import { loadDetails } from '../../usecases/transactions/load-details.ts';
import { eachShown, listReply } from '../http/list.ts';
import { type CsvForm, formatParameters, listTypes } from '../http/list-format.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { pageParameters, parseQuery } from '../http/query.ts';
import { recordColumns } from '../http/record-columns.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Route, type RouteCall, route } from '../http/route.ts';

const columns = recordColumns(journalRow);
const rowJson = jsonOf(journalRow);
const query = z.object({ ...pageParameters('transactions'), ...formatParameters, ...reportPeriodFields });

const listJournalOperation: Operation = {
  id: 'listJournal',
  tag: 'Liability',
  summary: 'List the journal of a period',
  description:
    'Double-entry rows of the documents that liability counts in the period, newest document first: what the buyer owes, the sales and their tax by place, rate and VAT category, and state fees. TAX rows add up to the tax of liability. The setting `journal` has the accounts. `limit` counts documents: Link leads to the rows of the next ones.',
  responses: {
    200: {
      description: 'The rows.',
      schema: list(responseOf(journalRow), 'Newest document first.'),
      headers: ['Link'],
    },
  },
  columns,
  examples: { month: { summary: 'The journal of a month', query: { period: '2026-06' }, status: 200 } },
  graphql: { none: 'A file for ledgers; GraphQL selects Transaction.journalRows.' },
};

export const journalRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/journal',
    'transactions:read',
    async (call) => {
      const { limit, cursor, format, escapeFormulas, bom, ...asked } = parseQuery(query, call.request);
      const { period, issues } = readReportPeriod(asked);
      if (period === null) throw invalidInput(issues);
      return listReply(call, { limit, cursor, format, escapeFormulas, bom }, await journalOf(call, period));
    },
    { produces: Object.values(listTypes), operation: { ...listJournalOperation, query } },
  ),
];

/** A row of the list is a document. */
async function journalOf({ ctx }: RouteCall, period: ReportPeriod) {
  const accountOf = await journalAccounts(ctx);
  async function rowsOf(transactions: readonly Transaction[]) {
    return eachRow(await loadDetails(ctx, transactions), accountOf);
  }
  return {
    name: 'transactions' as const,
    fileName: 'journal',
    pageSize: 50,
    read: (page: PageRequest) => listPartOfTransactions(ctx, { counted: allDocuments(period) }, page),
    render: async (transactions: readonly Transaction[]) => eachShown(await rowsOf(transactions), rowJson),
    csv: {
      columns,
      async *cellsOf(transactions) {
        for (const row of await rowsOf(transactions)) yield columns.map(({ value }) => value(row));
      },
    } satisfies CsvForm<Transaction>,
  };
}

function* eachRow(documents: readonly RecordedTransaction[], accountOf: AccountFinder): Generator<JournalRow> {
  for (const document of documents) yield* journalRows(document, accountOf);
}
