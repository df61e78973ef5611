import { invalidInput } from '../../domain/base/errors.ts';
import { readReportPeriod, reportPeriodFields } from '../../domain/base/report-period.ts';
import { inParameter } from './problem.ts';

/** A calendar span, instead of `from` and `to`. */
export const periodOf = (what: string) =>
  reportPeriodFields.period.meta({
    description: `Calendar period of ${what}, such as 2026-07, 2026-Q3, 2026-H2 or 2026; or send \`from\` and \`to\`.`,
    examples: ['2026-07'],
  });

/** The query, with its period resolved to days. */
export function inPeriod<Query extends object>(query: Query): Query {
  const { period: span, from, to } = query as Dated;
  if (span == null) return query;
  const { period, issues } = readReportPeriod({ period: span, from: from ?? null, to: to ?? null });
  if (issues.length > 0) throw invalidInput(issues.map(inParameter('query')));
  return { ...query, ...period };
}

type Dated = { readonly period?: string | null; readonly from?: string; readonly to?: string };
