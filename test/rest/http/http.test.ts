import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type Server,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageRequest } from '../../../src/ports/stores/page-request.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';
import { aCustomer } from '../../support/records.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

let app: TestApp;
let server: Server;
let port: number;
let Authorization: string;
let pages: PageRequest[] = [];
let failAtPage = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  app = await startApp({
    log: pino({ level: 'silent' }),
    wrap: (stores) => ({
      ...stores,
      forTenant(tenantId) {
        const records = stores.forTenant(tenantId);
        // An endless list of customers with long comments.
        const list = async (_filter: unknown, page: PageRequest) => {
          pages.push(page);
          if (pages.length >= failAtPage) throw new Error('hunter2');
          return Array.from({ length: page.limit }, () => aCustomer({ comment: 'x'.repeat(200) }));
        };
        return replacedStores(records, { customers: { ...records.customers, list } });
      },
    }),
  });
  Authorization = `Bearer ${await app.token()}`;
  server = createServer(app.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});

function ask(options: RequestOptions & { readonly body?: string }): Promise<IncomingMessage> {
  const { body, headers, ...rest } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, ...rest, headers: { Authorization, ...headers } }, resolve);
    request.on('error', reject);
    request.end(body);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

const patience = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('over HTTP', () => {
  it('keeps an encoded slash in an external id', async () => {
    const path = '/v1/customers/source/9/externalId/a%2Fb%20%C3%A9%252F';
    const body = JSON.stringify(aCustomerBody({ externalId: 'a/b é%2F' }));
    const created = await ask({ method: 'PUT', path, headers: { 'Content-Type': 'application/json' }, body });
    expect(created.statusCode).toBe(201);
    expect(created.headers.location).toBe(path);
    expect(JSON.parse(await textOf(await ask({ path })))).toMatchObject({ externalId: 'a/b é%2F' });
  });

  it('answers HEAD without a body', async () => {
    const head = await ask({ method: 'HEAD', path: '/health/live' });
    expect(head.statusCode).toBe(200);
    expect(await textOf(head)).toBe('');
  });

  it('rejects a chunked body above 2 MB while it is received', async () => {
    const request = httpRequest({
      port,
      method: 'PUT',
      path: '/v1/customers/source/9/externalId/big',
      headers: { Authorization, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
    });
    request.on('error', () => {}); // The server may cut the connection after its response.
    const answered = once(request, 'response');
    for (let sent = 0; sent < 2_200_000; sent += 65_536) request.write('x'.repeat(65_536));
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    expect(JSON.parse(await textOf(response))).toMatchObject({ code: 'BODY_TOO_LARGE' });
    request.destroy();
  });

  it('survives a client that disconnects while it sends', async () => {
    const socket = connect(port, '127.0.0.1');
    const head = ['PUT /v1/customers/source/9/externalId/gone HTTP/1.1', 'Host: x', `Authorization: ${Authorization}`];
    socket.write([...head, 'Content-Length: 1000', '', '{"name":'].join('\r\n'));
    await patience(50);
    socket.destroy();
    await patience(50);
    expect((await ask({ path: '/health/live' })).statusCode).toBe(200);
  });
});

describe('an endless list', () => {
  it('is read only as fast as the client reads, and no further once it disconnects', async () => {
    pages = [];
    const response = await ask({ path: '/v1/customers' });
    expect(response.headers['transfer-encoding']).toBe('chunked');
    await once(response, 'readable');
    // It is read until the buffers of two sockets are full, and no further.
    let read = 0;
    for (let idleMs = 0; idleMs < 600; idleMs += 100) {
      if (pages.length > read) idleMs = 0;
      read = pages.length;
      expect(read).toBeLessThan(200);
      await patience(100);
    }
    response.destroy();
    await patience(200);
    expect(pages.length).toBeLessThanOrEqual(read + 1);
  });

  it('is cut off if the store fails, without the reason', async () => {
    pages = [];
    failAtPage = 5;
    const response = await ask({ path: '/v1/customers' });
    expect(response.statusCode).toBe(200);
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
    })();
    await expect(reading).rejects.toThrow('aborted');
    failAtPage = Number.POSITIVE_INFINITY;
    expect(text.startsWith('[{"serviceId"')).toBe(true);
    expect(text).not.toMatch(/hunter2|Error|\]$/);
  });
});
