import { describe, expect, it } from 'vitest';
import { openapiDifferences } from '../../support/compatibility/openapi-differences.ts';
import type { Json } from '../../support/openapi.ts';
import { aDocument, object } from './compare.ts';

const text = { type: 'string' };
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 200 }, description: 'Default: 20.' };
const key = { name: 'Idempotency-Key', in: 'header', schema: text };
const json = { 'application/json': { schema: object({ name: text }) } };
const csv = { 'text/csv': { schema: text } };

const operation = {
  operationId: 'putThing',
  tags: ['Things'],
  security: [{ oauth2: ['things:write'] }, { bearer: [] }],
  parameters: [limit, { $ref: '#/components/parameters/Key' }],
  requestBody: { content: { ...json, ...csv } },
  responses: {
    200: {
      headers: { ETag: { schema: text }, Link: { $ref: '#/components/headers/Link' } },
      content: { ...json, ...csv },
    },
    404: { description: 'Not found' },
  },
};
const event = object({ type: { ...text, 'x-extensible-enum': ['made', 'sent'] }, id: text }, 'id');
const webhook = {
  parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: text }],
  requestBody: { required: true, content: { 'application/json': { schema: event } } },
  responses: { '2XX': { description: 'Received' }, 410: { description: 'Gone' } },
};
const scopes = { 'things:read': 'Read.', 'things:write': 'Write.' };
const oauth2 = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/v1/token', scopes } } };
const components = {
  parameters: { Key: key },
  headers: { Link: { schema: text } },
  securitySchemes: { oauth2, bearer: { type: 'http', scheme: 'bearer' } },
};
const released = aDocument(operation, { webhooks: { Made: { post: webhook } }, components });

const changed = (change: Json) => aDocument({ ...operation, ...change }, { webhooks: released.webhooks, components });
const withWebhook = (change: Json) => ({ ...released, webhooks: { Made: { post: { ...webhook, ...change } } } });
const withScheme = (scheme: Json) => ({ ...released, components: { ...components, securitySchemes: scheme } });
const { 404: _, ...without404 } = operation.responses;

const broken: readonly (readonly [string, Json, string])[] = [
  ['a path is removed', { ...released, paths: {} }, 'PUT /v1/things is gone.'],
  ['a method is removed', { ...released, paths: { '/v1/things': { post: operation } } }, 'PUT /v1/things is gone.'],
  [
    'the name of an operation is another',
    changed({ operationId: 'upsertThing' }),
    'In PUT /v1/things, the operationId is upsertThing, not putThing.',
  ],
  ['an operation has another tag', changed({ tags: ['Others'] }), 'In PUT /v1/things, the tag Things is gone.'],
  ['a parameter is removed', changed({ parameters: [key] }), 'In the query of PUT /v1/things, `limit` is gone.'],
  [
    'a parameter is elsewhere',
    changed({ parameters: [{ ...limit, in: 'header' }, key] }),
    'In the query of PUT /v1/things, `limit` is gone.',
  ],
  [
    'a parameter becomes required',
    changed({ parameters: [limit, { ...key, required: true }] }),
    'In the headers of PUT /v1/things, `Idempotency-Key` is now required.',
  ],
  [
    'a required parameter is new',
    changed({ parameters: [limit, key, { name: 'asOf', in: 'query', required: true, schema: text }] }),
    'In the query of PUT /v1/things, `asOf` is now required.',
  ],
  [
    'a required parameter of the path is new',
    {
      ...released,
      paths: { '/v1/things': { put: operation, parameters: [{ name: 'asOf', in: 'query', required: true }] } },
    },
    'In the query of PUT /v1/things, `asOf` is now required.',
  ],
  [
    'a parameter accepts less',
    changed({ parameters: [{ ...limit, schema: { type: 'integer', maximum: 100 } }, key] }),
    'In the query of PUT /v1/things, `limit` has maximum 100, not 200.',
  ],
  [
    'a parameter has another default',
    changed({ parameters: [{ ...limit, description: 'Default: 50.' }, key] }),
    'In the query of PUT /v1/things, `limit` has the default 50, not 20.',
  ],
  [
    'a parameter is written in another way',
    changed({ parameters: [{ ...limit, explode: false }, key] }),
    'In the query of PUT /v1/things, `limit` is written as form, not form, exploded.',
  ],
  ['the body is removed', changed({ requestBody: undefined }), 'In PUT /v1/things, the body is gone.'],
  [
    'the body becomes required',
    changed({ requestBody: { ...operation.requestBody, required: true } }),
    'In PUT /v1/things, the body is now required.',
  ],
  [
    'a media type is no longer accepted',
    changed({ requestBody: { content: json } }),
    'In the body of PUT /v1/things, the media type text/csv is gone.',
  ],
  ['a response is removed', changed({ responses: without404 }), 'In PUT /v1/things, the response 404 is gone.'],
  [
    'a media type is no longer answered',
    changed({ responses: { ...operation.responses, 200: { ...operation.responses[200], content: json } } }),
    'In the 200 response of PUT /v1/things, the media type text/csv is gone.',
  ],
  [
    'a header is no longer answered',
    changed({
      responses: { ...operation.responses, 200: { ...operation.responses[200], headers: { etag: { schema: text } } } },
    }),
    'In the headers of the 200 response of PUT /v1/things, `Link` is gone.',
  ],
  [
    'another scope is required',
    changed({ security: [{ oauth2: ['things:write', 'things:read'] }, { bearer: [] }] }),
    'In PUT /v1/things, the scope things:read is now required.',
  ],
  [
    'the scope is another',
    changed({ security: [{ oauth2: ['things:read'] }, { bearer: [] }] }),
    'In PUT /v1/things, the scope things:read is now required.',
  ],
  [
    'a way to authenticate is removed',
    changed({ security: [{ oauth2: ['things:write'] }] }),
    'In PUT /v1/things, bearer is no longer enough.',
  ],
  [
    'a scope is removed',
    withScheme({
      ...components.securitySchemes,
      oauth2: { ...oauth2, flows: { clientCredentials: { tokenUrl: '/v1/token', scopes: { 'things:write': '' } } } },
    }),
    'The scope things:read is gone.',
  ],
  [
    'tokens are issued elsewhere',
    withScheme({
      ...components.securitySchemes,
      oauth2: { ...oauth2, flows: { clientCredentials: { tokenUrl: '/token', scopes } } },
    }),
    'The token URL of oauth2 is now /token.',
  ],
  [
    'a flow is removed',
    withScheme({ ...components.securitySchemes, oauth2: { type: 'oauth2', flows: {} } }),
    'The security scheme oauth2 no longer has the flow clientCredentials.',
  ],
  ['a security scheme is removed', withScheme({ oauth2 }), 'The security scheme bearer is gone.'],
  [
    'a security scheme is another',
    withScheme({ oauth2, bearer: { type: 'http', scheme: 'basic' } }),
    'The security scheme bearer has the scheme basic, not bearer.',
  ],
  ['a webhook is removed', { ...released, webhooks: {} }, 'The webhook Made is gone.'],
  [
    'a webhook sends less',
    withWebhook({
      requestBody: { required: true, content: { 'application/json': { schema: { ...event, required: [] } } } },
    }),
    'In the body of the webhook Made, `id` can now be absent.',
  ],
  [
    'a webhook no longer sends a header',
    withWebhook({ parameters: [] }),
    'In the headers of the webhook Made, `webhook-id` is gone.',
  ],
  [
    'an answer to a webhook is no longer understood',
    withWebhook({ responses: { '2XX': { description: 'Received' } } }),
    'In the webhook Made, the response 410 is gone.',
  ],
];

