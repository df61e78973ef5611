import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';

/** A secret that replaces another. The old one stays in use until the given time, or ends at once if null. */
export type SecretRotation = { readonly secret: string; readonly previousUntil: Date | null };

/** The webhook endpoints of a tenant. Secrets come out only for the request that made them. */
export interface WebhookEndpointStore {
  /** All of them, newest first; a tenant has few. */
  list(): Promise<WebhookEndpoint[]>;
  find(serviceId: string): Promise<WebhookEndpoint | null>;
  /** False if the tenant is at its limit of endpoints. */
  insert(endpoint: WebhookEndpoint, secret: string): Promise<boolean>;
  /**
   * Writes the endpoint if the stored version is still `expectedVersion`; false otherwise. An endpoint that becomes active
   * receives the events that follow.
   */
  replace(endpoint: WebhookEndpoint, expectedVersion: number): Promise<boolean>;
  /** The same, with a new secret. */
  rotate(endpoint: WebhookEndpoint, expectedVersion: number, rotation: SecretRotation): Promise<boolean>;
  /** False if there is none. Its deliveries are deleted with it. */
  remove(serviceId: string, at: Date): Promise<boolean>;
}
