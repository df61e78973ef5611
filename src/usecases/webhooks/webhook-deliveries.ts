import { invalidField, notFound } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { RedeliveryInput } from '../../domain/webhooks/endpoint-input.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { storedList } from '../reading/stored-list.ts';
import { findEndpoint, requireActive } from './webhook-endpoints.ts';

/** One page of deliveries, newest first. */
export const { list: listWebhookDeliveries, count: countWebhookDeliveries } = storedList(
  'webhooks:read',
  ({ webhookDeliveries }) => webhookDeliveries,
);

export async function getWebhookDelivery(ctx: Context, serviceId: string): Promise<WebhookDelivery> {
  const delivery = await authorize(ctx, 'webhooks:read').stores.webhookDeliveries.find(serviceId);
  return delivery ?? noDelivery(serviceId);
}

/** The delivery made by an earlier attempt with the same idempotency key whose response was lost. */
export async function recallWebhookDelivery(ctx: Context, serviceId: string): Promise<WebhookDelivery> {
  const delivery = await authorize(ctx, 'webhooks:write').stores.webhookDeliveries.find(serviceId);
  return delivery ?? noDelivery(serviceId);
}

function noDelivery(serviceId: string): never {
  throw notFound(
    'WEBHOOK_DELIVERY',
    { serviceId },
    `Webhook delivery ${serviceId} not found. Deliveries are kept for a limited time.`,
  );
}

/** Resends one delivery, with the same `webhook-id`; a pending delivery does not change. */
export async function redeliverWebhook(ctx: Context, serviceId: string): Promise<WebhookDelivery> {
  const { stores } = authorize(ctx, 'webhooks:write');
  const { webhookDeliveries } = stores;
  const known = (await webhookDeliveries.find(serviceId)) ?? noDelivery(serviceId);
  requireActive(await findEndpoint(stores, known.endpointId));
  return (await webhookDeliveries.redeliver(serviceId, ctx.now())) ?? noDelivery(serviceId);
}

/** Resends the deliveries of an endpoint from a period. Returns their number. */
export async function redeliverWebhooks(
  ctx: Context,
  { endpointId, since, before, onlyFailed }: RedeliveryInput & { readonly endpointId: string },
): Promise<number> {
  const { stores } = authorize(ctx, 'webhooks:write');
  requireActive(await findEndpoint(stores, endpointId));
  const now = ctx.now();
  const { redelivered: atMost } = gatewayLimits.webhooks;
  const asked = { endpointId, since, before: before ?? now, onlyFailed, atMost };
  const redelivered = await stores.webhookDeliveries.redeliverAll(asked, now);
  if (redelivered !== null) return redelivered;
  const message = `The period has more than ${atMost} deliveries. Choose a shorter period. Nothing was resent.`;
  throw invalidField(['since'], 'TOO_LONG', message);
}
