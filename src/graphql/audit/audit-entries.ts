import { auditEntryList } from '../../domain/audit/audit-entry-list.ts';
import { auditEntry, type Change } from '../../domain/audit/change.ts';
import { countAuditEntries, listAuditEntries } from '../../usecases/audit/list-audit-entries.ts';
import { builder } from '../base/builder.ts';
import { connectNewestFirst } from '../base/connection.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { recordType } from '../base/record-type.ts';
import { listField } from '../lists/declared-list.ts';

const AuditEntryRef = recordType(auditEntry, [NodeRef]);
builder.objectField(AuditEntryRef, 'id', (t) => t.id(nodeId('AuditEntry')));

loadNodesOf('AuditEntry', 'audit:read', async (serviceIds, ctx) => {
  const page = { limit: serviceIds.length, after: null, direction: 'DESC' } as const;
  const found = await listAuditEntries(ctx, { serviceId: { in: serviceIds } }, page);
  return serviceIds.map((serviceId) => found.find((one) => one.serviceId === serviceId) ?? null);
});

listField(auditEntryList, AuditEntryRef, (ctx, filter, page) =>
  connectNewestFirst<Change>('auditEntries', page, {
    read: (asked) => listAuditEntries(ctx, filter, asked),
    count: () => countAuditEntries(ctx, filter),
  }),
);
