import type { DeclaredBasis } from '../../domain/nexus/declared-basis.ts';
import { nexusQueryInput } from '../../domain/nexus/nexus-query.ts';
import type { NexusTracker } from '../../domain/nexus/nexus-tracker.ts';
import { listNexus } from '../../usecases/nexus/list-nexus.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { inTurn } from '../base/in-turn.ts';
import { NoticeRef } from '../base/notice.ts';
import { declaredFields } from './nexus-declaration.ts';
import { NexusPeriodRef, NexusStatusEnum } from './nexus-period.ts';
import { NexusThresholdRef } from './nexus-threshold.ts';

const described = descriptionsOf(nexusQueryInput);

const NexusGroundEnum = describedEnum('NexusGround', 'Why tax is collected in a place on a day, or why not.', {
  REGISTRATION: 'A registration is in force: tax is collected.',
  ECONOMIC_NEXUS: 'Economic nexus is approved: tax is collected.',
  PHYSICAL_NEXUS: 'Physical nexus is declared: tax is collected.',
  NOTHING_DECLARED: 'Neither nexus nor a registration has been declared: no tax is collected.',
  NOT_YET: 'The declared periods begin later: no tax is collected.',
  ENDED: 'The declared periods have ended: no tax is collected.',
} satisfies Record<DeclaredBasis['kind'], string>);

const NexusTrackerRef = builder.objectRef<NexusTracker>('NexusTracker').implement({
  description:
    'The declared nexus and the sales of the tenant in a US state, a country or a region, as of a certain day.',
  fields: (t) => ({
    country: t.expose('country', { type: 'CountryCode', description: 'ISO 3166-1 alpha-2 code of the country.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'The code of the US state (`MN`) or region (`CA-QC`); null for a whole country.',
    }),
    name: t.exposeString('name', { description: 'The name of the state, region or country.' }),
    on: t.expose('on', { type: 'Date', description: 'The day that the status is reported for.' }),
    isCollecting: t.exposeBoolean('isCollecting', {
      description:
        'Whether documents of that day include the tax of the place; always true with `collect: EVERYWHERE`.',
    }),
    ground: t.field({
      type: NexusGroundEnum,
      description: 'Why tax is collected, or why not, by what is declared; the setting `collect` is ignored.',
      resolve: ({ ground }) => ground.kind,
    }),
    status: t.expose('status', { type: NexusStatusEnum, description: 'The most advanced status among the periods.' }),
    reachedOn: t.expose('reachedOn', {
      type: 'Date',
      nullable: true,
      description: 'The first day on which a period reached the threshold; null if none has.',
    }),
    ...declaredFields(t),
    threshold: t.expose('threshold', {
      type: NexusThresholdRef,
      nullable: true,
      description: 'The threshold of the state on that day; null if the rate book has none.',
    }),
    periods: t.field({
      type: [NexusPeriodRef],
      extensions: { listSize: 2 },
      description:
        'Sales in the periods of the threshold; without a threshold, in the calendar year and the one before.',
      resolve: ({ periods }) => [...periods],
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 5 },
      description: 'Doubts about the threshold, and sales that are not part of any amount.',
      resolve: ({ notices }) => [...notices],
    }),
  }),
});

builder.queryField('nexus', (t) =>
  t.field({
    type: [NexusTrackerRef],
    extensions: { listSize: 60, work: 5_000 },
    description:
      'The declared nexus and the sales of the tenant in every US state, and in each country with a declaration or sales. Needs the scope `nexus:read`.',
    ...checkedArgs(
      {
        on: t.arg({ type: 'Date', description: described.on }),
        state: t.arg.string({ description: described.state }),
        country: t.arg.string({ description: described.country }),
      },
      nexusQueryInput,
    ),
    resolve: (_root, { parsed }, ctx) => inTurn(ctx, () => listNexus(ctx, parsed)),
  }),
);
