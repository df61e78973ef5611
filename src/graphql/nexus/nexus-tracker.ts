import { type NexusInterest, nexusQueryInput } from '../../domain/nexus/nexus-query.ts';
import { nexusTracker } from '../../domain/nexus/nexus-tracker-record.ts';
import { listNexus } from '../../usecases/nexus/list-nexus.ts';
import { asOfArguments } from '../base/as-of.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { connectionOf } from '../base/connection.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { inTurn } from '../base/in-turn.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';

const described = descriptionsOf(nexusQueryInput);

const NexusInterestEnum = describedEnum('NexusInterest', 'What makes a place worth listing.', {
  DECLARED: 'Nexus or a registration is declared, even if it has ended.',
  APPROACHING:
    'Sales are at 80 % of the threshold or more, but no period that decides today has reached it. The running period may have.',
  REACHED: 'Sales have reached the threshold in a period that decides today.',
} satisfies Record<NexusInterest, string>);

const NexusTrackerRef = recordType(nexusTracker);

/** Every US state, and some countries. */
const mostTrackers = 60;

const NexusTrackerConnectionRef = connectionOf(NexusTrackerRef);

function nexusArguments() {
  return builder.args((t) => ({
    ...asOfArguments(described.asOf),
    state: t.string({ description: described.state }),
    country: t.string({ description: described.country }),
    only: t.field({ type: [NexusInterestEnum], description: described.only }),
  }));
}

builder.queryField('nexus', (t) =>
  t.field({
    type: [NexusTrackerRef],
    extensions: { listSize: { state: mostTrackers }, work: 5_000 },
    description:
      'The declared nexus and the sales of the tenant in every US state, and in each country with a declaration or sales; a country that is named is also shown if it has a threshold. Needs the scope `nexus:read`.',
    ...checkedArgs(nexusArguments(), nexusQueryInput),
    resolve: (_root, { parsed }, ctx) => inTurn(ctx, () => listNexus(ctx, parsed)),
  }),
);

builder.queryField('nexusConnection', (t) =>
  t.field({
    type: NexusTrackerConnectionRef,
    extensions: { work: 5_000 },
    description: 'The same places as `nexus`, page by page. Needs the scope `nexus:read`.',
    ...checkedArgs({ ...pageArguments(), ...nexusArguments() }, nexusQueryInput),
    resolve: async (_root, { parsed, ...page }, ctx) => {
      const trackers = await inTurn(ctx, () => listNexus(ctx, parsed));
      return pagesOfWholeList(page, trackers, ({ country, state }) => `${country}/${state ?? ''}`);
    },
  }),
);
