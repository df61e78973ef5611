import type { Operation } from '../http/operation.ts';
import { liveResponse, readyResponse } from './health-responses.ts';

const notOfGraphql = { none: 'Describes the service; GraphQL has no equivalent.' } as const;

export const liveOperation: Operation = {
  id: 'getLiveness',
  tag: 'Service',
  summary: 'Check that the process is running',
  description: 'No token needed.',
  responses: { 200: { description: 'The process is running.', schema: liveResponse } },
  examples: { live: { summary: 'The process runs', status: 200 } },
  graphql: notOfGraphql,
};

export const readyOperation: Operation = {
  id: 'getReadiness',
  tag: 'Service',
  summary: 'Check that requests can be served',
  description:
    'No token needed. Ready means: the database responds, migrations are applied and the rate book is loaded.',
  responses: { 200: { description: 'The gateway is ready.', schema: readyResponse } },
  problems: ['NOT_READY'],
  examples: { ready: { summary: 'The gateway is ready', status: 200 } },
  graphql: notOfGraphql,
};
