import DataLoader from 'dataloader';
import { boundedText } from '../../domain/base/fields.ts';
import { newestFirst } from '../../domain/lists/list-order.ts';
import { transactionList } from '../../domain/transactions/transaction-list.ts';
import { type Replay, replay } from '../../domain/what-if/replay/replay-record.ts';
import { countTransactions } from '../../usecases/transactions/list-transactions.ts';
import { listReplays, replayTransactions } from '../../usecases/transactions/replay-transactions.ts';
import { inCurrencyOf } from '../base/amounts.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf, pageByCreation } from '../base/connection.ts';
import type { GraphqlContext } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordFields } from '../base/record-type.ts';
import { inTurn } from '../execution/in-turn.ts';
import { filterOf } from '../lists/declared-list.ts';
import { readFilter } from '../lists/read-filter.ts';
import { workOfQuote } from './quote.ts';
import { TransactionRef } from './transaction.ts';

const ReplayRef = builder.objectRef<Replay>(replay.name).implement({
  description: replay.description,
  extensions: inCurrencyOf(({ currency }: Replay) => currency),
  fields: (t) => recordFields(t, replay),
});

/**
 * The `work` for recalculating a document: one calculation as submitted, and another for the changes that explain a
 * difference.
 */
const workOfReplay = 2 * workOfQuote;

const said =
  '`ORIGINAL`: everything as of the original calculation. `CURRENT`: today’s rate book, customer, exemptions, settings and exchange rates. A rate book version, such as `2026.11.25-1`: that version, and everything else as of the original calculation.';

builder.objectField(TransactionRef, 'replay', (t) =>
  t.field({
    type: ReplayRef,
    nullable: true,
    extensions: { ...needsScopes('transactions:read'), work: workOfReplay },
    description:
      'The document recalculated as submitted, with the reasons for any difference. Nothing is stored. A refund of a stored invoice keeps the figures copied from it.',
    args: {
      rateBook: t.arg.string({
        required: true,
        defaultValue: 'ORIGINAL',
        description: said,
        validate: { schema: boundedText(1, 64) },
      }),
    },
    resolve: ({ serviceId }, { rateBook }, ctx) => loaderOf(ctx, rateBook).load(serviceId),
  }),
);

builder.queryField('replays', (t) =>
  t.field({
    type: connectionOf(ReplayRef),
    nullable: true,
    extensions: { ...needsScopes('transactions:read'), work: 25 * workOfReplay },
    description: 'Documents, newest first, each recalculated as `Transaction.replay` would. Nothing is stored.',
    args: {
      ...pageArguments(),
      rateBook: t.arg.string({
        required: true,
        defaultValue: 'CURRENT',
        description: said,
        validate: { schema: boundedText(1, 64) },
      }),
      filter: t.arg({ type: filterOf(transactionList), description: 'The documents to recalculate. Default: all.' }),
    },
    resolve: (_root, { rateBook, filter: sent, ...page }, ctx) => {
      const filter = readFilter(ctx, transactionList, sent);
      return connect(page, {
        list: 'transactions',
        order: newestFirst,
        sortValue: ({ createdAt }: ListedReplay) => createdAt.toISOString(),
        read: (ordered) =>
          inTurn(ctx, async () => {
            const { replayPage } = await listReplays(ctx, filter, rateBook);
            const found: ListedReplay[] = [];
            for await (const { replayed, createdAt } of replayPage(pageByCreation(ordered))) {
              found.push({ ...replayed, createdAt });
            }
            return found;
          }),
        count: () => countTransactions(ctx, filter),
      });
    },
  }),
);

type ListedReplay = Replay & { readonly createdAt: Date };

const loaders = new WeakMap<GraphqlContext, Map<string, DataLoader<string, Replay>>>();

/** The documents of a list are calculated together, so that shared data is read once. */
function loaderOf(ctx: GraphqlContext, rateBook: string): DataLoader<string, Replay> {
  const known = loaders.get(ctx) ?? new Map<string, DataLoader<string, Replay>>();
  loaders.set(ctx, known);
  const loader =
    known.get(rateBook) ??
    new DataLoader<string, Replay>((ids) => inTurn(ctx, () => replayTransactions(ctx, ids, rateBook)));
  known.set(rateBook, loader);
  return loader;
}
