import { z } from 'zod';
import { namesOf } from '../../domain/base/record.ts';
import { recordKind } from '../../domain/base/record-kinds.ts';
import { rateChangeKind } from '../../domain/lookups/rate-changes.ts';
import { eventTypes, testEventType } from '../../domain/webhooks/event-types.ts';
import { count, day, flag, instant, list, named, oneOfMany, text, uuid } from '../http/members.ts';
import { type Components, type JsonSchema, responseSchema } from './json-schema.ts';

const path = text('Path of this gateway to read it at.', [
  '/v1/customers/serviceId/01980000-0000-7000-8000-00000000d370',
]);
const country = text('Country, by ISO 3166-1 code.', ['US']);
const state = text('US state or region, by its code as in an address; absent for a whole country.', ['MN']).optional();
const place = text('ISO 3166 code of the place, such as US-MN, CA-QC or DE.', ['US-MN']);
const version = count('Version of the record then.');

const changedRecord = z.object({
  recordType: oneOfMany(
    ['TRANSACTION', 'CUSTOMER', 'EXEMPTION', 'TAX_RETURN'],
    `What was written: ${recordKind.values.TRANSACTION} ${recordKind.values.CUSTOMER} ${recordKind.values.EXEMPTION} ${recordKind.values.TAX_RETURN}`,
  ),
  serviceId: uuid('serviceId of the record.'),
  recordKey: text('Its key, such as source and external id.', ['9/INV-1']),
  version,
  changedMembers: list(
    z.string(),
    'Names of the members that changed; empty for a new record. Their values are not sent.',
  ),
  reason: text('The reason, if one was given.').optional(),
  clientId: text('Client that wrote it; absent for the operator.').optional(),
  requestId: text('Id of its request; absent for the operator.').optional(),
  path,
});

const expiring = z.object({
  recordType: z.literal('EXEMPTION').meta({ description: 'Type of the record.' }),
  serviceId: uuid('serviceId of the exemption.'),
  customerId: uuid('serviceId of its customer.'),
  place,
  country,
  state,
  validThrough: day('Last day of the certificate.'),
  daysLeft: count('Days until then.'),
  version,
  path,
});

const crossed = z.object({
  place,
  country: text('Country, by ISO 3166-1 code; EU for the other member states together.', ['US']),
  state,
  name: text('English name of the place.'),
  from: day('First day of the period that is measured.'),
  to: day('Last day of it so far.'),
  reachedOn: day('Day on which the threshold was reached; absent if unknown.').optional(),
  collectFrom: day(
    'Day from which the tax has to be collected, by the rule of the place; absent if the rate book has none.',
  ).optional(),
  isCollecting: flag('Whether tax is collected there.'),
  isDeclared: flag('Whether anything was ever declared for the place.'),
  path,
});

const changing = z.object({
  changeId: text('Id of the change.', ['2027-07-01.US.SD.RATE']),
  kind: oneOfMany(namesOf(rateChangeKind), 'What changes.'),
  place,
  country,
  state,
  jurisdictionId: text('Id of the jurisdiction whose law changes.', ['SD']),
  name: text('Its name.', ['South Dakota']),
  taxCodes: list(z.string(), 'The tax codes whose rule changes; empty for a general rate.'),
  effectiveOn: day('First day of the new rate or rule.'),
  daysLeft: count('Days until then.'),
  path: text('Path of this gateway to read what the change means for you at.', [
    '/v1/rate_changes/id/2027-07-01.US.SD.RATE/effect',
  ]),
});

const activated = z.object({
  number: count('Number of the version; 0 for the bundled rates.'),
  activationNumber: count('Number of the activation.'),
  path,
});

const tested = z.object({ endpointId: uuid('serviceId of the endpoint.'), message: text('That this is a test.') });

type Told = {
  readonly name: string;
  readonly types: readonly string[];
  readonly summary: string;
  readonly data: z.ZodObject;
};

const all = Object.keys(eventTypes);
const written = all.filter(
  (type) => /^(transaction|customer|exemption|tax_return)\./.test(type) && type !== 'exemption.expiring',
);

const told: readonly Told[] = [
  { name: 'RecordWritten', types: written, summary: 'A record was written', data: changedRecord },
  {
    name: 'ExemptionExpiring',
    types: ['exemption.expiring'],
    summary: 'The last day of a certificate is near',
    data: expiring,
  },
  {
    name: 'NexusThresholdReached',
    types: ['nexus.threshold_reached'],
    summary: 'Sales have reached a threshold of nexus',
    data: crossed,
  },
  {
    name: 'RateChanging',
    types: ['rate.changing'],
    summary: 'A rate or rule is about to change',
    data: changing,
  },
  {
    name: 'RateBookActivated',
    types: ['rate_book.activated'],
    summary: 'Another version of the rate book is in force',
    data: activated,
  },
  { name: 'WebhookTest', types: [testEventType], summary: 'Somebody asked for a test', data: tested },
];

/** What the gateway sends to webhook endpoints, for `webhooks` of the document. */
export function webhookEvents(components: Components): JsonSchema {
  return Object.fromEntries(
    told.map(({ name, types, summary, data }) => {
      const event = named(`${name}Event`, `${summary}.`, {
        type: oneOfMany(types, wordsOf(types)),
        timestamp: instant('When it happened.'),
        data: data.meta({ description: 'What happened to which record.' }),
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
  ['webhook-id', 'Id of the event. Attempts and repetitions have the same: remember it.', { type: 'string' }],
  ['webhook-timestamp', 'When the request was sent, in seconds since 1970.', { type: 'integer' }],
  [
    'webhook-signature',
    'Signatures by the secret of the endpoint and, after a rotation, the one before, as Standard Webhooks 1.0.0 has it: `v1,` and the HMAC-SHA256 of id, timestamp and body, separated by dots, in base64.',
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
      'Check the signature, answer within 15 seconds, and work later. Anything but 2xx is tried again for three days.',
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
      '2XX': { description: 'It was received.' },
      410: { description: 'The endpoint refuses further events: it is disabled.' },
    },
  };
}
