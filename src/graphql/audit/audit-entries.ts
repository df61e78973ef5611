import { auditEntryList } from '../../domain/audit/audit-entry-list.ts';
import { auditEntry } from '../../domain/audit/change.ts';
import { countAuditEntries, listAuditEntries } from '../../usecases/audit/list-audit-entries.ts';
import { builder } from '../base/builder.ts';
import { loadNodesFrom, NodeRef, nodeId } from '../base/node.ts';
import { recordType } from '../base/record-type.ts';
import { newestFirstField } from '../lists/declared-list.ts';

const AuditEntryRef = recordType(auditEntry, [NodeRef]);
builder.objectField(AuditEntryRef, 'id', (t) => t.id(nodeId('AuditEntry')));

loadNodesFrom(listAuditEntries, 'AuditEntry', 'audit:read');

newestFirstField(auditEntryList, AuditEntryRef, { read: listAuditEntries, count: countAuditEntries });
