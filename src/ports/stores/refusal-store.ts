import type { RefusalCode, RefusalFilter, RefusalRecord } from '../../domain/refusals/refusal.ts';
import type { PageRequest } from './page-request.ts';

/** A document that has just been refused. */
export type RefusedDocument = {
  readonly source: string;
  readonly externalId: string;
  readonly code: RefusalCode;
  readonly issueCode: string | null;
  readonly pointer: string | null;
  readonly refusedAt: Date;
};

/** A tenant's recently refused documents, except documents changed since their refusal. */
export interface RefusalStore {
  /** Replaces the note for the same document and increases its count. */
  note(refused: RefusedDocument): Promise<void>;
  /** Removes notes last updated before the instant, and all but the newest notes. */
  purge(before: Date): Promise<void>;
  list(filter: RefusalFilter, since: Date, page: PageRequest): Promise<RefusalRecord[]>;
  count(filter: RefusalFilter, since: Date): Promise<number>;
}
