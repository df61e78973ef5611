import { notFound } from '../../domain/base/errors.ts';
import type { WebhookDeliveryFilter } from '../../domain/webhooks/delivery-list.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';

/** One page of deliveries, newest first. */
export function listWebhookDeliveries(
  ctx: Context,
  filter: WebhookDeliveryFilter,
  page: PageRequest,
): Promise<WebhookDelivery[]> {
  return authorize(ctx, 'webhooks:read').stores.webhookDeliveries.list(filter, page);
}

export function countWebhookDeliveries(ctx: Context, filter: WebhookDeliveryFilter): Promise<number> {
  return authorize(ctx, 'webhooks:read').stores.webhookDeliveries.count(filter);
}

export async function getWebhookDelivery(ctx: Context, serviceId: string): Promise<WebhookDelivery> {
  const delivery = await authorize(ctx, 'webhooks:read').stores.webhookDeliveries.find(serviceId);
  return delivery ?? noDelivery(serviceId);
}

/** The delivery made by an earlier attempt with the same idempotency key whose response was lost. */
export async function recallWebhookDelivery(ctx: Context, serviceId: string): Promise<WebhookDelivery> {
  const delivery = await authorize(ctx, 'webhooks:write').stores.webhookDeliveries.find(serviceId);
  return delivery ?? noDelivery(serviceId);
}

export function noDelivery(serviceId: string): never {
  throw notFound(
    'WEBHOOK_DELIVERY',
    { serviceId },
    `Webhook delivery ${serviceId} not found. Deliveries are kept for a limited time.`,
  );
}
