import { z } from 'zod';
import { absentAsNull, boundedText, timestampInput } from '../base/fields.ts';
import { choiceInput, strictInput } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { addIssue } from '../base/parse-input.ts';
import { patchOf } from '../base/patch-of.ts';
import { withoutNulls } from '../base/plain-object.ts';
import { parseTimestamp } from '../base/timestamps.ts';
import { eventTypePatterns } from './event-types.ts';
import { webhookStatus } from './webhook-endpoint.ts';
import { addressIn, faultOfPort, isPublicAddress } from './webhook-target.ts';

const { urlCharacters } = gatewayLimits.webhooks;

/** The URLs that the operator allows. */
export type TargetRules = { readonly allowsPrivate: boolean };

const described = {
  url: 'HTTPS URL that receives the events. The port must be 443, or 1024 or higher and not a database port. No user name, password or fragment is allowed, and the host must be on the public Internet.',
  eventTypes: `Types of events to send, such as transaction.created; transaction.* for a group, * for all types. Known: ${eventTypePatterns.join(', ')}.`,
  description: 'Free-text note, such as `order desk`.',
  status: 'Whether events are sent. Default: ACTIVE.',
};

const pattern = z.string().superRefine((value, ctx) => {
  if (eventTypePatterns.includes(value)) return;
  const message = `Unknown event type ${JSON.stringify(value.slice(0, 60))}. Known: ${eventTypePatterns.join(', ')}.`;
  addIssue(ctx, { path: [], code: 'UNKNOWN_VALUE', message });
});

/** The fields as submitted, without the URL checks that depend on the operator's settings. */
export const webhookEndpointFields = strictInput(
  'CreateWebhookEndpointInput',
  'The URL of the endpoint, and the events to send.',
  {
    url: boundedText(1, urlCharacters).meta({ description: described.url, format: 'uri' }),
    eventTypes: z.array(pattern).min(1).max(eventTypePatterns.length).meta({ description: described.eventTypes }),
    description: absentAsNull(boundedText(0, 256)).meta({ description: described.description }),
    status: choiceInput(webhookStatus).default('ACTIVE').meta({ description: described.status }),
  },
);

export const webhookEndpointPatch = patchOf(webhookEndpointFields);
export type WebhookEndpointPatch = z.output<typeof webhookEndpointPatch>;

export function webhookEndpointInput(rules: TargetRules) {
  const url = webhookEndpointFields.shape.url.superRefine((value, ctx) => {
    for (const message of faultsOf(value, rules)) addIssue(ctx, { path: [], code: 'INVALID_VALUE', message });
  });
  const fields = webhookEndpointFields.extend({ url: url.meta(webhookEndpointFields.shape.url.meta() ?? {}) });
  return z.preprocess(withoutNulls, fields);
}
export type WebhookEndpointInput = z.output<ReturnType<typeof webhookEndpointInput>>;

/** The issues with a URL. The resolved address is checked when an event is sent. */
function faultsOf(text: string, { allowsPrivate }: TargetRules): string[] {
  if (!URL.canParse(text)) return ['Must be a URL, such as https://shop.example.com/hooks.'];
  const url = new URL(text);
  const { protocol, username, password, hash } = url;
  const faults: string[] = [];
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:')) faults.push('Must begin with https://.');
  if (username !== '' || password !== '')
    faults.push('Must not contain a user name or password. Check the signature instead.');
  if (hash !== '') faults.push('Must not contain a fragment, because fragments are not sent.');
  const portFault = allowsPrivate || protocol !== 'https:' ? null : faultOfPort(url);
  if (portFault !== null) faults.push(portFault);
  const address = addressIn(url);
  if (!allowsPrivate && (address === null ? isLocalName(url.hostname) : !isPublicAddress(address))) {
    faults.push('The host must be on the public Internet.');
  }
  return faults;
}

const isLocalName = (hostname: string) => /^localhost\.?$|\.(localhost|local|internal)\.?$/i.test(hostname);

const { redelivered, overlapHours } = gatewayLimits.webhooks;

export const rotationInput = z.strictObject({
  overlapHours: z
    .int()
    .min(0)
    .max(overlapHours)
    .default(24)
    .meta({
      description: `Number of hours for which deliveries are also signed with the old secret, from 0 to ${overlapHours}. Default: 24.`,
    }),
});

/** In GraphQL, the time is already parsed. */
const instantInput = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  timestampInput.transform((text) => parseTimestamp(text)!.at),
);

export const redeliveryInput = z.strictObject({
  since: instantInput.meta({ description: 'Deliveries created at or after this time, such as 2026-07-01T00:00:00Z.' }),
  before: absentAsNull(instantInput).meta({ description: 'Deliveries created before this time. Default: now.' }),
  onlyFailed: z
    .boolean()
    .default(true)
    .meta({
      description: `Whether to resend only failed deliveries. Default: true. The call fails if more than ${redelivered} deliveries match.`,
    }),
});
export type RedeliveryInput = z.output<typeof redeliveryInput>;

/** The problems that resending a delivery can report in REST and GraphQL. */
export const deliveryProblems = ['NOT_FOUND', 'WEBHOOK_DISABLED'] as const;
