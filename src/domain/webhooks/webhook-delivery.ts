import { field, type RecordOf, record, states } from '../base/record.ts';
import { storedTimes } from '../base/timestamps.ts';
import { eventTypes, testEventType } from './event-types.ts';
import type { WebhookEvent } from './webhook-event.ts';

export const deliveryStatus = states('WebhookDeliveryStatus', 'What became of a delivery to a webhook endpoint.', {
  PENDING: 'Waiting for its first or next attempt.',
  DELIVERED: 'The endpoint answered with a status from 200 to 299.',
  FAILED: 'Every attempt failed; it can be sent again.',
});

const webhookAttempt = record('WebhookAttempt', 'One attempt to deliver an event to a webhook endpoint.', {
  attemptedAt: field.instant('When the request was sent.'),
  statusCode: field.optional(field.count('HTTP status of the answer.'), 'without one'),
  durationMs: field.count('Time until the answer, or until it was given up, in milliseconds.'),
  failure: field.optional(field.text('Why the attempt failed.'), 'if it succeeded'),
});
export type WebhookAttempt = RecordOf<typeof webhookAttempt>;

export const webhookDelivery = record(
  'WebhookDelivery',
  'An event sent, or waiting to be sent, to a webhook endpoint.',
  {
    serviceId: field.uuid('Id that this service assigned to the delivery.'),
    endpointId: field.uuid('`serviceId` of the endpoint.'),
    eventId: field.uuid('Id of the event: the header `webhook-id`. Attempts and repetitions have the same.'),
    eventType: field.text('Type of the event, such as transaction.created.', {
      examples: ['transaction.created'],
      known: [...Object.keys(eventTypes), testEventType],
    }),
    occurredAt: field.instant('When the event happened.'),
    status: field.choice(deliveryStatus, 'Delivery status so far.'),
    nextAttemptAt: field.optional(field.instant('When it is tried next.'), 'if it is not'),
    attempts: field.list(webhookAttempt, 20, 'The last attempts, oldest first.'),
    data: field.json('Payload: ids and the names of changed members, never their values.'),
    ...storedTimes('delivery'),
  },
);
export type WebhookDelivery = RecordOf<typeof webhookDelivery> & Pick<WebhookEvent, 'data'>;
