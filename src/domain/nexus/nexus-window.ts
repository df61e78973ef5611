import type { z } from 'zod';
import { dayOfDateInput } from '../base/fields.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject } from '../base/plain-object.ts';
import type { NexusWindow } from './nexus-record.ts';

export const windowFields = {
  validFrom: dayOfDateInput.meta({ description: 'First day, in ISO 8601, such as 2026-01-01.' }),
  validThrough: dayOfDateInput.optional().meta({
    description: 'Last day, in ISO 8601, such as 2026-12-31. Default: no last day.',
  }),
};

export type SentWindow = { readonly validFrom: string; readonly validThrough?: string | undefined };

export function asWindow({ validFrom, validThrough }: SentWindow): NexusWindow {
  return { validFrom, validThrough: validThrough ?? null };
}

/** Reports a period whose last day is before its first day. */
export function checkWindow(sent: SentWindow, ctx: z.core.$RefinementCtx): void {
  if (!isPlainObject(sent) || ctx.issues.length > 0) return;
  const { validFrom, validThrough } = sent;
  if (validThrough === undefined || validThrough >= validFrom) return;
  const message = 'validThrough must not be before validFrom.';
  addIssue(ctx, { path: ['validThrough'], code: 'OUT_OF_RANGE', message });
}
