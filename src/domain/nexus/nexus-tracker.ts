import type { Notice } from '../../tax/model/assessment.ts';
import { toDecimalText } from '../base/amount.ts';
import { namesOf } from '../base/record.ts';
import { formatCount } from '../base/words.ts';
import type { ExclusionReason } from '../transactions/transaction-enums.ts';
import { type DeclaredBasis, declaredBasis } from './declared-basis.ts';
import { firstCollection } from './first-collection.ts';
import { holdsOn, type NexusPlace, nothingDeclared } from './nexus.ts';
import { decidingPeriods, type MeasuringPeriod, runningPeriod } from './nexus-periods.ts';
import { type NexusProjection, nexusProjection, paceStart } from './nexus-projection.ts';
import { type FirstCollection, type NexusDeclaration, type NexusStatus, nexusStatus } from './nexus-record.ts';
import { hasTransactionTest, type NexusPeriod, type SalesQuestion } from './nexus-sales.ts';
import type { NexusThreshold } from './nexus-threshold.ts';

/** A place whose sales are tracked. */
export type WatchedPlace = NexusPlace & {
  readonly name: string;
  /** The currency in which sales are compared. */
  readonly currency: string;
  /** The threshold in force on the day; null if it is not in the rate book. */
  readonly threshold: NexusThreshold | null;
  /** For the EU: the other member states, and `EU`. By default, only the country of the place. */
  readonly countries?: readonly string[];
};

/** The declarations and sales of a place as of a day. */
export type NexusTracker = WatchedPlace & {
  /** Null if nothing was ever declared. */
  readonly declaration: NexusDeclaration | null;
  readonly asOf: string;
  /** According to the declarations only, regardless of the tenant's settings. */
  readonly collectionBasis: DeclaredBasis;
  readonly isCollecting: boolean;
  /** Why tax is or is not collected, as a sentence. */
  readonly collectionExplanation: string;
  /**
   * `REACHED` only if a deciding period reached the threshold. A running period that does not decide yet is at most
   * `APPROACHING`.
   */
  readonly status: NexusStatus;
  /** The day on which a deciding period reached the threshold. */
  readonly reachedOn: string | null;
  /** The periods that decide on the day, latest first. */
  readonly periods: readonly NexusPeriod[];
  /** The period that contains the day. If only past periods decide, this period is the next to decide. */
  readonly runningPeriod: NexusPeriod;
  readonly pace: NexusPeriod;
  readonly projection: NexusProjection;
  readonly firstCollection: FirstCollection;
  readonly notices: readonly Notice[];
};

/** The threshold in force on that day. */
export function thresholdOn(thresholds: readonly NexusThreshold[], day: string): NexusThreshold | null {
  return (
    thresholds.findLast(({ validFrom, validThrough }) => holdsOn({ validFrom: validFrom ?? '', validThrough }, day)) ??
    null
  );
}

/**
 * The sales to add up for a place: the sales of the deciding periods and of the running period, which may itself be a
 * deciding period. Without a threshold, the sales of this calendar year and the previous year.
 */
export function salesQuestions(place: WatchedPlace, on: string): SalesQuestion[] {
  const { country, state, currency, threshold, countries } = place;
  const excludes = leftOutBy(threshold);
  return periodsOf(place, on).measured.map((period) => ({
    country,
    state,
    ...period,
    currency,
    excludes,
    threshold,
    countries,
  }));
}

type Periods = { readonly measured: readonly MeasuringPeriod[]; readonly deciding: number };

/** A list covers one day in hundreds of places with only a few kinds of periods, so the periods are cached. */
const remembered = new Map<string, Periods>();
const mostRemembered = 100;

function periodsOf({ threshold }: WatchedPlace, on: string): Periods {
  const period = threshold?.period ?? 'CURRENT_OR_PRIOR_CALENDAR_YEAR';
  const key = `${period} ${on}`;
  const known = remembered.get(key);
  if (known) return known;
  const running = runningPeriod(period, on);
  const deciding = decidingPeriods(period, on);
  const measured = deciding[0]!.endsOn === running.endsOn ? deciding : [running, ...deciding];
  const periods = { measured, deciding: deciding.length };
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(key, periods);
  return periods;
}

/** The answers to `salesQuestions`, in order. The running period comes first, even if it decides. */
export function measuredPlace(place: WatchedPlace, on: string, measured: readonly NexusPeriod[]): MeasuredPlace {
  return { runningPeriod: measured[0]!, periods: measured.slice(-periodsOf(place, on).deciding) };
}

type MeasuredPlace = Pick<NexusTracker, 'runningPeriod' | 'periods'>;

function leftOutBy(threshold: NexusThreshold | null): ExclusionReason[] {
  const basis = threshold?.countedSales?.basis ?? 'GROSS';
  return [
    ...(threshold?.countsMarketplaceSales === false ? (['MARKETPLACE'] as const) : []),
    ...(basis === 'GROSS' ? [] : (['RESALE'] as const)),
    ...(basis === 'CONSUMERS' ? (['BUSINESS'] as const) : []),
    ...(basis === 'TAXABLE' ? (['EXEMPT'] as const) : []),
  ];
}

/** The sales that determine the current pace of a place. */
export function paceQuestion(place: WatchedPlace, on: string): SalesQuestion {
  return { ...salesQuestions(place, on)[0]!, threshold: null, from: paceStart(on), to: on, endsOn: on };
}

