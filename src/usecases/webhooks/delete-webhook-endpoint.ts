import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { findEndpoint } from './get-webhook-endpoint.ts';

/**
 * Deletes an endpoint and returns its last state. Its deliveries are no longer listed, and are removed later. Throws
 * `NOT_FOUND` if it does not exist.
 */
export async function deleteWebhookEndpoint(ctx: Context, serviceId: string): Promise<WebhookEndpoint> {
  const { stores } = authorize(ctx, 'webhooks:write');
  const endpoint = await findEndpoint(stores, serviceId);
  await stores.webhookEndpoints.remove(serviceId, ctx.now());
  return endpoint;
}
