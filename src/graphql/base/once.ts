import type { GraphqlContext } from './context.ts';

const made = new WeakMap<GraphqlContext, Map<string, Promise<unknown>>>();

/** Computes a value once per request, however many aliases select it. */
export function once<Value>(ctx: GraphqlContext, key: string, make: () => Promise<Value>): Promise<Value> {
  let values = made.get(ctx);
  if (!values) {
    values = new Map();
    made.set(ctx, values);
  }
  const known = values.get(key) as Promise<Value> | undefined;
  if (known) return known;
  const value = make();
  values.set(key, value);
  return value;
}
