import { AppError, type ErrorCode, errorCodes } from '../../domain/base/errors.ts';
import { allowanceHeaderNames } from '../../http/api-headers.ts';
import { problemOf } from '../../http/problem.ts';
import { explanation, explanationType, isExplainable } from '../http/explain.ts';
import { listTypes } from '../http/list-format.ts';
import type { Operation } from '../http/operation.ts';
import { canBeShort, preferencesOf } from '../http/preferences.ts';
import type { Route } from '../http/route.ts';
import { errorGuideOf } from './error-guide.ts';
import { type Components, type JsonSchema, responseSchema } from './json-schema.ts';
import { namesInPath, takesKey } from './parameters.ts';

const header = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

export const responseHeaders = {
  'X-Request-Id': header('Request id in the gateway log.', 'order-17'),
  ETag: header('Version of the record, for If-Match and If-None-Match.', '"00000000d370-1"'),
  Location: header('URL of the record.', '/v1/customers/source/9/externalId/C-1'),
  Link: header(
    'Link to the next page (RFC 8288), if `limit` was sent and more records follow.',
    '</v1/customers?limit=1&cursor=c>; rel="next"',
  ),
  'Retry-After': header('Seconds to wait before trying again.', '1'),
  'WWW-Authenticate': header('Supported authentication schemes.', 'Bearer'),
  Allow: header('Methods supported by the path.', 'GET, HEAD, OPTIONS'),
  Accept: header('Supported media types of the request body.', 'application/json'),
  'Accept-Post': header('Media types supported for POST bodies.', 'application/json'),
  'Accept-Patch': header('Supported media types of a PATCH body.', 'application/json, application/merge-patch+json'),
  'X-Total-Count': header('Total number of records, for `Prefer: count=exact`.', '1204'),
  'Preference-Applied': header('The applied preference (RFC 7240).', 'return=minimal'),
  'RateLimit-Limit': header('Requests allowed per minute; absent if unlimited.', '60000'),
  'RateLimit-Remaining': header('Requests that can be sent immediately. The budget refills continuously.', '59999'),
  'RateLimit-Reset': header('Seconds until the budget is full again, if no requests are sent.', '1'),
  'RateLimit-Policy': header(
    'Budget per 60 seconds: requests, and cost in approximate microseconds of processor time.',
    '"requests";q=60000;w=60, "cost";q=60000000;w=60',
  ),
  RateLimit: header(
    'The remaining budget, and the seconds until it is full again.',
    '"requests";r=59999;t=1, "cost";r=59998200;t=1',
  ),
  'Idempotency-Replayed': header('`true` if the original response is returned again.', 'true'),
  Deprecation: header('Start of the deprecation (RFC 9745).', '@1767225600'),
  Sunset: header('Removal date of the operation (RFC 8594).', 'Fri, 01 Jan 2027 00:00:00 GMT'),
};
type HeaderName = keyof typeof responseHeaders;

const referTo = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Recorded responses to the examples of an operation, by the name of the example. */
export type RecordedResponses = Readonly<Record<string, unknown>>;

type Shown = {
  readonly components: Components;
  readonly recorded: RecordedResponses;
  /** If false, the headers common to all responses and the GraphQL equivalents are omitted too. */
  readonly hasExamples: boolean;
};

export function responsesOf(route: Route, operation: Operation, shown: Shown) {
  const { components, hasExamples } = shown;
  const all = {
    ...successes(route, operation, shown),
    ...(canBeShort(route.method, operation)
      ? {
          204: {
            description: 'Stored; no body, because `Prefer: return=minimal` was sent.',
            headers: referTo([
              'X-Request-Id',
              'ETag',
              ...(route.method === 'PUT' ? ['Location' as const] : []),
              'Preference-Applied',
            ]),
          },
        }
      : {}),
    ...(route.method === 'GET' && operation.isTagged
      ? {
          304: {
            description: 'Not modified: the client’s ETag is current.',
            headers: referTo(['X-Request-Id', 'ETag']),
          },
        }
      : {}),
    ...failures(route, operation, components),
  };
  return hasExamples ? all : ownResponses(all, problemsOf(route, operation));
}

