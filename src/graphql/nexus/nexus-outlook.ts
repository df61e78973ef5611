import type { FirstCollection } from '../../domain/nexus/first-collection.ts';
import type { ProjectionOutcome } from '../../domain/nexus/nexus-projection.ts';
import type { NexusTracker } from '../../domain/nexus/nexus-tracker.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';

const ProjectionOutcomeEnum = describedEnum('NexusProjectionOutcome', 'Why there is a projected day, or none.', {
  PROJECTED: 'At the pace of the last 90 days, the threshold is reached on that day.',
  ALREADY_REACHED: 'The threshold has been reached.',
  NO_THRESHOLD: 'The rate book has no threshold.',
  NOT_RISING: 'There were no sales in the last 90 days, or refunds exceeded them.',
  NOT_AT_THIS_PACE:
    'At this pace the threshold is not reached, neither in the running period nor in those that follow within a year.',
} satisfies Record<ProjectionOutcome, string>);

export const NexusProjectionRef = builder.objectRef<NexusTracker>('NexusProjection').implement({
  description: 'A projection, not a fact: when the threshold would be reached if sales went on as in the last 90 days.',
  fields: (t) => ({
    outcome: t.field({
      type: ProjectionOutcomeEnum,
      description: 'Why there is a day, or none.',
      resolve: ({ projection }) => projection.outcome,
    }),
    reachedOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'The projected day; null unless the outcome is `PROJECTED`.',
      resolve: ({ projection }) => projection.reachedOn,
    }),
    from: t.field({
      type: 'Date',
      description: 'First of the 90 days that end on the requested day.',
      resolve: ({ pace }) => pace.from,
    }),
    salesAmount: t.field({
      type: 'Decimal',
      description: 'Counted sales of the 90 days, in the currency of the periods.',
      resolve: ({ pace }) => pace.salesAmount,
    }),
    transactionCount: t.int({
      description: 'Counted invoices of the 90 days.',
      resolve: ({ pace }) => pace.transactionCount,
    }),
  }),
});

const FirstCollectionOutcomeEnum = describedEnum('NexusFirstCollectionOutcome', 'Why there is a first day, or none.', {
  KNOWN: 'The threshold was reached, and the rule of the state gives the day.',
  EXPECTED:
    'Sales of the running period, which decides when it ends, have reached the threshold: the rule of the state gives the day, unless refunds take them below it again.',
  NOT_REACHED: 'The threshold has not been reached.',
  RULE_UNKNOWN: 'The threshold was reached, but the rate book has no rule of the state.',
} satisfies Record<FirstCollection['outcome'], string>);

export const NexusFirstCollectionRef = builder.objectRef<FirstCollection>('NexusFirstCollection').implement({
  description: 'The day from which a seller that reached the threshold has to collect, by the rule of the state.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: FirstCollectionOutcomeEnum, description: 'Why there is a day, or none.' }),
    on: t.expose('on', {
      type: 'Date',
      nullable: true,
      description: 'The first day of collection; null unless the outcome is `KNOWN` or `EXPECTED`.',
    }),
    rule: t.exposeString('rule', {
      nullable: true,
      description: 'The rule of the state in a sentence; null if the rate book has none.',
    }),
    source: t.exposeString('source', { nullable: true, description: 'Where the rule was read.' }),
  }),
});
