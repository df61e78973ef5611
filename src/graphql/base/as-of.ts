import { builder } from './builder.ts';

/** The day of a question. */
export function asOfArguments(description: string) {
  return builder.args((t) => ({ asOf: t.field({ type: 'Date', description }) }));
}
