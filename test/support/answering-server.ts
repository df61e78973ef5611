import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Question = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type AnsweringServer = {
  readonly url: string;
  /** All requests, oldest first. */
  readonly questions: Question[];
  /** The response to the next requests. */
  answer: (question: Question, response: ServerResponse) => void;
  close(): Promise<void>;
};

/** A stand-in for an authority's server on this machine, with responses set by the test. */
export async function startAnsweringServer(): Promise<AnsweringServer> {
  const questions: Question[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const question = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    questions.push(question);
    answering.answer(question, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answering: AnsweringServer = {
    url: `http://127.0.0.1:${port}`,
    questions,
    answer: (_question, response) => response.end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return answering;
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
