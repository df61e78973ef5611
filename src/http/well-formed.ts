import type { IncomingMessage, RequestListener } from 'node:http';
import { AppError } from '../domain/base/errors.ts';
import { sendProblem } from './problem.ts';
import { requestIdOf } from './served-request.ts';

/**
 * Passes on only requests that form a valid URL, and changes their targets to origin form. Node's parser accepts other
 * requests too, on which REST and GraphQL would fail in different ways.
 */
export function wellFormed(handle: RequestListener): RequestListener {
  return (request, response) => {
    const problem = normalize(request);
    if (problem === null) return handle(request, response);
    const requestId = requestIdOf(headerOf(request, 'x-request-id'));
    sendProblem(response, new AppError('MALFORMED_REQUEST', problem), requestId);
  };
}

const rewritten = new WeakSet<IncomingMessage>();

/** Whether the host or the path differs from the client's own Host header and target. */
export function isRewritten(request: IncomingMessage): boolean {
  return rewritten.has(request);
}

/** Changes an absolute-form target into origin form, as RFC 9112 requires. Returns the problem, or null. */
function normalize(request: IncomingMessage): string | null {
  const target = request.url ?? '';
  if (!visibleAscii.test(target)) return 'Percent-encode the request target: it may contain only visible ASCII.';
  if (target.startsWith('/')) return problemOfPath(target) ?? problemOfHost(request);
  const absolute = absoluteForm.exec(target);
  if (absolute === null) return 'The request target must be a path that begins with a slash.';
  const [, authority = '', rest = ''] = absolute;
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  rewritten.add(request);
  request.url = path;
  request.headers.host = authority;
  return problemOfPath(path) ?? (isHost(authority) ? null : 'The host in the request target is invalid.');
}

const visibleAscii = /^[\x21-\x7e]*$/;
const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/i;
const backslashInPath = /^[^?]*\\/;

function problemOfPath(target: string): string | null {
  return backslashInPath.test(target) ? 'The path contains a backslash; write it as %5C.' : null;
}

/**
 * The name used for a missing Host header, which HTTP/1.0 does not require. Not a loopback name, because the request
 * did not send one.
 */
const unnamedHost = 'unnamed.invalid';

function problemOfHost(request: IncomingMessage): string | null {
  const { host } = request.headers;
  if (host === undefined) {
    if (request.httpVersion !== '1.0') return 'The Host header is missing.';
    rewritten.add(request);
    request.headers.host = unnamedHost;
    return null;
  }
  if (hasTwoHosts(request.rawHeaders)) return 'The Host header may be sent only once.';
  return isHost(host) ? null : 'The Host header is invalid: send a host name, with a port if needed.';
}

/** Whether a request has several Host headers. Node keeps the first; a proxy may have used the last. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1;
}

const hostForm = /^([\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Caches the latest host, because nearly all requests have the same host. */
let latestHost: string | null = null;

function isHost(host: string): boolean {
  if (host === latestHost) return true;
  const name = hostForm.exec(host)?.[1];
  const url = `http://${host}/`;
  // Refuses names that the URL parser would change, such as 127.1, because later code would otherwise see a different
  // host.
  if (name === undefined || !URL.canParse(url) || new URL(url).hostname !== name.toLowerCase()) return false;
  latestHost = host;
  return true;
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
