import type { z } from 'zod';
import { type DecimalText, fractionInput } from './amount.ts';
import { addIssue } from './parse-input.ts';
import { isPlainObject } from './plain-object.ts';

/** Fractions of one, and the older names that they also have, which say percentage. */
const olderNames = { refundFraction: 'refundLinkedPercentage', exemptFraction: 'exemptPercentage' } as const;
type FractionName = keyof typeof olderNames;

/** What was sent, with the fraction under its older name, too. A fault is left to be found under the name that was sent. */
export function withOlderName(sent: unknown, name: FractionName): unknown {
  if (!isPlainObject(sent)) return sent;
  const [value, older] = [sent[name], olderNames[name]];
  if (value === undefined || sent[older] !== undefined) return sent;
  return value === null || readFraction(value) !== null ? { ...sent, [older]: value } : sent;
}

/** Refuses two names with different values. */
export function checkFractionName(name: FractionName) {
  return (sent: unknown, ctx: z.core.$RefinementCtx): void => {
    if (!isPlainObject(sent) || sent[name] === undefined) return;
    const older = olderNames[name];
    const [value, other] = [readFraction(sent[name]), readFraction(sent[older])];
    if (value === null || other === null || value === other) return;
    const message = `${name} is ${value}, but ${older} is ${other}. Both mean the same: send one of them.`;
    addIssue(ctx, { path: [name], code: 'CONTRADICTION', message });
  };
}

function readFraction(value: unknown): DecimalText | null {
  return fractionInput.safeParse(value).data ?? null;
}
