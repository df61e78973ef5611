import { invalidInput } from '../../domain/base/errors.ts';
import { readReportPeriod, reportPeriodFields } from '../../domain/base/report-period.ts';
import { answered } from './query.ts';

/** A calendar span in place of `from` and `to`. */
export const periodOf = (what: string) =>
  reportPeriodFields.period.meta({
    description: `Calendar span of ${what}, such as 2026-07, 2026-Q3, 2026-H2 or 2026; or send \`from\` and \`to\`.`,
    examples: ['2026-07'],
  });

type Dated = { readonly period: string | null; readonly from?: string | undefined; readonly to?: string | undefined };

/** The query with the days of its period. */
export async function inPeriod<Query extends Dated>(query: Query): Promise<Query> {
  if (query.period === null) return query;
  const { period, issues } = readReportPeriod({ period: query.period, from: query.from ?? null, to: query.to ?? null });
  return answered(async () => {
    if (issues.length > 0) throw invalidInput([...issues]);
    return { ...query, ...period };
  });
}
