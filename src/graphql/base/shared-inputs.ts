import type { InputFieldBuilder } from '@pothos/core';
import type { z } from 'zod';
import { periodInput } from '../../domain/base/report-period.ts';
import { builder, type Types } from './builder.ts';
import { checked } from './checked-input.ts';
import { inputOf } from './input-of.ts';

/** The date a query refers to. */
export function asOfArguments(description: string) {
  return builder.args((t) => ({ asOf: t.field({ type: 'Date', description }) }));
}

/** The version a change expects. */
export function ifVersionField(t: InputFieldBuilder<Types, 'InputObject'>) {
  return t.int({ description: 'Fails with `VersionMismatch` unless the record has this `version`.' });
}

/** The options of a validated period argument. */
export const checkedPeriod = checked(inputOf(periodInput, { isOneOf: true }), periodInput);
export type SentPeriod = z.output<typeof periodInput>;
