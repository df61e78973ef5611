import type { NexusThreshold } from '../../../domain/nexus/nexus-threshold.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { asFlag, asNumber, asOneOf, asText, asTextOrNull, type JsonRecord } from '../../files/json-file.ts';
import { sourceName } from './state-book.ts';

const combinations = { or: 'OR', and: 'AND', sales_only: 'SALES_ONLY' } as const;
const periods = {
  current_or_prior_calendar_year: 'CURRENT_OR_PRIOR_CALENDAR_YEAR',
  prior_calendar_year: 'PRIOR_CALENDAR_YEAR',
  prior_12_months: 'PRIOR_12_MONTHS',
  prior_4_quarters: 'PRIOR_4_QUARTERS',
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
    fromOn: asTextOrNull(row.from, where),
    toOn: asTextOrNull(row.to, where),
    source: sourceName(sources, row.source),
    doubt: asTextOrNull(row.uncertain, where),
  };
}
