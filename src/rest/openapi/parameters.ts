import { registrationScheme } from '../../domain/nexus/nexus-record.ts';
import { isExplainable } from '../http/explain.ts';
import type { Operation } from '../http/operation.ts';
import { preferencesOf } from '../http/preferences.ts';
import type { Route } from '../http/route.ts';
import { type JsonSchema, parametersIn } from './json-schema.ts';

/** The path parameters that identify a record. */
const pathParameters: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>> = {
  source: {
    description: 'Store or channel in your system, from 1 to 10.',
    schema: { type: 'string', pattern: '^(10|[1-9])$' },
  },
  externalId: {
    description: 'Id in your system, percent-encoded; a slash is %2F.',
    schema: { type: 'string', minLength: 1, maxLength: 256 },
  },
  serviceId: {
    description: 'Id that this service assigned to the record.',
    schema: { type: 'string', format: 'uuid' },
  },
  place: {
    description: 'Place by ISO 3166 code, such as US-MN, CA-QC or DE, or by the name of a country or US state.',
    schema: { type: 'string', minLength: 2, maxLength: 100 },
  },
  period: {
    description:
      'A month, quarter, half-year or year, such as 2026-06, 2026-Q2, 2026-H1 or 2026, or a range of days: 2026-06-05..2026-06-30.',
    schema: { type: 'string', minLength: 4, maxLength: 22 },
  },
  scheme: {
    description: 'Filing scheme.',
    schema: { type: 'string', enum: Object.keys(registrationScheme.values) },
  },
  number: { description: 'Filing number, from 1.', schema: { type: 'integer', minimum: 1 } },
  id: { description: 'changeId of the change.', schema: { type: 'string' } },
  code: { description: 'Error code, such as INVALID_INPUT.', schema: { type: 'string' } },
};

/** The names of the parameters in a path. A parameter is written as `:name`. */
export const namesInPath = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

export function parametersOf(route: Route, operation: Operation, hasExamples: boolean): JsonSchema[] {
  const [example] = Object.values(operation.examples);
  return [
    ...namesInPath(route.path).map((name) => {
      const { description, schema } = pathParameters[name] ?? { description: name, schema: { type: 'string' } };
      const shown = withExample(asSchemaSays(schema, example?.path?.[name]));
      return { name, in: 'path', required: true, description, schema, ...shown };
    }),
    ...(operation.query ? parametersIn(operation.query) : []).map(({ name, description, isRequired, schema }) => ({
      name,
      in: 'query',
      ...(isRequired && { required: true }),
      description,
      schema,
      ...(schema.type === 'array' && { explode: false }),
      ...withExample(asSchemaSays(schema, example?.query?.[name])),
    })),
    ...(hasExamples && isExplainable(route) ? [{ $ref: '#/components/parameters/explain' }] : []),
    ...headersOf(route, operation).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...preferOf(route, operation),
  ];
}

const withExample = (example: unknown) => (example === undefined ? {} : { example });

/** Query values are text, but examples have the type of the schema. */
function asSchemaSays({ type }: JsonSchema, text: string | undefined): unknown {
  if (text === undefined || type === 'string') return text;
  if (type === 'array') return text.split(',');
  return type === 'boolean' ? text === 'true' : type === 'integer' ? Number(text) : text;
}

/** Whether the operation supports `Idempotency-Key`, which prevents a request from being executed twice. */
export const takesKey = ({ method, scopes, options }: Route): boolean =>
  method === 'POST' && scopes !== null && !options?.storesNothing;

function headersOf(route: Route, operation: Operation): string[] {
  const { method } = route;
  const { isTagged } = operation;
  const conditions = isTagged ? (method === 'GET' ? ['If-None-Match'] : ['If-Match', ...onCreation(method)]) : [];
  const key = takesKey(route) ? ['Idempotency-Key'] : [];
  return [...conditions, ...key, 'X-Request-Id'];
}

/** A single parameter that lists the supported preferences. */
function preferOf({ method, scopes }: Route, operation: Operation): JsonSchema[] {
  const followed = [...preferencesOf(method, operation)];
  const [first] = followed.find(([preference]) => preference !== 'handling=strict') ?? followed[0] ?? [];
  if (first === undefined || scopes === null) return [];
  const said = followed.map(([preference, effect]) => `\`${preference}\`: ${effect}.`).join(' ');
  return [header('Prefer', `Preferences (RFC 7240), confirmed by Preference-Applied. ${said}`, {}, first)];
}

const onCreation = (method: string) => (method === 'PUT' ? ['If-None-Match-Any'] : []);

const header = (name: string, description: string, schema: JsonSchema, example: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...schema },
  example,
});

export const headerParameters = {
  'If-Match': header(
    'If-Match',
    'ETag of the version to change; 412 if the stored version differs.',
    {},
    '"00000000d370-1"',
  ),
  'If-None-Match': header('If-None-Match', 'ETag of the client’s copy; 304 if it is current.', {}, '"00000000d370-1"'),
  'If-None-Match-Any': header('If-None-Match', '`*` to create only; 412 if the record exists.', {}, '*'),
  'Idempotency-Key': header(
    'Idempotency-Key',
    'For 24 hours, the same request with the same key returns the original response. Failures are not kept.',
    { minLength: 1, maxLength: 257 },
    '6a5d4b1e-0f9c-4f6e-9f0e-0d1c2b3a4f5e',
  ),
  'X-Request-Id': header(
    'X-Request-Id',
    'Request id for the log, returned in the response. Generated if absent or invalid.',
    {},
    'order-17',
  ),
};
