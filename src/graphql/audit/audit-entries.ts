import { auditEntry, type Change } from '../../domain/audit/change.ts';
import { newestFirst } from '../../domain/lists/list-order.ts';
import { countAuditEntries, listAuditEntries } from '../../usecases/audit/list-audit-entries.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf, pageByCreation } from '../base/connection.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { DateTimeFilterRef, RecordTypeFilterRef, StringFilterRef, UUIDFilterRef } from '../lists/comparators.ts';
import { readPlainFilter } from '../lists/read-filter.ts';

const AuditEntryRef = recordType(auditEntry, [NodeRef]);
builder.objectField(AuditEntryRef, 'id', (t) => t.id(nodeId('AuditEntry')));

loadNodesOf('AuditEntry', 'audit:read', async (serviceIds, ctx) => {
  const page = { limit: serviceIds.length, after: null, direction: 'DESC' } as const;
  const found = await listAuditEntries(ctx, { serviceId: { in: serviceIds } }, page);
  return serviceIds.map((serviceId) => found.find((one) => one.serviceId === serviceId) ?? null);
});

const AuditEntryFilterRef = builder.inputType('AuditEntryFilter', {
  description: 'Selects the entries that meet all conditions.',
  fields: (t) => ({
    recordType: t.field({ type: RecordTypeFilterRef, description: 'What was written.' }),
    recordId: t.field({ type: UUIDFilterRef, description: 'The `serviceId` of a record.' }),
    recordKey: t.field({ type: StringFilterRef, description: 'The key of a record: `9/INV-1` or `US/MN`.' }),
    clientId: t.field({ type: StringFilterRef, description: 'The client that wrote it.' }),
    occurredAt: t.field({ type: DateTimeFilterRef, description: 'When it was written.' }),
  }),
});

builder.queryField('auditEntries', (t) =>
  t.field({
    type: connectionOf(AuditEntryRef),
    extensions: needsScopes('audit:read'),
    description: 'What was changed, by whom and when: every write of a record, newest first.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: AuditEntryFilterRef, description: 'Which entries to list; all if absent.' }),
    },
    resolve: (_root, { filter: sent, ...page }, ctx) => {
      const filter = readPlainFilter(sent);
      return connect(page, {
        list: 'auditEntries',
        order: newestFirst,
        sortValue: ({ internalTimestamps }: Change) => internalTimestamps.createdDate.toISOString(),
        read: (ordered) => listAuditEntries(ctx, filter, pageByCreation(ordered)),
        count: () => countAuditEntries(ctx, filter),
      });
    },
  }),
);
