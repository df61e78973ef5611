import { documentsOf } from '../../domain/nexus/nexus-documents.ts';
import { euAware, nexusDayInput, nexusTrackerList } from '../../domain/nexus/nexus-query.ts';
import { nexusPeriod, nexusTracker } from '../../domain/nexus/nexus-tracker-record.ts';
import { listNexus } from '../../usecases/nexus/list-nexus.ts';
import { builder } from '../base/builder.ts';
import { connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { asOfArguments } from '../base/shared-inputs.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { inTurn } from '../execution/in-turn.ts';
import { filterArgument } from '../lists/declared-list.ts';
import { readFilter } from '../lists/read-filter.ts';
import { connectCounted, listArguments, TransactionConnectionRef } from '../transactions/transaction-list.ts';

builder.queryField('nexusTrackers', (t) =>
  t.field({
    type: connectionOf(recordType(nexusTracker)),
    extensions: { ...needsScopes(nexusTrackerList.scope), work: 5_000 },
    description: nexusTrackerList.description,
    args: {
      ...pageArguments(),
      ...filterArgument(nexusTrackerList),
      ...asOfArguments(descriptionsOf(nexusDayInput).asOf),
    },
    resolve: async (_root, { filter, asOf, ...page }, ctx) => {
      const query = { asOf, ...readFilter({ reference: euAware(ctx.reference) }, nexusTrackerList, filter) };
      const trackers = await inTurn(ctx, () => listNexus(ctx, query));
      return pagesOfWholeList(page, trackers, ({ country, state }) => `${country}/${state ?? ''}`);
    },
  }),
);

builder.objectField(recordType(nexusPeriod), 'transactions', (t) =>
  t.field({
    type: TransactionConnectionRef,
    description: 'Invoices and refunds that make up the figures, in all currencies. Default order: newest first.',
    args: listArguments(),
    extensions: { ...needsScopes('transactions:read'), work: 500 },
    resolve: (period, args, ctx, info) => connectCounted(documentsOf(period), { args, ctx, info }),
  }),
);
