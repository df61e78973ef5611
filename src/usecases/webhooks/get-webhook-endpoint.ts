import { notFound } from '../../domain/base/errors.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';

/** All endpoints of the tenant, newest first. */
export function listWebhookEndpoints(ctx: Context): Promise<WebhookEndpoint[]> {
  return authorize(ctx, 'webhooks:read').stores.webhookEndpoints.list();
}

export async function getWebhookEndpoint(ctx: Context, serviceId: string): Promise<WebhookEndpoint> {
  return findEndpoint(authorize(ctx, 'webhooks:read').stores, serviceId);
}

/** Throws `NOT_FOUND` if the endpoint does not exist. */
export async function findEndpoint(
  { webhookEndpoints }: Pick<TenantStores, 'webhookEndpoints'>,
  serviceId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await webhookEndpoints.find(serviceId);
  if (!endpoint) throw notFound('WEBHOOK_ENDPOINT', { serviceId });
  return endpoint;
}
