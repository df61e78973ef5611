import { z } from 'zod';
import { type Issue, invalidInput } from '../base/errors.ts';
import { absentAsNull, boundedText } from '../base/fields.ts';
import { enumeration, namesOf } from '../base/record.ts';
import { type ReportPeriod, readReportPeriod, reportPeriodFields } from '../base/report-period.ts';
import { readPlaces } from '../places/place-filter.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';

export const exposureStart = enumeration('ExposureStart', 'The day from which the tax of a state counts as due.', {
  NEXUS_REACHED:
    'The day from which the state requires collection after sales reached its threshold, or the first day of declared nexus or registration, if that is earlier. States with neither are omitted.',
  FIRST_SALE: 'The first sale of the period, whether or not the threshold was reached.',
});
export const exposureStartNames = namesOf(exposureStart);
type ExposureStart = (typeof exposureStartNames)[number];

/** The query as submitted. Names are looked up in the rate book in force. */
export const exposureQueryFields = z.object({
  ...reportPeriodFields,
  state: absentAsNull(z.array(boundedText(1, 100)).min(1)).meta({
    description: 'Only these US states, by code or name, such as MN. Default: all.',
  }),
  collectFrom: absentAsNull(z.enum(exposureStartNames)).meta({
    description: 'The day from which the tax of a state counts as due. Default: NEXUS_REACHED.',
  }),
});
export type ExposureQuery = z.output<typeof exposureQueryFields>;

/** The query with names resolved to codes. */
export type ExposureQuestion = ReportPeriod & {
  /** Null for all states. */
  readonly states: readonly string[] | null;
  readonly collectFrom: ExposureStart;
};

/** Throws `INVALID_INPUT` with all issues. */
export function readExposureQuery(matcher: AddressMatcher, query: ExposureQuery): ExposureQuestion {
  const { period, issues: periodIssues } = readReportPeriod(query);
  const { place, issues: placeIssues } =
    query.state === null ? { place: null, issues: [] } : readPlaces(matcher, { country: 'US', states: query.state });
  const issues: Issue[] = [...periodIssues, ...placeIssues];
  if (issues.length > 0 || period === null) throw invalidInput(issues);
  const states = place && (place.states ?? [place.state!]);
  return { ...period, states, collectFrom: query.collectFrom ?? 'NEXUS_REACHED' };
}
