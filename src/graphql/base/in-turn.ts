import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GraphqlContext } from './context.ts';

const lastOf = new WeakMap<GraphqlContext, Promise<unknown>>();

/** Runs the long computations of one request one after the other, and serves other requests in between. */
export function inTurn<Result>(ctx: GraphqlContext, work: () => Promise<Result>): Promise<Result> {
  const carryOut = () => nextTurn().then(work);
  const own = (lastOf.get(ctx) ?? Promise.resolve()).then(carryOut, carryOut);
  lastOf.set(ctx, own);
  return own;
}
