import { z } from 'zod';
import { namesOf } from '../../domain/base/record.ts';
import { recordKind } from '../../domain/base/record-kinds.ts';
import { rateChangeKind } from '../../domain/lookups/rate-changes.ts';
import { eventTypes, testEventType } from '../../domain/webhooks/event-types.ts';
import { sentKinds } from '../../domain/webhooks/webhook-event.ts';
import { count, day, flag, instant, list, named, oneOfMany, text, uuid } from '../http/members.ts';
import { type Components, type JsonSchema, responseSchema } from './json-schema.ts';

const path = text('Path on this gateway that returns the details.', [
  '/v1/customers/serviceId/01980000-0000-7000-8000-00000000d370',
]);
const country = text('ISO 3166-1 country code.', ['US']);
const state = text('Code of the US state or region, as in addresses; absent for a whole country.', ['MN']).optional();
const place = text('ISO 3166 code of the place, such as US-MN, CA-QC or DE.', ['US-MN']);
const version = count('Version of the record after the change.');

const changedRecord = z.object({
  recordType: oneOfMany(
    sentKinds,
    `Kind of the record. ${sentKinds.map((kind) => `\`${kind}\`: ${recordKind.values[kind]}`).join(' ')}`,
  ),
  serviceId: uuid('serviceId of the record.'),
  recordKey: text('Key of the record, such as source and external id.', ['9/INV-1']),
  version,
  changedMembers: list(z.string(), 'Names of the changed members, without values; empty for a new record.'),
  reason: text('The reason, if given.').optional(),
  clientId: text('Client that made the change; absent for changes by the operator.').optional(),
  requestId: text('Request id; absent for changes by the operator.').optional(),
  path,
});

const expiring = z.object({
  recordType: z.literal('EXEMPTION').meta({ description: 'Type of the record.' }),
  serviceId: uuid('serviceId of the exemption.'),
  customerId: uuid('serviceId of the customer.'),
  place,
  country,
  state,
  validThrough: day('Last day of the certificate.'),
  daysLeft: count('Days until expiry.'),
  version,
  path,
});

const crossed = z.object({
  place,
  country: text('ISO 3166-1 country code; EU for the other member states combined.', ['US']),
  state,
  name: text('English name of the place.'),
  from: day('First day of the measured period.'),
  to: day('Last day of the measured period so far.'),
  reachedOn: day('Day on which the threshold was reached; absent if unknown.').optional(),
  collectFrom: day(
    'Day from which tax must be collected under the rule of the place; absent if the rate book has no such rule.',
  ).optional(),
  isCollecting: flag('Whether tax is collected in the place.'),
  isDeclared: flag('Whether the place has, or had, a declaration.'),
  path,
});

const changing = z.object({
  changeId: text('Id of the change.', ['2027-07-01.US.SD.RATE']),
  kind: oneOfMany(namesOf(rateChangeKind), 'Kind of change.'),
  place,
  country,
  state,
  jurisdictionId: text('Id of the affected jurisdiction.', ['SD']),
  name: text('Name of the jurisdiction.', ['South Dakota']),
  taxCodes: list(z.string(), 'Affected tax codes; empty for a general rate.'),
  effectiveOn: day('First day of the new rate or rule.'),
  daysLeft: count('Days until the change takes effect.'),
  path: text('Path on this gateway to the effect on the account.', [
    '/v1/rate_changes/id/2027-07-01.US.SD.RATE/effect',
  ]),
});

const activated = z.object({
  number: count('Version number; 0 for the bundled rates.'),
  activationNumber: count('Activation number.'),
  path,
});

const tested = z.object({
  endpointId: uuid('serviceId of the endpoint.'),
  message: text('Text stating that this is a test event.'),
});

type Told = {
  readonly name: string;
  readonly types: readonly string[];
  readonly summary: string;
  readonly data: z.ZodObject;
};

const all = Object.keys(eventTypes);
const written = all.filter(
  (type) => /^(transaction|customer|exemption|certificate|tax_return)\./.test(type) && type !== 'exemption.expiring',
);

const told: readonly Told[] = [
  { name: 'RecordWritten', types: written, summary: 'A record was written', data: changedRecord },
  {
    name: 'ExemptionExpiring',
    types: ['exemption.expiring'],
    summary: 'A certificate expires soon',
    data: expiring,
  },
  {
    name: 'NexusThresholdReached',
    types: ['nexus.threshold_reached'],
    summary: 'Sales have reached a nexus threshold',
    data: crossed,
  },
  {
    name: 'RateChanging',
    types: ['rate.changing'],
    summary: 'A rate or rule will change soon',
    data: changing,
  },
  {
    name: 'RateBookActivated',
    types: ['rate_book.activated'],
    summary: 'A different rate book version is active',
    data: activated,
  },
  { name: 'WebhookTest', types: [testEventType], summary: 'A test was requested', data: tested },
];

/** The requests sent to webhook endpoints, for `webhooks` in the document. */
export function webhookEvents(components: Components): JsonSchema {
  return Object.fromEntries(
    told.map(({ name, types, summary, data }) => {
      const event = named(`${name}Event`, `${summary}.`, {
        type: oneOfMany(types, wordsOf(types)),
        timestamp: instant('Time of the event.'),
        data: data.meta({ description: 'Details of the event.' }),
      });
      return [name, { post: operationFor({ name, summary, schema: responseSchema(event, components) }) }];
    }),
  );
}

const wordsOf = (types: readonly string[]) =>
  types
    .map((type) => `${type}: ${Object.entries(eventTypes).find(([known]) => known === type)?.[1] ?? 'A test.'}`)
    .join(' ');

const headers = [
  ['webhook-id', 'Event id. Retries and redeliveries keep it, so receivers can detect duplicates.', { type: 'string' }],
  ['webhook-timestamp', 'Time sent, in seconds since 1970.', { type: 'integer' }],
  [
    'webhook-signature',
    'Signatures as in Standard Webhooks 1.0.0, made with the endpoint’s secret and, after a rotation, also with the previous secret: `v1,` and the base64 HMAC-SHA256 of id, timestamp and body, separated by dots.',
    { type: 'string' },
  ],
] as const;

type Received = { readonly name: string; readonly summary: string; readonly schema: JsonSchema };

function operationFor({ name, summary, schema }: Received): JsonSchema {
  return {
    operationId: `receive${name}`,
    tags: ['Webhooks'],
    summary,
    description:
      'Verify the signature, respond within 15 seconds, and process the event afterwards. Any status other than 2xx or 410 is retried for three days.',
    security: [],
    parameters: headers.map(([header, description, form]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: form,
    })),
    requestBody: {
      required: true,
      description: 'The event.',
      content: { 'application/json': { schema } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      410: { description: 'The endpoint refuses further events and is disabled.' },
    },
  };
}
