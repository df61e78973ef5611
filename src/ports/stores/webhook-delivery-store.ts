import type { WebhookDelivery, WebhookDeliveryFilter } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import type { PageRequest } from './page-request.ts';

/** An endpoint's deliveries to resend. Pending deliveries do not change. */
type Redelivery = {
  readonly endpointId: string;
  readonly since: Date;
  readonly before: Date;
  readonly onlyFailed: boolean;
  /** If more deliveries match, nothing changes. */
  readonly atMost: number;
};

/** The log of the requests sent to the endpoints of a tenant. */
export interface WebhookDeliveryStore {
  list(filter: WebhookDeliveryFilter, page: PageRequest): Promise<WebhookDelivery[]>;
  count(filter: WebhookDeliveryFilter): Promise<number>;
  find(serviceId: string): Promise<WebhookDelivery | null>;
  /** Records an event for one endpoint. */
  add(event: WebhookEvent, endpointId: string, at: Date): Promise<WebhookDelivery>;
  /** Null if the delivery does not exist. A pending delivery does not change. */
  redeliver(serviceId: string, at: Date): Promise<WebhookDelivery | null>;
  /** The number of resent deliveries, or null if too many match. */
  redeliverAll(redelivery: Redelivery, at: Date): Promise<number | null>;
}
