import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../src/auth/clients.ts';
import { createDemo, findDemoClient } from '../src/demo.ts';
import { demoCustomerId } from '../src/domain/account/demo.ts';
import { scopes } from '../src/domain/account/scope.ts';
import { aTenant, openOwnStore, type TestStore } from './support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

it('finds its own client again, and no other of the same name', async () => {
  const { stores } = store;
  const now = new Date('2026-07-01T00:00:00Z');
  const { tenantId } = await aTenant(stores);
  await createClient(stores.clients, { tenantId, name: 'Demo', scopes }, now);
  expect(await findDemoClient(stores)).toBeNull();
  const { client } = await createDemo(stores, now);
  expect(await findDemoClient(stores)).toMatchObject({ clientId: client.clientId });
  const [customer] = await stores.forTenant(client.tenantId).customers.findMany([demoCustomerId]);
  expect(customer).toMatchObject({ name: 'Demo Customer', customerType: 'RETAIL' });
  await stores.clients.revoke(client.clientId, now);
  expect(await findDemoClient(stores)).toBeNull();
});
