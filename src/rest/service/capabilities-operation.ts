import type { Operation } from '../http/operation.ts';
import { serviceInfoSelection } from '../selections/graphql-selections.ts';
import { capabilitiesResponse } from './capabilities-response.ts';

export const capabilitiesOperation: Operation = {
  id: 'getCapabilities',
  tag: 'Service',
  summary: 'Read capabilities and limits',
  description: 'Features, limits, versions, sources, and how completely each state and country is covered.',
  responses: { 200: { description: 'The capabilities.', schema: capabilitiesResponse } },
  examples: { all: { summary: 'Everything', status: 200, variables: {} } },
  graphql: { document: `query { serviceInfo { ${serviceInfoSelection} } }`, at: 'serviceInfo' },
};
