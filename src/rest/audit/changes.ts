import { z } from 'zod';
import { type Change, changeActions, type RecordType, recordTypes } from '../../domain/audit/change.ts';
import { boundedText, serviceIdInput } from '../../domain/base/fields.ts';
import { listRecordChanges } from '../../usecases/audit/list-record-changes.ts';
import { shown } from '../http/json.ts';
import { eachShown, listReply } from '../http/list.ts';
import { instantParameter } from '../http/list-filters.ts';
import { type CsvColumn, csvForm, formatParameters, listTypes } from '../http/list-format.ts';
import { count, instant, inWords, keysOf, list, named, text, uuid } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { pageParameters, parseQuery } from '../http/query.ts';
import { type Route, route } from '../http/route.ts';

const operation = named('PatchOperation', 'An operation of a JSON patch (RFC 6902).', {
  op: z
    .enum(['test', 'add', 'replace', 'remove'])
    .meta({ description: 'The operation; test names what a member was.' }),
  path: text('JSON pointer to the member.', ['/name']),
  value: z.unknown().optional().meta({ description: 'Value of the member; absent for remove.' }),
});

const changeResponse = named('Change', 'One write of a record. It is immutable.', {
  changeId: uuid('Id of the change.'),
  at: instant('When the record was written, in UTC.'),
  recordType: keysOf(recordTypes).meta({ description: inWords(recordTypes) }),
  recordId: uuid('serviceId of the record; absent for nexus and the account.').optional(),
  recordKey: text(
    'Key of the record: source and external id, or country and state; empty for the account and webhook endpoints.',
    ['9/INV-1'],
  ),
  version: count('Version of the record after the write; 0 for the account.'),
  action: keysOf(changeActions).meta({ description: inWords(changeActions) }),
  clientId: text(
    'Client of the token, or subject of a token of another issuer; absent for a command of the operator.',
  ).optional(),
  requestId: text('Id of the request, as in X-Request-Id.').optional(),
  reason: text('Why, if it was said.').optional(),
  patch: list(
    operation,
    'JSON patch from the record before to the record after; empty for a new record, or once personal data was erased.',
  ),
});

function changeJson(change: Change) {
  return {
    changeId: change.serviceId,
    at: change.internalTimestamps.createdDate.toISOString(),
    recordType: change.recordType,
    recordId: shown(change.recordId),
    recordKey: change.recordKey,
    version: change.version,
    action: change.action,
    clientId: shown(change.clientId),
    requestId: shown(change.requestId),
    reason: shown(change.reason),
    patch: change.patch,
  };
}

const columns: readonly CsvColumn<Change>[] = [
  { name: 'changeId', description: 'Id of the change.', value: ({ serviceId }) => serviceId },
  {
    name: 'at',
    description: 'When the record was written.',
    value: ({ internalTimestamps }) => internalTimestamps.createdDate.toISOString(),
  },
  { name: 'recordType', description: 'Type of the record.', value: ({ recordType }) => recordType },
  { name: 'recordId', description: 'serviceId of the record.', value: ({ recordId }) => recordId },
  { name: 'recordKey', description: 'Key of the record.', value: ({ recordKey }) => recordKey },
  { name: 'version', description: 'Version after the write.', value: ({ version }) => version },
  { name: 'action', description: 'What happened.', value: ({ action }) => action },
  { name: 'clientId', description: 'Who did it.', value: ({ clientId }) => clientId },
  { name: 'requestId', description: 'Id of the request.', value: ({ requestId }) => requestId },
  { name: 'reason', description: 'Why, if it was said.', value: ({ reason }) => reason },
  { name: 'patch', description: 'JSON patch of the record.', value: ({ patch }) => JSON.stringify(patch) },
];

const changeCsv = csvForm(columns);

const typesOfRecords = Object.keys(recordTypes).filter((name): name is RecordType => Object.hasOwn(recordTypes, name));

const listQuery = z.object({
  ...pageParameters('changes'),
  ...formatParameters,
  recordType: z.enum(typesOfRecords).optional().meta({ description: 'Type of the records.' }),
  recordId: serviceIdInput.optional().meta({ description: 'serviceId of the record.' }),
  recordKey: boundedText(1, 600).optional().meta({ description: 'Key of the record, such as 9/INV-1 or US/MN.' }),
  clientId: boundedText(1, 256).optional().meta({ description: 'Client that made the changes.' }),
  from: instantParameter.optional().meta({ description: 'First time, in ISO 8601. A date means midnight UTC.' }),
  before: instantParameter.optional().meta({ description: 'Time before which the changes were made, in ISO 8601.' }),
});

const listChangesOperation: Operation = {
  id: 'listChanges',
  tag: 'Audit',
  summary: 'List what was changed, by whom and when',
  description:
    'Every write of a document, customer, exemption, nexus declaration, return, account setting or webhook endpoint, newest first. Changes cannot be altered. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  query: listQuery,
  responses: {
    200: { description: 'The changes.', schema: list(changeResponse, 'Newest first.'), headers: ['Link'] },
  },
  columns: changeCsv.columns,
  examples: {
    invoice: {
      summary: 'The story of an invoice',
      query: { recordType: 'TRANSACTION', recordKey: '9/INV-1', limit: '10' },
      status: 200,
      variables: { first: 10, filter: { recordType: 'TRANSACTION', recordKey: '9/INV-1' } },
    },
  },
  graphql: {
    document:
      'query ($first: Int, $filter: ChangeFilter) { changes(first: $first, filter: $filter) { nodes { changeId: serviceId at recordType recordId recordKey version action clientId requestId reason patch { op path value } } } }',
    at: 'changes.nodes',
  },
};

export const auditRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/changes',
    'audit:read',
    (call) => {
      const { limit, cursor, format, excel, ...filter } = parseQuery(listQuery, call.request);
      return listReply<Change>(
        call,
        { limit, cursor, format, excel },
        {
          name: 'changes',
          pageSize: 200,
          csv: changeCsv,
          read: (page) => listRecordChanges(call.ctx, filter, page),
          render: async (changes) => eachShown(changes, changeJson),
        },
      );
    },
    { produces: Object.values(listTypes), operation: listChangesOperation },
  ),
];
