import type { RecordFilter } from '../base/record-filter.ts';
import type { DeliveryStatus } from './webhook-delivery.ts';

export type WebhookDeliveryFields = {
  readonly endpointId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
};

export type WebhookDeliveryFilter = RecordFilter<WebhookDeliveryFields>;
