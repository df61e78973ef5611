import { asText } from '../../domain/base/amount.ts';
import type { CurrencySales, NexusPeriod } from '../../domain/nexus/nexus-sales.ts';
import type { NexusThreshold } from '../../domain/nexus/nexus-threshold.ts';
import type { NexusTracker } from '../../domain/nexus/nexus-tracker.ts';
import type { Builder } from '../base/builder.ts';
import { NoticeRef } from '../base/notice.ts';
import type { NexusRefs } from './nexus-declaration.ts';
import type { NexusEnums } from './nexus-enums.ts';

type Parts = { readonly refs: NexusRefs; readonly enums: NexusEnums };

/** How a tenant stands to a place: what is declared, and what was sold. */
export function addNexusTracker(builder: Builder, { refs, enums }: Parts) {
  const threshold = addThreshold(builder, enums);
  const period = addPeriod(builder, enums);
  return builder.objectRef<NexusTracker>('NexusTracker').implement({
    description: 'How the tenant stands to a US state, a country or a region on a day.',
    fields: (t) => ({
      country: t.expose('country', { type: 'CountryCode', description: 'Where the sales went.' }),
      state: t.exposeString('state', {
        nullable: true,
        description: 'US state (`MN`) or region (`CA-QC`); null for a whole country.',
      }),
      name: t.exposeString('name', { description: 'The state, region or country in words.' }),
      on: t.expose('on', { type: 'Date', description: 'The day it is told for.' }),
      isCollecting: t.exposeBoolean('isCollecting', {
        description: 'Whether a document of that day bears the tax of the place; always with `collect: EVERYWHERE`.',
      }),
      ground: t.field({
        type: enums.ground,
        description: 'What the declared things say, whatever the tenant has settled.',
        resolve: ({ ground }) => ground.kind,
      }),
      status: t.expose('status', { type: enums.status, description: 'The furthest of its periods.' }),
      reachedOn: t.expose('reachedOn', {
        type: 'Date',
        nullable: true,
        description: 'The first day on which a period came to the threshold; null while none has.',
      }),
      physicalNexus: t.field({
        type: [refs.physicalNexus],
        extensions: { listSize: 1 },
        description: 'Declared presences, oldest first.',
        resolve: ({ physicalNexus }) => [...physicalNexus],
      }),
      economicNexus: t.field({
        type: [refs.economicNexus],
        extensions: { listSize: 1 },
        description: 'Approvals of economic nexus, oldest first.',
        resolve: ({ economicNexus }) => [...economicNexus],
      }),
      registrations: t.field({
        type: [refs.registration],
        extensions: { listSize: 1 },
        description: 'Declared registrations, oldest first.',
        resolve: ({ registrations }) => [...registrations],
      }),
      threshold: t.expose('threshold', {
        type: threshold,
        nullable: true,
        description: 'The threshold of the state on that day; null where the rate book has none.',
      }),
      periods: t.field({
        type: [period],
        extensions: { listSize: 2 },
        description:
          'Sales in the periods the threshold asks for; without one, in the calendar year and the one before.',
        resolve: ({ periods }) => [...periods],
      }),
      notices: t.field({
        type: [NoticeRef],
        extensions: { listSize: 5 },
        description: 'Doubts of the threshold, and sales that are in no amount.',
        resolve: ({ notices }) => [...notices],
      }),
    }),
  });
}

function addThreshold(builder: Builder, enums: NexusEnums) {
  return builder.objectRef<NexusThreshold>('NexusThreshold').implement({
    description: 'From which sales on a state asks a seller without a presence there to collect.',
    fields: (t) => ({
      salesAmount: t.field({
        type: 'Decimal',
        description: 'In US dollars.',
        resolve: ({ salesAmount }) => asText(salesAmount),
      }),
      transactionCount: t.exposeInt('transactionCount', {
        nullable: true,
        description: 'Invoices; null where they are not tested.',
      }),
      combine: t.expose('combine', { type: enums.combine, description: 'How the two tests go together.' }),
      period: t.expose('period', { type: enums.period, description: 'Whose days are added up.' }),
      countsMarketplaceSales: t.exposeBoolean('countsMarketplaceSales', {
        description: 'Whether sales to customers of the type `MARKETPLACE` count.',
      }),
      from: t.field({
        type: 'Date',
        nullable: true,
        description: 'Its first day in force.',
        resolve: ({ fromOn }) => fromOn,
      }),
      to: t.field({
        type: 'Date',
        nullable: true,
        description: 'Its last day in force; null while it is open.',
        resolve: ({ toOn }) => toOn,
      }),
      source: t.exposeString('source', { description: 'Where it was read.' }),
      doubt: t.exposeString('doubt', { nullable: true, description: 'What sources disagree about.' }),
    }),
  });
}

function addPeriod(builder: Builder, enums: NexusEnums) {
  const sales = builder.objectRef<CurrencySales>('CurrencySales').implement({
    description: 'What was sold in one currency.',
    fields: (t) => ({
      currency: t.expose('currency', {
        type: 'CurrencyCode',
        description: 'Of these amounts; other currencies are not converted.',
      }),
      salesAmount: t.expose('salesAmount', {
        type: 'Decimal',
        description: 'Invoices less refunds, after discounts and without tax.',
      }),
      transactionCount: t.exposeInt('transactionCount', { description: 'Invoices; a refund takes none away.' }),
    }),
  });
  return builder.objectRef<NexusPeriod>('NexusPeriod').implement({
    description: 'The sales of a measuring period, both days included, and how they stand to the threshold.',
    fields: (t) => ({
      from: t.field({ type: 'Date', description: 'Its first day.', resolve: ({ fromOn }) => fromOn }),
      to: t.field({ type: 'Date', description: 'Its last day.', resolve: ({ toOn }) => toOn }),
      currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency of `salesAmount`.' }),
      salesAmount: t.expose('salesAmount', {
        type: 'Decimal',
        description:
          'Invoices less refunds, each on its own day: after discounts, without tax, shipping included. Cancelled documents count for nothing.',
      }),
      transactionCount: t.exposeInt('transactionCount', {
        description: 'Invoices in any currency; a refund takes none away.',
      }),
      notConverted: t.field({
        type: [sales],
        extensions: { listSize: 1 },
        description: 'Sales in other currencies, which are in no amount: there are no exchange rates here.',
        resolve: ({ notConverted }) => [...notConverted],
      }),
      status: t.expose('status', { type: enums.status, description: 'How they stand to the threshold.' }),
      reachedOn: t.expose('reachedOn', {
        type: 'Date',
        nullable: true,
        description: 'The first day on which the sum since the period’s start came to the threshold.',
      }),
    }),
  });
}
