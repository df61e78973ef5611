import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCustomerId } from '../../src/domain/account/demo.ts';
import { scopes } from '../../src/domain/account/scope.ts';
import { createDemo, findDemoClient, welcomeText } from '../../src/server/demo.ts';
import { createClient, revokeClient } from '../support/clients.ts';
import { aTenant, openOwnStore, type TestStore } from '../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

it('shows the secret on a terminal only, and says where it is', async () => {
  const { stores } = store;
  const { client, clientSecret } = await createDemo(stores, new Date('2026-07-01T00:00:00Z'));
  await revokeClient(stores, client.clientId, new Date('2026-07-01T00:00:00Z'));
  const welcome = { url: 'http://localhost:4000', client, credentialsPath: '.data/demo-client.json' };
  const onTerminal = welcomeText({ ...welcome, secrets: { accessToken: 'a.b.c', clientSecret } });
  expect(onTerminal).toContain(`Client secret  ${clientSecret}`);
  expect(onTerminal).toContain("TOKEN='a.b.c'");
  const elsewhere = welcomeText({ ...welcome, secrets: null });
  expect(elsewhere).not.toContain(clientSecret);
  expect(elsewhere).toContain("-d '@.data/demo-client.json'");
});

it('finds its own client again, not another one with the same name', async () => {
  const { stores } = store;
  const now = new Date('2026-07-01T00:00:00Z');
  const { tenantId } = await aTenant(stores);
  await createClient(stores, { tenantId, name: 'Demo', scopes }, now);
  expect(await findDemoClient(stores)).toBeNull();
  const { client } = await createDemo(stores, now);
  expect(await findDemoClient(stores)).toMatchObject({ clientId: client.clientId });
  const [customer] = await stores.forTenant(client.tenantId).customers.findMany([demoCustomerId]);
  expect(customer).toMatchObject({ name: 'Demo Customer', customerType: 'RETAIL' });
  await revokeClient(stores, client.clientId, now);
  expect(await findDemoClient(stores)).toBeNull();
});
