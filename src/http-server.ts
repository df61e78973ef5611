import { createServer, type RequestListener, type Server } from 'node:http';

export type HttpServer = {
  /** Where people reach it. */
  readonly url: string;
  /** Stops accepting, lets requests in flight finish, and cuts off what has not after `limitMs`. */
  stop(limitMs: number): Promise<void>;
};

type Place = { readonly port: number; readonly host: string };

/** A long file is taken at the pace at which it can be stored; headers still must come within a minute. */
const longestRequestMs = 60 * 60_000;

/** Listens first, so that a port in use is found out before anything is made; early requests wait for `open`. */
export async function listen(place: Place, open: (url: string) => Promise<RequestListener>): Promise<HttpServer> {
  const waiting: (() => void)[] = [];
  let handle: RequestListener = (request, response) => waiting.push(() => handle(request, response));
  const server = createServer({ requestTimeout: longestRequestMs }, (request, response) => handle(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(refusal(error, place), { cause: error })));
    server.listen(place.port, place.host, resolve);
  });
  const url = urlOf(server, place.host);
  handle = await open(url);
  for (const answer of waiting) answer();
  return { url, stop: (limitMs) => stop(server, limitMs) };
}

async function stop(server: Server, limitMs: number): Promise<void> {
  // A connection that is kept alive becomes idle, and can be closed, only when its answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), limitMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
  clearTimeout(limit);
}

function refusal(error: Error, { port, host }: Place): string {
  const code = 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use. Stop the other server, or set PORT.`;
  if (code === 'EACCES') return `Port ${port} needs privileges. Set PORT to one above 1023.`;
  return `Nothing can listen on ${host}, port ${port}: ${error.message}`;
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : '';
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
