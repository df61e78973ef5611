import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { AppError, type ErrorCode, errorCodes, type Issue } from '../../domain/base/errors.ts';
import type { Call } from './call.ts';

type Request = { readonly requestId: string; readonly log: Logger };

const internalMessage = 'An internal error occurred. If it persists, report the requestId.';

/** The error as shown to the client, with the same code as in REST and, where applicable, the HTTP status. */
export function presentError(error: GraphQLError, { requestId, log }: Request): GraphQLError {
  const cause = causeOf(error);
  if (cause instanceof AppError && cause.code !== 'INTERNAL') {
    const { code, issues, retryAfter } = cause;
    if (errorCodes[code].status >= 500) log.error({ err: cause, path: error.path, requestId }, 'a request failed');
    return shown(error, cause.message, {
      code,
      requestId,
      ...(issues.length > 0 && { issues }),
      ...(retryAfter !== null && { retryAfter }),
      ...(isObject(error.extensions.limit) && { limit: error.extensions.limit }),
      ...httpOf(cause, error.path === undefined),
    });
  }
  if (isOfTheRequest(error, cause)) {
    const { code, http } = error.extensions;
    const issue = variableIssue(error.message);
    return shown(error, error.message, {
      code: requestCode(code, http),
      requestId,
      ...(issue && { issues: [{ ...issue, message: shortened(issue.message) }] }),
      ...(isObject(http) && { http: code === yogaBadRequest ? { ...http, spec: false } : http }),
    });
  }
  if (isBrokenOff(error, cause)) {
    return shown(error, 'The body is incomplete.', {
      code: 'MALFORMED_JSON' satisfies ErrorCode,
      requestId,
      http: { status: errorCodes.MALFORMED_JSON.status },
    });
  }
  log.error({ err: cause, path: error.path, requestId }, 'a field failed');
  return shown(error, internalMessage, {
    code: 'INTERNAL' satisfies ErrorCode,
    requestId,
    ...(error.path === undefined && { http: { status: errorCodes.INTERNAL.status } }),
  });
}

type Shown = { readonly code: string } & Readonly<Record<string, unknown>>;

function shown({ nodes, source, positions, path }: GraphQLError, message: string, { code, ...others }: Shown) {
  const extensions = { code, retryable: isRetryable(code), ...others };
  return new GraphQLError(shortened(message), { nodes, source, positions, path, extensions });
}

/** Codes from graphql-js and Yoga indicate errors in the request, so they are not retryable. */
function isRetryable(code: string): boolean {
  return Object.hasOwn(errorCodes, code) && errorCodes[code as ErrorCode].retryable;
}

const longestMessage = 1_000;

/** graphql-js quotes invalid values, which can be as long as the request. */
function shortened(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
}

/** Codes that determine the HTTP status even if other fields have data. */
const codesWithStatus: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'TOO_MANY_REQUESTS',
  'NOT_READY',
  'STILL_COUNTING',
]);

/**
 * The request is well-formed, so GraphQL over HTTP requires status 200 for clients that accept only `application/json`.
 */
const operationCodes: ReadonlySet<ErrorCode> = new Set([
  'OPERATION_LIMIT_EXCEEDED',
  'PERSISTED_DOCUMENT_NOT_FOUND',
  'PERSISTED_DOCUMENT_REQUIRED',
  'PERSISTED_QUERY_NOT_FOUND',
]);

function httpOf({ code, retryAfter }: AppError, isOfWholeRequest: boolean): Record<string, unknown> {
  if (!isOfWholeRequest && !codesWithStatus.has(code)) return {};
  const { status } = errorCodes[code];
  const headers = {
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(status === 413 && { Connection: 'close' }), // The unread rest of the body would block the next request.
    ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
  };
  return { http: { status, headers, ...(operationCodes.has(code) && { spec: true }) } };
}

/**
 * Errors in the operation, its variables or arguments, as reported by graphql-js. A null in a non-null field is an internal
 * error.
 */
function isOfTheRequest(error: GraphQLError, cause: Error): boolean {
  if (!(cause instanceof GraphQLError) || error.extensions.unexpected === true) return false;
  return error.path === undefined || error.message.startsWith('Argument "');
}

/** The client disconnected while sending the body, or sent broken chunks. Node reports both with this message. */
function isBrokenOff(error: GraphQLError, cause: Error): boolean {
  return error.path === undefined && cause.message === 'aborted' && 'code' in cause && cause.code === 'ECONNRESET';
}

/** Yoga's code for requests without a readable operation; their status is the same for every client. */
const yogaBadRequest = 'BAD_REQUEST';

function requestCode(code: unknown, http: unknown): string {
  if (isObject(http) && 'status' in http && http.status === 405) return 'METHOD_NOT_ALLOWED' satisfies ErrorCode;
  return code === 'GRAPHQL_PARSE_FAILED' || code === 'GRAPHQL_VALIDATION_FAILED' ? code : 'BAD_USER_INPUT';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function causeOf(error: Error): Error {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/** Presents errors to clients, and logs internal errors. */
export function presentedErrors(log: Logger): Plugin<object, Call> {
  return {
    onRequest({ requestHandler, setRequestHandler }) {
      setRequestHandler(async (request, call) => {
        try {
          return await requestHandler(request, call);
        } catch (error) {
          return unexpectedFailure(error, log, call.requestId);
        }
      });
    },
    onResultProcess({ result, setResult, serverContext }) {
      if (!('errors' in result) || !result.errors) return;
      const request = { log, requestId: serverContext.requestId ?? '' };
      const errors = result.errors.map((error) => presentError(error, request));
      setResult({ ...result, errors } satisfies ExecutionResult);
    },
  };
}

/**
 * Handles failures outside an operation. Otherwise, the underlying server would send the stack trace and log nothing.
 */
export function unexpectedFailure(error: unknown, log: Logger, requestId = ''): Response {
  log.error({ err: error, requestId }, 'a request failed');
  const { status, retryable } = errorCodes.INTERNAL;
  const extensions = { code: 'INTERNAL' satisfies ErrorCode, retryable, requestId };
  return Response.json({ errors: [{ message: internalMessage, extensions }] }, { status });
}

/** The form of messages from graphql-js about a variable: its name, then the path and the error. */
const placed = /^Variable "\$(\w+)" got invalid value [\s\S]* at "\w+([^"]*)"; ([\s\S]+)$/;
const whole = /^Variable "\$(\w+)" (?:got invalid value [\s\S]*?; )?()([\s\S]+)$/;

/** A variable error as an issue, with its path relative to `input`, as in typed errors; null for any other error. */
function variableIssue(text: string): Issue | null {
  const [, variable = '', place = '', fault = ''] = placed.exec(text) ?? whole.exec(text) ?? [];
  if (variable === '') return null;
  const [, missing] = /^Field "(?:\w+\.)?(\w+)" of required type/.exec(fault) ?? [];
  const [, unknown] = /^Field "(\w+)" is not defined by type/.exec(fault) ?? [];
  const isMissing = /^of (?:required|non-null) type|^Expected non-nullable type/.test(fault) || missing !== undefined;
  const steps = [...place.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, member, index]) => member ?? Number(index));
  return {
    path: [variable, ...steps, missing, unknown]
      .filter((step) => step !== undefined)
      .slice(variable === 'input' ? 1 : 0),
    code: isMissing ? 'REQUIRED' : unknown === undefined ? 'INVALID_TYPE' : 'UNKNOWN_FIELD',
    message: fault.startsWith('of ') ? text : fault,
  };
}
