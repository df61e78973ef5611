import type { DeclaredBasis } from '../../domain/nexus/declared-basis.ts';
import { type NexusInterest, nexusQueryInput } from '../../domain/nexus/nexus-query.ts';
import type { NexusTracker } from '../../domain/nexus/nexus-tracker.ts';
import { listNexus } from '../../usecases/nexus/list-nexus.ts';
import { asOfArguments } from '../base/as-of.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { connectionOf } from '../base/connection.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { inTurn } from '../base/in-turn.ts';
import { NoticeRef } from '../base/notice.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { declaredFields } from './nexus-declaration.ts';
import { NexusFirstCollectionRef, NexusProjectionRef } from './nexus-outlook.ts';
import { NexusPeriodRef, NexusStatusEnum } from './nexus-period.ts';
import { NexusThresholdRef } from './nexus-threshold.ts';

const described = descriptionsOf(nexusQueryInput);

const bases = {
  REGISTRATION: 'A registration is in force: a reason to collect.',
  ECONOMIC_NEXUS: 'Economic nexus is approved: a reason to collect.',
  PHYSICAL_NEXUS: 'Physical nexus is declared: a reason to collect.',
  NOTHING_DECLARED: 'Neither nexus nor a registration has been declared: no reason to collect.',
  NOT_YET: 'The declared periods begin later: no reason to collect yet.',
  ENDED: 'The declared periods have ended: no reason to collect any more.',
} satisfies Record<DeclaredBasis['kind'], string>;
const CollectionBasisEnum = describedEnum(
  'CollectionBasis',
  'What is declared for a place on a day, such as `REGISTRATION`. With `collectionPolicy: WHERE_REGISTERED` it decides whether tax is collected there.',
  bases,
);

const NexusInterestEnum = describedEnum('NexusInterest', 'What makes a place worth listing.', {
  DECLARED: 'Nexus or a registration is declared, even if it has ended.',
  APPROACHING:
    'Sales are at 80 % of the threshold or more, but no period that decides today has reached it. The running period may have.',
  REACHED: 'Sales have reached the threshold in a period that decides today.',
} satisfies Record<NexusInterest, string>);

const NexusTrackerRef = builder.objectRef<NexusTracker>('NexusTracker').implement({
  description:
    'The declared nexus and the sales of the tenant in a US state, a country or a region, as of a certain day.',
  fields: (t) => ({
    country: t.expose('country', {
      type: 'CountryCode',
      description:
        'ISO 3166-1 alpha-2 code of the country; `EU` for the other member states together, for a seller established in one.',
    }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'The code of the US state (`MN`) or region (`CA-QC`); null for a whole country.',
    }),
    name: t.exposeString('name', { description: 'The name of the state, region or country.' }),
    asOf: t.expose('asOf', { type: 'Date', description: 'Day that the status is reported for, such as `2026-07-01`.' }),
    isCollecting: t.exposeBoolean('isCollecting', {
      description:
        'Whether documents of that day include the tax of the place; always true with `collectionPolicy: EVERYWHERE`.',
    }),
    collectedBecause: t.exposeString('collectedBecause', {
      description:
        'Why tax is collected, or why not, in a sentence, by the setting `collectionPolicy` and what is declared.',
    }),
    collectionBasis: t.field({
      type: CollectionBasisEnum,
      description:
        'What is declared for the place, whatever the setting `collectionPolicy` makes of it: see `isCollecting`.',
      resolve: (tracker) => tracker.collectionBasis.kind,
    }),
    status: t.expose('status', {
      type: NexusStatusEnum,
      description:
        'The most advanced status among the periods that decide, and the running one: that counts as `APPROACHING` until it decides.',
    }),
    reachedOn: t.expose('reachedOn', {
      type: 'Date',
      nullable: true,
      description: 'The first day on which a period that decides reached the threshold; null if none has.',
    }),
    ...declaredFields(t),
    threshold: t.expose('threshold', {
      type: NexusThresholdRef,
      nullable: true,
      description:
        'The threshold of the state or country on that day; null if the rate book has none. A country has one for foreign sellers alone.',
    }),
    periods: t.field({
      type: [NexusPeriodRef],
      extensions: { listSize: 2 },
      description:
        'Sales in the periods that decide on that day, latest first; without a threshold, in the calendar year and the one before.',
      resolve: ({ periods }) => [...periods],
    }),
    runningPeriod: t.expose('runningPeriod', {
      type: NexusPeriodRef,
      description:
        'Sales in the period that the day is in. Where only ended periods decide (the calendar year before, four quarters), it is the next to decide; elsewhere it is one of `periods`.',
    }),
    projection: t.field({
      type: NexusProjectionRef,
      description: 'When the threshold would be reached at the pace of the last 90 days: a projection.',
      resolve: (tracker) => tracker,
    }),
    firstCollection: t.expose('firstCollection', {
      type: NexusFirstCollectionRef,
      description: 'From which day the tax has to be collected, by the rule of the state.',
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 5 },
      description:
        'Doubts about the threshold, what it asks besides (`NOT_TESTED`), and sales that are not part of any amount.',
      resolve: ({ notices }) => [...notices],
    }),
  }),
});

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
