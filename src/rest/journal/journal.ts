import { z } from 'zod';
import { invalidInput } from '../../domain/base/errors.ts';
import { type ReportPeriod, readReportPeriod, reportPeriodFields } from '../../domain/base/report-period.ts';
import { type JournalRow, journalRow, journalRows } from '../../domain/journal/journal-row.ts';
import { allDocuments } from '../../domain/liability/counted-documents.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import { journalDocuments } from '../../usecases/journal/journal-documents.ts';
import { journalFacts } from '../../usecases/journal/journal-facts.ts';
import { listPartOfTransactions } from '../../usecases/transactions/list-transactions.ts';
import { loadDetails } from '../../usecases/transactions/load-details.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { listReply } from '../http/list.ts';
import { type CsvForm, type Framing, formatParameters, listTypes } from '../http/list-format.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { answered, pageParameters, parseQuery } from '../http/query.ts';
import { recordColumns } from '../http/record-columns.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Reply, type Route, type RouteCall, route } from '../http/route.ts';
import { datevBatch, inWindows1252 } from './datev-batch.ts';
import { type Ledger, type LedgerFacts, type LedgerFile, ledgers, quickBooks, xero } from './ledger-files.ts';

const columns = recordColumns(journalRow);
const rowJson = jsonOf(journalRow);
const ledgerFiles: Readonly<Record<Ledger, LedgerFile>> = { datev: datevBatch, quickbooks: quickBooks, xero };
const isLedger = (format: string | undefined): format is Ledger => ledgers.some((one) => one === format);
const query = z.object({
  ...pageParameters('transactions'),
  ...formatParameters,
  format: z
    .enum([...formatParameters.format.unwrap().options, ...ledgers])
    .optional()
    .meta({
      description:
        'Format of the response; overrides Accept. jsonl: one row per line. datev, quickbooks, xero: the file that the program imports. Default: json.',
    }),
  ...reportPeriodFields,
});

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
      const ledger = isLedger(format) ? ledgerFiles[format] : null;
      const list = await answered(async () => {
        const { period, issues } = readReportPeriod(asked);
        if (period === null) throw invalidInput(issues);
        return journalOf(call, period, ledger);
      });
      const shown = { limit, cursor, format: isLedger(format) ? undefined : format, escapeFormulas, bom };
      return inCharset(await listReply(call, shown, list), ledger?.charset);
    },
    { produces: Object.values(listTypes), operation: { ...listJournalOperation, query } },
  ),
];

/** A row of the list is a document. */
async function journalOf({ ctx, deps }: RouteCall, period: ReportPeriod, ledger: LedgerFile | null) {
  const { accountOf, settings } = await journalFacts(ctx);
  const rowsOf = (document: RecordedTransaction) => journalRows(document, accountOf);
  const counted = { counted: allDocuments(period) };
  const framing = ledger && (await ledgerFraming(ctx, ledger, rowsOf, { settings, period, now: deps.now() }));
  return {
    name: 'transactions' as const,
    fileName: ledger?.fileName ?? 'journal',
    pageSize: 50,
    read: (page: PageRequest) => listPartOfTransactions(ctx, counted, page),
    render: async (transactions: readonly Transaction[]) => eachRow(await loadDetails(ctx, transactions), rowsOf),
    ...(framing && { framing }),
    csv: {
      columns,
      async *cellsOf(transactions) {
        for (const document of await loadDetails(ctx, transactions)) {
          for (const row of rowsOf(document)) yield columns.map(({ value }) => value(row));
        }
      },
    } satisfies CsvForm<Transaction>,
  };
}

type RowsOf = (document: RecordedTransaction) => readonly JournalRow[];

function* eachRow(documents: readonly RecordedTransaction[], rowsOf: RowsOf) {
  for (const document of documents) for (const row of rowsOf(document)) yield rowJson(row);
}

/** The file of a ledger is written twice: what it cannot hold is refused before its first line is sent. */
async function ledgerFraming(
  ctx: Context,
  ledger: LedgerFile,
  rowsOf: RowsOf,
  facts: LedgerFacts,
): Promise<Framing<Transaction>> {
  async function* textsOf(transactions: readonly Transaction[]) {
    for (const document of await loadDetails(ctx, transactions))
      yield ledger.linesOf(document, rowsOf(document), facts);
  }
  const opening = ledger.opening(facts);
  const serveOthers = createYield();
  for await (const document of journalDocuments(ctx, facts.period)) {
    for (const _ of ledger.linesOf(document, rowsOf(document), facts)) await serveOthers();
  }
  const type = `${listTypes.csv}; charset=${ledger.charset ?? 'utf-8; header=present'}`;
  return { type, extension: 'csv', opening, separator: '', closing: '', textsOf };
}

function inCharset(reply: Reply, charset: LedgerFile['charset']): Reply {
  if (charset === undefined || reply.body === null) return reply;
  const decoder = new TextDecoder();
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) =>
    controller.enqueue(inWindows1252(decoder.decode(chunk, { stream: true })));
  const body = typeof reply.body === 'string' ? new Blob([reply.body]).stream() : reply.body;
  return { ...reply, body: body.pipeThrough(new TransformStream({ transform })) };
}
