import { z } from 'zod';
import { type Change, changeActions, recordTypes } from '../../domain/audit/change.ts';
import { shown } from '../http/json.ts';
import { type CsvColumn, csvForm } from '../http/list-format.ts';
import { count, instant, inWords, keysOf, list, named, text, uuid } from '../http/members.ts';

const operation = named('PatchOperation', 'An operation of a JSON patch (RFC 6902).', {
  op: z
    .enum(['test', 'add', 'replace', 'remove'])
    .meta({ description: 'The operation; test names what a member was.' }),
  path: text('JSON pointer to the member.', ['/name']),
  value: z.unknown().optional().meta({ description: 'Value of the member; absent for remove.' }),
});

export const changeResponse = named('Change', 'One write of a record. It is immutable.', {
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

export function changeJson(change: Change) {
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

export const changeCsv = csvForm(columns);
