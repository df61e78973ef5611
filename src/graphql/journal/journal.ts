import { journalRow, journalRows } from '../../domain/journal/journal-row.ts';
import { journalFacts } from '../../usecases/journal/journal-facts.ts';
import { builder } from '../base/builder.ts';
import { once } from '../base/once.ts';
import { recordType } from '../base/record-type.ts';
import { derivedOnce } from '../transactions/derived.ts';
import { snapshotOf } from '../transactions/snapshot.ts';
import { TransactionRef } from '../transactions/transaction.ts';

builder.objectField(TransactionRef, 'journalRows', (t) =>
  t.field({
    type: [recordType(journalRow)],
    extensions: { listSize: 4 },
    description:
      'Postings of the document to the accounts in the setting `journal`. `transactions(counted: {period: …})` lists the documents of a period; their `TAX` rows add up to its liability.',
    resolve: (transaction, _args, ctx) =>
      derivedOnce('journalRows', transaction, ctx, async () => {
        const { accountOf } = await once(ctx, 'journal', () => journalFacts(ctx));
        return journalRows({ transaction, snapshot: await snapshotOf(transaction, ctx) }, accountOf);
      }),
  }),
);
