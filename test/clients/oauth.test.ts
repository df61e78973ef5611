import { createServer, type Server } from 'node:http';
import * as openid from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { createClient } from '../support/clients.ts';

/* OAuth 2.0 libraries from the registry, against a listening gateway. */

let app: TestApp;
let server: Server;
let origin: string;
let clientId: string;
let clientSecret: string;

beforeAll(async () => {
  app = await startApp();
  const client = { tenantId: app.tenant.tenantId, name: 'Shop', scopes: ['customers:read', 'tax:read'] as const };
  const made = await createClient(app.stores, client, new Date());
  ({ clientId } = made.client);
  ({ clientSecret } = made);
  server = createServer(app.listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await app.close();
});

async function reads(accessToken: string): Promise<readonly number[]> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const paths = ['/v1/customers', '/v1/tax_codes?search=book'];
  return Promise.all(paths.map(async (path) => (await fetch(`${origin}${path}`, { headers })).status));
}

it.each([
  ['in the form', openid.ClientSecretPost],
  ['in the header', openid.ClientSecretBasic],
])('openid-client discovers the gateway and gets a token with the secret %s', async (_, authentication) => {
  const config = await openid.discovery(new URL(origin), clientId, undefined, authentication(clientSecret), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  });
  const token = await openid.clientCredentialsGrant(config, { scope: 'customers:read' });
  expect([token.expires_in, token.scope]).toEqual([86_400, 'customers:read']);
  expect(await reads(token.access_token)).toEqual([200, 403]);
});

it('openid-client reports why there is no token', async () => {
  const wrong = openid.ClientSecretBasic('wrong');
  const config = await openid.discovery(new URL(origin), clientId, undefined, wrong, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  });
  await expect(openid.clientCredentialsGrant(config)).rejects.toThrow();
});

it('simple-oauth2 gets a token', async () => {
  const client = new ClientCredentials({
    client: { id: clientId, secret: clientSecret },
    auth: { tokenHost: origin, tokenPath: '/v1/token' },
  });
  const { token } = await client.getToken({ scope: ['customers:read', 'tax:read'] });
  expect(await reads(String(token.access_token))).toEqual([200, 200]);
});
