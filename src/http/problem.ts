import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AppError, errorCodes, type Issue, jsonPointer } from '../domain/base/errors.ts';
import { apiHeaders } from './api-headers.ts';
import { requestIdOf } from './served-request.ts';

export type ParameterPlace = 'query' | 'path' | 'header';

/** An issue with a parameter; other issues are about members of the body. */
export type ParameterIssue = Issue & { readonly parameter: string; readonly in: ParameterPlace };

export const problemType = 'application/problem+json';

/** The error as a problem object (RFC 9457), without its request id. */
export function problemOf(error: AppError) {
  const { status, retryable, title } = errorCodes[error.code];
  return {
    type: `/v1/docs/errors/${error.code}`,
    title,
    status,
    code: error.code,
    retryable,
    detail: error.message,
    errors: issuesOf(error).map(issueJson),
  };
}

/** An unknown record named in the body becomes an issue with the member that names it. */
function issuesOf({ code, message, issues, facts: { missing } }: AppError): readonly Issue[] {
  if (issues.length > 0 || !missing || missing.path.includes('by')) return issues;
  return [{ path: missing.path.filter((part) => part !== 'key'), code, message }];
}

function issueJson(issue: Issue) {
  return {
    ...(isParameterIssue(issue) ? { parameter: issue.parameter, in: issue.in } : { pointer: jsonPointer(issue.path) }),
    code: issue.code,
    message: issue.message,
    ...issue.details,
    ...(issue.returnId !== undefined && { returnId: issue.returnId }),
    ...(issue.remaining && {
      remainingAmount: Number(issue.remaining.remainingAmount),
      remainingTaxAmount: Number(issue.remaining.remainingTaxAmount),
    }),
  };
}

function isParameterIssue(issue: Issue): issue is ParameterIssue {
  return 'parameter' in issue;
}

/*
 * Sends problem responses before a request reaches REST or GraphQL. Each response closes its connection: after a
 * malformed request, the start of the next request is unknown.
 */

export function sendProblem(response: ServerResponse, error: AppError, requestId = requestIdOf(null)): void {
  const { status } = errorCodes[error.code];
  const body = bodyOf(error, requestId);
  response.writeHead(status, headersOf(body, requestId)).end(body);
}

/** Writes a problem response for a request that Node's parser refused, which has a socket but no response object. */
export function writeProblem(socket: Duplex, error: AppError): void {
  if (socket.writableEnded) return;
  const { status } = errorCodes[error.code];
  const requestId = requestIdOf(null);
  const body = bodyOf(error, requestId);
  const lines = Object.entries(headersOf(body, requestId)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), timeToReadMs);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Time for the client to read the problem response. Closing immediately, while the client is still sending, would reset
 * the connection first.
 */
const timeToReadMs = 1_000;

function bodyOf(error: AppError, requestId: string): string {
  return JSON.stringify({ ...problemOf(error), requestId });
}

function headersOf(body: string, requestId: string) {
  return {
    'Content-Type': problemType,
    'Content-Length': String(Buffer.byteLength(body)),
    ...apiHeaders,
    'X-Request-Id': requestId,
    Connection: 'close',
  };
}
