import type { z } from 'zod';
import { periodInput } from '../../domain/base/report-period.ts';
import { builder } from './builder.ts';
import { checked } from './checked-input.ts';
import { descriptionsOf } from './described-fields.ts';

const described = descriptionsOf(periodInput);

const DateRangeInputRef = builder.inputType('DateRangeInput', {
  description: 'Calendar days from the first to the last, both included.',
  fields: (t) => ({
    from: t.field({ type: 'Date', required: true, description: 'First day.' }),
    to: t.field({ type: 'Date', required: true, description: 'Last day.' }),
  }),
});

const PeriodInputRef = builder.inputType('PeriodInput', {
  isOneOf: true,
  description: 'A period, given by exactly one of these fields.',
  fields: (t) => ({
    month: t.string({ description: described.month }),
    quarter: t.string({ description: described.quarter }),
    halfYear: t.string({ description: described.halfYear }),
    year: t.string({ description: described.year }),
    range: t.field({ type: DateRangeInputRef, description: described.range }),
  }),
});

/** A period, checked. */
export const checkedPeriod = checked(PeriodInputRef, periodInput);
export type SentPeriod = z.output<typeof periodInput>;
