import { boundedText } from '../base/fields.ts';
import { recordKind } from '../base/record-kinds.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { auditEntry } from './change.ts';

export const auditEntryList = {
  name: 'auditEntries',
  of: auditEntry,
  plural: 'entries',
  scope: 'audit:read',
  description:
    'Changes and their authors: every write to a document, customer, exemption, certificate request, product, nexus declaration, return, account setting, client or webhook endpoint, newest first. Entries cannot be altered, except that the erasure of personal data empties them.',
  fields: {
    serviceId: { kind: 'uuid' },
    recordType: {
      kind: 'choice',
      of: recordKind,
      description: 'Type of the record that was written, such as `TRANSACTION`.',
      parameters: { recordType: 'in' },
    },
    recordId: { kind: 'uuid', description: '`serviceId` of the record.', parameters: { recordId: 'eq' } },
    recordKey: {
      kind: 'text',
      of: boundedText(1, 600),
      description: 'Key of the record, such as `9/INV-1` or `US/MN`.',
      parameters: { recordKey: 'eq' },
    },
    clientId: { kind: 'text', description: 'Client that made the change.', parameters: { clientId: 'eq' } },
    occurredAt: {
      kind: 'instant',
      description: 'When the change was made.',
      parameters: { since: 'gte', before: 'lt' },
    },
  },
} as const satisfies DeclaredList;
export type AuditEntryFilter = FilterOf<typeof auditEntryList>;
