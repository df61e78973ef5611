import type { z } from 'zod';
import { gatewayLimits } from './limits.ts';

const { issues: listed } = gatewayLimits;

/** Whether an input has more issues than are listed, so that it need not be checked any further. */
export function hasEnoughIssues({ issues }: Pick<z.core.$RefinementCtx, 'issues'>): boolean {
  return issues.length > listed;
}

/** The issues of entries that each parse has found so far, by its context. */
const found = new WeakMap<object, number>();

/**
 * Lets the schema of the entries of a list pass everything, once the entries have more issues than are listed. The input is
 * refused in any case, so a long list that is wrong throughout costs no more than a short one.
 */
export function untilEnoughIssues<Schema extends z.ZodType>(entry: Schema): Schema {
  const { run } = entry._zod;
  entry._zod.run = (payload, ctx) => {
    const before = found.get(ctx) ?? 0;
    if (before > listed) return payload;
    const result = run(payload, ctx);
    const count = (checked: z.core.ParsePayload) => {
      found.set(ctx, (found.get(ctx) ?? 0) + checked.issues.length);
      return checked;
    };
    return result instanceof Promise ? result.then(count) : count(result);
  };
  return entry;
}