const accepted: readonly (readonly [string, Json])[] = [
  ['nothing changes', released],
  [
    'an operation is new',
    { ...released, paths: { '/v1/things': { put: operation, get: {} }, '/v1/others': { get: {} } } },
  ],
  ['an operation is deprecated', changed({ deprecated: true })],
  ['an optional parameter is new', changed({ parameters: [limit, key, { name: 'asOf', in: 'query', schema: text }] })],
  [
    'a header parameter is written in another case',
    changed({ parameters: [limit, { ...key, name: 'idempotency-key' }] }),
  ],
  ['a response is new', changed({ responses: { ...operation.responses, 409: { description: 'Conflict' } } })],
  [
    'a header is answered too',
    changed({ responses: { ...operation.responses, 404: { headers: { ETag: { schema: text } } } } }),
  ],
  ['another media type is accepted', changed({ requestBody: { content: { ...json, ...csv, 'application/xml': {} } } })],
  ['another way to authenticate is also accepted', changed({ security: [...operation.security, { apiKey: [] }] })],
  ['a token is no longer needed', changed({ security: [] })],
  ['a webhook is new', { ...released, webhooks: { Made: { post: webhook }, Sent: { post: webhook } } }],
  [
    'a webhook sends more',
    withWebhook({
      parameters: [...webhook.parameters, { name: 'webhook-try', in: 'header', required: true, schema: text }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: object(
              {
                ...(event.properties as Json),
                to: text,
                type: { ...text, 'x-extensible-enum': ['made', 'sent', 'lost'] },
              },
              'id',
              'to',
            ),
          },
        },
      },
    }),
  ],
];

describe('an interface', () => {
  it.each(broken)('breaks clients if %s', (_what, current, finding) => {
    expect(openapiDifferences(released, current)).toEqual([finding]);
  });

  it.each(accepted)('breaks none if %s', (_what, current) => {
    expect(openapiDifferences(released, current)).toEqual([]);
  });

  it('breaks clients that have no token if one is needed', () => {
    const open = aDocument({ responses: {} });
    expect(openapiDifferences(open, aDocument({ responses: {}, security: [{ bearer: [] }] }))).toEqual([
      'In PUT /v1/things, a token is now required.',
    ]);
    expect(openapiDifferences(open, aDocument({ responses: {} }, { security: [{ bearer: [] }] }))).toEqual([
      'In PUT /v1/things, a token is now required.',
    ]);
  });

  it('breaks clients that send no body if one is needed', () => {
    const none = aDocument({ responses: {} });
    const body = (required: boolean) => aDocument({ requestBody: { required, content: json }, responses: {} });
    expect(openapiDifferences(none, body(false))).toEqual([]);
    expect(openapiDifferences(none, body(true))).toEqual(['In PUT /v1/things, the body is now required.']);
  });
});
