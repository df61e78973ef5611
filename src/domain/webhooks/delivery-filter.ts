import type { RecordFilter } from '../lists/record-filter.ts';
import type { DeliveryStatus } from './webhook-delivery.ts';

export type WebhookDeliveryFields = {
  readonly endpointId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
};

export type WebhookDeliveryFilter = RecordFilter<WebhookDeliveryFields>;
