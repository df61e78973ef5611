import { type Change, changeActions, type PatchOperation, recordTypes } from '../../domain/audit/change.ts';
import { boundedText } from '../../domain/base/fields.ts';
import { newestFirst } from '../../domain/lists/list-order.ts';
import { authorize } from '../../ports/context.ts';
import { countRecordChanges, listRecordChanges } from '../../usecases/audit/list-record-changes.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf, pageByCreation } from '../base/connection.ts';
import { describedEnum } from '../base/described-enum.ts';
import { pageArguments } from '../base/page-arguments.ts';

const RecordTypeEnum = describedEnum('RecordType', 'The records whose changes are noted.', recordTypes);
const ChangeActionEnum = describedEnum('ChangeAction', 'What happened to a record.', changeActions);

const PatchOperationRef = builder.objectRef<PatchOperation>('PatchOperation').implement({
  description: 'An operation of a JSON patch (RFC 6902).',
  fields: (t) => ({
    op: t.exposeString('op', { description: '`add`, `replace`, `remove`, or `test`, which names what a member was.' }),
    path: t.exposeString('path', { description: 'JSON pointer to the member: `/name`.' }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value of the member; null for `remove`.',
      resolve: (operation) => ('value' in operation ? operation.value : null),
    }),
  }),
});

const ChangeRef = builder.objectRef<Change>('Change').implement({
  description: 'One write of a record. It is immutable.',
  fields: (t) => ({
    serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service assigned to the write.' }),
    at: t.field({
      type: 'DateTime',
      description: 'When the record was written.',
      resolve: ({ internalTimestamps }) => internalTimestamps.createdDate,
    }),
    recordType: t.expose('recordType', { type: RecordTypeEnum, description: 'What was written.' }),
    recordId: t.expose('recordId', {
      type: 'UUID',
      nullable: true,
      description: 'The `serviceId` of the record; null for nexus and the account.',
    }),
    recordKey: t.exposeString('recordKey', {
      description: 'The key of the record: `9/INV-1` or `US/MN`; empty for the account and webhook endpoints.',
    }),
    version: t.exposeInt('version', { description: 'The version of the record after the write; 0 for the account.' }),
    action: t.expose('action', { type: ChangeActionEnum, description: 'What happened.' }),
    clientId: t.exposeString('clientId', {
      nullable: true,
      description:
        'The client of the token, or the subject of a token of another issuer; null for a command of the operator.',
    }),
    requestId: t.exposeString('requestId', { nullable: true, description: 'The id of the request, as in the log.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why, if it was said.' }),
    patch: t.expose('patch', {
      type: [PatchOperationRef],
      extensions: { listSize: 10 },
      description:
        'Leads from the record before to the record after; empty for a new record, or once personal data was erased.',
    }),
  }),
});

const ChangeConnectionRef = connectionOf(ChangeRef);

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
    type: ChangeConnectionRef,
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
