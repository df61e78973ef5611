import type { DeliveryStatus, WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import type { PageRequest } from './page-request.ts';

/** Conditions that are set must match. */
export type DeliveryFilter = {
  readonly endpointId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  /** Made from this instant on, and before that one. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
};

/** Deliveries of an endpoint to be made again; those that wait are left alone. */
type Redelivery = {
  readonly endpointId: string;
  readonly since: Date;
  readonly before: Date;
  readonly onlyFailed: boolean;
  /** Nothing is changed if more fit. */
  readonly atMost: number;
};

/** The log of what was sent to the endpoints of a tenant. */
export interface WebhookDeliveryStore {
  list(filter: DeliveryFilter, page: PageRequest): Promise<WebhookDelivery[]>;
  count(filter: DeliveryFilter): Promise<number>;
  find(serviceId: string): Promise<WebhookDelivery | null>;
  /** Notes an event for one endpoint. */
  add(event: WebhookEvent, endpointId: string, at: Date): Promise<WebhookDelivery>;
  /** Null if there is none; a pending delivery is left unchanged. */
  redeliver(serviceId: string, at: Date): Promise<WebhookDelivery | null>;
  /** How many are made again, or null if too many fit. */
  redeliverAll(redelivery: Redelivery, at: Date): Promise<number | null>;
}
