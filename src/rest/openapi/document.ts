import { z } from 'zod';
import { needsSentence, scopeMeanings } from '../../domain/account/scope.ts';
import { notice } from '../../domain/base/notice.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { type Operation, type OperationBody, tags } from '../http/operation.ts';
import { problemResponse } from '../http/problem-response.ts';
import { responseOf } from '../http/record-response.ts';
import type { RestDependencies, Route } from '../http/route.ts';
import { exampleResponses } from './example-responses.ts';
import { graphqlSample } from './graphql-sample.ts';
import { type Components, inputSchema, type JsonSchema, responseSchema } from './json-schema.ts';
import { nameSharedSchemas } from './named-schemas.ts';
import { headerParameters, parametersOf } from './parameters.ts';
import { problemExamples, responseHeaders, responsesOf } from './responses.ts';
import { shareParts } from './shared-parts.ts';
import { webhookEvents } from './webhook-events.ts';

type Inputs = RestDependencies['inputs'];

type DocumentSettings = {
  readonly inputs: Inputs;
  /** The version of the product. */
  readonly version: string;
  /** Where clients reach the gateway, as its operator says; null if the document's own address tells it. */
  readonly origin: string | null;
  /** Whether it has examples and GraphQL twins, which are half of it. */
  readonly hasExamples?: boolean;
};

/** The OpenAPI 3.1 document of the documented routes. */
export function openapiDocument(routes: readonly Route[], settings: DocumentSettings): JsonSchema {
  const steps = openapiSteps(routes, settings);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Makes the document in short steps, and returns it after the last. */
export function* openapiSteps(routes: readonly Route[], settings: DocumentSettings): Generator<void, JsonSchema, void> {
  const { hasExamples = true } = settings;
  const document = yield* wholeDocument(routes, settings);
  yield;
  return hasExamples ? document : withoutExamples(document);
}

function* wholeDocument(routes: readonly Route[], settings: DocumentSettings): Generator<void, JsonSchema, void> {
  const { inputs, version, origin } = settings;
  const components: Components = {};
  const recorded = exampleResponses();
  responseSchema(problemResponse, components);
  const paths: Record<string, Record<string, unknown>> = {};
  const warning: string[] = [];
  for (const route of routes) {
    const operation = route.options?.operation;
    if (!operation) continue;
    if (operation.body && !operation.body.isPatch) warning.push(operation.id);
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationObject({ route, operation, inputs, components, recorded }),
    };
    yield;
  }
  addWarnings(paths, components, warning);
  const webhooks = webhookEvents(components);
  yield;
  yield* nameSharedSchemas(components);
  const headers = namedIn(paths, 'headers', responseHeaders);
  yield;
  const problems = namedIn(paths, 'examples', problemExamples());
  yield;
  const shared = yield* shareParts(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate',
      version,
      summary: 'A tax gateway.',
      description: introduction,
      contact: { name: 'The operator of this gateway' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin ?? '/', description: 'This gateway.' }],
    security: [{ oauth2: [] }, { bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: components,
      parameters: { ...headerParameters, ...shared.parameters },
      responses: shared.responses,
      headers,
      examples: { ...problems, ...shared.examples },
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          description: 'The client credentials grant of OAuth 2.0. Each operation names the scope that it needs.',
          flows: { clientCredentials: { tokenUrl: `${origin ?? ''}/v1/token`, scopes: scopeMeanings } },
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'Token from POST /v1/token, or from an issuer that the operator trusts, with the scope of the operation.',
        },
      },
    },
  };
}

/** What shows how to ask, in code or in GraphQL. */
const samples = ['x-codeSamples', 'x-graphql-document', 'x-graphql-variables'];

/** Examples of bodies are objects beside a schema; those of a schema are a list within it. */
function withoutExamples(value: JsonSchema): JsonSchema {
  const kept = Object.entries(value).filter(
    ([name, one]) => !samples.includes(name) && !(name === 'examples' && isPlainObject(one)),
  );
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutExamplesIn(one)]));
}

function withoutExamplesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamplesIn);
  return isPlainObject(value) ? withoutExamples(value) : value;
}

