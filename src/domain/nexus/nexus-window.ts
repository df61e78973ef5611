import type { z } from 'zod';
import type { Issue } from '../base/errors.ts';
import { dayOfDateInput } from '../base/fields.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject } from '../base/plain-object.ts';
import type { NexusWindow } from './nexus.ts';

/** The days of a period. Both have an older name. */
export const windowFields = {
  validFrom: dayOfDateInput.optional().meta({ description: 'First day, in ISO 8601, such as 2026-01-01. Required.' }),
  validThrough: dayOfDateInput.optional().meta({
    description: 'Last day, in ISO 8601, such as 2026-12-31. Omit it if there is no last day.',
  }),
  from: dayOfDateInput.optional().meta({ description: 'Older name of validFrom.' }),
  to: dayOfDateInput.optional().meta({ description: 'Older name of validThrough.' }),
};

export type SentWindow = {
  readonly validFrom?: string | undefined;
  readonly validThrough?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** The period, under whichever names it was sent. */
export function asWindow({ validFrom, validThrough, from, to }: SentWindow): NexusWindow {
  return { fromOn: validFrom ?? from!, toOn: validThrough ?? to ?? null };
}

/** The name under which the first day was sent. */
export function nameOfFirstDay({ validFrom }: SentWindow): 'validFrom' | 'from' {
  return validFrom === undefined ? 'from' : 'validFrom';
}

/** Reports a period without a first day, with two different days for one, or with a last day before the first. */
export function checkWindow(sent: SentWindow, ctx: z.core.$RefinementCtx): void {
  if (!isPlainObject(sent)) return;
  const { validFrom, validThrough, from, to } = sent;
  if (validFrom === undefined && from === undefined) {
    addIssue(ctx, { path: ['from'], code: 'REQUIRED', message: 'The first day is required: send validFrom.' });
  }
  const issues = [contradiction('validFrom', validFrom, from), contradiction('validThrough', validThrough, to)];
  for (const issue of issues) if (issue) addIssue(ctx, issue);
  if (ctx.issues.length > 0) return;
  const { fromOn, toOn } = asWindow(sent);
  if (toOn === null || toOn >= fromOn) return;
  const [first, last] = [nameOfFirstDay(sent), validThrough === undefined ? 'to' : 'validThrough'];
  addIssue(ctx, { path: [last], code: 'OUT_OF_RANGE', message: `${last} must not be before ${first}.` });
}

const olderNames = { validFrom: 'from', validThrough: 'to' } as const;

function contradiction(name: keyof typeof olderNames, day: unknown, other: unknown): Issue | null {
  if (typeof day !== 'string' || typeof other !== 'string' || day === other) return null;
  const message = `${name} is ${day}, but ${olderNames[name]} is ${other}. Both mean the same: send ${name} alone.`;
  return { path: [name], code: 'CONTRADICTION', message };
}
