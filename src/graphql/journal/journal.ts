import DataLoader from 'dataloader';
import { invalidInput } from '../../domain/base/errors.ts';
import { askedPeriod, readReportPeriod } from '../../domain/base/report-period.ts';
import type { AskedJournal } from '../../domain/journal/journal-changes.ts';
import { type JournalRow, journalRow, journalRows } from '../../domain/journal/journal-row.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { journalEntries, journalFacts } from '../../usecases/journal/journal-documents.ts';
import { builder } from '../base/builder.ts';
import type { GraphqlContext } from '../base/context.ts';
import { once } from '../base/once.ts';
import { recordType } from '../base/record-type.ts';
import { checkedPeriod } from '../base/shared-inputs.ts';
import { inTurn } from '../execution/in-turn.ts';
import { chargeItems, derivedOnce } from '../transactions/derived.ts';
import { snapshotOf } from '../transactions/snapshot.ts';
import { TransactionRef } from '../transactions/transaction.ts';

const factsOf = (ctx: GraphqlContext) => once(ctx, 'journal', () => journalFacts(ctx));

builder.objectField(TransactionRef, 'journalRows', (t) =>
  t.field({
    type: [recordType(journalRow)],
    extensions: { listSize: 4 },
    description:
      'Postings of the document to the accounts in the setting `journal`. `transactions(counted: {period: …})` lists the documents in a period; their `TAX` rows add up to the period’s liability.',
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
      'Rows that bring an earlier journal for a period up to date: earlier postings of the document, reversed, then its current rows; empty if the postings have not changed. `transactions(filter: {updatedAt: {gte: …}})` lists the changed documents.',
    args: {
      period: t.arg({ ...checkedPeriod, required: true, description: 'The period of the journal.' }),
      since: t.arg({ type: 'DateTime', required: true, description: 'When you last read the journal.' }),
    },
    resolve: async (transaction, { period: sent, since }, ctx) => {
      const { period, issues } = readReportPeriod(askedPeriod(sent.parsed));
      if (period === null) throw invalidInput(issues);
      chargeItems(transaction, 'journalRows', ctx);
      return (await changesOf({ period, since }, ctx)).load(transaction);
    },
  }),
);

/**
 * Maximum number of documents read in one batch. An earlier state of a long document is read from its audit entries.
 */
const readTogether = 20;

function changesOf(asked: AskedJournal, ctx: GraphqlContext) {
  const read = async (documents: readonly Transaction[]) => {
    const { accountOf } = await factsOf(ctx);
    const entries = await inTurn(ctx, () => journalEntries(ctx, documents, asked, accountOf));
    return documents.map(({ serviceId }) =>
      entries.filter(({ document }) => document.transaction.serviceId === serviceId).flatMap(({ rows }) => rows),
    );
  };
  return once(
    ctx,
    `journal changes ${JSON.stringify(asked)}`,
    async () => new DataLoader<Transaction, JournalRow[]>(read, { maxBatchSize: readTogether }),
  );
}
