import { type EnumerationValue, field, type RecordOf, record, states } from '../base/record.ts';
import { storedTimes } from '../base/timestamps.ts';

export const webhookStatus = states('WebhookEndpointStatus', 'Whether a webhook endpoint gets events.', {
  ACTIVE: 'Events are sent.',
  DISABLED: 'New events are not recorded for it; pending deliveries are held.',
});
export type WebhookStatus = EnumerationValue<typeof webhookStatus>;

const endpointFields = {
  serviceId: field.uuid('Id that this service assigned to the endpoint.'),
  url: field.text('Public HTTPS address that events are sent to.', { examples: ['https://shop.example.com/hooks'] }),
  eventTypes: field.list(
    field.text('A type, or a pattern of types.', { examples: ['transaction.*'] }),
    5,
    'Types of the events that are sent, or patterns of them, such as `transaction.*`.',
  ),
  description: field.optional(field.text('Free-text description of the endpoint.')),
  status: field.choice(webhookStatus, 'Whether it gets events.'),
  disabledReason: field.optional(
    field.text('Why the gateway disabled the endpoint, such as five days of failures.'),
    'if it did not',
  ),
  previousSecretUntil: field.optional(
    field.instant('Until when deliveries are signed with the secret before the last rotation, too.'),
    'without one',
  ),
  failingSince: field.optional(field.instant('Since when every delivery failed.'), 'while they succeed'),
  ...storedTimes('endpoint'),
  version: field.count('The version of the endpoint; grows with every change.'),
};

/** A tenant's webhook endpoint, without its secrets: they are shown once. */
export const webhookEndpoint = record(
  'WebhookEndpoint',
  'An endpoint that receives events. Its secret is shown only once, on creation.',
  endpointFields,
);
export type WebhookEndpoint = RecordOf<typeof webhookEndpoint>;

export const endpointSecret =
  'Secret that deliveries are signed with, such as whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw. It is shown only once: keep it.';
