import { z } from 'zod';
import { invalidInput } from '../../domain/base/errors.ts';
import { absentAsNull } from '../../domain/base/fields.ts';
import { readReportPeriod, reportPeriodFields } from '../../domain/base/report-period.ts';
import { type AskedJournal, journalFilter } from '../../domain/journal/journal-changes.ts';
import { journalRow } from '../../domain/journal/journal-row.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import {
  eachJournalEntry,
  type JournalEntry,
  journalEntries,
  journalFacts,
} from '../../usecases/journal/journal-documents.ts';
import { listPartOfTransactions } from '../../usecases/transactions/list-transactions.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { listReply } from '../http/list.ts';
import { instantParameter } from '../http/list-filters.ts';
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
        'Format of the response; overrides the format in Accept. jsonl: one row per line. datev, quickbooks, xero: an import file for that program. Default: json. Accept can request another default.',
    }),
  ...reportPeriodFields,
  since: absentAsNull(instantParameter).meta({
    description:
      'Only changes at or after this time: for each changed document, rows reversing its earlier postings, then its current rows. Send the time of your last request. Default: the complete journal.',
  }),
});

const listJournalOperation: Operation = {
  id: 'listJournal',
  tag: 'Liability',
  summary: 'List the journal for a period',
  description:
    'Double-entry rows of the documents counted in the period’s liability, newest document first: receivables, sales and tax by place, rate and VAT category, and state fees. TAX rows add up to the liability. The setting `journal` defines the accounts. `limit` counts documents; the Link header points to the next page.',
  responses: {
    200: {
      description: 'The rows.',
      schema: list(responseOf(journalRow), 'Newest document first.'),
      headers: ['Link'],
    },
  },
  columns,
  examples: { month: { summary: 'The journal for a month', query: { period: '2026-06' }, status: 200 } },
  graphql: { none: 'One list of rows for ledgers; in GraphQL, use journal, which has the rows of each document.' },
};

export const journalRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/journal',
    'transactions:read',
    async (call) => {
      const { limit, cursor, format, escapeFormulas, bom, since, ...asked } = parseQuery(query, call.request);
      const ledger = isLedger(format) ? ledgerFiles[format] : null;
      const list = await answered(async () => {
        const { period, issues } = readReportPeriod(asked);
        if (period === null) throw invalidInput(issues);
        return journalOf(call, { period, since }, ledger);
      });
      const shown = { limit, cursor, format: isLedger(format) ? undefined : format, escapeFormulas, bom };
      return inCharset(await listReply(call, shown, list), ledger?.charset);
    },
    { produces: Object.values(listTypes), operation: { ...listJournalOperation, query } },
  ),
];

/** A row of the list is a whole document. */
async function journalOf({ ctx, deps }: RouteCall, asked: AskedJournal, ledger: LedgerFile | null) {
  const { accountOf, settings } = await journalFacts(ctx);
  const entriesOf = (transactions: readonly Transaction[]) => journalEntries(ctx, transactions, asked, accountOf);
  const facts = { settings, period: asked.period, now: deps.now() };
  const framing = ledger && ledgerFraming(ledger, entriesOf, facts);
  if (ledger) {
    // Rows that the file cannot represent are refused before the first line is sent.
    const serveOthers = createYield();
    for await (const { document, rows } of eachJournalEntry(ctx, asked, accountOf)) {
      for (const _ of ledger.linesOf(document, rows, facts)) await serveOthers();
    }
  }
  return {
    name: 'transactions' as const,
    fileName: ledger?.fileName ?? 'journal',
    pageSize: 50,
    read: (page: PageRequest) => listPartOfTransactions(ctx, journalFilter(asked), page),
    render: async (transactions: readonly Transaction[]) => eachRow(await entriesOf(transactions)),
    ...(framing && { framing }),
    csv: {
      columns,
      async *cellsOf(transactions) {
        for (const { rows } of await entriesOf(transactions)) {
          for (const row of rows) yield columns.map(({ value }) => value(row));
        }
      },
    } satisfies CsvForm<Transaction>,
  };
}

type EntriesOf = (transactions: readonly Transaction[]) => Promise<readonly JournalEntry[]>;

function* eachRow(entries: readonly JournalEntry[]) {
  for (const { rows } of entries) for (const row of rows) yield rowJson(row);
}

function ledgerFraming(ledger: LedgerFile, entriesOf: EntriesOf, facts: LedgerFacts): Framing<Transaction> {
  const type = `${listTypes.csv}; charset=${ledger.charset ?? 'utf-8; header=present'}`;
  return {
    type,
    extension: 'csv',
    opening: ledger.opening(facts),
    separator: '',
    closing: '',
    async *textsOf(transactions) {
      for (const { document, rows } of await entriesOf(transactions)) yield ledger.linesOf(document, rows, facts);
    },
  };
}

function inCharset(reply: Reply, charset: LedgerFile['charset']): Reply {
  if (charset === undefined || reply.body === null) return reply;
  const decoder = new TextDecoder();
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) =>
    controller.enqueue(inWindows1252(decoder.decode(chunk, { stream: true })));
  const body = typeof reply.body === 'string' ? new Blob([reply.body]).stream() : reply.body;
  return { ...reply, body: body.pipeThrough(new TransformStream({ transform })) };
}
