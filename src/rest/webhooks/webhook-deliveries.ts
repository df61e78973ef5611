import { deliveryProblems } from '../../domain/webhooks/endpoint-input.ts';
import { type WebhookDelivery, webhookDeliveryList } from '../../domain/webhooks/webhook-delivery.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  recallWebhookDelivery,
  redeliverWebhook,
} from '../../usecases/webhooks/webhook-deliveries.ts';
import { listRoute } from '../http/declared-list.ts';
import type { Operation } from '../http/operation.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { deliveryJson, deliveryResponse, deliverySelection, webhookFailures } from './webhook-responses.ts';

const path = '/v1/webhook_deliveries';
const byServiceId = `${path}/serviceId/:serviceId`;
const examplePath = { serviceId: exampleIds.webhookDelivery };

const getOperation: Operation = {
  id: 'getWebhookDelivery',
  tag: 'Webhooks',
  summary: 'Read a delivery to a webhook endpoint',
  description: 'The delivery with its attempts and outcome.',
  responses: { 200: { description: 'The delivery.', schema: deliveryResponse } },
  problems: ['NOT_FOUND'],
  examples: { one: { summary: 'One', path: examplePath, status: 200 } },
  graphql: {
    document: `query ($by: WebhookDeliveryBy!) { webhookDelivery(by: $by) { ${deliverySelection} } }`,
    at: 'webhookDelivery',
  },
};

const redeliverOperation: Operation = {
  id: 'redeliverDelivery',
  tag: 'Webhooks',
  summary: 'Resend a delivery',
  description:
    'Resends a delivered or failed delivery; a pending delivery is not changed. The event id stays the same, so receivers can detect duplicates.',
  responses: { 200: { description: 'The delivery, now pending.', schema: deliveryResponse } },
  problems: deliveryProblems,
  examples: {
    again: { summary: 'Again', path: examplePath, status: 200, variables: { input: { by: examplePath } } },
  },
  graphql: {
    document: `mutation ($input: RedeliverWebhookInput!) { redeliverWebhook(input: $input) { __typename ... on WebhookDelivery { ${deliverySelection} } ${webhookFailures} } }`,
    at: 'redeliverWebhook',
  },
};

export const webhookDeliveryRoutes: readonly Route[] = [
  listRoute<typeof webhookDeliveryList, WebhookDelivery>(path, webhookDeliveryList, {
    tag: 'Webhooks',
    summary: 'List webhook deliveries',
    examples: { waiting: { summary: 'Pending deliveries', query: { status: 'PENDING', limit: '10' } } },
    schema: deliveryResponse,
    read: listWebhookDeliveries,
  }),
  route(
    'GET',
    byServiceId,
    'webhooks:read',
    async ({ ctx, request }) => jsonReply(200, deliveryJson(await getWebhookDelivery(ctx, serviceIdOf(request)))),
    { operation: getOperation },
  ),
  route(
    'POST',
    `${byServiceId}/redeliver`,
    'webhooks:write',
    async ({ ctx, request }) => jsonReply(200, deliveryJson(await redeliverWebhook(ctx, serviceIdOf(request)))),
    {
      recall: async ({ ctx }, serviceId) => jsonReply(200, deliveryJson(await recallWebhookDelivery(ctx, serviceId))),
      operation: redeliverOperation,
    },
  ),
];
