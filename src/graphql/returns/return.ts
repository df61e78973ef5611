import type { AppliedExchangeRate } from '../../domain/exchange-rates/conversion.ts';
import type { CountedDocuments } from '../../domain/liability/counted-documents.ts';
import {
  type Return,
  type ReturnFigures,
  type ReturnFiling,
  type ReturnName,
  returnStatuses,
} from '../../domain/returns/return.ts';
import {
  appliedRateMembers,
  figuresMembers,
  filingMembers,
  returnMembers,
} from '../../domain/returns/return-descriptions.ts';
import { getReturnFigures, type ShownFigures } from '../../usecases/returns/return-figures.ts';
import { builder } from '../base/builder.ts';
import type { GraphqlContext } from '../base/context.ts';
import { describedEnum } from '../base/described-enum.ts';
import { needsScope } from '../base/field-scope.ts';
import { inTurn } from '../base/in-turn.ts';
import { NoticeRef } from '../base/notice.ts';
import { InternalTimestampsRef } from '../base/timestamps.ts';
import { LiabilityRowRef } from '../liability/liability.ts';
import { connectCounted, listArguments, TransactionConnectionRef } from '../transactions/transaction-list.ts';

const ReturnStatusEnum = describedEnum('ReturnStatus', 'Where a return stands.', returnStatuses);

const ReturnFilingRef = builder.objectRef<ReturnFiling>('ReturnFiling').implement({
  description: 'One filing of a return. It never changes.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: filingMembers.number }),
    filedAt: t.expose('filedAt', { type: 'DateTime', description: filingMembers.filedAt }),
    filedBy: t.exposeString('filedBy', { nullable: true, description: filingMembers.filedBy }),
    referenceNumber: t.exposeString('referenceNumber', { nullable: true, description: filingMembers.referenceNumber }),
    amountPaid: t.expose('amountPaid', { type: 'Decimal', nullable: true, description: filingMembers.amountPaid }),
    paidCurrency: t.expose('paidCurrency', {
      type: 'CurrencyCode',
      nullable: true,
      description: filingMembers.paidCurrency,
    }),
    documentCount: t.exposeInt('documentCount', { description: filingMembers.documentCount }),
  }),
});

const AppliedExchangeRateRef = builder.objectRef<AppliedExchangeRate>('AppliedExchangeRate').implement({
  description: 'The rate of what a day reports in a currency.',
  fields: (t) => ({
    fromCurrency: t.expose('fromCurrency', { type: 'CurrencyCode', description: appliedRateMembers.fromCurrency }),
    toCurrency: t.expose('toCurrency', { type: 'CurrencyCode', description: appliedRateMembers.toCurrency }),
    reportedOn: t.expose('reportedOn', { type: 'Date', description: appliedRateMembers.reportedOn }),
    rate: t.expose('rate', { type: 'Decimal', description: appliedRateMembers.rate }),
    on: t.expose('on', { type: 'Date', description: appliedRateMembers.on }),
    source: t.exposeString('source', { description: appliedRateMembers.source }),
  }),
});

const ReturnFiguresRef = builder.objectRef<ReturnFigures>('ReturnFigures').implement({
  description: 'The figures of a return. Refunds are subtracted.',
  fields: (t) => ({
    totals: t.field({
      type: [LiabilityRowRef],
      extensions: { listSize: 2 },
      description: figuresMembers.totals,
      resolve: ({ totals }) => [...totals],
    }),
    jurisdictions: t.field({
      type: [LiabilityRowRef],
      extensions: { listSize: 100 },
      description: figuresMembers.jurisdictions,
      resolve: ({ jurisdictions }) => [...jurisdictions],
    }),
    exchangeRates: t.field({
      type: [AppliedExchangeRateRef],
      extensions: { listSize: 31 },
      description: figuresMembers.exchangeRates,
      resolve: ({ exchangeRates = [] }) => [...exchangeRates],
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 1 },
      description: figuresMembers.notices,
      resolve: ({ notices = [] }) => [...notices],
    }),
  }),
});

export const ReturnRef = builder.objectRef<Return>('Return').implement({
  description:
    'A return of a US state, a country or a region for a period: its documents are those that the period reports. Once filed, its figures do not change.',
  fields: (t) => ({
    serviceId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'The id this service assigned to the return; null if it was never filed.',
      resolve: ({ stored }) => stored?.serviceId ?? null,
    }),
    country: t.expose('country', { type: 'CountryCode', description: returnMembers.country }),
    state: t.exposeString('state', { nullable: true, description: 'US state or region; null for the whole country.' }),
    from: t.field({ type: 'Date', description: returnMembers.from, resolve: ({ fromOn }) => fromOn }),
    to: t.field({ type: 'Date', description: returnMembers.to, resolve: ({ toOn }) => toOn }),
    status: t.expose('status', { type: ReturnStatusEnum, description: 'Where the return stands.' }),
    reopenedBecause: t.exposeString('reopenedBecause', {
      nullable: true,
      description: returnMembers.reopenedBecause,
    }),
    filings: t.field({
      type: [ReturnFilingRef],
      extensions: { listSize: 2 },
      description: returnMembers.filings,
      resolve: ({ filings }) => [...filings],
    }),
    figures: t.field({
      type: ReturnFiguresRef,
      extensions: { ...needsScope('transactions:read'), work: 2_000 },
      description: `${returnMembers.figures} Needs the scope \`transactions:read\`.`,
      resolve: async (one, _args, ctx) => (await figuresOf(one, ctx)).figures,
    }),
    difference: t.field({
      type: ReturnFiguresRef,
      nullable: true,
      extensions: { ...needsScope('transactions:read'), work: 2_000 },
      description:
        'What the figures have more than those filed before; null if it was filed at most once. Needs the scope `transactions:read`.',
      resolve: async (one, _args, ctx) => (await figuresOf(one, ctx)).difference,
    }),
    transactions: t.field({
      type: TransactionConnectionRef,
      description:
        'The documents of the return: newest first unless `orderBy` says otherwise. Needs the scope `transactions:read`.',
      args: listArguments(),
      extensions: { ...needsScope('transactions:read'), work: 500 },
      resolve: (one, args, ctx, info) => connectCounted(documentsOf(one), { args, ctx, info }),
    }),
    internalTimestamps: t.field({
      type: InternalTimestampsRef,
      nullable: true,
      description: 'When the return was first filed and last changed; null if it was never filed.',
      resolve: ({ stored }) => stored?.internalTimestamps ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the return was first filed; null if it never was.',
      resolve: ({ stored }) => stored?.internalTimestamps.createdDate ?? null,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the return last changed; null if it was never filed.',
      resolve: ({ stored }) => stored?.internalTimestamps.updatedDate ?? null,
    }),
    version: t.int({
      description: 'The number of changes to the return; 0 if it was never filed.',
      resolve: ({ stored }) => stored?.version ?? 0,
    }),
  }),
});

const read = new WeakMap<Return, Promise<ShownFigures>>();

/** `figures` and `difference` of one request are read once. */
function figuresOf(one: Return, ctx: GraphqlContext): Promise<ShownFigures> {
  const known = read.get(one) ?? inTurn(ctx, () => getReturnFigures(ctx, one));
  read.set(one, known);
  return known;
}

function documentsOf({ country, state, fromOn, toOn }: ReturnName): CountedDocuments {
  return {
    fromOn,
    toOn,
    country,
    state,
    jurisdictionId: null,
    taxCode: null,
    reason: null,
    transactionType: null,
    currency: null,
    subsidiary: null,
    customerTypes: null,
    countries: null,
  };
}
