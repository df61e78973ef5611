import { recordTag } from '../../domain/base/etag.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { redeliveryInput, rotationInput } from '../../domain/webhooks/endpoint-input.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { recallWebhookDelivery, redeliverWebhooks } from '../../usecases/webhooks/webhook-deliveries.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  patchWebhookEndpoint,
  recallWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from '../../usecases/webhooks/webhook-endpoints.ts';
import { readJson } from '../http/body.ts';
import { preconditionOf, taggedReply } from '../http/conditions.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { emptyReply, jsonReply, type Reply, type Route, route, withSecret } from '../http/route.ts';
import {
  createEndpointOperation,
  deleteEndpointOperation,
  getEndpointOperation,
  listEndpointsOperation,
  patchEndpointOperation,
  redeliverAllOperation,
  rotateSecretOperation,
  testEndpointOperation,
} from './webhook-endpoint-operations.ts';
import { deliveryJson, endpointJson, endpointWithSecretJson } from './webhook-responses.ts';

const path = '/v1/webhook_endpoints';
const byServiceId = `${path}/serviceId/:serviceId`;

export const webhookEndpointRoutes: readonly Route[] = [
  route(
    'GET',
    path,
    'webhooks:read',
    async ({ ctx }) => jsonReply(200, (await listWebhookEndpoints(ctx)).map(endpointJson)),
    { operation: listEndpointsOperation },
  ),
  route(
    'POST',
    path,
    'webhooks:write',
    async ({ ctx, request, deps }) => {
      const created = await createWebhookEndpoint(
        ctx,
        parseInput(deps.inputs.webhookEndpoint, await readJson(request)),
      );
      return withSecret(createdReply(created.endpoint), endpointWithSecretJson(created));
    },
    {
      recall: async ({ ctx }, serviceId) => createdReply(await recallWebhookEndpoint(ctx, serviceId)),
      operation: createEndpointOperation,
    },
  ),
  route(
    'GET',
    byServiceId,
    'webhooks:read',
    async ({ ctx, request }) => {
      const endpoint = await getWebhookEndpoint(ctx, serviceIdOf(request));
      return taggedReply(request, recordTag(endpoint), () => endpointJson(endpoint));
    },
    { operation: getEndpointOperation },
  ),
  route(
    'PATCH',
    byServiceId,
    'webhooks:write',
    async ({ ctx, request, deps }) => {
      const serviceId = serviceIdOf(request);
      const patch = parseInput(deps.inputs.webhookEndpointPatch, await readJson(request));
      const update = { serviceId, patch, precondition: preconditionOf(request) };
      const endpoint = await patchWebhookEndpoint(ctx, deps.inputs, update);
      return jsonReply(200, endpointJson(endpoint), { ETag: recordTag(endpoint) });
    },
    { operation: patchEndpointOperation },
  ),
  route(
    'DELETE',
    byServiceId,
    'webhooks:write',
    async ({ ctx, request }) => {
      await deleteWebhookEndpoint(ctx, serviceIdOf(request));
      return emptyReply;
    },
    { operation: deleteEndpointOperation },
  ),
  route(
    'POST',
    `${byServiceId}/rotate_secret`,
    'webhooks:write',
    async ({ ctx, request }) => {
      const serviceId = serviceIdOf(request);
      const { overlapHours } = parseInput(rotationInput, withoutNulls(await readJson(request)));
      const rotated = await rotateWebhookSecret(ctx, {
        serviceId,
        overlapHours,
        precondition: preconditionOf(request),
      });
      return withSecret(rotatedReply(rotated.endpoint), endpointWithSecretJson(rotated));
    },
    {
      recall: async ({ ctx }, serviceId) => rotatedReply(await recallWebhookEndpoint(ctx, serviceId)),
      operation: rotateSecretOperation,
    },
  ),
  route(
    'POST',
    `${byServiceId}/test`,
    'webhooks:write',
    async ({ ctx, request }) => {
      return testedReply(await testWebhookEndpoint(ctx, serviceIdOf(request)));
    },
    {
      recall: async ({ ctx }, serviceId) => testedReply(await recallWebhookDelivery(ctx, serviceId)),
      operation: testEndpointOperation,
    },
  ),
  route(
    'POST',
    `${byServiceId}/redeliver`,
    'webhooks:write',
    async ({ ctx, request }) => {
      const endpointId = serviceIdOf(request);
      const asked = parseInput(redeliveryInput, withoutNulls(await readJson(request)));
      return redeliveredReply(await redeliverWebhooks(ctx, { endpointId, ...asked }));
    },
    { recall: async (_, count) => redeliveredReply(Number(count)), operation: redeliverAllOperation },
  ),
];

const redeliveredReply = (redeliveredCount: number) => jsonReply(200, { redeliveredCount });

function testedReply(delivery: WebhookDelivery): Reply {
  const Location = `/v1/webhook_deliveries/serviceId/${delivery.serviceId}`;
  return jsonReply(201, deliveryJson(delivery), { Location });
}

function createdReply(endpoint: WebhookEndpoint) {
  const headers = { Location: `${path}/serviceId/${endpoint.serviceId}`, ETag: recordTag(endpoint) };
  return jsonReply(201, endpointJson(endpoint), headers);
}

const rotatedReply = (endpoint: WebhookEndpoint) =>
  jsonReply(200, endpointJson(endpoint), { ETag: recordTag(endpoint) });
