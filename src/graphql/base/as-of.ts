import { builder } from './builder.ts';

/** The date a query refers to. */
export function asOfArguments(description: string) {
  return builder.args((t) => ({ asOf: t.field({ type: 'Date', description }) }));
}
