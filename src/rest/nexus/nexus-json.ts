import { toDecimalText } from '../../domain/base/amount.ts';
import type { NexusDeclaration, NexusTerms, NexusWindow } from '../../domain/nexus/nexus.ts';
import { documentsOf } from '../../domain/nexus/nexus-documents.ts';
import type { CurrencySales, NexusPeriod } from '../../domain/nexus/nexus-sales.ts';
import type { NexusThreshold } from '../../domain/nexus/nexus-threshold.ts';
import type { NexusTracker } from '../../domain/nexus/nexus-tracker.ts';
import { internalTimestampsJson } from '../http/common-responses.ts';
import { number, shown } from '../http/json.ts';

/** The declarations for a place; its windows can be sent back by PUT. */
export function nexusJson(declaration: NexusDeclaration) {
  return {
    country: declaration.country,
    state: shown(declaration.state),
    ...termsJson(declaration),
    internalTimestamps: internalTimestampsJson(declaration.internalTimestamps),
  };
}

/** The same, with the sales there compared with the threshold. */
export function nexusTrackerJson(tracker: NexusTracker) {
  const { internalTimestamps, threshold, collectionBasis } = tracker;
  return {
    country: tracker.country,
    state: shown(tracker.state),
    name: tracker.name,
    asOf: tracker.asOf,
    isCollecting: tracker.isCollecting,
    collectedBecause: tracker.collectedBecause,
    collectionBasis: collectionBasis.kind,
    status: tracker.status,
    reachedOn: shown(tracker.reachedOn),
    ...termsJson(tracker),
    threshold: shown(threshold && thresholdJson(threshold)),
    periods: tracker.periods.map(periodJson),
    runningPeriod: periodJson(tracker.runningPeriod),
    projection: projectionJson(tracker),
    firstCollection: {
      outcome: tracker.firstCollection.outcome,
      on: shown(tracker.firstCollection.on),
      rule: shown(tracker.firstCollection.rule),
      source: shown(tracker.firstCollection.source),
    },
    notices: tracker.notices,
    internalTimestamps: shown(internalTimestamps && internalTimestampsJson(internalTimestamps)),
  };
}

function termsJson({ physicalNexus, economicNexus, registrations }: NexusTerms) {
  return {
    physicalNexus: physicalNexus.map((window) => ({ ...windowJson(window), note: shown(window.note) })),
    economicNexus: economicNexus.map(windowJson),
    registrations: registrations.map((window) => ({
      ...windowJson(window),
      number: shown(window.number),
      scheme: window.scheme,
      filingFrequency: window.filingFrequency,
      filingDueDay: window.filingDueDay,
    })),
  };
}

function windowJson({ validFrom, validThrough }: NexusWindow) {
  return { validFrom, validThrough: shown(validThrough) };
}

function thresholdJson({ validFrom, validThrough, salesAmount, currency, ...threshold }: NexusThreshold) {
  const { transactionCount, combine, period, countsMarketplaceSales, source, uncertainty } = threshold;
  return {
    salesAmount: number(toDecimalText(salesAmount)),
    currency,
    transactionCount: shown(transactionCount),
    combine,
    period,
    countsMarketplaceSales,
    countedSales: shown(threshold.countedSales?.basis ?? null),
    countedSalesSource: shown(threshold.countedSales?.source ?? null),
    validFrom: shown(validFrom),
    validThrough: shown(validThrough),
    source,
    otherConditions: shown(threshold.otherConditions),
    uncertainty: shown(uncertainty),
  };
}

function projectionJson({ projection, pace }: NexusTracker) {
  return {
    outcome: projection.outcome,
    reachedOn: shown(projection.reachedOn),
    from: pace.from,
    salesAmount: number(pace.salesAmount),
    transactionCount: pace.transactionCount,
  };
}

function periodJson(period: NexusPeriod) {
  const { from, to, endsOn, converted, notConverted, excludedSales, salesShare, transactionShare } = period;
  return {
    from,
    to,
    endsOn,
    ...salesJson(period),
    converted: converted.map(salesJson),
    notConverted: notConverted.map(salesJson),
    excludedSales: excludedSales.map(({ reason, ...sales }) => ({ reason, ...salesJson(sales) })),
    salesShare: shown(salesShare && number(salesShare)),
    transactionShare: shown(transactionShare && number(transactionShare)),
    status: period.status,
    reachedOn: shown(period.reachedOn),
    transactionsPath: transactionsPath(period),
  };
}

function transactionsPath(period: NexusPeriod): string {
  const { from, to, country, countries, state, customerTypes } = documentsOf(period);
  const query = new URLSearchParams({ counted: 'true', from, to });
  if (country !== null) query.set('country', country);
  if (countries !== null) query.set('countries', countries.join(','));
  if (state !== null) query.set('state', state);
  if (customerTypes !== null) query.set('customerTypes', customerTypes.join(','));
  return `/v1/transactions?${query}`;
}

function salesJson({ currency, salesAmount, transactionCount }: CurrencySales) {
  return { currency, salesAmount: number(salesAmount), transactionCount };
}
