import type { RateBookDifference, RateBookVersionFacts } from '../domain/lookups/rate-book-versions.ts';
import type { ReferenceData } from './reference-data.ts';

type OpenBook = {
  readonly digest?: string | undefined;
  /** Called before a book is loaded that is not in memory. It may refuse. */
  onLoad?(): void;
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
}
