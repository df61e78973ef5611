import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../domain/base/errors.ts';
import { writeProblem } from './raw-problem.ts';
import { socketOf } from './socket-of.ts';

/** Responds with a problem, rather than an empty response, to requests that Node's HTTP parser refuses. */
export function answerRefusedRequests(server: Server): void {
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
