import { invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { RedeliveryInput } from '../../domain/webhooks/endpoint-input.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { findEndpoint } from './get-webhook-endpoint.ts';
import { noDelivery } from './list-webhook-deliveries.ts';
import { requireActive } from './test-webhook-endpoint.ts';

/** Sends one delivery again, with the same `webhook-id`; a pending one is left unchanged. */
export async function redeliverWebhook(ctx: Context, serviceId: string): Promise<WebhookDelivery> {
  const { stores } = authorize(ctx, 'webhooks:write');
  const { webhookDeliveries } = stores;
  const known = (await webhookDeliveries.find(serviceId)) ?? noDelivery(serviceId);
  requireActive(await findEndpoint(stores, known.endpointId));
  return (await webhookDeliveries.redeliver(serviceId, ctx.now())) ?? noDelivery(serviceId);
}

/** Sends the deliveries of an endpoint from a period again. Returns how many. */
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
  const message = `More than ${atMost} deliveries were made in that time: choose a shorter one. None was sent again.`;
  throw invalidField(['since'], 'TOO_LONG', message);
}
