import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { AppError, type ErrorCode, errorCodes } from '../../domain/base/errors.ts';

type Request = { readonly requestId: string; readonly log: Logger };

/** What a failure of our own shows, and with which status; the same code as in REST. */
export function presentError(error: GraphQLError, { requestId, log }: Request): GraphQLError {
  const cause = causeOf(error);
  if (cause instanceof AppError && cause.code !== 'INTERNAL') {
    const { code, issues, retryAfter } = cause;
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
    return shown(error, error.message, {
      code: requestCode(code, http),
      requestId,
      ...(isObject(http) && { http: code === notEvenGraphql ? { ...http, spec: false } : http }),
    });
  }
  log.error({ err: cause, path: error.path, requestId }, 'a field failed');
  return shown(error, 'Something failed on our side; the request id finds it in our log.', {
    code: 'INTERNAL' satisfies ErrorCode,
    requestId,
    ...(error.path === undefined && { http: { status: errorCodes.INTERNAL.status } }),
  });
}

function shown({ nodes, source, positions, path }: GraphQLError, message: string, extensions: Record<string, unknown>) {
  return new GraphQLError(shortened(message), { nodes, source, positions, path, extensions });
}

const longestMessage = 1_000;

/** GraphQL repeats values that it does not take; they may be as long as a request. */
function shortened(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
}

/** These are told by the status too, even where other fields were answered. */
const codesWithStatus: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'NOT_READY']);

/** The request is well-formed: clients that know `application/json` alone get these with 200, as the protocol says. */
const codesOfDocuments: ReadonlySet<ErrorCode> = new Set([
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
    ...(status === 413 && { Connection: 'close' }), // The rest of the body stands in the way of another request.
    ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
  };
  return { http: { status, headers, ...(codesOfDocuments.has(code) && { spec: true }) } };
}

/** GraphQL's own findings: the document, its variables, its arguments. A null in the wrong place is ours. */
function isOfTheRequest(error: GraphQLError, cause: Error): boolean {
  if (!(cause instanceof GraphQLError) || error.extensions.unexpected === true) return false;
  return error.path === undefined || error.message.startsWith('Argument "');
}

/** How Yoga marks what is wrong before there is a document: its status then holds for every client. */
const notEvenGraphql = 'BAD_REQUEST';

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
