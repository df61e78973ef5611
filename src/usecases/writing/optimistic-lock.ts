import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../domain/base/errors.ts';
import { queued, type WrittenRecord } from './writer-queue.ts';

/** The result of a PUT; `unchanged` if the record was already equal. */
export type Upserted<Value> = { readonly kind: 'created' | 'replaced' | 'unchanged'; readonly value: Value };

const mostTries = 60;
const longestPauseMs = 40;

/**
 * Repeats `attempt` while it returns null, which means that another request changed the record in between. Each write
 * checks the version that was read, so nothing is locked during a calculation and no change is lost. Random pauses keep
 * competing requests from colliding again. Requests for the same record on the same replica are queued instead.
 */
export function retryOnConflict<Value>(record: WrittenRecord, attempt: () => Promise<Value | null>): Promise<Value> {
  return queued(record, () => attemptUntilWritten(attempt));
}

async function attemptUntilWritten<Value>(attempt: () => Promise<Value | null>): Promise<Value> {
  for (let tried = 1; tried <= mostTries; tried++) {
    const value = await attempt();
    if (value !== null) return value;
    await wait(Math.random() * Math.min(tried * 4, longestPauseMs));
  }
  throw new AppError('CONFLICT', 'Other requests keep changing this record. Try again.', { retryAfter: 1 });
}

/** Turns a failed version check into null, so that the attempt is repeated with the current record. */
export async function overtakenIfChanged<Value>(write: () => Promise<Value>): Promise<Value | null> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AppError && error.code === 'PRECONDITION_FAILED') return null;
    throw error;
  }
}
