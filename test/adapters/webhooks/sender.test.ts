import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSender } from '../../../src/adapters/webhooks/sender.ts';
import { type AnsweringServer, startAnsweringServer } from '../../support/answering-server.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
});
afterAll(() => server.close());

const request = (url: string) => ({ url, headers: { 'webhook-id': 'e-1' }, body: '{}' });
const never = new AbortController().signal;
const inside = createWebhookSender({ allowsPrivate: true, timeoutMs: 300 });
const outside = createWebhookSender({ allowsPrivate: false });

describe('a request', () => {
  it('is answered by a status and Retry-After', async () => {
    server.answer = (_question, response) => response.writeHead(503, { 'Retry-After': '120' }).end('busy');
    expect(await inside.send(request(server.url), never)).toEqual({
      kind: 'ANSWERED',
      statusCode: 503,
      retryAfterSeconds: 120,
    });
    expect(server.questions.at(-1)).toMatchObject({
      headers: { 'webhook-id': 'e-1', 'content-length': '2' },
      body: '{}',
    });
  });

  it('stops reading a response that is too long', async () => {
    server.answer = (_question, response) => {
      response.writeHead(200);
      const more = () => response.write('x'.repeat(64 * 1024), () => setImmediate(more));
      response.on('close', () => {});
      more();
    };
    expect(await inside.send(request(server.url), never)).toMatchObject({ statusCode: 200 });
  });

  it('follows no redirect', async () => {
    server.answer = (_question, response) => response.writeHead(307, { Location: server.url }).end();
    const asked = server.questions.length;
    expect(await inside.send(request(server.url), never)).toMatchObject({ statusCode: 307 });
    expect(server.questions).toHaveLength(asked + 1);
  });

  it('that is not answered in time is given up', async () => {
    server.answer = () => {};
    const failure = 'The endpoint did not respond within 0.3 seconds.';
    expect(await inside.send(request(server.url), never)).toEqual({ kind: 'UNANSWERED', failure });
  });

  it('reports that no server accepts the connection', async () => {
    const closed = await startAnsweringServer();
    await closed.close();
    const failure = 'The endpoint refused the connection.';
    expect(await inside.send(request(closed.url), never)).toEqual({ kind: 'UNANSWERED', failure });
  });
});

it('a connection is kept for the next request, and replaced if the endpoint closes it', async () => {
  let connections = 0;
  let questions = 0;
  const receiver = createServer((question, response) => {
    if (++questions === 3) question.socket.destroy();
    else response.end();
  });
  receiver.on('connection', () => connections++);
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  for (const expected of [
    { connections: 1, questions: 1 },
    { connections: 1, questions: 2 },
    { connections: 2, questions: 4 },
  ]) {
    expect(await inside.send(request(url), never)).toMatchObject({ statusCode: 200 });
    expect({ connections, questions }).toEqual(expected);
  }
  receiver.close();
});

it.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://169.254.169.254/',
  'https://10.1.2.3:8443/',
])('nothing is sent to %s', async (url) => {
  const failure = 'The host is not on the public Internet.';
  expect(await outside.send(request(url), never)).toEqual({ kind: 'UNANSWERED', failure });
});

it('nothing is sent without TLS', async () => {
  expect(await outside.send(request('http://1.1.1.1/'), never)).toMatchObject({ kind: 'UNANSWERED' });
});
