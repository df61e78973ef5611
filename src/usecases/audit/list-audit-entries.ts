import { storedList } from '../reading/stored-list.ts';

/** One page of the audit trail, newest first. */
export const { list: listAuditEntries, count: countAuditEntries } = storedList('audit:read', ({ audit }) => audit);
