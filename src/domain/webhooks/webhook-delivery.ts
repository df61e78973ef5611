import { field, type RecordOf, record, states } from '../base/record.ts';
import { storedTimes } from '../base/timestamps.ts';
import { eventTypes, testEventType } from './event-types.ts';
import type { WebhookEvent } from './webhook-event.ts';

export const deliveryStatus = states('WebhookDeliveryStatus', 'Status of a delivery to a webhook endpoint.', {
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
