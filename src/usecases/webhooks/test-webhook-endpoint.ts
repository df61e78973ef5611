import { AppError } from '../../domain/base/errors.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { testEvent } from '../../domain/webhooks/webhook-event.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { findEndpoint } from './get-webhook-endpoint.ts';

/** Sends an event of the type `webhook.test`. The event is delivered like any other: the delivery shows the outcome. */
export async function testWebhookEndpoint(ctx: Context, serviceId: string): Promise<WebhookDelivery> {
  const { stores } = authorize(ctx, 'webhooks:write');
  requireActive(await findEndpoint(stores, serviceId));
  const now = ctx.now();
  return stores.webhookDeliveries.add(testEvent(newServiceId(), serviceId, now), serviceId, now);
}

export function requireActive({ status, disabledReason }: WebhookEndpoint): void {
  if (status === 'ACTIVE') return;
  const because = disabledReason === null ? '' : ` (${disabledReason})`;
  throw new AppError('WEBHOOK_DISABLED', `The endpoint is disabled${because}. Set its status to ACTIVE first.`);
}
