import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { needsSentence, scopeMeanings } from '../../domain/account/scope.ts';
import { notice } from '../../domain/base/notice.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { explainParameter } from '../http/explain.ts';
import { type Operation, type OperationBody, tags } from '../http/operation.ts';
import { problemResponse } from '../http/problem-response.ts';
import { responseOf } from '../http/record-response.ts';
import type { RestDependencies, Route } from '../http/route.ts';
import { exampleResponses } from './example-responses.ts';
import { graphqlSample } from './graphql-sample.ts';
import { type Components, inputSchema, type JsonSchema, responseSchema } from './json-schema.ts';
import { nameSharedMembers, nameSharedSchemas } from './named-schemas.ts';
import { headerParameters, parametersOf } from './parameters.ts';
import { problemExamples, responseHeaders, responsesOf } from './responses.ts';
import { shareParts } from './shared-parts.ts';
import { webhookEvents } from './webhook-events.ts';

type Inputs = RestDependencies['inputs'];

type DocumentSettings = {
  readonly inputs: Inputs;
  /** The version of the product. */
  readonly version: string;
  /** The configured public address of the gateway; null to use the address from which the document is loaded. */
  readonly origin: string | null;
  /** Whether to include content intended only for readers: examples, GraphQL equivalents, and repeated details. */
  readonly hasExamples?: boolean;
};

/** Builds the OpenAPI 3.1 document of the documented routes in short steps; the last step returns it. */
export function* openapiSteps(routes: readonly Route[], settings: DocumentSettings): Generator<void, JsonSchema, void> {
  const { inputs, version, origin, hasExamples = true } = settings;
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
      [route.method.toLowerCase()]: operationObject({ route, operation, inputs, components, recorded, hasExamples }),
    };
    yield;
  }
  addWarnings(paths, components, warning);
  const webhooks = webhookEvents(components);
  yield;
  yield* nameSharedSchemas(components);
  if (!hasExamples) {
    for (const part of [paths, components]) Object.assign(part, withoutExamples(part));
    nameSharedMembers(components);
  }
  yield;
  const headers = namedIn(paths, 'headers', responseHeaders);
  yield;
  const problems = namedIn(paths, 'examples', problemExamples());
  yield;
  const shared = yield* shareParts(hasExamples ? paths : { ...paths, ...webhooks });
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
      parameters: {
        ...(hasExamples ? { explain: explainParameter, ...headerParameters } : withoutExamples(headerParameters)),
        ...shared.parameters,
      },
      responses: shared.responses,
      headers: hasExamples ? headers : withoutExamples(headers),
      ...(hasExamples && { examples: { ...problems, ...shared.examples } }),
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          description: 'The client credentials grant of OAuth 2.0. Each operation states its scope.',
          flows: { clientCredentials: { tokenUrl: `${origin ?? ''}/v1/token`, scopes: scopeMeanings } },
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'Token from POST /v1/token, or from an issuer trusted by the operator, with the scope of the operation.',
        },
      },
    },
  };
}

/** The keywords of examples, including code samples and the GraphQL equivalent. */
const samples = ['example', 'examples', 'x-codeSamples', 'x-graphql-document', 'x-graphql-variables', 'x-graphql-none'];

/** Longer descriptions, which explain every value or column, are cut to their first sentence. */
const longestDescription = 220;
const firstSentence = (text: string) =>
  text.length > longestDescription ? text.replace(/(?<=\w\.)\s[\s\S]*$/, '') : text;

/** The schema for code generators. Properties are kept, because a property may itself be called `example`. */
function withoutExamples(value: JsonSchema, areMembers = false): JsonSchema {
  const kept = Object.entries(value).filter(([name]) => areMembers || !samples.includes(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutExamplesIn(one, name === 'properties')]));
}

function withoutExamplesIn(value: unknown, areMembers: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutExamplesIn(one, false));
  if (typeof value === 'string') return firstSentence(value);
  return isPlainObject(value) ? withoutExamples(value, areMembers) : value;
}

/** The components to which operations refer. */
function namedIn<Value>(paths: unknown, kind: string, all: Readonly<Record<string, Value>>): Record<string, Value> {
  const text = JSON.stringify(paths);
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

/** The file is read at run time, so a build must copy it. */
const introduction = readFileSync(new URL('./introduction.md', import.meta.url), 'utf8').trimEnd();

/** Adds the member `warnings` to the responses of operations that warn about unknown members. */
function addWarnings(paths: JsonSchema, components: Components, ids: readonly string[]): void {
  const warnings = {
    description:
      'Ignored members of the body, with a suggested name if one is similar; absent if no members were ignored.',
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
  readonly hasExamples: boolean;
};

function operationObject({ route, operation, inputs, components, recorded, hasExamples }: Source): JsonSchema {
  const { scopes, options } = route;
  const { id, tag, summary, description, body, graphql } = operation;
  const needs =
    scopes === null ? '' : scopes.length === 0 ? ' Requires a valid token but no scope.' : needsSentence(scopes);
  const [example] = Object.values(operation.examples).filter(({ variables }) => variables !== undefined);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: (description + needs).trimStart(),
    security: scopes === null ? [] : [{ oauth2: scopes }, { bearer: [] }],
    parameters: parametersOf(route, operation, hasExamples),
    ...(body && { requestBody: requestBody(body, operation, inputs, components) }),
    responses: responsesOf(route, operation, {
      components,
      recorded: recorded[operation.twinOf ?? id] ?? {},
      hasExamples,
    }),
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

/** Batch entries are parsed one by one, so the schema of the batch body does not include them. */
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
  components[name] = withEntries({ description, ...inputSchema(schema, { isPatch }) }, entries);
  const shown = Object.entries(examples).filter(([, example]) => example.body !== undefined);
  const content = {
    schema: { $ref: `#/components/schemas/${name}` },
    examples: Object.fromEntries(shown.map(([key, { summary, body: value }]) => [key, { summary, value }])),
  };
  const types = isPatch ? [mediaType, 'application/merge-patch+json'] : [mediaType, ...otherMediaTypes];
  const forms = Object.fromEntries(types.map((type) => [type, content]));
  return { required: true, content: { ...forms, ...alternativeOf(body, components) } };
}

function alternativeOf({ alternative }: OperationBody, components: Components): JsonSchema {
  if (!alternative) return {};
  const { mediaType, name, description, schema, example } = alternative;
  components[name] = { description, ...inputSchema(schema) };
  const content = { schema: { $ref: `#/components/schemas/${name}` }, examples: { form: example } };
  return { [mediaType]: content };
}
