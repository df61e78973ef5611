import { z } from 'zod';
import { webhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import { endpointSecret, webhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import type { EndpointWithSecret } from '../../usecases/webhooks/webhook-endpoints.ts';
import { count, named, secretText } from '../http/members.ts';
import { jsonOf, membersOf, responseOf } from '../http/record-response.ts';
import { recordSelection } from '../selections/record-selection.ts';

export const endpointResponse = responseOf(webhookEndpoint);
export const secretResponse = named('WebhookEndpointWithSecret', 'An endpoint, and its new secret.', {
  ...membersOf(webhookEndpoint),
  secret: secretText(endpointSecret),
});
export const deliveryResponse = named(webhookDelivery.name, webhookDelivery.description, {
  ...membersOf(webhookDelivery),
  data: z
    .looseObject({})
    .meta({ description: `${webhookDelivery.fields.data.description} See \`webhooks\` for the format.` }),
});

export const redeliveredResponse = named('RedeliveredWebhooks', 'The result of resending deliveries.', {
  redeliveredCount: count('Number of resent deliveries.'),
});

export const endpointJson = jsonOf(webhookEndpoint);
export const deliveryJson = jsonOf(webhookDelivery);

export function endpointWithSecretJson({ endpoint, secret }: EndpointWithSecret) {
  return { ...endpointJson(endpoint), secret };
}

export const endpointSelection = recordSelection(webhookEndpoint);
export const deliverySelection = recordSelection(webhookDelivery);
export const webhookFailures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';
