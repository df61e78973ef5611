import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoCustomerId } from '../domain/account/demo.ts';
import { scopes } from '../domain/account/scope.ts';
import { newTenant } from '../domain/account/tenant.ts';
import type { Customer } from '../domain/customers/customer.ts';
import { customerInput } from '../domain/customers/customer-input.ts';
import type { StoredClient } from '../ports/stores/client-store.ts';
import type { Stores } from '../ports/stores.ts';
import { type ClientWithSecret, issueClient } from '../usecases/clients/issued-client.ts';

const demoName = 'Demo';

/** Creates a demo tenant with a customer, and a client with every scope. */
export async function createDemo(stores: Stores, now: Date): Promise<ClientWithSecret> {
  const tenant = newTenant(demoName, 'TEST');
  const { tenantId } = tenant;
  await stores.tenants.insert(tenant);
  const { clients, customers } = stores.forTenant(tenantId);
  await customers.insert(demoCustomer(now));
  return issueClient(clients, { tenantId, name: demoName, scopes }, now);
}

function demoCustomer(now: Date): Customer {
  const sent = {
    source: '9',
    externalId: 'demo-customer',
    name: 'Demo Customer',
    externalTimestamps: { createdDate: '2026-01-01', updatedDate: '2026-01-01' },
  };
  const internalTimestamps = { createdDate: now, updatedDate: now };
  return { ...customerInput.parse(sent), serviceId: demoCustomerId, internalTimestamps, erasedAt: null, version: 1 };
}

/** The active client of the demo tenant; null if not found. */
export async function findDemoClient(stores: Stores): Promise<StoredClient | null> {
  const clients = await stores.clients.list();
  for (const client of clients.filter(({ name, revokedAt }) => name === demoName && revokedAt === null)) {
    // Another client may have this name, but only the demo tenant has the demo customer.
    const [customer] = await stores.forTenant(client.tenantId).customers.findMany([demoCustomerId]);
    if (customer) return client;
  }
  return null;
}

/** Saves the credentials in a file that only its owner can read: they are shown at most once. */
export function writeCredentials(directory: string, { client, clientSecret }: ClientWithSecret): string {
  const path = join(directory, 'demo-client.json');
  rmSync(path, { force: true }); // Otherwise, an existing file would keep its mode.
  const credentials = { clientId: client.clientId, clientSecret };
  writeFileSync(path, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}

type Welcome = {
  readonly url: string;
  readonly credentialsPath: string;
  /** Shown only in a terminal; null if the output may be stored, for example in a container log. */
  readonly secrets: { readonly accessToken: string; readonly clientSecret: string } | null;
} & Pick<ClientWithSecret, 'client'>;

/** The banner of the first start: the credentials or their location, and a REST and a GraphQL request to paste. */
export function welcomeText({ url, client, credentialsPath, secrets }: Welcome): string {
  const customer = {
    source: '1',
    externalId: 'C-1',
    name: 'Prairie Books',
    customerType: 'RETAIL',
    externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
  };
  const query = { query: '{ customers(first: 5) { nodes { serviceId name customerType } } }' };
  const newToken = curl({ method: 'POST', url: `${url}/v1/token`, hasToken: false, data: `@${credentialsPath}` });
  const line = '─'.repeat(78);
  const token =
    secrets === null
      ? ` Get a token, valid for one day, and set TOKEN to its accessToken.\n\n${newToken}`
      : ` A token, valid for one day. Paste this line first, then any request below.\n\nTOKEN='${secrets.accessToken}'`;
  return `
${line}
 Welcome to Tollgate. A demo tenant has been created.

   Client id      ${client.clientId}
   Client secret  ${secrets?.clientSecret ?? `in ${credentialsPath}`}

${token}

 REST: store a customer

${curl({ method: 'PUT', url: `${url}/v1/customers/source/1/externalId/C-1`, hasToken: true, data: JSON.stringify(customer) })}

 GraphQL: read it back (or open ${url}/graphql, which gets a token automatically)

${curl({ method: 'POST', url: `${url}/graphql`, hasToken: true, data: JSON.stringify(query) })}
${secrets === null ? '' : `\n Get a new token when this one has expired (${credentialsPath} has the id and the secret)\n\n${newToken}\n`}${line}
`;
}

function curl(request: { method: string; url: string; hasToken: boolean; data: string }): string {
  const { method, url, hasToken, data } = request;
  return [
    `curl -sS -X ${method} '${url}' \\`,
    ...(hasToken ? [`  -H "Authorization: Bearer $TOKEN" \\`] : []),
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${data}'`,
  ].join('\n');
}
