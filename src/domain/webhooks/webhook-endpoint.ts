import type { InternalTimestamps } from '../base/timestamps.ts';

export const webhookStatuses = {
  ACTIVE: 'Events are sent.',
  DISABLED: 'No events are noted for it, and those that wait are held back.',
} as const;
export type WebhookStatus = keyof typeof webhookStatuses;

/** A tenant's webhook endpoint, without its secrets: they are shown once. */
export type WebhookEndpoint = {
  readonly serviceId: string;
  readonly url: string;
  /** Types, or patterns of them: `transaction.*`. */
  readonly eventTypes: readonly string[];
  readonly description: string | null;
  readonly status: WebhookStatus;
  /** Why the gateway disabled it; null if it did not. */
  readonly disabledBecause: string | null;
  /** Until when deliveries are signed with the secret before the last rotation, too; null without one. */
  readonly previousSecretUntil: Date | null;
  /** Since when every delivery failed; null while they succeed. */
  readonly failingSince: Date | null;
  readonly internalTimestamps: InternalTimestamps;
  readonly version: number;
};

export const endpointMembers = {
  disabledBecause: 'Why the gateway disabled the endpoint, such as five days of failures; absent if it did not.',
  previousSecretUntil: 'Until when deliveries are signed with the secret before the last rotation, too.',
  failingSince: 'Since when every delivery failed; absent while they succeed.',
  secret:
    'Secret that deliveries are signed with, such as whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw. It is shown only now: keep it.',
} as const;
