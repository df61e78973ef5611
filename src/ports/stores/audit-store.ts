import type { AuditEntryFilter } from '../../domain/audit/audit-entry-list.ts';
import type { Change } from '../../domain/audit/change.ts';
import type { PageRequest } from './page-request.ts';

/** The result of checking the trail. */
export type TrailCheck = {
  /** The number of seals, and the number of changes that they cover. */
  readonly seals: number;
  readonly sealed: number;
  /** Changes that are not sealed yet. Seals are usually about a minute behind. */
  readonly unsealed: number;
  /** Changes whose personal data was erased. The trail still proves that they were made. */
  readonly erased: number;
  /** The hash of the last seal, in hexadecimal digits; empty without a seal. */
  readonly lastHash: string;
  /** The expected hashes that match a recalculated seal. */
  readonly known: readonly string[];
  /** Whether the head is signed with a key that is not in the database. */
  readonly isSigned: boolean;
  /** The mismatches in words, at most 100 of some kinds; empty if the trail is intact. */
  readonly faults: readonly string[];
};

/** The result of comparing documents with their digests in the trail. */
export type RecordCheck = {
  readonly checked: number;
  /** Documents last written before the trail had digests. */
  readonly withoutDigest: number;
  /** The mismatches in words, at most 100. */
  readonly faults: readonly string[];
};

/** The trail of changes; writing a record adds to it. */
export interface AuditStore {
  list(filter: AuditEntryFilter, page: PageRequest): Promise<Change[]>;
  count(filter: AuditEntryFilter): Promise<number>;
  /** Seals the changes since the last seal that no open unit of work can precede any more, and returns their number. */
  seal(at: Date): Promise<number>;
  /** Recalculates every seal and looks up the expected hashes. Writes nothing. */
  verify(expected?: readonly string[]): Promise<TrailCheck>;
  /** Compares every document with its digest in the trail. */
  verifyTransactions(): Promise<RecordCheck>;
  /**
   * Adds the digests missing from documents stored by release 0.1.0; calls back with the number of documents in each
   * part.
   */
  addDigests(onPart: (documents: number) => void): Promise<void>;
  /** The number and hash of the last seal, as recorded in the trail head; null if the head was removed. */
  head(): Promise<{ readonly seals: number; readonly hash: string } | null>;
  /** Signs the current head; false without a signing key, or if the head was removed or has just changed. */
  sign(): Promise<boolean>;
}
