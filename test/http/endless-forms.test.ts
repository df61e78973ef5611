import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomer } from '../support/records.ts';

let app: TestApp;
let server: Server;
let link: string;
beforeAll(async () => {
  app = await startApp();
  server = createServer(app.listener).listen(0, '127.0.0.1');
  const customer = aCustomer();
  await app.records.customers.insert(customer);
  const body = { customerId: customer.serviceId, states: ['MN'] };
  const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('POST', '/v1/certificate_requests', body));
  const invitation = app.send('GET', `/v1/certificate_requests/serviceId/${serviceId}/invitation`);
  ({ link } = await bodyOf<{ link: string }>(invitation));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});

const most = 60_000_000;
/** Sends a chunked form that does not end; returns the status of the response, and whether it came early. */
async function sendEndless(path: string, start: string) {
  const headers = {
    Authorization: `Bearer ${await app.token()}`,
    'Content-Type': 'multipart/form-data; boundary=b',
    'Transfer-Encoding': 'chunked',
  };
  let sent = 0;
  async function* body() {
    yield start;
    for (const piece = 'y\n'.repeat(32_768); sent < most; sent += piece.length) yield piece;
  }
  return new Promise((resolve) => {
    const { port } = server.address() as AddressInfo;
    const call = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (response) => {
      resolve({ status: response.statusCode, isEarly: sent < most });
      call.destroy();
    });
    call.on('error', () => resolve({ status: 'CLOSED', isEarly: sent < most }));
    Readable.from(body()).pipe(call);
  });
}

const field = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n';
it.each<[string, () => string, string, unknown]>([
  ['a field of a certificate', () => link, field, 400],
  ['a preamble of a certificate', () => link, 'y', 400],
  ['a head of a part', () => link, '--b\r\nX: y', 400],
  ['a field of exemptions', () => '/v1/exemption_imports', field, 413],
  ['a field of products', () => '/v1/product_imports', field, 400],
  ['a field of a reconciliation', () => '/v1/reconciliations', field, 413],
  ['a field of an operation', () => '/graphql', field, expect.toBeOneOf([413, 'CLOSED'])],
])('refuses %s that does not end', async (_name, path, start, status) => {
  expect(await sendEndless(path(), start)).toEqual({ status, isEarly: true });
});