const ofEveryResponse: readonly string[] = ['X-Request-Id', 'Preference-Applied', ...allowanceHeaderNames];
const ofEveryOperation: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_ACCEPTABLE',
  'BODY_TOO_LARGE',
  'URI_TOO_LONG',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'NOT_READY',
];

/**
 * Omits the common headers and errors. There is no `default` response, which some generators take for a success.
 * Linters require a 4XX response, so 406 is kept if no other one remains.
 */
function ownResponses(
  all: Readonly<Record<string, { readonly headers: JsonSchema }>>,
  problems: readonly ErrorCode[],
): JsonSchema {
  const rarer = problems.filter((code) => !ofEveryOperation.includes(code)).map((code) => errorCodes[code].status);
  const kept = new Set(rarer.some((status) => status < 500) ? rarer : [...rarer, 406]);
  const own = Object.entries(all).flatMap(([status, { headers, ...response }]) => {
    if (Number(status) >= 400 && !kept.has(Number(status))) return [];
    const ownHeaders = Object.entries(headers).filter(([name]) => !ofEveryResponse.includes(name));
    return [[status, { ...response, ...(ownHeaders.length > 0 && { headers: Object.fromEntries(ownHeaders) }) }]];
  });
  return Object.fromEntries(own);
}

const problemContent = (alternative: JsonSchema, examples?: JsonSchema) => ({
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, ...(examples && { examples }) },
  ...alternative,
});

/** Whether `If-Match` refers to the figures of a return, which the response does not include. */
const isOfFigures = ({ problems }: Operation): boolean => problems?.includes('FIGURES_CHANGED') ?? false;

