import { deliveryProblems, redeliveryInput, rotationInput } from '../../domain/webhooks/endpoint-input.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { exampleIds } from '../openapi/example-data.ts';
import {
  deliveryResponse,
  deliverySelection,
  endpointResponse,
  endpointSelection,
  redeliveredResponse,
  secretResponse,
  webhookFailures,
} from './webhook-responses.ts';

const path = { serviceId: exampleIds.webhookEndpoint };

export const listEndpointsOperation: Operation = {
  id: 'listWebhookEndpoints',
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  description: 'All endpoints of the tenant, newest first. A secret is shown only once, on creation.',
  responses: { 200: { description: 'The endpoints.', schema: list(endpointResponse, 'Newest first.') } },
  examples: { all: { summary: 'All of them', status: 200 } },
  graphql: { document: `query { webhookEndpoints { ${endpointSelection} } }`, at: 'webhookEndpoints' },
};

export const createEndpointOperation: Operation = {
  id: 'createWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'Starts sending events to the URL, signed as in Standard Webhooks 1.0.0. The secret is returned only here. Payloads name the record and the changed members, not their values.',
  body: { name: 'WebhookEndpointInput', description: 'Where to send which events.', schema: 'webhookEndpoint' },
  responses: {
    201: { description: 'The endpoint, and its secret.', schema: secretResponse, headers: ['Location', 'ETag'] },
  },
  examples: {
    shop: {
      summary: 'Documents and certificates',
      body: { url: 'https://shop.example.com/hooks', eventTypes: ['transaction.*', 'exemption.cancelled'] },
      status: 201,
    },
  },
  graphql: {
    document: `mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { __typename ... on WebhookEndpointWithSecret { endpoint { ${endpointSelection} } secret } ${webhookFailures} } }`,
    at: 'createWebhookEndpoint',
  },
};

export const getEndpointOperation: Operation = {
  id: 'getWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Read a webhook endpoint',
  description: 'Its secret is not shown: rotate it if it is lost.',
  responses: { 200: { description: 'The endpoint.', schema: endpointResponse } },
  problems: ['NOT_FOUND'],
  isTagged: true,
  examples: { one: { summary: 'One', path, status: 200 } },
  graphql: {
    document: `query ($by: WebhookEndpointBy!) { webhookEndpoint(by: $by) { ${endpointSelection} } }`,
    at: 'webhookEndpoint',
  },
};

export const patchEndpointOperation: Operation = {
  id: 'patchWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Change members of a webhook endpoint',
  description:
    'A JSON merge patch (RFC 7396). An endpoint that is made ACTIVE again gets the events from then on, and the deliveries that waited.',
  body: {
    name: 'WebhookEndpointPatch',
    description: 'Members to change.',
    schema: 'webhookEndpointPatch',
    isPatch: true,
  },
  responses: { 200: { description: 'The endpoint after the change.', schema: endpointResponse } },
  problems: ['NOT_FOUND', 'CONFLICT'],
  isTagged: true,
  examples: {
    types: {
      summary: 'All events',
      path,
      body: { eventTypes: ['*'], description: 'Order desk' },
      status: 200,
      variables: { input: { by: path, patch: { eventTypes: ['*'], description: 'Order desk' } } },
    },
  },
  graphql: {
    document: `mutation ($input: PatchWebhookEndpointInput!) { patchWebhookEndpoint(input: $input) { __typename ... on WebhookEndpoint { ${endpointSelection} } ${webhookFailures} } }`,
    at: 'patchWebhookEndpoint',
  },
};

export const deleteEndpointOperation: Operation = {
  id: 'deleteWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes the endpoint with its deliveries.',
  responses: { 204: { description: 'It is gone.' } },
  problems: ['NOT_FOUND'],
  examples: {},
  graphql: {
    document: `mutation ($input: DeleteWebhookEndpointInput!) { deleteWebhookEndpoint(input: $input) { __typename ... on WebhookEndpoint { ${endpointSelection} } ${webhookFailures} } }`,
    at: 'deleteWebhookEndpoint',
  },
};

export const rotateSecretOperation: Operation = {
  id: 'rotateWebhookSecret',
  tag: 'Webhooks',
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'The new secret is shown only in this response. For overlapHours, deliveries are signed with the old one, too: the header webhook-signature then has two signatures.',
  body: { name: 'WebhookRotationInput', description: 'How long the old secret stays in use.', schema: rotationInput },
  responses: { 200: { description: 'The endpoint, and its new secret.', schema: secretResponse } },
  problems: ['NOT_FOUND', 'CONFLICT'],
  isTagged: true,
  examples: { two: { summary: 'Over two hours', path, body: { overlapHours: 2 }, status: 200 } },
  graphql: {
    document: `mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { __typename ... on WebhookEndpointWithSecret { endpoint { ${endpointSelection} } secret } ${webhookFailures} } }`,
    at: 'rotateWebhookSecret',
  },
};

export const testEndpointOperation: Operation = {
  id: 'testWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Sends an event of the type webhook.test within seconds, regardless of the event types of the endpoint. The delivery shows the outcome.',
  responses: { 201: { description: 'The delivery.', schema: deliveryResponse, headers: ['Location'] } },
  problems: deliveryProblems,
  examples: { test: { summary: 'Test it', path, status: 201 } },
  graphql: {
    document: `mutation ($input: TestWebhookEndpointInput!) { testWebhookEndpoint(input: $input) { __typename ... on WebhookDelivery { ${deliverySelection} } ${webhookFailures} } }`,
    at: 'testWebhookEndpoint',
  },
};

const since = '2026-07-01T00:00:00Z';

export const redeliverAllOperation: Operation = {
  id: 'redeliverEndpoint',
  tag: 'Webhooks',
  summary: 'Redeliver a time range',
  description: 'Pending deliveries are not touched. Event ids stay the same, so receivers can detect duplicates.',
  body: { name: 'WebhookRedeliveryInput', description: 'Which deliveries.', schema: redeliveryInput },
  responses: { 200: { description: 'Number of resent deliveries.', schema: redeliveredResponse } },
  problems: deliveryProblems,
  examples: {
    failed: {
      summary: 'Those that failed',
      path,
      body: { since },
      status: 200,
      variables: { input: { endpointId: exampleIds.webhookEndpoint, since } },
    },
  },
  graphql: {
    document: `mutation ($input: RedeliverWebhooksInput!) { redeliverWebhooks(input: $input) { __typename ... on RedeliveredWebhooks { redeliveredCount } ${webhookFailures} } }`,
    at: 'redeliverWebhooks',
  },
};
