import { z } from 'zod';
import { jurisdictionLevels } from '../../tax/model/place.ts';
import { orNull, text } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { isCalendarDay } from '../base/timestamps.ts';

/*
 * The questions about the rate book as a whole: its tax codes, its jurisdictions, and what states make of the codes.
 */

export const taxCodeKinds = ['GOODS', 'DIGITAL', 'SERVICE', 'SHIPPING', 'HANDLING', 'STORED_VALUE'] as const;

/** An empty text of a query string is one that was not sent. */
const blankAsAbsent = (value: unknown): unknown => (value === '' ? undefined : value);

export const taxCodesInput = z.object({
  search: orNull(text(0, 100)),
  category: orNull(text(0, 100)),
  kind: z
    .preprocess(blankAsAbsent, z.enum(taxCodeKinds).optional())
    .optional()
    .transform((value) => value ?? null),
});

const day = orNull(
  z.string().refine((value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value), {
    params: { code: 'INVALID_FORMAT' },
    message: 'Must be a calendar day, such as 2026-07-01.',
  }),
);

export const jurisdictionsInput = z.object({
  filter: z
    .object({
      country: orNull(text(1, 50)),
      state: orNull(text(1, 100)),
      level: orNull(z.enum(jurisdictionLevels)),
      nameContains: orNull(text(1, 100)),
      ids: orNull(z.array(text(1, 100)).max(gatewayLimits.jurisdictionIds)),
      zip: orNull(text(1, 20)),
    })
    .prefault({}),
  on: day,
});

export const taxabilityInput = z.object({
  taxCodes: z.array(text(1, 256)).min(1).max(gatewayLimits.taxability.taxCodes),
  states: orNull(z.array(text(1, 100)).min(1).max(gatewayLimits.taxability.states)),
  on: day,
});

export type TaxCodesInput = z.output<typeof taxCodesInput>;
export type JurisdictionsInput = z.output<typeof jurisdictionsInput>;
export type TaxabilityInput = z.output<typeof taxabilityInput>;
