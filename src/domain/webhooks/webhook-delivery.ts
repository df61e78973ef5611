import { boundedText } from '../base/fields.ts';
import { field, type RecordOf, record, states } from '../base/record.ts';
import { storedTimes } from '../base/timestamps.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { eventTypes, testEventType } from './event-types.ts';
import type { WebhookEvent } from './webhook-event.ts';

const deliveryStatus = states('WebhookDeliveryStatus', 'Status of a delivery to a webhook endpoint.', {
  PENDING: 'The first or next attempt is pending.',
  DELIVERED: 'The endpoint responded with a status from 200 to 299.',
  FAILED: 'All attempts failed. The delivery can be resent.',
});

const webhookAttempt = record('WebhookAttempt', 'One attempt to deliver an event to a webhook endpoint.', {
  attemptedAt: field.instant('When the request was sent.'),
  statusCode: field.optional(field.count('HTTP status of the response.'), 'without a response'),
  durationMs: field.count('Time until the response or the timeout, in milliseconds.'),
  failure: field.optional(field.text('Why the attempt failed.'), 'if the attempt succeeded'),
});
export type WebhookAttempt = RecordOf<typeof webhookAttempt>;

export const webhookDelivery = record('WebhookDelivery', 'An event sent or pending for a webhook endpoint.', {
  serviceId: field.uuid('Id that this service assigned to the delivery.'),
  endpointId: field.uuid('`serviceId` of the endpoint.'),
  eventId: field.uuid(
    'Id of the event: the header `webhook-id`. It is the same for all attempts and for resent deliveries.',
  ),
  eventType: field.text('Type of the event, such as transaction.created.', {
    examples: ['transaction.created'],
    known: [...Object.keys(eventTypes), testEventType],
  }),
  occurredAt: field.instant('When the event occurred.'),
  status: field.choice(deliveryStatus, 'Current delivery status.'),
  nextAttemptAt: field.optional(field.instant('Time of the next attempt.'), 'if no attempt is planned'),
  attempts: field.list(webhookAttempt, 20, 'The last attempts, oldest first.'),
  data: field.json('Payload: ids and the names of changed members, never their values.'),
  ...storedTimes('delivery'),
});
export type WebhookDelivery = RecordOf<typeof webhookDelivery> & Pick<WebhookEvent, 'data'>;

const { endpointId, eventType, status } = webhookDelivery.fields;

export const webhookDeliveryList = {
  name: 'webhookDeliveries',
  of: webhookDelivery,
  plural: 'deliveries',
  scope: 'webhooks:read',
  description: 'Events sent to webhook endpoints in the last 14 days, newest first, with their last attempts.',
  fields: {
    endpointId: { kind: 'uuid', description: endpointId.description, parameters: { endpointId: 'eq' } },
    eventType: {
      kind: 'text',
      of: boundedText(1, 40),
      description: eventType.description,
      parameters: { eventType: 'eq' },
    },
    status: { kind: 'choice', of: deliveryStatus, description: status.description, parameters: { status: 'in' } },
    createdAt: {
      kind: 'instant',
      description: 'When the delivery was created.',
      parameters: { since: 'gte', before: 'lt' },
    },
  },
} as const satisfies DeclaredList;
export type WebhookDeliveryFilter = FilterOf<typeof webhookDeliveryList>;

/** Pauses between attempts, in seconds: the example schedule of Standard Webhooks, 75 hours in total. */
const pauses = [5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600];
/**
 * Maximum random change to a pause, as a fraction, so that deliveries that failed together are not retried together.
 */
const jitter = 0.1;
const longestAskedSeconds = 24 * 3_600;

/** An endpoint that fails for this long is disabled. */
const daysUntilDisabled = 5;
const dayMs = 86_400_000;

type Failed = {
  /** The number of attempts made, including this one. */
  readonly attempts: number;
  readonly at: Date;
  /** A random number from 0 to 1. */
  readonly random: number;
  /** The value of `Retry-After` from the endpoint, if any. */
  readonly retryAfterSeconds: number | null;
};

/** The time of the next attempt after a failure; null after the last attempt. */
export function nextAttemptAt({ attempts, at, random, retryAfterSeconds }: Failed): Date | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  const spread = pause * (1 + jitter * (2 * random - 1));
  const seconds = Math.max(spread, Math.min(retryAfterSeconds ?? 0, longestAskedSeconds));
  return new Date(at.getTime() + Math.round(seconds * 1_000));
}

/** Whether to disable an endpoint that has been failing since the given time. */
export function isGivenUp(failingSince: Date | null, at: Date): boolean {
  return failingSince !== null && at.getTime() - failingSince.getTime() >= daysUntilDisabled * dayMs;
}
