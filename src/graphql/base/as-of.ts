import { builder } from './builder.ts';

/** The day that a query asks about. */
export function asOfArguments(description: string) {
  return builder.args((t) => ({ asOf: t.field({ type: 'Date', description }) }));
}
