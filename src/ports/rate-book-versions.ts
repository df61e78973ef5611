import type { RateBookDifference, RateBookVersionFacts } from '../domain/lookups/rate-book-versions.ts';

/** The versions of the rate book that are kept, shared by all tenants. */
export interface RateBookVersions {
  /** Newest first; the data that ships with the product is the last. */
  list(): Promise<readonly RateBookVersionFacts[]>;
  /** By key. Throws `NOT_FOUND` for an unknown version, and `CONFLICT` for one that does not fit this release. */
  differences(from: number, to: number): Promise<readonly RateBookDifference[]>;
}
