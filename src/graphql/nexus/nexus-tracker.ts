import { nexusInterest, nexusPlaces, nexusQueryInput } from '../../domain/nexus/nexus-query.ts';
import { nexusStatus } from '../../domain/nexus/nexus-record.ts';
import { nexusTracker } from '../../domain/nexus/nexus-tracker-record.ts';
import { listNexus } from '../../usecases/nexus/list-nexus.ts';
import { asOfArguments } from '../base/as-of.ts';
import { builder } from '../base/builder.ts';
import { connectionOf } from '../base/connection.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { enumOf, recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { inTurn } from '../execution/in-turn.ts';
import { CountryFilterRef, choiceFilterOf, StateFilterRef } from '../lists/comparators.ts';
import { readNexusFilter } from '../lists/read-filter.ts';

const described = descriptionsOf(nexusQueryInput);

const NexusTrackerFilterRef = builder.inputType('NexusTrackerFilter', {
  description: 'Selects the places that meet all conditions.',
  fields: (t) => ({
    country: t.field({ type: CountryFilterRef, description: nexusPlaces.country }),
    state: t.field({ type: StateFilterRef, description: nexusPlaces.state }),
    status: t.field({
      type: choiceFilterOf(nexusStatus),
      description: 'How sales compare with the threshold, such as REACHED.',
    }),
    isDeclared: t.boolean({
      description:
        'True: only places where nexus or a registration is declared, even if it has ended. False: only others.',
    }),
    only: t.field({ type: [enumOf(nexusInterest)], description: described.only }),
  }),
});

builder.queryField('nexusTrackers', (t) =>
  t.field({
    type: connectionOf(recordType(nexusTracker)),
    extensions: { ...needsScopes('nexus:read'), work: 5_000 },
    description:
      'The declared nexus and the sales of the tenant in every US state, and in each country with a declaration or sales; a country that the filter names is also shown if it has a threshold.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: NexusTrackerFilterRef, description: 'Which places to list; all if absent.' }),
      ...asOfArguments(described.asOf),
    },
    resolve: async (_root, { filter, asOf, ...page }, ctx) => {
      const query = { asOf, ...readNexusFilter(ctx, filter) };
      const trackers = await inTurn(ctx, () => listNexus(ctx, query));
      return pagesOfWholeList(page, trackers, ({ country, state }) => `${country}/${state ?? ''}`);
    },
  }),
);
