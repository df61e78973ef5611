import DataLoader from 'dataloader';
import { invalidInput } from '../../domain/base/errors.ts';
import { askedPeriod, readReportPeriod } from '../../domain/base/report-period.ts';
import { type FilingJournalRow, filingJournalRow } from '../../domain/journal/filing-row.ts';
import { type AskedJournal, journalFilter } from '../../domain/journal/journal-changes.ts';
import { type JournalRow, journalRow, journalRows } from '../../domain/journal/journal-row.ts';
import { newestFirst } from '../../domain/lists/list-order.ts';
import { type TaxReturnFiling, taxReturnFiling } from '../../domain/returns/return-record.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type TransactionOrderField, transactionValue } from '../../domain/transactions/transaction-list.ts';
import type { TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import { journalEntries, journalFacts } from '../../usecases/journal/journal-documents.ts';
import { journalOfFilings } from '../../usecases/journal/journal-filings.ts';
import { countTransactions, listTransactionSummaries } from '../../usecases/transactions/list-transactions.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf } from '../base/connection.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { once } from '../base/once.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { checkedPeriod, type SentPeriod } from '../base/shared-inputs.ts';
import { inTurn } from '../execution/in-turn.ts';
import { chargeItems, derivedOnce } from '../transactions/derived.ts';
import { snapshotOf } from '../transactions/snapshot.ts';
import { TransactionRef } from '../transactions/transaction.ts';

const periodArgument = { ...checkedPeriod, required: true, description: 'The period of the journal.' } as const;
const factsOf = (ctx: GraphqlContext) => once(ctx, 'journal', () => journalFacts(ctx));

builder.objectField(TransactionRef, 'journalRows', (t) =>
  t.field({
    type: [recordType(journalRow)],
    extensions: { listSize: 4 },
    description:
      'Postings of the document to the accounts in the setting `journal`. `journal` lists the rows of all documents in a period.',
    resolve: (transaction, _args, ctx) =>
      derivedOnce('journalRows', transaction, ctx, async () => {
        const { accountOf } = await factsOf(ctx);
        return journalRows({ transaction, snapshot: await snapshotOf(transaction, ctx) }, accountOf);
      }),
  }),
);

builder.objectField(TransactionRef, 'journalChanges', (t) =>
  t.field({
    type: [recordType(journalRow)],
    extensions: { work: 20, listSize: 8 },
    description:
      'Rows that bring an earlier journal for a period up to date: earlier postings of the document, reversed, then its current rows; empty if the postings have not changed. `journal(period: …, since: …)` lists the changed documents.',
    args: {
      period: t.arg(periodArgument),
      since: t.arg({ type: 'DateTime', required: true, description: 'When you last read the journal.' }),
    },
    resolve: (transaction, { period, since }, ctx) =>
      rowsOf(transaction, { period: periodIn(period.parsed), since }, ctx),
  }),
);

builder.objectField(recordType(taxReturnFiling), 'journalRows', (t) =>
  t.field({
    type: [recordType(filingJournalRow)],
    extensions: { ...needsScopes('returns:read'), work: 100, listSize: 4 },
    description:
      'Postings of the filing to the accounts in the setting `journal`, from the figures and payment that it kept: tax, discount, rounding, prepayments and the amount payable to the authority. An amendment posts the difference from the previous filing; reopening posts nothing.',
    resolve: async (filing, _args, ctx) => (await filingLoader(ctx)).load(filing),
  }),
);

const filingLoader = (ctx: GraphqlContext) =>
  once(ctx, 'journal of filings', async () => {
    const { filedAccountOf } = await factsOf(ctx);
    return new DataLoader<TaxReturnFiling, FilingJournalRow[]>((filings) =>
      inTurn(ctx, () => journalOfFilings(ctx, filings, filedAccountOf)),
    );
  });

type JournalEntry = TransactionSummary & { readonly asked: AskedJournal };

const JournalEntryRef = builder.objectRef<JournalEntry>('JournalEntry').implement({
  description: 'The journal rows of one document.',
  fields: (t) => ({
    transaction: t.field({
      type: TransactionRef,
      description: 'The document.',
      resolve: ({ serviceId }, _args, ctx) => documentOf(serviceId, ctx),
    }),
    rows: t.field({
      type: [recordType(journalRow)],
      extensions: { work: 20, listSize: 4 },
      description:
        'The postings of the document. With `since`: its earlier postings, reversed, then its current rows; empty if the postings have not changed.',
      resolve: async ({ serviceId, asked }, _args, ctx) => rowsOf(await documentOf(serviceId, ctx), asked, ctx),
    }),
  }),
});

builder.queryField('journal', (t) =>
  t.field({
    type: connectionOf(JournalEntryRef),
    extensions: needsScopes('transactions:read'),
    description:
      'The journal for a period: double-entry rows of the documents counted in the period’s liability, newest document first. Pages count documents. `TAX` rows add up to the liability. The setting `journal` defines the accounts.',
    args: {
      ...pageArguments(),
      period: t.arg(periodArgument),
      since: t.arg({
        type: 'DateTime',
        description:
          'Only documents changed at or after this time, with the rows that bring an earlier journal up to date. Send the time of your last request. Default: the complete journal.',
      }),
    },
    resolve: (_root, { period, since = null, ...page }, ctx) => {
      const asked = { period: periodIn(period.parsed), since };
      const filter = journalFilter(asked);
      return connect<JournalEntry, TransactionOrderField>(page, {
        list: 'journal',
        order: newestFirst,
        sortValue: transactionValue,
        read: async (ordered) => {
          const found = await inTurn(ctx, () => listTransactionSummaries(ctx, filter, ordered));
          return found.map((summary) => ({ ...summary, asked }));
        },
        count: () => inTurn(ctx, () => countTransactions(ctx, filter)),
      });
    },
  }),
);

const periodIn = (sent: SentPeriod) => {
  const { period, issues } = readReportPeriod(askedPeriod(sent));
  if (period === null) throw invalidInput(issues);
  return period;
};

async function documentOf(serviceId: string, ctx: GraphqlContext): Promise<Transaction> {
  const document = await loadersOf(ctx).transactionById.load(serviceId);
  if (!document) throw new Error(`Document ${serviceId} not found.`);
  return document;
}

/**
 * Maximum number of documents read in one batch. An earlier state of a long document is read from its audit entries.
 */
const readTogether = 20;

/** The rows of a document, read together with others of the request. */
async function rowsOf(transaction: Transaction, asked: AskedJournal, ctx: GraphqlContext): Promise<JournalRow[]> {
  chargeItems(transaction, 'journalRows', ctx);
  const read = async (documents: readonly Transaction[]) => {
    const { accountOf } = await factsOf(ctx);
    const entries = await inTurn(ctx, () => journalEntries(ctx, documents, asked, accountOf));
    return documents.map(({ serviceId }) =>
      entries.filter(({ document }) => document.transaction.serviceId === serviceId).flatMap(({ rows }) => rows),
    );
  };
  const loader = await once(
    ctx,
    `journal ${JSON.stringify(asked)}`,
    async () => new DataLoader<Transaction, JournalRow[]>(read, { maxBatchSize: readTogether }),
  );
  return loader.load(transaction);
}
