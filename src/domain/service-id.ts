import { v7 } from 'uuid';

/** A new id of a record: a UUID that grows with time, so that neighbours in time are neighbours in the index. */
export function newServiceId(): string {
  return v7();
}
