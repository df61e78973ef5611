import type { RefusalCode, RefusalFilter, RefusalRecord } from '../../domain/refusals/refusal.ts';
import type { PageRequest } from './page-request.ts';

/** A document that was just refused. */
export type RefusedDocument = {
  readonly source: string;
  readonly externalId: string;
  readonly code: RefusalCode;
  readonly issueCode: string | null;
  readonly pointer: string | null;
  readonly refusedAt: Date;
};

/** The documents of a tenant that were refused lately. Those changed since are left out. */
export interface RefusalStore {
  /** Replaces what was noted of the same document, and counts on. */
  note(refused: RefusedDocument): Promise<void>;
  /** Removes what was last refused before the instant, and all but the newest. */
  purge(before: Date): Promise<void>;
  list(filter: RefusalFilter, since: Date, page: PageRequest): Promise<RefusalRecord[]>;
  count(filter: RefusalFilter, since: Date): Promise<number>;
}
