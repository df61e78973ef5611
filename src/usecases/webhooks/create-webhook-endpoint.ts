import { invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import type { WebhookEndpointInput } from '../../domain/webhooks/endpoint-input.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { newWebhookSecret } from '../../domain/webhooks/webhook-signature.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { findEndpoint } from './get-webhook-endpoint.ts';

/** An endpoint with the secret that signs its deliveries. The secret is returned only when it is created. */
export type EndpointWithSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string };

/** The endpoint of an earlier attempt with the same idempotency key, without its secret. */
export async function recallWebhookEndpoint(ctx: Context, serviceId: string): Promise<WebhookEndpoint> {
  return findEndpoint(authorize(ctx, 'webhooks:write').stores, serviceId);
}

/** Stores an endpoint. It receives only later events. */
export async function createWebhookEndpoint(ctx: Context, input: WebhookEndpointInput): Promise<EndpointWithSecret> {
  const { webhookEndpoints } = authorize(ctx, 'webhooks:write').stores;
  const now = ctx.now();
  const endpoint: WebhookEndpoint = {
    ...input,
    serviceId: newServiceId(),
    disabledReason: null,
    previousSecretUntil: null,
    failingSince: null,
    internalTimestamps: { createdDate: now, updatedDate: now },
    version: 1,
  };
  const secret = newWebhookSecret();
  if (await webhookEndpoints.insert(endpoint, secret)) return { endpoint, secret };
  const { endpoints: most } = gatewayLimits.webhooks;
  throw invalidField(['url'], 'TOO_MANY', `The limit of ${most} endpoints is reached. Delete one first.`);
}
