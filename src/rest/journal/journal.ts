import { z } from 'zod';
import { absentAsNull } from '../../domain/base/fields.ts';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { type FilingJournalRow, filingJournalRow, filingName, filingsIn } from '../../domain/journal/filing-row.ts';
import { type AskedJournal, journalFilter } from '../../domain/journal/journal-changes.ts';
import { journalRow } from '../../domain/journal/journal-row.ts';
import { filingDay, type StoredReturn } from '../../domain/returns/return.ts';
import { reportingDay } from '../../domain/transactions/signed-amount.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import {
  eachJournalEntry,
  type JournalEntry,
  journalEntries,
  journalFacts,
} from '../../usecases/journal/journal-documents.ts';
import { eachFilingJournal, journalOfFilings } from '../../usecases/journal/journal-filings.ts';
import { listTaxReturns } from '../../usecases/returns/list-returns.ts';
import { listPartOfTransactions } from '../../usecases/transactions/list-transactions.ts';
import { instantParameter } from '../http/list-filters.ts';
import { type CsvColumn, listTypes } from '../http/list-format.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { parseQuery } from '../http/query.ts';
import { recordColumns } from '../http/record-columns.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Route, type RouteCall, route } from '../http/route.ts';
import { journalParameters, journalReply } from './journal-reply.ts';
import type { LedgerEntry } from './ledger-files.ts';

const columns = recordColumns(journalRow);
const rowJson = jsonOf(journalRow);
const query = z.object({
  ...journalParameters('transactions'),
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

const filingsList = 'filingJournal';
const filingsQuery = z.object(journalParameters(filingsList));
const filingRowJson = jsonOf(filingJournalRow);
const ofFilings = recordColumns(filingJournalRow);

/** The columns of the journal, so that both files are read alike; then the others. */
const filingColumns = [
  ...columns.map(({ name }): CsvColumn<FilingJournalRow> => {
    const description = 'Empty: only rows of documents have a value.';
    return ofFilings.find((own) => own.name === name) ?? { name, description, value: () => null };
  }),
  ...ofFilings.filter((own) => columns.every(({ name }) => name !== own.name)),
];

const listFilingJournalOperation: Operation = {
  id: 'listFilingJournal',
  tag: 'Returns',
  summary: 'List the journal of filings in a period',
  description:
    'Double-entry rows of the returns filed on days of the period, newest return first. The tax that a filing reports is debited, and the amount payable is credited to the authority; discounts for filing on time, prepayments and rounding by the form have rows of their own. The amounts come from the figures and payment that each filing kept, so they never change; bank payments are not included. A return that is filed again posts the difference from its previous filing; reopening posts nothing. A filing without a `payment` is posted with its tax. `limit` counts returns.',
  responses: {
    200: {
      description: 'The rows.',
      schema: list(responseOf(filingJournalRow), 'Newest return first, each with its oldest filing first.'),
      headers: ['Link'],
    },
  },
  columns: filingColumns,
  examples: { year: { summary: 'The filings in a year', query: { period: '2026' }, status: 200 } },
  graphql: { none: 'One list of rows for ledgers; in GraphQL, use journalRows of TaxReturnFiling.' },
};

export const journalRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/journal',
    'transactions:read',
    (call) => {
      const { since, ...asked } = parseQuery(query, call.request);
      return journalReply(call, asked, (period) => journalOf(call, { period, since }));
    },
    { produces: Object.values(listTypes), operation: { ...listJournalOperation, query } },
  ),
  route(
    'GET',
    '/v1/journal/filings',
    'returns:read',
    (call) => journalReply(call, parseQuery(filingsQuery, call.request), (period) => journalOfFilingsIn(call, period)),
    { produces: Object.values(listTypes), operation: { ...listFilingJournalOperation, query: filingsQuery } },
  ),
];

/** A row of the list is a whole document. */
async function journalOf({ ctx }: RouteCall, asked: AskedJournal) {
  const { accountOf, settings } = await journalFacts(ctx);
  return {
    name: 'transactions',
    suffix: '',
    settings,
    columns,
    rowJson,
    read: (page: PageRequest) => listPartOfTransactions(ctx, journalFilter(asked), page),
    async entriesOf(transactions: readonly Transaction[]) {
      return (await journalEntries(ctx, transactions, asked, accountOf)).map(ofDocument);
    },
    async *everyEntry() {
      for await (const entry of eachJournalEntry(ctx, asked, accountOf)) yield ofDocument(entry);
    },
  };
}

function ofDocument({ document: { transaction, customer, snapshot }, rows }: JournalEntry) {
  const { externalId, transactionType, currency, exchangeRate = null } = transaction;
  const entry = (): LedgerEntry => ({
    name: externalId,
    type: transactionType,
    postedOn: reportingDay(transaction),
    currency,
    exchangeRate,
    buyer: { name: customer.name ?? customer.externalId, taxNumber: snapshot.buyer?.taxNumber ?? null },
    rows,
  });
  return { rows, ledgerEntries: () => [entry()] };
}

/** A row of the list is a return. */
async function journalOfFilingsIn({ ctx }: RouteCall, period: ReportPeriod) {
  const { filedAccountOf, settings } = await journalFacts(ctx);
  return {
    name: filingsList,
    suffix: '-filings',
    settings,
    columns: filingColumns,
    rowJson: filingRowJson,
    read: (page: PageRequest) => listTaxReturns(ctx, { filedIn: period }, page),
    async entriesOf(returns: readonly StoredReturn[]) {
      return (await journalOfFilings(ctx, filingsIn(returns, period), filedAccountOf)).map(ofFiling);
    },
    async *everyEntry() {
      for await (const rows of eachFilingJournal(ctx, period, filedAccountOf)) yield ofFiling(rows);
    },
  };
}

/** A ledger has one entry for each currency. */
function ofFiling(rows: readonly FilingJournalRow[]) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const entry = (currency: string): LedgerEntry => {
    const { filing } = rows[0]!;
    const name = filingName(filing);
    return {
      name: currencies.length === 1 ? name : `${name} ${currency}`,
      type: 'FILING',
      postedOn: filingDay(filing),
      currency,
      exchangeRate: null,
      buyer: null,
      rows: rows.filter((row) => row.currency === currency),
    };
  };
  return { rows, ledgerEntries: () => currencies.map(entry) };
}
