import { builder } from './builder.ts';
import { olderName } from './older-names.ts';

/** The day of a question, under its older name too. */
export function asOfArguments(description: string) {
  return builder.args((t) => ({
    asOf: t.field({ type: 'Date', description }),
    on: t.field({ type: 'Date', deprecationReason: olderName('asOf'), description: 'Older name of `asOf`.' }),
  }));
}
