import type { z } from 'zod';
import { periodInput } from '../../domain/base/report-period.ts';
import { checked } from './checked-input.ts';
import { inputOf } from './input-of.ts';

/** The options of a validated period argument. */
export const checkedPeriod = checked(inputOf(periodInput, { isOneOf: true }), periodInput);
export type SentPeriod = z.output<typeof periodInput>;
