import { field, type RecordOf, record, states } from '../base/record.ts';
import { storedTimes } from '../base/timestamps.ts';

export const webhookStatus = states('WebhookEndpointStatus', 'Whether a webhook endpoint receives events.', {
  ACTIVE: 'Events are sent.',
  DISABLED: 'New events are not recorded for the endpoint; pending deliveries are on hold.',
});

const endpointFields = {
  serviceId: field.uuid('Id that this service assigned to the endpoint.'),
  url: field.text('Public HTTPS URL that receives the events.', { examples: ['https://shop.example.com/hooks'] }),
  eventTypes: field.list(
    field.text('An event type, or a pattern of event types.', { examples: ['transaction.*'] }),
    5,
    'Event types or patterns to send, such as `transaction.*`.',
  ),
  description: field.optional(field.text('Free-text description of the endpoint.')),
  status: field.choice(webhookStatus, 'Whether the endpoint receives events.'),
  disabledReason: field.optional(
    field.text('Why the gateway disabled the endpoint, for example after five days of failures.'),
    'if the gateway did not disable the endpoint',
  ),
  previousSecretUntil: field.optional(
    field.instant('Time until which deliveries are also signed with the previous secret, after a rotation.'),
    'if no previous secret is valid',
  ),
  failingSince: field.optional(field.instant('Time since which every delivery has failed.'), 'if deliveries succeed'),
  ...storedTimes('endpoint'),
  version: field.count('Version of the endpoint. It increases with every change.'),
};

/** A tenant's webhook endpoint. Secrets are not included, because they are shown only once. */
export const webhookEndpoint = record(
  'WebhookEndpoint',
  'An endpoint that receives events. Its secret is shown only once, on creation.',
  endpointFields,
);
export type WebhookEndpoint = RecordOf<typeof webhookEndpoint>;

export const endpointSecret =
  'Secret used to sign deliveries, such as whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw. It is shown only once, so store it safely.';
