import { z } from 'zod';
import { absentAsNull, boundedText, dayOfDateInput } from '../base/fields.ts';

/** What makes a place worth showing. */
export const nexusInterests = ['DECLARED', 'APPROACHING', 'REACHED'] as const;
export type NexusInterest = (typeof nexusInterests)[number];

/** The trackers to show, and the day to show them for. Names are looked up in the rate book in force. */
export const nexusQueryInput = z.object({
  asOf: absentAsNull(dayOfDateInput).meta({
    description: 'Day that the status is reported for, such as 2026-07-01. Default: today in UTC.',
  }),
  state: absentAsNull(boundedText(1, 100)).meta({ description: 'US state or region, by code or name, such as MN.' }),
  country: absentAsNull(boundedText(1, 50)).meta({
    description: 'Country, by ISO 3166-1 code or English name, such as US; EU for the other member states together.',
  }),
  only: absentAsNull(z.array(z.enum(nexusInterests)).max(nexusInterests.length)).meta({
    description:
      'Only places with something declared, with sales approaching a threshold, or with a threshold reached; those with any of them if several are named. Default: all places.',
  }),
});

export type NexusQuery = Omit<z.output<typeof nexusQueryInput>, 'asOf' | 'only'> & {
  readonly asOf?: string | null;
  readonly only?: readonly NexusInterest[] | null;
};
