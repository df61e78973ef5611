import type { Operation } from '../http/operation.ts';
import { liveResponse, readyResponse } from './health-responses.ts';

const notOfGraphql = { none: 'It is about the service, and open.' } as const;

export const liveOperation: Operation = {
  id: 'getLiveness',
  tag: 'Service',
  summary: 'Ask whether the process runs',
  description: 'Open.',
  responses: { 200: { description: 'It runs.', schema: liveResponse } },
  examples: { live: { summary: 'It runs', status: 200 } },
  graphql: notOfGraphql,
};

export const readyOperation: Operation = {
  id: 'getReadiness',
  tag: 'Service',
  summary: 'Ask whether requests can be served',
  description: 'Open. The store answers, migrations are applied and the rate book is loaded.',
  responses: { 200: { description: 'They can.', schema: readyResponse } },
  problems: ['NOT_READY'],
  examples: { ready: { summary: 'It is ready', status: 200 } },
  graphql: notOfGraphql,
};