/** The components that operations refer to. */
function namedIn<Value>(paths: unknown, kind: string, all: Readonly<Record<string, Value>>): Record<string, Value> {
  const text = JSON.stringify(paths);
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

const introduction = `Stores customers, exemption certificates and sales documents, calculates their tax and records it. The [guides](/docs) show how things are done; GraphQL is served at [/graphql](/graphql), and each operation here has its GraphQL equivalent: \`?explain=graphql\` on a GET answers the request in place of the data.

Amounts and rates are exact decimals of at most 15 significant digits, sent as JSON numbers; parse them as decimals. In requests they can be numbers or strings. A rate is a fraction of one: 0.0825 is 8.25 %.

## Authentication

Send \`Authorization: Bearer <token>\`. \`POST /v1/token\` exchanges the id and the secret of a client for a token that is valid for a day, as OAuth 2.0 has it (client credentials). Tokens of another issuer are accepted if the operator trusts it. Each operation names the scopes that its token needs.

## Errors

Errors are problem documents (RFC 9457), and all issues of a request are reported at once. Their codes are the same in GraphQL; \`type\` links to [a page](/v1/docs/errors) that says what to change. A method that a path does not support returns 405 with an \`Allow\` header.

## Lists

With \`limit\`, a list comes in pages, and the \`Link\` header names the next one; without it, the whole list is streamed. \`Prefer: count=exact\` adds \`X-Total-Count\`. Lists are ordered newest first unless \`sort\` says otherwise, and many of them are also sent as CSV or JSON Lines, for \`Accept: text/csv\` or \`application/jsonl\`.

## Retries

Repeat a \`PUT\`, \`PATCH\` or \`DELETE\` without harm. A \`POST\` with an \`Idempotency-Key\` is executed once: for 24 hours, the same request gets the first response again. \`If-Match\` with the \`ETag\` of a record refuses a write if somebody else has changed it (412).

Tenants for tests know the made-up country \`ZZ\`, whose rates never change, and can send the header \`Test-Fault\` with \`timeout\`, \`429\`, \`500\` or \`conflict\` to see a request fail; a live tenant that sends it gets 404 \`LIVE_TENANT\`. See [test land](/docs/test-land).

## Limits

\`RateLimit\` and \`RateLimit-Policy\` say what is left of the requests and of their cost in a minute. What exceeds them gets 429 with \`Retry-After\`. [All limits](/docs/limits) are also in \`GET /v1/capabilities\`.

## Compatibility

Within /v1 we add operations, optional parameters and members, enum values, error codes, notices and event types at any time: ignore what you do not know. A list of values that may grow is an \`x-extensible-enum\`; an \`enum\` is closed.

We never remove or rename a member, narrow what is accepted, or change a default without notice. What will go is marked \`deprecated\` here and answered with \`Deprecation\` (RFC 9745), \`Sunset\` (RFC 8594) and \`Link: rel="deprecation"\` for at least twelve months; before version 1.0, for one minor release.`;

/** The responses of operations that warn of unknown members have them beside their own, as any object that they answer. */
function addWarnings(paths: JsonSchema, components: Components, ids: readonly string[]): void {
  const warnings = {
    description:
      'Members of the body that were ignored, each with the name that was probably meant; only in responses to requests that have some.',
    ...responseSchema(z.array(responseOf(notice)), components),
  };
  const add = (schema: JsonSchema): void => {
    if (typeof schema.$ref === 'string') add(components[schema.$ref.slice('#/components/schemas/'.length)] ?? {});
    for (const one of [schema.anyOf, schema.oneOf].flat()) if (isPlainObject(one)) add(one);
    if (isPlainObject(schema.properties)) schema.properties = { ...schema.properties, warnings };
  };
  for (const operation of Object.values(paths).flatMap((item) => (isPlainObject(item) ? Object.values(item) : []))) {
    const { operationId, responses } = operation as { operationId: string; responses: Responses };
    if (!ids.includes(operationId)) continue;
    for (const status of ['200', '201']) {
      const schema = responses[status]?.content?.['application/json']?.schema;
      if (schema) add(schema);
    }
  }
}

type Responses = Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: JsonSchema }>> }>>;

type Source = {
  readonly route: Route;
  readonly operation: Operation;
  readonly inputs: Inputs;
  readonly components: Components;
  readonly recorded: ReturnType<typeof exampleResponses>;
};

function operationObject({ route, operation, inputs, components, recorded }: Source): JsonSchema {
  const { scopes, options } = route;
  const { id, tag, summary, description, body, graphql } = operation;
  const needs =
    scopes === null
      ? ''
      : scopes.length === 0
        ? ' Every valid token can use it; no scope is needed.'
        : needsSentence(scopes);
  const [example] = Object.values(operation.examples).filter(({ variables }) => variables !== undefined);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: (description + needs).trimStart(),
    security: scopes === null ? [] : [{ oauth2: scopes }, { bearer: [] }],
    parameters: parametersOf(route, operation),
    ...(body && { requestBody: requestBody(body, operation, inputs, components) }),
    responses: responsesOf(route, operation, components, recorded[operation.twinOf ?? id] ?? {}),
    ...(options?.deprecated && { deprecated: true }),
    ...('document' in graphql
      ? {
          'x-graphql-document': graphql.document,
          'x-graphql-variables': example?.variables ?? {},
          'x-codeSamples': [graphqlSample(graphql.document, operation)],
        }
      : { 'x-graphql-none': graphql.none }),
  };
}

/** The entries of a batch are parsed one by one, so its own schema does not know them. */
function withEntries(schema: JsonSchema, entries: OperationBody['entries']): JsonSchema {
  if (!entries) return schema;
  const { member, of } = entries;
  const properties: Record<string, object> = { ...(schema.properties as Record<string, object>) };
  properties[member] = { ...properties[member], items: { $ref: `#/components/schemas/${of.body?.name}` } };
  return { ...schema, properties };
}

function requestBody(body: OperationBody, { examples }: Operation, inputs: Inputs, components: Components): JsonSchema {
  const { name, description, mediaType = 'application/json', otherMediaTypes = [], isPatch, entries } = body;
  const schema: z.ZodType = typeof body.schema === 'string' ? inputs[body.schema] : body.schema;
  components[name] = withEntries({ description, ...inputSchema(schema) }, entries);
  const shown = Object.entries(examples).filter(([, example]) => example.body !== undefined);
  const content = {
    schema: { $ref: `#/components/schemas/${name}` },
    examples: Object.fromEntries(shown.map(([key, { summary, body: value }]) => [key, { summary, value }])),
  };
  const types = isPatch ? [mediaType, 'application/merge-patch+json'] : [mediaType, ...otherMediaTypes];
  const forms = Object.fromEntries(types.map((type) => [type, content]));
  return { required: true, description, content: { ...forms, ...alternativeOf(body, components) } };
}

function alternativeOf({ alternative }: OperationBody, components: Components): JsonSchema {
  if (!alternative) return {};
  const { mediaType, name, description, schema, example } = alternative;
  components[name] = { description, ...inputSchema(schema) };
  const content = { schema: { $ref: `#/components/schemas/${name}` }, examples: { form: example } };
  return { [mediaType]: content };
}
