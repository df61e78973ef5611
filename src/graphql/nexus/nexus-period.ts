import type { CurrencySales, NexusPeriod, NexusStatus } from '../../domain/nexus/nexus-sales.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';

export const NexusStatusEnum = describedEnum('NexusStatus', 'How sales compare with the threshold of a place.', {
  NOT_TRACKED:
    'There is no threshold to compare with: the place has no such tax, or the rate book does not contain the threshold.',
  NONE: 'Below 80 % of the threshold.',
  APPROACHING: 'At 80 % of the threshold or more.',
  REACHED: 'At the threshold or above it. Tax is collected only after nexus is approved or a registration is declared.',
} satisfies Record<NexusStatus, string>);

const CurrencySalesRef = builder.objectRef<CurrencySales>('CurrencySales').implement({
  description: 'Sales in one currency.',
  fields: (t) => ({
    currency: t.expose('currency', {
      type: 'CurrencyCode',
      description: 'The currency of the amount. Other currencies are not converted.',
    }),
    salesAmount: t.expose('salesAmount', {
      type: 'Decimal',
      description: 'Invoices minus refunds, after discounts and without tax.',
    }),
    transactionCount: t.exposeInt('transactionCount', {
      description: 'Number of invoices. Refunds do not lower it.',
    }),
  }),
});

export const NexusPeriodRef = builder.objectRef<NexusPeriod>('NexusPeriod').implement({
  description: 'The sales of a period, both days included, and how they compare with the threshold.',
  fields: (t) => ({
    from: t.field({ type: 'Date', description: 'First day.', resolve: ({ fromOn }) => fromOn }),
    to: t.field({
      type: 'Date',
      description: 'Last day, not later than the requested day.',
      resolve: ({ toOn }) => toOn,
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency of `salesAmount`.' }),
    salesAmount: t.expose('salesAmount', {
      type: 'Decimal',
      description:
        'Invoices minus refunds, each on its own day: after discounts, without tax, including shipping. Cancelled documents do not count.',
    }),
    transactionCount: t.exposeInt('transactionCount', {
      description: 'Number of invoices in all currencies. Refunds do not lower it.',
    }),
    notConverted: t.field({
      type: [CurrencySalesRef],
      extensions: { listSize: 1 },
      description: 'Sales in other currencies. They are not part of `salesAmount`, as amounts are not converted.',
      resolve: ({ notConverted }) => [...notConverted],
    }),
    status: t.expose('status', { type: NexusStatusEnum, description: 'How the sales compare with the threshold.' }),
    reachedOn: t.expose('reachedOn', {
      type: 'Date',
      nullable: true,
      description:
        'The first day on which the sales since the start of the period reached the threshold; null if they have not.',
    }),
  }),
});
