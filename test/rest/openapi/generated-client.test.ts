import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTypescript from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../src/auth/clients.ts';
import { scopes } from '../../../src/domain/account/scope.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { document } from '../../support/openapi.ts';

/** What an integrator writes: every path, member and answer below is checked by the compiler. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './tollgate.js';

export async function sell(fetch: typeof globalThis.fetch, credentials: { clientId: string; clientSecret: string }) {
  const open = createClient<paths>({ baseUrl: 'http://localhost', fetch });
  const { data: token } = await open.POST('/v1/token', { body: credentials });
  if (!token) throw new Error('no token');
  const api = createClient<paths>({
    baseUrl: 'http://localhost',
    fetch,
    headers: { Authorization: 'Bearer ' + token.accessToken },
  });

  const externalTimestamps = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
  const { data: customer } = await api.PUT('/v1/customers/source/{source}/externalId/{externalId}', {
    params: { path: { source: '9', externalId: 'C-1' } },
    body: { source: 9, externalId: 'C-1', name: 'Prairie Books', externalTimestamps },
  });
  if (!customer) throw new Error('no customer');

  const path = { source: '9', externalId: 'INV-1' };
  const { data: invoice } = await api.PUT('/v1/transactions/source/{source}/externalId/{externalId}', {
    params: { path },
    body: {
      ...path,
      customerId: customer.serviceId,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps,
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: 2 }],
      shippingAddress: { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' },
    },
  });
  const { data: list } = await api.GET('/v1/transactions', { params: { query: { customerId: customer.serviceId, limit: 10 } } });
  const { response } = await api.DELETE('/v1/transactions/source/{source}/externalId/{externalId}', { params: { path } });
  const { error } = await api.GET('/v1/transactions/serviceId/{serviceId}', { params: { path: { serviceId: customer.serviceId } } });
  return {
    tax: invoice?.salesTax.amount,
    jurisdictions: invoice?.taxLines.map(({ jurisdiction }) => jurisdiction.name),
    listed: list?.map(({ externalId }) => externalId),
    cancelled: response.status,
    missing: error?.code,
  };
}
`;

/** Each of these is a slip that the compiler must find. */
const slips = `
import createClient from 'openapi-fetch';
import type { paths } from './tollgate.js';
const api = createClient<paths>();
// @ts-expect-error There is no such path.
await api.GET('/v1/customer');
// @ts-expect-error There is no such type of document.
await api.GET('/v1/transactions', { params: { query: { transactionType: 'RECEIPT' } } });
// @ts-expect-error A token needs both.
await api.POST('/v1/token', { body: { clientId: 'c' } });
`;

const root = fileURLToPath(new URL('../../', import.meta.url));
let app: TestApp;
let folder: string;
beforeAll(async () => {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'tollgate-client-'));
  app = await startApp();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

it('a client generated from the document compiles and works', { timeout: 60_000 }, async () => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tollgate.ts'), await openapiTypescript(JSON.parse(JSON.stringify(document))));
  writeFileSync(join(folder, 'client.ts'), program);
  writeFileSync(join(folder, 'slips.ts'), slips);
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    lib: ['es2022', 'dom'],
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts', 'slips.ts'] }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error) => error);
  expect(stdout).toBe('');

  const owner = { tenantId: app.tenant.tenantId, name: 'Client', scopes };
  const { client, clientSecret } = await createClient(app.stores.clients, owner, new Date());
  const { sell } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.js')).href);
  const send = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body ? await request.text() : undefined;
    return app.fetch(`${pathname}${search}`, { method: request.method, headers: request.headers, body });
  };
  const fetchOfApp = (input: string | Request, init?: RequestInit) => send(new Request(input, init));
  expect(await sell(fetchOfApp, { clientId: client.clientId, clientSecret })).toEqual({
    tax: 18.05,
    jurisdictions: [
      'Minnesota',
      'Hennepin County',
      'Minneapolis',
      'Hennepin County Transit Sales and Use Tax',
      'Metro Area Transportation Sales and Use Tax',
      'Metro Area Sales and Use Tax for Housing',
    ],
    listed: ['INV-1'],
    cancelled: 204,
    missing: 'NOT_FOUND',
  });
});
