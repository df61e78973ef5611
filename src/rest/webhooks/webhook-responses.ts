import { z } from 'zod';
import { webhookEndpointFields } from '../../domain/webhooks/endpoint-input.ts';
import { deliveryMembers, deliveryStatuses, type WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import { endpointMembers, type WebhookEndpoint, webhookStatuses } from '../../domain/webhooks/webhook-endpoint.ts';
import type { EndpointWithSecret } from '../../usecases/webhooks/create-webhook-endpoint.ts';
import { internalTimestampsJson, internalTimestampsResponse } from '../http/common-responses.ts';
import { shown } from '../http/json.ts';
import { count, instant, inWords, keysOf, list, named, text, uuid } from '../http/members.ts';

const { shape: sent } = webhookEndpointFields;

const endpointShape = {
  serviceId: uuid('Id that this service assigned to the endpoint.'),
  url: text(sent.url, ['https://shop.example.com/hooks']),
  eventTypes: list(z.string(), sent.eventTypes),
  description: text(sent.description).optional(),
  status: keysOf(webhookStatuses).meta({ description: inWords(webhookStatuses) }),
  disabledBecause: text(endpointMembers.disabledBecause).optional(),
  previousSecretUntil: instant(endpointMembers.previousSecretUntil).optional(),
  failingSince: instant(endpointMembers.failingSince).optional(),
  internalTimestamps: internalTimestampsResponse,
  version: count('Version of the endpoint; grows with every change.'),
};

export const endpointResponse = named('WebhookEndpoint', 'Where events are sent.', endpointShape);
export const secretResponse = named('WebhookEndpointWithSecret', 'An endpoint, and its new secret.', {
  ...endpointShape,
  secret: text(endpointMembers.secret),
});

const attemptResponse = named('WebhookAttempt', 'One attempt to deliver an event.', {
  at: instant(deliveryMembers.at),
  statusCode: count(deliveryMembers.statusCode).optional(),
  ms: count(deliveryMembers.ms),
  failure: text(deliveryMembers.failure).optional(),
});

export const deliveryResponse = named('WebhookDelivery', 'An event on its way to an endpoint, or there.', {
  serviceId: uuid('Id that this service assigned to the delivery.'),
  endpointId: uuid(deliveryMembers.endpointId),
  eventId: uuid(deliveryMembers.eventId),
  eventType: text(deliveryMembers.eventType, ['transaction.created']),
  occurredAt: instant(deliveryMembers.occurredAt),
  status: keysOf(deliveryStatuses).meta({ description: inWords(deliveryStatuses) }),
  nextAttemptAt: instant(deliveryMembers.nextAttemptAt).optional(),
  attempts: list(attemptResponse, deliveryMembers.attempts),
  data: z.record(z.string(), z.unknown()).meta({ description: deliveryMembers.data }),
  internalTimestamps: internalTimestampsResponse,
});

export const redeliveredResponse = named('RedeliveredWebhooks', 'What is sent again.', {
  redeliveredCount: count('Number of deliveries that are sent again.'),
});

export function endpointJson(endpoint: WebhookEndpoint) {
  return {
    serviceId: endpoint.serviceId,
    url: endpoint.url,
    eventTypes: endpoint.eventTypes,
    description: shown(endpoint.description),
    status: endpoint.status,
    disabledBecause: shown(endpoint.disabledBecause),
    previousSecretUntil: endpoint.previousSecretUntil?.toISOString(),
    failingSince: endpoint.failingSince?.toISOString(),
    internalTimestamps: internalTimestampsJson(endpoint.internalTimestamps),
    version: endpoint.version,
  };
}

export function endpointWithSecretJson({ endpoint, secret }: EndpointWithSecret) {
  return { ...endpointJson(endpoint), secret };
}

export function deliveryJson(delivery: WebhookDelivery) {
  return {
    serviceId: delivery.serviceId,
    endpointId: delivery.endpointId,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    occurredAt: delivery.occurredAt.toISOString(),
    status: delivery.status,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString(),
    attempts: delivery.attempts.map(({ at, statusCode, ms, failure }) => ({
      at: at.toISOString(),
      statusCode: shown(statusCode),
      ms,
      failure: shown(failure),
    })),
    data: delivery.data,
    internalTimestamps: internalTimestampsJson(delivery.internalTimestamps),
  };
}

const internalTimestamps = 'internalTimestamps { createdDate updatedDate }';

export const endpointSelection = `serviceId url eventTypes description status disabledBecause previousSecretUntil failingSince ${internalTimestamps} version`;
export const deliverySelection = `serviceId endpointId eventId eventType occurredAt status nextAttemptAt attempts { at statusCode ms failure } data ${internalTimestamps}`;
export const webhookFailures = '... on InvalidInput { issues { path code message } } ... on Error { code message }';
