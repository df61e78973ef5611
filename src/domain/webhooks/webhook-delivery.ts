import type { InternalTimestamps } from '../base/timestamps.ts';
import type { WebhookEvent } from './webhook-event.ts';

export const deliveryStatuses = {
  PENDING: 'It is tried now, or at its next attempt.',
  DELIVERED: 'The endpoint answered with a status from 200 to 299.',
  FAILED: 'Every attempt failed; it can be sent again.',
} as const;
export type DeliveryStatus = keyof typeof deliveryStatuses;

/** One attempt to deliver an event. */
export type WebhookAttempt = {
  /** When the request was sent. */
  readonly at: Date;
  /** HTTP status; null without an answer. */
  readonly statusCode: number | null;
  /** Time until the answer, or until it was given up, in milliseconds. */
  readonly ms: number;
  /** Why it failed; null if it succeeded. */
  readonly failure: string | null;
};

/** An event on its way to an endpoint, or there. */
export type WebhookDelivery = Pick<WebhookEvent, 'eventId' | 'eventType' | 'occurredAt' | 'data'> & {
  readonly serviceId: string;
  readonly endpointId: string;
  readonly status: DeliveryStatus;
  /** Null unless it waits for one. */
  readonly nextAttemptAt: Date | null;
  /** The last ones, oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  readonly internalTimestamps: InternalTimestamps;
};

export const deliveryMembers = {
  endpointId: 'serviceId of the endpoint.',
  eventId: 'Id of the event: the header webhook-id. Attempts and repetitions have the same.',
  eventType: 'Type of the event, such as transaction.created.',
  occurredAt: 'When the event happened.',
  nextAttemptAt: 'When it is tried next; absent if it is not.',
  attempts: 'The last attempts, oldest first.',
  at: 'When the request was sent.',
  statusCode: 'HTTP status of the answer; absent without one.',
  ms: 'Time until the answer, or until it was given up, in milliseconds.',
  failure: 'Why the attempt failed; absent if it succeeded.',
  data: 'What was, or will be, sent as `data`: names of the record, and which members changed, but none of their values.',
} as const;
