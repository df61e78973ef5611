import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { changeCsv, changeResponse } from './change-response.ts';

export const listChangesOperation: Operation = {
  id: 'listChanges',
  tag: 'Audit',
  summary: 'List what was changed, by whom and when',
  description:
    'Every write of a document, customer, exemption, nexus declaration, return, account setting or webhook endpoint, newest first. Changes cannot be altered. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
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
