import { euAware, nexusDayInput, nexusTrackerList } from '../../domain/nexus/nexus-query.ts';
import { nexusTracker } from '../../domain/nexus/nexus-tracker-record.ts';
import { listNexus } from '../../usecases/nexus/list-nexus.ts';
import { asOfArguments } from '../base/as-of.ts';
import { builder } from '../base/builder.ts';
import { connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { inTurn } from '../execution/in-turn.ts';
import { filterArgument } from '../lists/declared-list.ts';
import { readFilter } from '../lists/read-filter.ts';

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
