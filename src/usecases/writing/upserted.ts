import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../domain/base/errors.ts';

/** What a PUT did: `unchanged` when the record already said all of it. */
export type Upserted<Value> = { readonly kind: 'created' | 'replaced' | 'unchanged'; readonly value: Value };

const mostTries = 60;
const longestPauseMs = 40;

/**
 * Reads and writes until no other request came in between: `attempt` answers null when it was overtaken. Writes name the
 * version they have read, so nothing is locked while a document is worked out, and no change is lost. Pauses of random
 * length part those that would overtake each other again.
 */
export async function untilNotOvertaken<Value>(attempt: () => Promise<Value | null>): Promise<Value> {
  for (let tried = 1; tried <= mostTries; tried++) {
    const value = await attempt();
    if (value !== null) return value;
    await wait(Math.random() * Math.min(tried * 4, longestPauseMs));
  }
  throw new AppError('CONFLICT', 'Other requests keep changing this record; try again.', { retryAfter: 1 });
}

/** A write that names the version just read: null, to be tried again, when another request came in between. */
export async function overtakenIfChanged<Value>(write: () => Promise<Value>): Promise<Value | null> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AppError && error.code === 'PRECONDITION_FAILED') return null;
    throw error;
  }
}
