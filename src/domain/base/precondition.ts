import { AppError } from './errors.ts';
import { matchesStrongly, matchesWeakly, type TagList } from './etag.ts';

/** The required state of a record before a write: its tags, or its version (0 for a new record). */
export type Precondition =
  | { readonly kind: 'tags'; readonly ifMatch: TagList | null; readonly ifNoneMatch: TagList | null }
  | { readonly kind: 'version'; readonly version: number };

/** The precondition for a version, if the client sent one. */
export function versionPrecondition(version: number | null | undefined): Precondition | undefined {
  return version === null || version === undefined ? undefined : { kind: 'version', version };
}

/** The version of a record that was read, and the tags of its representations. */
export type CurrentRevision = { readonly version: number; readonly tags: readonly string[] };

/**
 * Throws `PRECONDITION_FAILED` unless the record (null if it does not exist) is as expected. Check the record that the
 * same attempt then writes: the write specifies the version that was read, so no other request can intervene.
 */
export function requireExpected(precondition: Precondition | undefined, current: CurrentRevision | null): void {
  if (!precondition || meetsExpectation(precondition, current)) return;
  const isNew = precondition.kind === 'version' && precondition.version === 0;
  const changed = isNew
    ? 'A record with this key already exists. Use a different key.'
    : 'The record has changed or already exists; read it again.';
  const message = current ? changed : 'The record does not exist yet.';
  const facts = precondition.kind === 'version' ? { currentVersion: current?.version ?? 0 } : {};
  throw new AppError('PRECONDITION_FAILED', message, { facts });
}

export function meetsExpectation(precondition: Precondition, current: CurrentRevision | null): boolean {
  if (precondition.kind === 'version') return precondition.version === (current?.version ?? 0);
  const { ifMatch, ifNoneMatch } = precondition;
  if (ifMatch !== null && !current?.tags.some((tag) => matchesStrongly(tag, ifMatch))) return false;
  return ifNoneMatch === null || !current || !current.tags.some((tag) => matchesWeakly(tag, ifNoneMatch));
}
