import { auditEntryList } from '../../domain/audit/audit-entry-list.ts';
import { auditEntry, type Change } from '../../domain/audit/change.ts';
import { listAuditEntries } from '../../usecases/audit/list-audit-entries.ts';
import { listRoute } from '../http/declared-list.ts';
import { csvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';
import type { Route } from '../http/route.ts';

const auditCsv = csvForm<Change>([
  ...recordColumns(auditEntry, { at: (one: Change) => one }),
  {
    name: 'patch',
    description: 'The change to the record, as a JSON Patch.',
    value: ({ patch }) => JSON.stringify(patch),
  },
]);

export const auditRoutes: readonly Route[] = [
  listRoute('/v1/audit_entries', auditEntryList, {
    tag: 'Audit',
    summary: 'List changes with their author and time',
    examples: {
      invoice: {
        summary: 'History of an invoice',
        query: { recordType: 'TRANSACTION', recordKey: '9/INV-1', limit: '10' },
      },
    },
    csv: auditCsv,
    fileName: 'audit-entries',
    read: listAuditEntries,
  }),
];
