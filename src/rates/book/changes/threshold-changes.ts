import { addDays } from '../../../domain/base/calendar.ts';
import { formatAmount } from '../../../domain/descriptions/format.ts';
import type { ChangedLaw } from '../../../domain/lookups/rate-changes.ts';
import type { NexusThreshold } from '../../../domain/nexus/nexus-threshold.ts';
import { isInForce } from '../files/rate-windows.ts';
import { type ChangedPlace, type FoundChange, whereOf } from './changed-place.ts';

/**
 * Changes from one threshold to another, or the end of the last threshold. The first threshold is not a change, because
 * sellers previously needed a physical presence.
 */
export function thresholdChanges(place: ChangedPlace, thresholds: readonly NexusThreshold[]): FoundChange[] {
  return thresholds.flatMap((threshold, index): FoundChange[] => {
    const next = thresholds[index + 1];
    const effectiveOn = next?.validFrom ?? (threshold.validThrough && addDays(threshold.validThrough, 1));
    if (!effectiveOn) return [];
    return changeOfThreshold(place, effectiveOn, [threshold, next]);
  });
}

/** The change to a threshold between two books on a day. */
export function thresholdDifference(
  place: ChangedPlace,
  books: readonly (readonly NexusThreshold[])[],
  day: string,
): FoundChange[] {
  const inForce = books.map((thresholds) => thresholds.find((threshold) => isInForce(threshold, day)));
  return changeOfThreshold(place, day, inForce);
}

function changeOfThreshold(
  place: ChangedPlace,
  effectiveOn: string,
  [was, is]: readonly (NexusThreshold | undefined)[],
): FoundChange[] {
  const [before, after] = [was ? lawOf(was) : null, is ? lawOf(is) : null];
  if (before?.description === after?.description) return [];
  const validThrough = is?.validThrough ?? null;
  const where = { ...whereOf(place), kind: 'THRESHOLD' as const, localJurisdictions: [], taxCodes: [] };
  return [{ ...where, effectiveOn, validThrough, readOn: place.asOf, before, after }];
}

const lawOf = (threshold: NexusThreshold): ChangedLaw => ({
  rate: null,
  treatment: null,
  description: described(threshold),
  source: threshold.source,
});

/** The facts that determine whether the threshold is reached, and when tax collection starts. */
function described(threshold: NexusThreshold): string {
  const { salesAmount, currency, transactionCount, combine, period, countsMarketplaceSales } = threshold;
  const sales = salesAmount.isZero() ? 'The first sale' : `Sales of ${formatAmount(salesAmount)} ${currency}`;
  const joined = combine === 'BOTH' ? 'and' : 'or';
  const count = combine === 'SALES_ONLY' || transactionCount === null ? '' : ` ${joined} ${transactionCount} sales`;
  const counted = threshold.countedSales === null ? '' : `, counting ${bases[threshold.countedSales.basis]}`;
  const shops = countsMarketplaceSales ? 'with' : 'without';
  const start = threshold.firstCollection === null ? '' : `. ${threshold.firstCollection.rule}`;
  return `${sales}${count} in ${periods[period]}${counted}, ${shops} marketplace sales${start}`;
}

const bases = {
  GROSS: 'all sales',
  RETAIL: 'sales that are not for resale',
  TAXABLE: 'taxable sales',
  CONSUMERS: 'sales to consumers',
} as const satisfies Record<NonNullable<NexusThreshold['countedSales']>['basis'], string>;

const periods = {
  CURRENT_OR_PRIOR_CALENDAR_YEAR: 'the current or previous calendar year',
  PRIOR_CALENDAR_YEAR: 'the previous calendar year',
  PRIOR_12_MONTHS: 'the previous 12 months',
  PRIOR_4_QUARTERS: 'the previous four quarters',
  PRIOR_4_SALES_TAX_QUARTERS: 'the previous four sales tax quarters',
  TWELVE_MONTHS_ENDING_SEP_30: 'the 12 months ending on September 30',
} as const satisfies Record<NexusThreshold['period'], string>;
