import { AppError } from './errors.ts';
import { matchesStrongly, matchesWeakly, type TagList } from './etag.ts';

/** What a write expects of the record as it stands: by tags, or by its version (0: there must be none). */
export type Precondition =
  | { readonly kind: 'tags'; readonly ifMatch: TagList | null; readonly ifNoneMatch: TagList | null }
  | { readonly kind: 'version'; readonly version: number };

/** The version that a consumer names, where it names one. */
export function versionPrecondition(version: number | null | undefined): Precondition | undefined {
  return version === null || version === undefined ? undefined : { kind: 'version', version };
}

/** The record that was read: its version, and the tags of its forms. */
export type CurrentRevision = { readonly version: number; readonly tags: readonly string[] };

/**
 * Throws `PRECONDITION_FAILED` unless the record, null when there is none, is as expected. To be asked about what was read
 * in the very attempt that then writes: a write names the version it read, so nobody comes in between.
 */
export function requireExpected(precondition: Precondition | undefined, current: CurrentRevision | null): void {
  if (!precondition || isExpected(precondition, current)) return;
  const message = current
    ? 'The record has changed or already exists; read it again.'
    : 'The record does not exist yet.';
  throw new AppError('PRECONDITION_FAILED', message);
}

function isExpected(precondition: Precondition, current: CurrentRevision | null): boolean {
  if (precondition.kind === 'version') return precondition.version === (current?.version ?? 0);
  const { ifMatch, ifNoneMatch } = precondition;
  if (ifMatch !== null && !current?.tags.some((tag) => matchesStrongly(tag, ifMatch))) return false;
  return ifNoneMatch === null || !current || !current.tags.some((tag) => matchesWeakly(tag, ifNoneMatch));
}
