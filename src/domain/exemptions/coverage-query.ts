import { z } from 'zod';
import { absentAsNull, boundedText, dayOfDateInput } from '../base/fields.ts';
import { gatewayLimits } from '../base/limits.ts';

const { states: mostStates } = gatewayLimits.taxability;

const statesInput = absentAsNull(z.array(boundedText(1, 100)).min(1).max(mostStates));

/** The states and the day for which to check a customer's certificates. */
export const coverageQueryInput = z.object({
  asOf: absentAsNull(dayOfDateInput).meta({
    description:
      'Day on which the certificates must be valid, such as 2026-07-01. Default: today in the time zone of the seller’s establishment.',
  }),
  states: statesInput.meta({
    description: `US states, by code or name, such as MN; at most ${mostStates}. Default: all states with a sales tax.`,
  }),
});
export type CoverageQuery = z.output<typeof coverageQueryInput>;

export const reasonQueryInput = z.object({
  states: statesInput.meta({
    description: `US states, by code or name, such as MN; at most ${mostStates}. Default: all states.`,
  }),
});
export type ReasonQuery = z.output<typeof reasonQueryInput>;
