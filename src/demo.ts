import { randomUUID } from 'node:crypto';
import { type ClientWithSecret, createClient } from './auth/clients.ts';
import { demoCustomerId } from './domain/account/demo.ts';
import { scopes } from './domain/account/scope.ts';
import { tenantSettings } from './domain/account/tenant.ts';
import type { Customer } from './domain/customers/customer.ts';
import { customerInput } from './domain/customers/customer-input.ts';
import type { Client } from './ports/stores/client-store.ts';
import type { Stores } from './ports/stores.ts';

const demoName = 'Demo';

/** Creates a tenant to try things out with, and a client that has every scope. */
export async function createDemo(stores: Stores, now: Date): Promise<ClientWithSecret> {
  const tenantId = randomUUID();
  await stores.tenants.insert({ tenantId, name: demoName, settings: tenantSettings.parse({}) });
  await stores.forTenant(tenantId).customers.insert(demoCustomer(now));
  return createClient(stores.clients, { tenantId, name: demoName, scopes }, now);
}

function demoCustomer(now: Date): Customer {
  const sent = {
    source: '9',
    externalId: 'demo-customer',
    name: 'Demo Customer',
    externalTimestamps: { createdDate: '2026-01-01', updatedDate: '2026-01-01' },
  };
  const internalTimestamps = { createdDate: now, updatedDate: now };
  return { ...customerInput.parse(sent), serviceId: demoCustomerId, internalTimestamps, version: 1 };
}

/** The client of the demo tenant, if the store has one that is not revoked. */
export async function findDemoClient(stores: Stores): Promise<Client | null> {
  const clients = await stores.clients.list();
  for (const client of clients.filter(({ name, revokedAt }) => name === demoName && revokedAt === null)) {
    // Any client can have this name, but only the demo tenant has the demo customer.
    const [customer] = await stores.forTenant(client.tenantId).customers.findMany([demoCustomerId]);
    if (customer) return client;
  }
  return null;
}

export type Welcome = { readonly url: string; readonly accessToken: string } & ClientWithSecret;

/** The banner of the first start: credentials, a token, and a REST and a GraphQL request to paste. */
export function welcomeText({ url, accessToken, client, clientSecret }: Welcome): string {
  const customer = {
    source: '1',
    externalId: 'C-1',
    name: 'Prairie Books',
    customerType: 'RETAIL',
    externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
  };
  const query = { query: '{ customers(first: 5) { nodes { serviceId name customerType } } }' };
  const credentials = { clientId: client.clientId, clientSecret };
  const line = '─'.repeat(78);
  return `
${line}
 Welcome to Tollgate. A demo tenant has been created; its secret is shown only once.

   Client id      ${client.clientId}
   Client secret  ${clientSecret}

 A token, valid for one day. Paste this line first, then any request below.

TOKEN='${accessToken}'

 REST: store a customer

${curl({ method: 'PUT', url: `${url}/v1/customers/source/1/externalId/C-1`, hasToken: true, body: customer })}

 GraphQL: read it back (or open ${url}/graphql, where the token is already set)

${curl({ method: 'POST', url: `${url}/graphql`, hasToken: true, body: query })}

 Get a new token when this one has expired

${curl({ method: 'POST', url: `${url}/v1/token`, hasToken: false, body: credentials })}
${line}
`;
}

function curl(request: { method: string; url: string; hasToken: boolean; body: object }): string {
  const { method, url, hasToken, body } = request;
  return [
    `curl -sS -X ${method} '${url}' \\`,
    ...(hasToken ? [`  -H "Authorization: Bearer $TOKEN" \\`] : []),
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
