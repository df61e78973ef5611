import type { CountedSales, FirstCollectionRule, NexusThreshold } from '../../../domain/nexus/nexus-threshold.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { asFlag, asNumber, asOneOf, asRecord, asText, asTextOrNull, type JsonRecord } from './json-file.ts';

const combinations = { or: 'EITHER', and: 'BOTH', sales_only: 'SALES_ONLY' } as const;
const periods = {
  current_or_prior_calendar_year: 'CURRENT_OR_PRIOR_CALENDAR_YEAR',
  prior_calendar_year: 'PRIOR_CALENDAR_YEAR',
  prior_12_months: 'PRIOR_12_MONTHS',
  prior_4_quarters: 'PRIOR_4_QUARTERS',
  prior_4_sales_tax_quarters: 'PRIOR_4_SALES_TAX_QUARTERS',
  '12_months_ending_sep_30': 'TWELVE_MONTHS_ENDING_SEP_30',
} as const;

/** A row with the data shared by all rows of its file: currency, counted sales and sources. */
type ThresholdRow = {
  readonly row: JsonRecord;
  readonly currency: string;
  readonly countedSales: CountedSales | null;
  readonly sourceOf: (record: JsonRecord) => string;
};

export function readNexusThreshold({ row, currency, countedSales, sourceOf }: ThresholdRow): NexusThreshold {
  const where = 'nexus threshold';
  const combine = asOneOf(['or', 'and', 'sales_only'], row.combine, where);
  const period = asOneOf(
    [
      'current_or_prior_calendar_year',
      'prior_calendar_year',
      'prior_12_months',
      'prior_4_quarters',
      'prior_4_sales_tax_quarters',
      '12_months_ending_sep_30',
    ],
    row.period,
    where,
  );
  return {
    salesAmount: decimal(asText(row.salesThreshold, where)),
    currency,
    transactionCount: row.transactionThreshold === undefined ? null : asNumber(row.transactionThreshold, where),
    combine: combinations[combine],
    period: periods[period],
    countsMarketplaceSales: asFlag(row.countsMarketplaceSales, where),
    countedSales,
    firstCollection: readFirstCollection(row, sourceOf),
    validFrom: asTextOrNull(row.from, where),
    validThrough: asTextOrNull(row.to, where),
    source: sourceOf(row),
    uncertainty: asTextOrNull(row.uncertain, where),
    otherConditions: asTextOrNull(row.otherConditions, where),
  };
}

function readFirstCollection(row: JsonRecord, sourceOf: ThresholdRow['sourceOf']): FirstCollectionRule | null {
  if (row.firstCollection === undefined) return null;
  const where = 'first collection';
  const known = asRecord(row.firstCollection, where);
  const { from, months, days, on, rule } = known;
  return {
    from: starts[asOneOf(['day_reached', 'period_end'], from, where)],
    months: months === undefined ? 0 : asNumber(months, where),
    days: days === undefined ? 0 : asNumber(days, where),
    on: ends[asOneOf(['day', 'month_start', 'month_start_before'], on, where)],
    rule: asText(rule, where),
    source: sourceOf(known),
  };
}

const starts = { day_reached: 'DAY_REACHED', period_end: 'PERIOD_END' } as const;
const ends = { day: 'DAY', month_start: 'MONTH_START', month_start_before: 'MONTH_START_BEFORE' } as const;
