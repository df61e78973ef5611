import type { RecordName } from '../domain/base/record-name.ts';
import type { RefusedDocument } from './stores/refusal-store.ts';

/** A refused document of a tenant, by its key or by the id of the stored document. */
export type RefusalNote = Omit<RefusedDocument, 'source' | 'externalId'> & {
  readonly tenantId: string;
  readonly by: RecordName;
};

/** Collects notes about refused documents and stores them later, so that no request has to wait. */
export interface RefusalNotes {
  add(note: RefusalNote): void;
}
