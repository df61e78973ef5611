import type { Notice } from '../../tax/model/assessment.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';
import { type DeclaredBasis, declaredBasis } from './declared-basis.ts';
import { type FirstCollection, firstCollection } from './first-collection.ts';
import { holdsOn, type NexusDeclaration, type NexusPlace, type NexusTerms, nothingDeclared } from './nexus.ts';
import { measuringPeriods } from './nexus-periods.ts';
import { type NexusProjection, nexusProjection, paceStart } from './nexus-projection.ts';
import {
  type LeftOutReason,
  type NexusPeriod,
  type NexusStatus,
  nexusStatuses,
  type SalesQuestion,
} from './nexus-sales.ts';
import type { NexusThreshold } from './nexus-threshold.ts';

/** A place whose sales are tracked. */
export type WatchedPlace = NexusPlace & {
  readonly name: string;
  /** The currency in which sales are compared. */
  readonly currency: string;
  /** The threshold in force on the day; null if the rate book has none. */
  readonly threshold: NexusThreshold | null;
  /** Countries whose sales count together; by default, only that of the place. */
  readonly countries?: readonly string[];
};

/** The declarations and sales of a place as of a day. */
export type NexusTracker = WatchedPlace &
  NexusTerms & {
    readonly on: string;
    /** According to the declarations alone, regardless of the tenant's settings. */
    readonly ground: DeclaredBasis;
    readonly isCollecting: boolean;
    /** Why, or why not, as a sentence. */
    readonly collectedBecause: string;
    /** The status of the period that is furthest along. */
    readonly status: NexusStatus;
    readonly reachedOn: string | null;
    readonly periods: readonly NexusPeriod[];
    readonly pace: NexusPeriod;
    readonly projection: NexusProjection;
    readonly firstCollection: FirstCollection;
    readonly notices: readonly Notice[];
    /** Null if nothing was ever declared. */
    readonly internalTimestamps: InternalTimestamps | null;
    readonly version: number | null;
  };

/** The threshold in force on that day. */
export function thresholdOn(thresholds: readonly NexusThreshold[], day: string): NexusThreshold | null {
  return thresholds.findLast(({ fromOn, toOn }) => holdsOn({ fromOn: fromOn ?? '', toOn }, day)) ?? null;
}

/** What to add up for a place; without a threshold, the calendar year and the one before. */
export function salesQuestions(
  { country, state, currency, threshold, countries }: WatchedPlace,
  on: string,
): SalesQuestion[] {
  return measuringPeriods(threshold?.period ?? 'CURRENT_OR_PRIOR_CALENDAR_YEAR', on).map((period) => ({
    country,
    state,
    ...period,
    currency,
    leavesOut: leftOutBy(threshold),
    threshold,
    countries,
  }));
}

function leftOutBy(threshold: NexusThreshold | null): LeftOutReason[] {
  const basis = threshold?.countedSales?.basis ?? 'GROSS';
  return [
    ...(threshold?.countsMarketplaceSales === false ? (['MARKETPLACE'] as const) : []),
    ...(basis === 'GROSS' ? [] : (['RESALE'] as const)),
    ...(basis === 'CONSUMERS' ? (['BUSINESS'] as const) : []),
    ...(basis === 'TAXABLE' ? (['EXEMPT'] as const) : []),
  ];
}

/** What to add up to see how fast the sales of a place grow. */
export function paceQuestion(place: WatchedPlace, on: string): SalesQuestion {
  return { ...salesQuestions(place, on)[0]!, threshold: null, fromOn: paceStart(on), toOn: on };
}

/** Whether the tax of a place is collected, and the reason as a sentence. */
export type PlaceCollection = { readonly isCollecting: boolean; readonly because: string };

export type Tracked = {
  readonly place: WatchedPlace;
  readonly declaration: NexusDeclaration | null;
  readonly collection: PlaceCollection;
  readonly on: string;
  readonly periods: readonly NexusPeriod[];
  /** The sales of the last days. */
  readonly pace: NexusPeriod;
  /** What the figures leave out. */
  readonly gaps: readonly Notice[];
};

export function nexusTracker({ place, declaration, collection, on, periods, pace, gaps }: Tracked): NexusTracker {
  const { physicalNexus, economicNexus, registrations } = declaration ?? nothingDeclared;
  const terms = { physicalNexus, economicNexus, registrations };
  return {
    ...place,
    ...terms,
    on,
    ground: declaredBasis(terms, on),
    isCollecting: collection.isCollecting,
    collectedBecause: collection.because,
    status: furthest(periods),
    reachedOn: periods.flatMap(({ reachedOn }) => reachedOn ?? []).sort()[0] ?? null,
    periods,
    pace,
    projection: nexusProjection({ threshold: place.threshold, periods, pace, on }),
    firstCollection: firstCollection(place.threshold, periods),
    notices: [...noticesOf(place, periods), ...gaps],
    internalTimestamps: declaration?.internalTimestamps ?? null,
    version: declaration?.version ?? null,
  };
}

function furthest(periods: readonly NexusPeriod[]): NexusStatus {
  return nexusStatuses.findLast((status) => periods.some((period) => period.status === status)) ?? 'NOT_TRACKED';
}

function noticesOf({ threshold, name }: WatchedPlace, periods: readonly NexusPeriod[]): Notice[] {
  const doubt = threshold?.doubt;
  const untested = threshold?.untested;
  const conditions = untested
    ? [{ code: 'NOT_TESTED', pointer: '/threshold', message: `The threshold of ${name}: ${untested}.` }]
    : [];
  const doubts = doubt
    ? [{ code: 'FACT_UNCERTAIN', pointer: '/threshold', message: `The threshold of ${name}: ${doubt}.` }]
    : [];
  const unconverted = periods.flatMap(({ notConverted, currency }, index) => {
    if (notConverted.length === 0) return [];
    const others = notConverted.map((sales) => sales.currency).join(', ');
    const message = `The amount in ${currency} does not include sales in ${others}, because no exchange rates are stored for their days. Store them, or add the sales yourself; their invoices are counted.`;
    return [{ code: 'SALES_NOT_CONVERTED', pointer: `/periods/${index}/notConverted`, message }];
  });
  return [...doubts, ...conditions, ...unconverted];
}
