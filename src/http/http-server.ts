import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../domain/base/errors.ts';
import { socketOf } from './client-address.ts';
import { writeProblem } from './problem.ts';
import { longestSendingMs } from './slow-senders.ts';

export type HttpServer = {
  readonly url: string;
  /** Makes each further response close its connection, so that clients and load balancers reconnect elsewhere. */
  drain(): void;
  /** Accepts no new connections, lets running requests finish, and closes the rest after `limitMs`. */
  stop(limitMs: number): Promise<void>;
};

type Endpoint = { readonly port: number; readonly host: string };

/**
 * `keepAliveTimeoutMs` is the time after which an idle connection is closed. It must exceed the idle timeout of load
 * balancers.
 */
type ServerSettings = Endpoint & { readonly keepAliveTimeoutMs: number };

/** Time limits once the server stops: for requests in progress, and for the whole process to exit. */
export const inFlightLimitMs = 10_000;
export const stopLimitMs = 2 * inFlightLimitMs;

/** Long enough for a large file, which is read only as fast as it can be stored. */
const longestRequestMs = 60 * 60_000;
/** How often the server checks for slow senders. */
const checkEveryMs = 1_000;

/**
 * Listens first, so that a port already in use is detected before anything is created. Until `open` is done, requests
 * wait unless `answerEarly` answers them.
 */
export async function listen(
  { keepAliveTimeoutMs, ...endpoint }: ServerSettings,
  open: (url: string) => Promise<RequestListener>,
  answerEarly: (...exchange: Parameters<RequestListener>) => boolean = () => false,
): Promise<HttpServer> {
  const waiting: (() => void)[] = [];
  let handle: RequestListener = (request, response) => {
    if (!answerEarly(request, response)) waiting.push(() => handle(request, response));
  };
  const options = {
    requestTimeout: longestRequestMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    headersTimeout: longestSendingMs, // The limit starts with the first byte of a request, so idle connections stay open.
    connectionsCheckingInterval: checkEveryMs,
    requireHostHeader: false, // Disabled, because `wellFormed` requires the header.
  };
  let isDraining = false;
  const serve: RequestListener = (request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    handle(request, response);
  };
  const server = createServer(options, serve);
  server.on('checkExpectation', serve);
  answerRefusedRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(whyNotListening(error, endpoint), { cause: error })));
    server.listen(endpoint.port, endpoint.host, resolve);
  });
  const url = urlOf(server, endpoint.host);
  handle = await open(url);
  for (const answer of waiting) answer();
  const drain = () => {
    isDraining = true;
  };
  return { url, drain, stop: (limitMs) => stop(server, limitMs) };
}

async function stop(server: Server, limitMs: number): Promise<void> {
  // A keep-alive connection becomes idle, and can be closed, only once its response has been sent.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), limitMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
  clearTimeout(limit);
}

function whyNotListening(error: Error, { port, host }: Endpoint): string {
  const code = 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already in use. Stop the other server or set PORT.`;
  if (code === 'EACCES') return `Port ${port} requires privileges. Set PORT to a number above 1023.`;
  return `Cannot listen on ${host}, port ${port}: ${error.message}`;
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : '';
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Responds with a problem, rather than an empty response, to requests that Node's HTTP parser refuses. */
function answerRefusedRequests(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response) => {
    const socket = socketOf(request);
    if (socket) responses.set(socket, response);
  });
  server.on('connect', (_request, socket) => writeProblem(socket, malformed('CONNECT is not supported.')));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return socket.destroy();
    const problem = refusal(error.code ?? '');
    const response = responses.get(socket);
    if (!response || response.writableFinished) return writeProblem(socket, problem);
    // The error is in the next request, so the response to the valid request goes first.
    if (response.req.complete) return response.once('finish', () => writeProblem(socket, problem));
    if (response.headersSent) return socket.destroy();
    writeProblem(socket, problem);
  });
}

function refusal(code: string): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('HEADERS_TOO_LARGE', 'The request line and the headers may have at most 16384 bytes in total.');
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new AppError('BODY_TOO_LARGE', 'The chunk extensions of the body are too long.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time.');
  }
  return malformed('The request line, a header or the framing of the body is not valid HTTP.');
}

function malformed(message: string): AppError {
  return new AppError('MALFORMED_REQUEST', message);
}
