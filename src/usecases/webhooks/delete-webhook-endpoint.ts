import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { findEndpoint } from './get-webhook-endpoint.ts';

/** Deletes an endpoint and its deliveries, and returns its last state. Throws `NOT_FOUND` if it does not exist. */
export async function deleteWebhookEndpoint(ctx: Context, serviceId: string): Promise<WebhookEndpoint> {
  const { stores } = authorize(ctx, 'webhooks:write');
  const endpoint = await findEndpoint(stores, serviceId);
  await stores.webhookEndpoints.remove(serviceId, ctx.now());
  return endpoint;
}