function successes(route: Route, operation: Operation, { components, recorded, hasExamples }: Shown) {
  const always: HeaderName[] = [
    'X-Request-Id',
    ...(route.scopes === null ? [] : allowanceHeaderNames),
    ...(operation.isTagged && route.method !== 'DELETE' && !isOfFigures(operation) ? ['ETag' as const] : []),
    ...(takesKey(route) ? ['Idempotency-Replayed' as const] : []),
    ...(operation.isCounted ? ['X-Total-Count' as const] : []),
    ...(preferencesOf(route.method, operation).size > 0 ? ['Preference-Applied' as const] : []),
    ...(route.options?.deprecated ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
  ];
  return Object.fromEntries(
    Object.entries(operation.responses).map(
      ([status, { description, schema, mediaType, otherMediaTypes = [], headers = [] }]) => [
        status,
        {
          description,
          headers: referTo([...always, ...headers]),
          ...(schema && {
            content: {
              [mediaType ?? 'application/json']: {
                schema: responseSchema(schema, components),
                ...examplesOf(operation, Number(status), recorded),
              },
              ...fileForms(operation),
              ...(hasExamples &&
                status === '200' &&
                isExplainable(route) && { [explanationType]: { schema: responseSchema(explanation, components) } }),
              ...Object.fromEntries(
                otherMediaTypes.map((type) => [type, { schema: responseSchema(schema, components) }]),
              ),
            },
          }),
        },
      ],
    ),
  );
}

/** The CSV and JSON Lines formats of a list. */
function fileForms({ columns }: Operation) {
  if (!columns) return {};
  const described = columns.map(({ name, description }) => `${name}: ${description}`).join(' ');
  return {
    [listTypes.jsonl]: { schema: { type: 'string', description: 'One JSON record per line.' } },
    [listTypes.csv]: { schema: { type: 'string', description: `In UTF-8, with a header line. Columns: ${described}` } },
  };
}

function examplesOf({ examples }: Operation, status: number, recorded: RecordedResponses): JsonSchema {
  const shown = Object.entries(examples).filter(([name, example]) => example.status === status && name in recorded);
  if (shown.length === 0) return {};
  return {
    examples: Object.fromEntries(shown.map(([name, { summary }]) => [name, { summary, value: recorded[name] }])),
  };
}

function failures(route: Route, operation: Operation, components: Components) {
  const found = problemsOf(route, operation);
  const statuses = [...new Set(found.map((code) => errorCodes[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = found.filter((code) => errorCodes[code].status === status);
      return [status, failure(route, status, codes, alternativeTo(operation, components))];
    }),
  );
}

function alternativeTo({ alternativeProblem: schema }: Operation, components: Components): JsonSchema {
  return schema ? { 'application/json': { schema: responseSchema(schema, components) } } : {};
}

function failure(route: Route, status: number, codes: readonly ErrorCode[], alternative: JsonSchema) {
  return {
    description: titlesOf(codes),
    headers: referTo(['X-Request-Id', ...headersOfFailure(route, status, codes)]),
    content: problemContent(
      alternative,
      Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    ),
  };
}

function titlesOf(codes: readonly ErrorCode[]): string {
  const titles = codes.map((code) => `${errorCodes[code].title} (\`${code}\`).`);
  return titles.length === 1 ? titles[0]! : titles.map((title) => `- ${title}`).join('\n');
}

function headersOfFailure({ method }: Route, status: number, codes: readonly ErrorCode[]): HeaderName[] {
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 415) return [method === 'POST' ? 'Accept-Post' : method === 'PATCH' ? 'Accept-Patch' : 'Accept'];
  if (status === 408 || status === 500) return []; // Waiting does not resolve these failures.
  return codes.some((code) => errorCodes[code].retryable) ? ['Retry-After'] : [];
}

/** The errors common to this kind of operation, followed by the operation's own. */
export function problemsOf(route: Route, operation: Operation): ErrorCode[] {
  const { method, path, scopes } = route;
  const { query, body, isTagged, problems = [] } = operation;
  const isWrite = method !== 'GET';
  const takesInput = query || body || isTagged || takesKey(route) || namesInPath(path).length > 0;
  const codes: (ErrorCode | false | null | undefined)[] = [
    takesInput && 'INVALID_INPUT',
    body && body.mediaType === undefined && 'MALFORMED_JSON',
    scopes !== null && 'UNAUTHENTICATED',
    scopes !== null && 'TOO_MANY_REQUESTS',
    scopes !== null && scopes.length > 0 && 'FORBIDDEN',
    'NOT_ACCEPTABLE',
    method === 'PUT' && 'CONFLICT',
    takesKey(route) && 'IDEMPOTENCY_KEY_IN_USE',
    isTagged && isWrite && !isOfFigures(operation) && 'PRECONDITION_FAILED',
    body && 'BODY_TOO_LARGE',
    'URI_TOO_LONG',
    body && 'UNSUPPORTED_MEDIA_TYPE',
    takesKey(route) && 'IDEMPOTENCY_KEY_REUSED',
    'INTERNAL',
    scopes !== null && 'NOT_READY',
    ...problems,
  ];
  const found = codes.filter((code) => typeof code === 'string');
  return [...new Set(found)].toSorted((one, other) => errorCodes[one].status - errorCodes[other].status);
}

/** An example problem for each code. */
export function problemExamples() {
  return Object.fromEntries(
    codesInOrder.map((code) => [
      code,
      { summary: errorCodes[code].title, description: errorGuideOf(code).meaning, value: problemExample(code) },
    ]),
  );
}

export const codesInOrder = Object.keys(errorCodes).filter((code): code is ErrorCode =>
  Object.hasOwn(errorCodes, code),
);

export function problemExample(code: ErrorCode) {
  const guide = errorGuideOf(code);
  const error = new AppError(code, guide.example, { issues: guide.issues });
  return { ...problemOf(error), requestId: '01980000-0000-7000-8000-00000000beef' };
}
