import type { DeliveryStatus, WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import type { PageRequest } from './page-request.ts';

/** Conditions that are set must match. */
export type DeliveryFilter = {
  readonly endpointId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  /** A half-open range of creation times. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
};

/** Deliveries of an endpoint to send again; pending ones are left unchanged. */
type Redelivery = {
  readonly endpointId: string;
  readonly since: Date;
  readonly before: Date;
  readonly onlyFailed: boolean;
  /** Nothing changes if more match. */
  readonly atMost: number;
};

/** The log of the requests sent to the endpoints of a tenant. */
export interface WebhookDeliveryStore {
  list(filter: DeliveryFilter, page: PageRequest): Promise<WebhookDelivery[]>;
  count(filter: DeliveryFilter): Promise<number>;
  find(serviceId: string): Promise<WebhookDelivery | null>;
  /** Records an event for one endpoint. */
  add(event: WebhookEvent, endpointId: string, at: Date): Promise<WebhookDelivery>;
  /** Null if there is none; a pending delivery is left unchanged. */
  redeliver(serviceId: string, at: Date): Promise<WebhookDelivery | null>;
  /** How many are sent again, or null if too many match. */
  redeliverAll(redelivery: Redelivery, at: Date): Promise<number | null>;
}
