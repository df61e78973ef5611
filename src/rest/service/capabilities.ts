import { z } from 'zod';
import type { ServiceInfo } from '../../domain/lookups/service-info.ts';
import { describeService } from '../../usecases/lookups/describe-service.ts';
import { parseQuery } from '../http/query.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { capabilitiesOperation } from './capabilities-operation.ts';

const noParameters = z.object({});

export const capabilitiesRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/capabilities',
    'any',
    async ({ ctx, request }) => {
      parseQuery(noParameters, request);
      return jsonReply(200, serviceInfoJson(await describeService(ctx)));
    },
    { operation: { ...capabilitiesOperation, query: noParameters } },
  ),
];

function serviceInfoJson({ states, ...info }: ServiceInfo) {
  return {
    ...info,
    states: states.map(({ stateRateOnlyZips, ...state }) => ({
      ...state,
      stateRateOnlyZips: stateRateOnlyZips.length,
    })),
  };
}
