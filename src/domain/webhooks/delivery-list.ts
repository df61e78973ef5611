import { boundedText } from '../base/fields.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { deliveryStatus, webhookDelivery } from './webhook-delivery.ts';

const { endpointId, eventType, status } = webhookDelivery.fields;

export const webhookDeliveryList = {
  name: 'webhookDeliveries',
  of: webhookDelivery,
  plural: 'deliveries',
  scope: 'webhooks:read',
  description: 'Events sent to webhook endpoints in the last 14 days, newest first, with their last attempts.',
  fields: {
    endpointId: { kind: 'uuid', description: endpointId.description, parameters: { endpointId: 'eq' } },
    eventType: {
      kind: 'text',
      of: boundedText(1, 40),
      description: eventType.description,
      parameters: { eventType: 'eq' },
    },
    status: { kind: 'choice', of: deliveryStatus, description: status.description, parameters: { status: 'in' } },
    createdAt: {
      kind: 'instant',
      description: 'When the delivery was created.',
      parameters: { since: 'gte', before: 'lt' },
    },
  },
} as const satisfies DeclaredList;
export type WebhookDeliveryFilter = FilterOf<typeof webhookDeliveryList>;
