import { z } from 'zod';
import { auditEntry, type Change } from '../../domain/audit/change.ts';
import { boundedText, serviceIdInput } from '../../domain/base/fields.ts';
import { namesOf } from '../../domain/base/record.ts';
import { oneOf } from '../../domain/base/record-filter.ts';
import { recordKind } from '../../domain/base/record-kinds.ts';
import { listAuditEntries } from '../../usecases/audit/list-audit-entries.ts';
import { eachShown, listReply } from '../http/list.ts';
import { instantParameter } from '../http/list-filters.ts';
import { csvForm, formatParameters, listTypes } from '../http/list-format.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { commaSeparated, pageParameters, parseQuery } from '../http/query.ts';
import { recordColumns } from '../http/record-columns.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const auditEntryJson = jsonOf(auditEntry);
const auditCsv = csvForm<Change>([
  ...recordColumns(auditEntry, { at: (one: Change) => one }),
  { name: 'patch', description: 'JSON Patch of the record.', value: ({ patch }) => JSON.stringify(patch) },
]);

const recordTypes = namesOf(recordKind);

const listQuery = z.object({
  ...pageParameters('auditEntries'),
  ...formatParameters,
  recordType: commaSeparated(recordTypes)
    .optional()
    .meta({ description: `Type of the records: ${recordTypes.join(', ')}.` }),
  recordId: serviceIdInput.optional().meta({ description: 'serviceId of the record.' }),
  recordKey: boundedText(1, 600).optional().meta({ description: 'Key of the record, such as 9/INV-1 or US/MN.' }),
  clientId: boundedText(1, 256).optional().meta({ description: 'Client that made the changes.' }),
  since: instantParameter.optional().meta({ description: 'First time, in ISO 8601. A date means midnight UTC.' }),
  before: instantParameter.optional().meta({ description: 'Time before which the changes were made, in ISO 8601.' }),
});

const listAuditEntriesOperation: Operation = {
  id: 'listAuditEntries',
  tag: 'Audit',
  summary: 'List what was changed, by whom and when',
  description:
    'Every write of a document, customer, exemption, nexus declaration, return, account setting or webhook endpoint, newest first. Changes cannot be altered. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  query: listQuery,
  responses: {
    200: { description: 'The entries.', schema: list(responseOf(auditEntry), 'Newest first.'), headers: ['Link'] },
  },
  columns: auditCsv.columns,
  examples: {
    invoice: {
      summary: 'The story of an invoice',
      query: { recordType: 'TRANSACTION', recordKey: '9/INV-1', limit: '10' },
      status: 200,
      variables: { first: 10, filter: { recordType: { eq: 'TRANSACTION' }, recordKey: { eq: '9/INV-1' } } },
    },
  },
  graphql: {
    document: `query ($first: Int, $filter: AuditEntryFilter) { auditEntries(first: $first, filter: $filter) { nodes { ${recordSelection(auditEntry)} } } }`,
    at: 'auditEntries.nodes',
  },
};

export const auditRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/audit_entries',
    'audit:read',
    (call) => {
      const { limit, cursor, format, escapeFormulas, bom, ...asked } = parseQuery(listQuery, call.request);
      const filter = {
        recordType: oneOf(asked.recordType),
        recordId: { eq: asked.recordId },
        recordKey: { eq: asked.recordKey },
        clientId: { eq: asked.clientId },
        occurredAt: { gte: asked.since, lt: asked.before },
      };
      return listReply<Change>(
        call,
        { limit, cursor, format, escapeFormulas, bom },
        {
          name: 'auditEntries',
          fileName: 'audit-entries',
          pageSize: 200,
          csv: auditCsv,
          read: (page) => listAuditEntries(call.ctx, filter, page),
          render: async (changes) => eachShown(changes, auditEntryJson),
        },
      );
    },
    { produces: Object.values(listTypes), operation: listAuditEntriesOperation },
  ),
];
