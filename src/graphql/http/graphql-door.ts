import type { IncomingMessage, ServerResponse } from 'node:http';
import type { createYoga } from 'graphql-yoga';
import type { GraphqlContext } from '../base/context.ts';
import type { Call } from './call.ts';

/** The GraphQL API, as a handler for web requests and as a listener for Node's HTTP server. */
export type GraphqlDoor = {
  fetch(request: Request, call: Call): Promise<Response>;
  listener(request: IncomingMessage, response: ServerResponse, remoteAddress?: string): void;
};

/** A POST request, whose body is read on demand. */
export type JsonPost = {
  header(name: string): string | null;
  readBody(): Promise<string>;
};

export type Answer = { readonly headers: Record<string, string>; readonly body: string | Buffer };

/** Answers a request, or returns null to leave it to Yoga. The call then contains the results so far. */
export type KnownRequests = (post: JsonPost, call: Call) => Promise<Answer | null>;

type Yoga = ReturnType<typeof createYoga<Call, GraphqlContext>>;

/** Yoga, optionally behind a fast path for known requests. */
export function createDoor(yoga: Yoga, endpoint: string, answerKnown: KnownRequests | null): GraphqlDoor {
  const isPost = (method: string | undefined, path: string) => method === 'POST' && path === endpoint;
  const fetchFromYoga = async (request: Request, call: Call) => yoga.fetch(request, call);
  const listenWithYoga = (request: IncomingMessage, response: ServerResponse, call: Call) =>
    void yoga(request, response, call);
  return {
    async fetch(request, call) {
      if (!answerKnown || !isPost(request.method, new URL(request.url).pathname)) return fetchFromYoga(request, call);
      const answer = await answerKnown(webPost(request), call);
      if (!answer) return fetchFromYoga(request, call);
      return new Response(typeof answer.body === 'string' ? answer.body : new Uint8Array(answer.body), answer);
    },
    listener(request, response, remoteAddress) {
      const call: Call = { req: request, ...(remoteAddress !== undefined && { remoteAddress }) };
      if (!answerKnown || !isPost(request.method, request.url ?? '')) return listenWithYoga(request, response, call);
      void answerKnown(nodePost(request), call).then((answer) => {
        if (answer) response.writeHead(200, answer.headers).end(answer.body);
        else listenWithYoga(request, response, call);
      });
    },
  };
}

const webPost = (request: Request): JsonPost => ({
  header: (name) => request.headers.get(name),
  readBody: () => request.text(),
});

const nodePost = (request: IncomingMessage): JsonPost => ({
  header(name) {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  },
  readBody: () => readText(request),
});

function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()));
    request.once('error', reject);
  });
}
