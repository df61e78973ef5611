import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';

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
