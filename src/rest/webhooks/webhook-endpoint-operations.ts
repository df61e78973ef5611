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
  examples: { all: { summary: 'All endpoints', status: 200 } },
  graphql: { document: `query { webhookEndpoints { ${endpointSelection} } }`, at: 'webhookEndpoints' },
};

export const createEndpointOperation: Operation = {
  id: 'createWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'Starts sending events to the URL, signed as in Standard Webhooks 1.0.0. The secret is returned only in this response. Payloads identify the record and list the names of the changed members, without values.',
  body: { name: 'WebhookEndpointInput', description: 'The URL and the events to send.', schema: 'webhookEndpoint' },
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
  description: 'The secret is not shown: rotate it if it is lost.',
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
  summary: 'Update a webhook endpoint',
  description:
    'A JSON merge patch (RFC 7396). When an endpoint is set back to ACTIVE, it receives new events and its pending deliveries.',
  body: {
    name: 'WebhookEndpointPatch',
    description: 'Members to change. Read-only members of the record are ignored.',
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
  description: 'Deletes the endpoint and its deliveries.',
  responses: { 204: { description: 'The endpoint is deleted.' } },
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
    'The new secret is shown only in this response. For overlapHours, deliveries are also signed with the old secret: the webhook-signature header then has two signatures.',
  body: {
    name: 'WebhookRotationInput',
    description: 'The period during which the old secret remains in use.',
    schema: rotationInput,
  },
  responses: { 200: { description: 'The endpoint, and its new secret.', schema: secretResponse } },
  problems: ['NOT_FOUND', 'CONFLICT'],
  isTagged: true,
  examples: { two: { summary: 'Two-hour overlap', path, body: { overlapHours: 2 }, status: 200 } },
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
    'Sends a webhook.test event within seconds, regardless of the endpoint’s event types. The delivery shows the outcome.',
  responses: { 201: { description: 'The delivery.', schema: deliveryResponse, headers: ['Location'] } },
  problems: deliveryProblems,
  examples: { test: { summary: 'Send a test event', path, status: 201 } },
  graphql: {
    document: `mutation ($input: TestWebhookEndpointInput!) { testWebhookEndpoint(input: $input) { __typename ... on WebhookDelivery { ${deliverySelection} } ${webhookFailures} } }`,
    at: 'testWebhookEndpoint',
  },
};

const since = '2026-07-01T00:00:00Z';

export const redeliverAllOperation: Operation = {
  id: 'redeliverEndpoint',
  tag: 'Webhooks',
  summary: 'Resend deliveries from a period',
  description: 'Pending deliveries are skipped. Event ids stay the same, so receivers can detect duplicates.',
  body: { name: 'WebhookRedeliveryInput', description: 'The deliveries to resend.', schema: redeliveryInput },
  responses: { 200: { description: 'Number of resent deliveries.', schema: redeliveredResponse } },
  problems: deliveryProblems,
  examples: {
    failed: {
      summary: 'Failed deliveries',
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
