import { z } from 'zod';
import { serviceInfo } from '../../domain/lookups/service-info.ts';
import { describeService } from '../../usecases/lookups/describe-service.ts';
import { referenceReply } from '../http/conditions.ts';
import type { Operation } from '../http/operation.ts';
import { parseQuery } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const serviceInfoJson = jsonOf(serviceInfo);
const noParameters = z.object({});

const capabilitiesOperation: Operation = {
  id: 'getCapabilities',
  tag: 'Service',
  summary: 'Read capabilities and limits',
  description: 'Features, limits, versions, sources, and how completely each state and country is covered.',
  isTagged: true,
  query: noParameters,
  responses: { 200: { description: 'The capabilities.', schema: responseOf(serviceInfo) } },
  examples: { all: { summary: 'Everything', status: 200 } },
  graphql: { document: `query { serviceInfo { ${recordSelection(serviceInfo)} } }`, at: 'serviceInfo' },
};

export const capabilitiesRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/capabilities',
    'any',
    async ({ ctx, request }) => {
      parseQuery(noParameters, request);
      return referenceReply(request, serviceInfoJson(await describeService(ctx)));
    },
    { operation: capabilitiesOperation },
  ),
];
