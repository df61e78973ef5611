import { v5, v7 } from 'uuid';

/** A new id of a record: a UUID that grows with time, so that neighbours in time are neighbours in the index. */
export function newServiceId(): string {
  return v7();
}

const answers = 'f1a9a1f4-6f0e-5d0c-9a55-7d3c3f0c9b11';

/** The id of an answer that is not stored: the same for the same question and the same state of the rate book. */
export function serviceIdOfAnswer(question: readonly (string | boolean | null)[]): string {
  return v5(JSON.stringify(question), answers);
}
