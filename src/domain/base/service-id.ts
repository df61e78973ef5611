import { randomUUID } from 'node:crypto';
import { v5, v7 } from 'uuid';

/** A new record id: a time-ordered UUID, so that records created together are close in the index. */
export function newServiceId(): string {
  return v7();
}

/** An id for a record that is not stored. It need not be time-ordered and takes a tenth of the time to create. */
export function passingServiceId(): string {
  return randomUUID();
}

const answers = 'f1a9a1f4-6f0e-5d0c-9a55-7d3c3f0c9b11';

/** The id of a response that is not stored: the same for the same input and rate book. */
export function serviceIdOfAnswer(question: readonly (string | boolean | null)[]): string {
  return v5(JSON.stringify(question), answers);
}
