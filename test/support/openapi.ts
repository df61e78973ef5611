import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isPlainObject } from '../../src/domain/base/plain-object.ts';
import { version } from '../../src/domain/base/version.ts';
import { openapiSteps } from '../../src/rest/openapi/document.ts';
import { allRoutes } from '../../src/rest/routes.ts';
import { inputs } from './context.ts';

export type Json = { [member: string]: unknown };

/** The document, built from the routes without a gateway. */
export const document = openapiDocument({ origin: 'https://tax.example.org' });

export function openapiDocument(settings: { readonly origin: string | null; readonly hasExamples?: boolean }): Json {
  const steps = openapiSteps(allRoutes, { inputs, version, ...settings });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export const recordOf = (value: unknown): Json => (isPlainObject(value) ? value : {});

/** The value at a JSON pointer of the document. */
export function at(...names: readonly string[]): Json {
  return names.reduce<Json>((value, name) => recordOf(value[name]), document);
}

export function resolved(value: unknown): Json {
  const { $ref } = recordOf(value);
  return typeof $ref === 'string' ? at(...$ref.split('/').slice(1)) : recordOf(value);
}

export type DocumentedOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
};

export const operations: readonly DocumentedOperation[] = Object.entries(at('paths')).flatMap(([path, item]) =>
  Object.entries(recordOf(item)).map(([method, operation]) => ({
    id: String(recordOf(operation).operationId),
    method: method.toUpperCase(),
    path,
    operation: recordOf(operation),
  })),
);

const patterns = operations.map((documented) => ({
  documented,
  pattern: new RegExp(`^${documented.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

export function operationOf(method: string, path: string): DocumentedOperation | undefined {
  // Hono routes in order of registration; here too, a path without parameters comes first.
  const found = patterns.filter(({ documented, pattern }) => documented.method === method && pattern.test(path));
  return found.toSorted(
    (one, other) => one.documented.path.split('{').length - other.documented.path.split('{').length,
  )[0]?.documented;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv);
// Clients must expect more values, but a current response must not have them.
ajv.addKeyword({
  keyword: 'x-extensible-enum',
  validate: (known: string[], value: unknown) => known.includes(String(value)),
});
ajv.addSchema({ $id: 'doc', components: { schemas: mapSchemas(at('components', 'schemas')) } });

const compiled = new Map<string, ValidateFunction>();

/** Validates a value against a schema of the document; undocumented members are also errors. */
export function faultsOf(schema: unknown, value: unknown): readonly string[] {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(closed(recordOf(schema)));
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

function mapSchemas(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(recordOf(schema))]));
}

/** The document leaves objects open for later releases, but must describe all members of current responses. */
function closed(schema: Json): Json {
  const result: Json = { ...schema };
  if (typeof schema.$ref === 'string') result.$ref = schema.$ref.replace('#/', 'doc#/');
  if (isPlainObject(schema.properties)) {
    result.properties = mapSchemas(schema.properties);
    if (schema.additionalProperties === undefined) result.additionalProperties = false;
  }
  if (isPlainObject(schema.additionalProperties)) result.additionalProperties = closed(schema.additionalProperties);
  if (schema.items !== undefined) result.items = closed(recordOf(schema.items));
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const list = schema[key];
    if (Array.isArray(list)) result[key] = list.map((one) => closed(recordOf(one)));
  }
  return result;
}

/** The errors in a response according to the document, except in its body. */
export function headFaults({ operation, method }: DocumentedOperation, response: Response): readonly string[] {
  const documented = resolved(recordOf(operation.responses)[response.status]);
  if (Object.keys(documented).length === 0) return [`The status ${response.status} is not documented.`];
  const type = response.headers.get('content-type')?.split(';')[0] ?? null;
  const isLeftOut = response.headers.get('preference-applied') === 'return=minimal';
  const types = isLeftOut ? [] : Object.keys(recordOf(documented.content));
  const faults: string[] = [];
  if (types.length === 0 ? type !== null : type === null || !types.includes(type)) {
    faults.push(`The media type ${type} is none of ${types.join(', ') || '(no body)'}.`);
  }
  for (const name of told) {
    const isDocumented = name.toLowerCase() in lowerCased(recordOf(documented.headers));
    if (response.headers.has(name) && !isDocumented) faults.push(`The header ${name} is not documented.`);
  }
  for (const name of always) {
    const isDocumented = name.toLowerCase() in lowerCased(recordOf(documented.headers));
    if (isDocumented && !response.headers.has(name)) faults.push(`The header ${name} is documented, and not there.`);
  }
  return faults.map((fault) => `${method} ${operation.operationId} ${response.status}: ${fault}`);
}

/** Headers that describe the response, and those that must be present wherever they are documented. */
const told = ['ETag', 'Location', 'Link', 'Retry-After', 'WWW-Authenticate', 'Accept', 'Accept-Post', 'Accept-Patch'];
const always = ['X-Request-Id', 'ETag', 'Location', 'WWW-Authenticate', 'Accept', 'Accept-Post', 'Accept-Patch'];

const lowerCased = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));

/** The errors in the body of a response. */
export function bodyFaults({ operation, method }: DocumentedOperation, response: Response, body: unknown) {
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const documented = resolved(recordOf(operation.responses)[response.status]);
  const { schema } = recordOf(recordOf(documented.content)[type]);
  const faults = [...faultsOf(schema, body)];
  if (type === 'application/problem+json') {
    const codes = Object.keys(recordOf(recordOf(recordOf(documented.content)[type]).examples));
    const { code } = recordOf(body);
    if (!codes.includes(String(code))) faults.push(`The code ${code} is none of ${codes.join(', ')}.`);
  }
  return faults.map((fault) => `${method} ${operation.operationId} ${response.status}: ${fault}`);
}
