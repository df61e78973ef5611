import { z } from 'zod';
import { absentAsNull, boundedText } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { isCalendarDay } from '../base/timestamps.ts';
import { valueKinds } from '../base/value-kinds.ts';
import { rateBookNumber } from './rate-book-versions.ts';

/* The inputs of the look-ups in the whole rate book: jurisdictions, changes, and how states tax the codes. */

const day = absentAsNull(
  z
    .string()
    .refine((value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value), {
      params: { code: 'INVALID_FORMAT' },
      message: 'Must be a calendar day, such as 2026-07-01.',
    })
    .register(valueKinds, { kind: 'day' }),
);

export const jurisdictionsInput = z.object({
  zip: absentAsNull(boundedText(1, 20)).meta({
    description: 'ZIP code whose jurisdictions are listed, such as 55401.',
  }),
  asOf: day.meta({
    description: 'Day on which the jurisdictions and rates hold, such as 2026-07-01. Default: today in UTC.',
  }),
});

export const rateChangesInput = z.object({
  zip: absentAsNull(boundedText(1, 20)).meta({
    description: 'ZIP code: only changes in its jurisdictions, such as 55401.',
  }),
  taxCode: absentAsNull(boundedText(1, 256)).meta({
    description: 'Tax code: only changes of its rules and of general rates, such as C1S2.',
  }),
  inVersion: absentAsNull(rateBookNumber).meta({
    ...rateBookNumber.meta(),
    description:
      "Version number. Lists what this version changes in today's law, and its later changes that are missing from the active rate book. Default: the changes within the active rate book.",
  }),
});

const { days: mostDays } = gatewayLimits.rateChangeEffect;
/** How many days the effect of a change looks back by default. */
export const usualEffectDays = 90;
export const effectDaysMeta = {
  description: `How many days back, from 1 to ${mostDays}, documents are calculated again. Default: ${usualEffectDays}.`,
};
export type RateChangesInput = z.output<typeof rateChangesInput>;

export const taxabilityInput = input('TaxabilityInput', 'Tax codes, and the states that may tax them.', {
  taxCodes: z
    .array(boundedText(1, 256))
    .min(1)
    .max(gatewayLimits.taxability.taxCodes)
    .meta({ description: `Tax codes to compare, such as C1S2; at most ${gatewayLimits.taxability.taxCodes}.` }),
  states: absentAsNull(z.array(boundedText(1, 100)).min(1).max(gatewayLimits.taxability.states)).meta({
    description: 'US states to compare, by code or name, such as MN. Default: all states.',
  }),
  asOf: day.meta({ description: 'Day whose law applies, such as 2026-07-01. Default: today in UTC.' }),
});

const { coveragePlaces } = gatewayLimits;

export const ruleCoverageInput = z.object({
  places: absentAsNull(z.array(boundedText(1, 10)).min(1).max(coveragePlaces)).meta({
    description: `States and countries to list, such as US-MN or DE; at most ${coveragePlaces}. Default: all of them.`,
  }),
});
export type RuleCoverageInput = z.output<typeof ruleCoverageInput>;

export type JurisdictionsInput = z.output<typeof jurisdictionsInput>;

export type TaxabilityInput = z.output<typeof taxabilityInput>;
