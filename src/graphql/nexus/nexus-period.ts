import type {
  CurrencySales,
  ExcludedSales,
  ExclusionReason,
  NexusPeriod,
  NexusStatus,
} from '../../domain/nexus/nexus-sales.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';

export const NexusStatusEnum = describedEnum('NexusStatus', 'How sales compare with the threshold of a place.', {
  NOT_TRACKED:
    'There is no threshold to compare with: the place has no such tax, or the rate book does not contain the threshold.',
  NONE: 'Below 80 % of the threshold.',
  APPROACHING:
    'At 80 % of the threshold or more. Also the status of a place whose running period has reached the threshold, but will only decide when it ends.',
  REACHED: 'At the threshold or above it. Tax is collected only after nexus is approved or a registration is declared.',
} satisfies Record<NexusStatus, string>);

const CurrencySalesRef = builder.objectRef<CurrencySales>('CurrencySales').implement({
  description: 'Sales in one currency.',
  fields: (t) => ({
    currency: t.expose('currency', {
      type: 'CurrencyCode',
      description: 'The currency of the amount.',
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

const ExclusionReasonEnum = describedEnum('NexusExclusionReason', 'Why sales do not count towards a threshold.', {
  MARKETPLACE: 'The customer is of the type `MARKETPLACE`, and the state does not count such sales.',
  RESALE:
    'The customer is of the type `RESELLER`, and the state counts retail or taxable sales only, or the country sales to consumers.',
  BUSINESS:
    'The buyer accounts for the tax (reverse charge, intra-Community supply), and the country counts sales to consumers only.',
  EXEMPT: 'The lines are not taxed, and the state counts taxable sales only.',
} satisfies Record<ExclusionReason, string>);

const ExcludedSalesRef = builder.objectRef<ExcludedSales>('NexusExcludedSales').implement({
  description: 'Sales at a place that do not count towards its threshold.',
  fields: (t) => ({
    reason: t.expose('reason', { type: ExclusionReasonEnum, description: 'Why they do not count.' }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency of the amount.' }),
    salesAmount: t.expose('salesAmount', {
      type: 'Decimal',
      description: 'Invoices minus refunds, after discounts and without tax.',
    }),
    transactionCount: t.exposeInt('transactionCount', {
      description: 'Number of invoices that do not count; 0 for `EXEMPT`, as invoices count whole.',
    }),
  }),
});

export const NexusPeriodRef = builder.objectRef<NexusPeriod>('NexusPeriod').implement({
  description: 'The sales of a period, both days included, and how they compare with the threshold.',
  fields: (t) => ({
    from: t.field({ type: 'Date', description: 'First day.', resolve: ({ from }) => from }),
    to: t.field({
      type: 'Date',
      description: 'Last day, not later than the requested day.',
      resolve: ({ to }) => to,
    }),
    endsOn: t.expose('endsOn', {
      type: 'Date',
      description: 'Last day of the whole period; later than `to` while it runs.',
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
    converted: t.field({
      type: [CurrencySalesRef],
      extensions: { listSize: 1 },
      description: 'Sales in other currencies that are part of `salesAmount`, at the stored exchange rate of each day.',
      resolve: ({ converted }) => [...converted],
    }),
    notConverted: t.field({
      type: [CurrencySalesRef],
      extensions: { listSize: 1 },
      description:
        'Sales in other currencies on days without a stored exchange rate. They are not part of `salesAmount`; their invoices are counted.',
      resolve: ({ notConverted }) => [...notConverted],
    }),
    excludedSales: t.field({
      type: [ExcludedSalesRef],
      extensions: { listSize: 2 },
      description:
        'Sales that the state or country does not count, by reason and currency. Cancelled documents are not sales and not listed.',
      resolve: ({ excludedSales }) => [...excludedSales],
    }),
    salesShare: t.expose('salesShare', {
      type: 'Decimal',
      nullable: true,
      description:
        'Share of the threshold that `salesAmount` reached, as a fraction rounded down: 0.85 is 85 %. Null without a threshold, or with one of 0.',
    }),
    transactionShare: t.expose('transactionShare', {
      type: 'Decimal',
      nullable: true,
      description: 'The same for the number of invoices. Null if the threshold does not test it.',
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
