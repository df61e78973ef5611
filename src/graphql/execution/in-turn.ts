import { setImmediate as nextTurn } from 'node:timers/promises';
import { refusalBy, requireWanted } from './actual-cost.ts';
import { limits } from './limits.ts';

type Turns = { last: Promise<unknown>; spentMs: number; refusal?: Error };

const turns = new WeakMap<object, Turns>();

/**
 * Runs the reports of one request in sequence and yields to other requests in between. Once the reports have used the
 * time allowed for one operation, the next report refuses the operation.
 */
export function inTurn<Result>(ctx: object, work: () => Promise<Result>): Promise<Result> {
  const own = turns.get(ctx) ?? { last: Promise.resolve(), spentMs: 0 };
  turns.set(ctx, own);
  const carryOut = async () => {
    if (own.refusal) throw own.refusal; // Thousands of reports may be pending, and an error for each would take too long.
    await nextTurn();
    await nextTurn(); // Without this second wait, the first report would run in the turn that read and validated the operation.
    requireWanted(ctx);
    const start = performance.now();
    try {
      return await work();
    } finally {
      own.spentMs += performance.now() - start;
      if (own.spentMs > limits.reportSeconds * 1_000) own.refusal ??= refusalBy('reportSeconds', tooLong);
    }
  };
  const result = own.last.then(carryOut, carryOut);
  own.last = result;
  return result;
}

const tooLong = `The reports in this operation take longer than ${limits.reportSeconds} seconds in total. Select fewer reports, or fewer document lists within their rows.`;
