import { z } from 'zod';
import { absentAsNull, boundedText } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { dayInput } from '../base/report-period.ts';
import { rateBookNumber } from './rate-book-versions.ts';

/*
 * The inputs of lookups across the whole rate book: jurisdictions, changes, the taxability of codes by state, and rule
 * coverage.
 */

export const jurisdictionsInput = z.object({
  zip: absentAsNull(boundedText(1, 20)).meta({
    description: 'ZIP code of the listed jurisdictions, such as 55401.',
  }),
  asOf: absentAsNull(dayInput).meta({
    description: 'Day for which jurisdictions and rates are listed, such as 2026-07-01. Default: today in UTC.',
  }),
});

export const rateChangesInput = z.object({
  zip: absentAsNull(boundedText(1, 20)).meta({
    description: 'ZIP code, such as 55401: lists only changes that take effect there.',
  }),
  taxCode: absentAsNull(boundedText(1, 256)).meta({
    description: 'Tax code, such as C1S2: lists only changes to its rules and to general rates.',
  }),
  inVersion: absentAsNull(rateBookNumber).meta({
    ...rateBookNumber.meta(),
    description:
      'Number of a rate book version. Lists the changes to today’s law in this version, and future changes in it that are missing from the active rate book. Default: the changes in the active rate book.',
  }),
});

const { days: mostDays } = gatewayLimits.rateChangeEffect;
/** Default number of days covered by the effect of a change. */
export const usualEffectDays = 90;
export const effectDaysMeta = {
  description: `Number of past days whose documents are recalculated, from 1 to ${mostDays}. Default: ${usualEffectDays}.`,
};
export type RateChangesInput = z.output<typeof rateChangesInput>;

export const taxabilityInput = input('TaxabilityInput', 'The tax codes and states to compare.', {
  taxCodes: z
    .array(boundedText(1, 256))
    .min(1)
    .max(gatewayLimits.taxability.taxCodes)
    .meta({ description: `Tax codes to compare, such as C1S2; at most ${gatewayLimits.taxability.taxCodes}.` }),
  states: absentAsNull(z.array(boundedText(1, 100)).min(1).max(gatewayLimits.taxability.states)).meta({
    description: 'US states to compare, by code or name, such as MN. Default: all states.',
  }),
  asOf: absentAsNull(dayInput).meta({
    description: 'Day whose law applies, such as 2026-07-01. Default: today in UTC.',
  }),
});

const { coveragePlaces } = gatewayLimits;

export const ruleCoverageInput = z.object({
  places: absentAsNull(z.array(boundedText(1, 10)).min(1).max(coveragePlaces)).meta({
    description: `States and countries to list, such as US-MN or DE; at most ${coveragePlaces}. Default: all.`,
  }),
});
export type RuleCoverageInput = z.output<typeof ruleCoverageInput>;

export type JurisdictionsInput = z.output<typeof jurisdictionsInput>;

export type TaxabilityInput = z.output<typeof taxabilityInput>;
