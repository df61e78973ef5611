import type { RateBookDifference, RateBookVersionFacts, RateUpdate } from '../domain/lookups/rate-book-versions.ts';
import type { RateChange } from '../domain/lookups/rate-changes.ts';
import type { RateBookCheck } from '../domain/rate-book/rate-book-version.ts';
import type { ReferenceData } from './reference-data.ts';

type OnLoad = {
  /** Called before loading a book, or a comparison, that is not in memory. May throw to refuse the load. */
  onLoad?(): void;
};
type OpenBook = OnLoad & { readonly digest?: string | undefined };

/**
 * A version's changes in law, and conflicts with imports: imports that override a change, no longer match or are
 * missing.
 */
type VersionChanges = {
  readonly changes: readonly RateChange[];
  readonly conflicts: readonly string[];
  /** Changes to other facts, such as due days and tax codes. */
  readonly others: readonly string[];
};

/** The stored versions of the rate book, shared by all tenants. */
export interface RateBookVersions {
  /**
   * The rate book of a version such as `2026.11.25-1+3`, in force or archived; null if it is not stored or does not
   * match this release. `digest` distinguishes books with the same name, for example in the store from which a tenant
   * was moved.
   */
  open(version: string, options?: OpenBook): Promise<ReferenceData | null>;
  /** The stored versions, newest first, followed by the bundled data. */
  list(): Promise<readonly RateBookVersionFacts[]>;
  /**
   * The differences between two versions, sorted by key. Throws `NOT_FOUND` for an unknown version, and `CONFLICT` for
   * a version that does not match this release.
   */
  differences(from: number, to: number, options?: OnLoad): Promise<readonly RateBookDifference[]>;
  /**
   * The changes from the version in force: differences in law on a day, and later changes. Throws the same errors as
   * `differences`.
   */
  changesIn(version: number, day: string, options?: OnLoad): Promise<VersionChanges>;
  /** The planned version, and the latest version whose book is newer than every book that was in force. */
  updates(): Promise<readonly Pick<RateUpdate, 'number' | 'version' | 'installedAt' | 'activatesAt'>[]>;
  /** The last check for a new rate book; null before the first check. */
  lastCheck(): Promise<RateBookCheck | null>;
}
