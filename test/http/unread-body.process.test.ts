import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type HttpServer, listen } from '../../src/http/http-server.ts';
import { discardingUnreadBodies } from '../../src/http/unread-body.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let server: HttpServer;
beforeAll(async () => {
  app = await startApp();
  server = await listen({ port: 0, host: '127.0.0.1', keepAliveTimeoutMs: 5_000 }, async () => app.listener);
});
afterAll(async () => {
  await server.stop(0);
  await app.close();
});

const boundary = 'x-boundary';
const file = (content: string) =>
  [
    `--${boundary}`,
    'Content-Disposition: form-data; name="csvFile"; filename="exemptions.csv"',
    'Content-Type: text/csv',
    '',
    content,
    `--${boundary}--`,
    '',
  ].join('\r\n');

it('keeps the connection open for the next request when a file is refused before its end', async () => {
  const Authorization = `Bearer ${await app.token()}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const post = () =>
    new Promise<number>((resolve, reject) => {
      const headers = { Authorization, 'Content-Type': `multipart/form-data; boundary=${boundary}` };
      const request = send(`${server.url}/v1/exemption_imports`, { method: 'POST', agent, headers }, (response) => {
        ports.add(response.socket.localPort);
        response.resume().once('end', () => resolve(response.statusCode!));
      });
      request.once('error', reject);
      request.end(file(`a,b\n${','.repeat(2_000_000)}`));
    });
  const statuses: number[] = [];
  for (let time = 0; time < 3; time++) {
    statuses.push(await post());
    await new Promise((resolve) => setTimeout(resolve, 700)); // Longer than the server waits for the end of an unread body.
  }
  agent.destroy();
  expect(statuses).toEqual([400, 400, 400]);
  expect(ports.size).toBe(1);
});

it('cuts off a client that keeps sending, and no other request', async () => {
  const refusing = createServer(
    discardingUnreadBodies((_request, response) => void response.writeHead(401).end(), 100),
  ).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  onTestFinished(() => void refusing.close());
  const { port } = refusing.address() as AddressInfo;
  const post = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

  const whole = connect(port, '127.0.0.1');
  let answers = '';
  whole.on('data', (part) => {
    answers += part;
  });
  whole.write(post(600_000) + 'x'.repeat(600_000));
  await new Promise((resolve) => setTimeout(resolve, 300));
  whole.write(`${post(1)}x`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(answers.match(/HTTP\/1\.1 401/g)).toHaveLength(2);
  whole.destroy();

  const endless = connect(port, '127.0.0.1');
  endless.resume();
  endless.on('error', () => {});
  endless.write(post(600_000));
  await once(endless, 'close');
});
