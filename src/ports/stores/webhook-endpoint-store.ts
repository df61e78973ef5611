import type { WebhookDelivery, WebhookDeliveryFilter } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import type { PageRequest } from './page-request.ts';

/**
 * A new secret for an endpoint. The old secret remains valid until the given time, or becomes invalid immediately if
 * null.
 */
export type SecretRotation = { readonly secret: string; readonly previousUntil: Date | null };

/** The webhook endpoints of a tenant. Secrets are stored, but never returned. */
export interface WebhookEndpointStore {
  /** All endpoints, newest first; a tenant has few. */
  list(): Promise<WebhookEndpoint[]>;
  find(serviceId: string): Promise<WebhookEndpoint | null>;
  /** False if the tenant is at its limit of endpoints. */
  insert(endpoint: WebhookEndpoint, secret: string): Promise<boolean>;
  /**
   * Writes the endpoint if the stored version is still `expectedVersion`; false otherwise. An endpoint that becomes
   * active receives later events only.
   */
  replace(endpoint: WebhookEndpoint, expectedVersion: number): Promise<boolean>;
  /** Like `replace`, but with a new secret. */
  rotate(endpoint: WebhookEndpoint, expectedVersion: number, rotation: SecretRotation): Promise<boolean>;
  /** False if the endpoint does not exist. Its deliveries are no longer listed, and are deleted later. */
  remove(serviceId: string, at: Date): Promise<boolean>;
}

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
