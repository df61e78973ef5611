import { z } from 'zod';
import { boundedText, serviceIdInput } from '../../domain/base/fields.ts';
import { namesOf } from '../../domain/base/record.ts';
import { oneOf } from '../../domain/base/record-filter.ts';
import { deliveryStatus, type WebhookDelivery, webhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  recallWebhookDelivery,
} from '../../usecases/webhooks/list-webhook-deliveries.ts';
import { redeliverWebhook } from '../../usecases/webhooks/send-webhooks-again.ts';
import { eachShown, listReply } from '../http/list.ts';
import { instantParameter } from '../http/list-filters.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { commaSeparated, pageParameters, parseQuery } from '../http/query.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { deliveryJson, deliveryResponse, deliverySelection, webhookFailures } from './webhook-responses.ts';

const path = '/v1/webhook_deliveries';
const byServiceId = `${path}/serviceId/:serviceId`;
const examplePath = { serviceId: exampleIds.webhookDelivery };

const statuses = namesOf(deliveryStatus);
const { endpointId, eventType } = webhookDelivery.fields;

const listQuery = z.object({
  ...pageParameters('webhookDeliveries'),
  endpointId: serviceIdInput.optional().meta({ description: endpointId.description }),
  eventType: boundedText(1, 40).optional().meta({ description: eventType.description }),
  status: commaSeparated(statuses)
    .optional()
    .meta({ description: `Status: ${statuses.join(', ')}.` }),
  since: instantParameter.optional().meta({ description: 'Time from which they were made, in ISO 8601.' }),
  before: instantParameter.optional().meta({ description: 'Time before which they were made, in ISO 8601.' }),
});

const listOperation: Operation = {
  id: 'listWebhookDeliveries',
  tag: 'Webhooks',
  summary: 'List what was sent to webhook endpoints',
  description:
    'Deliveries of the last 14 days, newest first, with their last attempts. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  query: listQuery,
  responses: {
    200: { description: 'The deliveries.', schema: list(deliveryResponse, 'Newest first.'), headers: ['Link'] },
  },
  examples: {
    waiting: {
      summary: 'Those that wait',
      query: { status: 'PENDING', limit: '10' },
      status: 200,
      variables: { first: 10, filter: { status: { eq: 'PENDING' } } },
    },
  },
  graphql: {
    document: `query ($first: Int, $filter: WebhookDeliveryFilter) { webhookDeliveries(first: $first, filter: $filter) { nodes { ${deliverySelection} } } }`,
    at: 'webhookDeliveries.nodes',
  },
};

const getOperation: Operation = {
  id: 'getWebhookDelivery',
  tag: 'Webhooks',
  summary: 'Read a delivery to a webhook endpoint',
  description: 'What was sent, and what became of it.',
  responses: { 200: { description: 'The delivery.', schema: deliveryResponse } },
  problems: ['NOT_FOUND'],
  examples: { one: { summary: 'One', path: examplePath, status: 200, variables: { by: examplePath } } },
  graphql: {
    document: `query ($by: WebhookDeliveryBy!) { webhookDelivery(by: $by) { ${deliverySelection} } }`,
    at: 'webhookDelivery',
  },
};

const redeliverOperation: Operation = {
  id: 'redeliverDelivery',
  tag: 'Webhooks',
  summary: 'Redeliver one delivery',
  description:
    'Sends a delivery again, whether it was delivered or failed; a pending one is not touched. The event id stays the same, so receivers can detect duplicates.',
  responses: { 200: { description: 'The delivery, which waits now.', schema: deliveryResponse } },
  problems: ['NOT_FOUND', 'WEBHOOK_DISABLED'],
  examples: {
    again: { summary: 'Again', path: examplePath, status: 200, variables: { input: { by: examplePath } } },
  },
  graphql: {
    document: `mutation ($input: RedeliverWebhookInput!) { redeliverWebhook(input: $input) { __typename ... on WebhookDelivery { ${deliverySelection} } ${webhookFailures} } }`,
    at: 'redeliverWebhook',
  },
};

export const webhookDeliveryRoutes: readonly Route[] = [
  route(
    'GET',
    path,
    'webhooks:read',
    (call) => {
      const {
        limit,
        cursor,
        endpointId: of,
        eventType: type,
        status,
        since,
        before,
      } = parseQuery(listQuery, call.request);
      const filter = {
        endpointId: { eq: of },
        eventType: { eq: type },
        status: oneOf(status),
        createdAt: { gte: since, lt: before },
      };
      return listReply<WebhookDelivery>(
        call,
        { limit, cursor },
        {
          name: 'webhookDeliveries',
          pageSize: 200,
          read: (page) => listWebhookDeliveries(call.ctx, filter, page),
          render: async (deliveries) => eachShown(deliveries, deliveryJson),
        },
      );
    },
    { operation: listOperation },
  ),
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