/** Whether a place's tax is collected, and the reason as a sentence. */
export type PlaceCollection = { readonly isCollecting: boolean; readonly because: string };

type Tracked = MeasuredPlace & {
  readonly place: WatchedPlace;
  readonly declaration: NexusDeclaration | null;
  readonly collection: PlaceCollection;
  readonly on: string;
  /** The sales that determine the pace. */
  readonly pace: NexusPeriod;
};

export function trackNexus({ place, declaration, collection, on, pace, ...measured }: Tracked): NexusTracker {
  const { periods, runningPeriod } = measured;
  const { threshold } = place;
  const collect = firstCollection(threshold, measured);
  return {
    ...place,
    declaration,
    asOf: on,
    collectionBasis: declaredBasis(declaration ?? nothingDeclared, on),
    isCollecting: collection.isCollecting,
    collectionExplanation: collection.because,
    status: furthest([...periods.map(({ status }) => status), ahead(runningPeriod)]),
    reachedOn: periods.flatMap(({ reachedOn }) => reachedOn ?? []).sort()[0] ?? null,
    periods,
    runningPeriod,
    pace,
    projection: nexusProjection({ threshold, ...measured, pace, on }),
    firstCollection: collect,
    notices: [...noticesOf(place, measured), ...aheadNotices(place, measured, collect)],
  };
}

function furthest(statuses: readonly NexusStatus[]): NexusStatus {
  return namesOf(nexusStatus).findLast((status) => statuses.includes(status)) ?? 'NOT_TRACKED';
}

/**
 * The status of a running period that does not decide yet. A running period that decides is already among the deciding
 * periods.
 */
function ahead({ status }: NexusPeriod): NexusStatus {
  return status === 'REACHED' ? 'APPROACHING' : status;
}

function aheadNotices(place: WatchedPlace, measured: MeasuredPlace, { collectFrom }: FirstCollection): Notice[] {
  if (!isReachedAhead(measured)) return [];
  return [
    {
      code: 'NEXUS_THRESHOLD_REACHED',
      pointer: '/runningPeriod',
      message: `${aheadSentence(place, measured.runningPeriod, collectFrom)}.`,
    },
  ];
}

/** Whether only a running period that does not decide yet has reached the threshold. */
export function isReachedAhead({ periods, runningPeriod }: MeasuredPlace): boolean {
  return runningPeriod.status === 'REACHED' && periods.every(({ status }) => status !== 'REACHED');
}

/** The threshold with all of its tests, because the number of invoices may have reached it rather than the amount. */
export function reachedText(threshold: NexusThreshold, { reachedOn }: Pick<NexusPeriod, 'reachedOn'>): string {
  const since = reachedOn === null ? '' : ` on ${reachedOn}`;
  if (threshold.salesAmount.isZero()) {
    return `No threshold applies to foreign sellers, and the first sale was made${since}`;
  }
  const amount = `${toDecimalText(threshold.salesAmount)} ${threshold.currency}`;
  if (!hasTransactionTest(threshold)) return `Sales reached the threshold of ${amount}${since}`;
  const invoices = formatCount(threshold.transactionCount, 'invoice');
  return `Sales reached the threshold of ${amount} ${threshold.combine === 'BOTH' ? 'and' : 'or'} ${invoices}${since}`;
}

/** The sentence without its final period. */
export function aheadSentence(
  { name, threshold }: WatchedPlace,
  running: NexusPeriod,
  collectFrom: string | null,
): string {
  const due = collectFrom === null ? 'the first day of collection is not in the rate book' : `from ${collectFrom}`;
  return `${name}: ${reachedText(threshold!, running)}, in the period that ends on ${running.endsOn}; tax must be collected afterwards (${due})`;
}

function noticesOf({ threshold, name }: WatchedPlace, { periods, runningPeriod }: MeasuredPlace): Notice[] {
  const uncertainty = threshold?.uncertainty;
  const otherConditions = threshold?.otherConditions;
  const conditions: Notice[] = otherConditions
    ? [
        {
          code: 'NOT_TESTED',
          pointer: '/threshold',
          message: `The threshold of ${name} has conditions that are not tested. ${otherConditions}.`,
        },
      ]
    : [];
  const doubts: Notice[] = uncertainty
    ? [
        {
          code: 'FACT_UNCERTAIN',
          pointer: '/threshold',
          message: `The threshold of ${name} is uncertain: ${uncertainty}.`,
        },
      ]
    : [];
  const shown = [
    ...periods.map((period, index) => ({ period, pointer: `/periods/${index}` })),
    ...(periods.includes(runningPeriod) ? [] : [{ period: runningPeriod, pointer: '/runningPeriod' }]),
  ];
  const unconverted = shown.flatMap(({ period: { notConverted, currency }, pointer }): Notice[] => {
    if (notConverted.length === 0) return [];
    const others = notConverted.map((sales) => sales.currency).join(', ');
    const message = `The amount in ${currency} does not include sales in ${others}, because exchange rates for their days are missing. Store the rates, or add the sales yourself. Their invoices are counted.`;
    return [{ code: 'SALES_NOT_CONVERTED', pointer: `${pointer}/notConverted`, message }];
  });
  return [...doubts, ...conditions, ...unconverted];
}
