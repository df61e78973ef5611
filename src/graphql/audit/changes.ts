import { auditEntry, type Change } from '../../domain/audit/change.ts';
import { boundedText } from '../../domain/base/fields.ts';
import { recordKind } from '../../domain/base/record-kinds.ts';
import { newestFirst } from '../../domain/lists/list-order.ts';
import { authorize } from '../../ports/context.ts';
import { countRecordChanges, listRecordChanges } from '../../usecases/audit/list-record-changes.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf, pageByCreation } from '../base/connection.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { enumOf, recordType } from '../base/record-type.ts';

const RecordTypeEnum = enumOf(recordKind);
const AuditEntryConnectionRef = connectionOf(recordType(auditEntry));

const ChangeFilterRef = builder.inputType('ChangeFilter', {
  description: 'Conditions on the listed changes; all that are given must hold.',
  fields: (t) => ({
    recordType: t.field({ type: RecordTypeEnum, description: 'The type of the records.' }),
    recordId: t.field({ type: 'UUID', description: 'The `serviceId` of a record.' }),
    recordKey: t.string({
      description: 'The key of a record: `9/INV-1` or `US/MN`.',
      validate: { schema: boundedText(1, 600) },
    }),
    clientId: t.string({
      description: 'The client that made the changes.',
      validate: { schema: boundedText(1, 256) },
    }),
    from: t.field({ type: 'DateTime', description: 'The first time.' }),
    before: t.field({ type: 'DateTime', description: 'The time before which the changes were made.' }),
  }),
});

builder.queryField('changes', (t) =>
  t.field({
    type: AuditEntryConnectionRef,
    description:
      'What was changed, by whom and when: every write of a record, newest first. Needs the scope `audit:read`.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: ChangeFilterRef, description: 'Which changes to list; all if absent.' }),
    },
    resolve: (_root, { filter: sent, ...page }, ctx) => {
      authorize(ctx, 'audit:read');
      const filter = {
        recordType: sent?.recordType ?? undefined,
        recordId: sent?.recordId ?? undefined,
        recordKey: sent?.recordKey ?? undefined,
        clientId: sent?.clientId ?? undefined,
        from: sent?.from ?? undefined,
        before: sent?.before ?? undefined,
      };
      return connect(page, {
        list: 'changes',
        order: newestFirst,
        sortValue: ({ internalTimestamps }: Change) => internalTimestamps.createdDate.toISOString(),
        read: (ordered) => listRecordChanges(ctx, filter, pageByCreation(ordered)),
        count: () => countRecordChanges(ctx, filter),
      });
    },
  }),
);
