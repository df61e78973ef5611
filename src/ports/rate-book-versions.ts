import type { RateBookDifference, RateBookVersionFacts, RateUpdate } from '../domain/lookups/rate-book-versions.ts';
import type { RateChange } from '../domain/lookups/rate-changes.ts';
import type { RateBookCheck } from '../domain/rate-book/rate-book-version.ts';
import type { ReferenceData } from './reference-data.ts';

type OnLoad = {
  /** Called before a book is loaded that is not in memory. It may refuse. */
  onLoad?(): void;
};
type OpenBook = OnLoad & { readonly digest?: string | undefined };

/** What a version changes in the law, and the imports that replace its changes. */
type VersionChanges = {
  readonly changes: readonly RateChange[];
  readonly conflicts: readonly string[];
  /** Changes of other facts, such as due days and tax codes. */
  readonly others: readonly string[];
};

/** The versions of the rate book that are kept, shared by all tenants. */
export interface RateBookVersions {
  /**
   * The rate book of a version such as `2026.11.25-1+3`, in force or archived; null if it is not kept, or does not fit this
   * release. `digest` tells apart books that have the same name, as in the store that a tenant came from.
   */
  open(version: string, options?: OpenBook): Promise<ReferenceData | null>;
  /** Newest first; the data that ships with the product is the last. */
  list(): Promise<readonly RateBookVersionFacts[]>;
  /** By key. Throws `NOT_FOUND` for an unknown version, and `CONFLICT` for one that does not fit this release. */
  differences(from: number, to: number): Promise<readonly RateBookDifference[]>;
  /** Compared with the version in force: its law of a day, and later changes. The same errors. */
  changesIn(version: number, day: string, options?: OnLoad): Promise<VersionChanges>;
  /** The planned version, and the latest one whose book is later than any that was in force. */
  updates(): Promise<readonly Pick<RateUpdate, 'number' | 'version' | 'installedAt' | 'activatesAt'>[]>;
  /** The last look for a new rate book; null before the first. */
  lastCheck(): Promise<RateBookCheck | null>;
}
