import { z } from 'zod';
import { gatewayLimits } from './limits.ts';

const { issues: listed } = gatewayLimits;

/** Whether an input already has more issues than are listed, and checking can stop. */
export function hasEnoughIssues({ issues }: Pick<z.core.$RefinementCtx, 'issues'>): boolean {
  return issues.length > listed;
}

/** The number of issues found so far in the list entries of each parse, keyed by parse context. */
const found = new WeakMap<object, number>();

/** The parse context that lets other requests run between list entries. */
export type InTurns = { readonly afterEntry?: () => Promise<void> };
/** An entry is parsed without interruption. */
const inOneTurn = { async: false, afterEntry: undefined };
/** The last entry of each parse, keyed by parse context. */
const last = new WeakMap<object, Promise<unknown>>();

/**
 * Lets the schema of list entries pass everything once the entries have more issues than are listed. The input is
 * refused in any case, so a long invalid list costs no more than a short one.
 */
export function untilEnoughIssues<Schema extends z.ZodType>(entry: Schema): Schema {
  // Compiled, the schema parses a valid document in half the time. An invalid entry is parsed again to find its issues.
  const { run } = z.compile(entry)._zod;
  const runUntil = (payload: z.core.ParsePayload, ctx: z.core.ParseContextInternal) => {
    const before = found.get(ctx) ?? 0;
    if (before > listed) return payload;
    const result = run(payload, { ...ctx, ...inOneTurn }) as z.core.ParsePayload;
    found.set(ctx, before + result.issues.length);
    return result;
  };
  entry._zod.run = (payload, ctx) => {
    const { afterEntry } = ctx as InTurns;
    if (!afterEntry) return runUntil(payload, ctx);
    const turn = (last.get(ctx) ?? Promise.resolve()).then(afterEntry).then(() => runUntil(payload, ctx));
    last.set(ctx, turn);
    return turn;
  };
  return entry;
}
