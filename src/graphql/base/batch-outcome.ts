import type { Builder } from './builder.ts';
import { valuesOf } from './enums.ts';

/** What became of one record of a batch, whatever it is a batch of. */
export function addBatchOutcome(builder: Builder) {
  return builder.enumType('BatchOutcome', {
    description: 'What became of one record of a batch.',
    values: valuesOf({
      CREATED: 'It was new.',
      REPLACED: 'It was there, and something of it changed.',
      UNCHANGED: 'All of it was there already.',
      FAILED: 'Nothing of it was stored.',
    }),
  });
}

export type BatchOutcomeRef = ReturnType<typeof addBatchOutcome>;

export const outcomeNames = {
  created: 'CREATED',
  replaced: 'REPLACED',
  unchanged: 'UNCHANGED',
  failed: 'FAILED',
} as const;
