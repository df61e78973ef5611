import type { CountedSales, FirstCollectionRule, NexusThreshold } from '../../../domain/nexus/nexus-threshold.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { asFlag, asNumber, asOneOf, asRecord, asText, asTextOrNull, type JsonRecord } from '../../files/json-file.ts';
import { sourceName } from './state-book.ts';

const combinations = { or: 'OR', and: 'AND', sales_only: 'SALES_ONLY' } as const;
const periods = {
  current_or_prior_calendar_year: 'CURRENT_OR_PRIOR_CALENDAR_YEAR',
  prior_calendar_year: 'PRIOR_CALENDAR_YEAR',
  prior_12_months: 'PRIOR_12_MONTHS',
  prior_4_quarters: 'PRIOR_4_QUARTERS',
  prior_4_sales_tax_quarters: 'PRIOR_4_SALES_TAX_QUARTERS',
  '12_months_ending_sep_30': 'TWELVE_MONTHS_ENDING_SEP_30',
} as const;

export function readNexusThreshold(row: JsonRecord, sources: readonly string[]): NexusThreshold {
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
    transactionCount: row.transactionThreshold === undefined ? null : asNumber(row.transactionThreshold, where),
    combine: combinations[combine],
    period: periods[period],
    countsMarketplaceSales: asFlag(row.countsMarketplaceSales, where),
    countedSales: readCountedSales(row, sources),
    firstCollection: readFirstCollection(row, sources),
    fromOn: asTextOrNull(row.from, where),
    toOn: asTextOrNull(row.to, where),
    source: sourceName(sources, row.source),
    doubt: asTextOrNull(row.uncertain, where),
  };
}

function readCountedSales(row: JsonRecord, sources: readonly string[]): CountedSales | null {
  if (row.countedSales === undefined) return null;
  const { basis, source } = asRecord(row.countedSales, 'counted sales');
  return { basis: bases[asOneOf(['gross', 'retail', 'taxable'], basis, 'basis')], source: sourceName(sources, source) };
}

function readFirstCollection(row: JsonRecord, sources: readonly string[]): FirstCollectionRule | null {
  if (row.firstCollection === undefined) return null;
  const where = 'first collection';
  const { from, months, days, on, rule, source } = asRecord(row.firstCollection, where);
  return {
    from: starts[asOneOf(['day_reached', 'period_end'], from, where)],
    months: months === undefined ? 0 : asNumber(months, where),
    days: days === undefined ? 0 : asNumber(days, where),
    on: ends[asOneOf(['day', 'month_start', 'month_start_before'], on, where)],
    rule: asText(rule, where),
    source: sourceName(sources, source),
  };
}

const bases = { gross: 'GROSS', retail: 'RETAIL', taxable: 'TAXABLE' } as const;
const starts = { day_reached: 'DAY_REACHED', period_end: 'PERIOD_END' } as const;
const ends = { day: 'DAY', month_start: 'MONTH_START', month_start_before: 'MONTH_START_BEFORE' } as const;
