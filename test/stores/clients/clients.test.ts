import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, insertClient } from '../../support/clients.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const actor = { clientId: 'client_admin', requestId: 'request-1' };
const whole = { limit: 100, after: null };

async function aTenantWithStores() {
  const { tenantId } = await aTenant(store.stores);
  return { tenantId, stores: store.stores.forTenant(tenantId, actor) };
}
const trailOf = async (tenantId: string) => {
  const entries = await store.stores
    .forTenant(tenantId)
    .audit.list({ recordType: { eq: 'CLIENT' } }, { limit: 10, after: null });
  return entries.map(({ action, reason, patch, recordKey, clientId, version }) => ({
    action,
    reason,
    patch,
    recordKey,
    clientId,
    version,
  }));
};

it('are stored unchanged, found by all and in their tenant, changed and revoked', async () => {
  const { tenantId, stores } = await aTenantWithStores();
  const { clients } = stores;
  const createdDate = new Date('2026-07-01T12:00:00.123Z');
  const client = aClient(tenantId, {
    clientId: `client ${randomUUID()}`,
    name: 'Shop "ü"',
    scopes: ['customers:read', 'admin'],
    secretHash: 'hash',
    internalTimestamps: { createdDate, updatedDate: createdDate },
    requestsPerMinute: 600,
  });
  expect(await clients.insert(client)).toBe(true);
  expect(await clients.find(client.clientId)).toEqual(client);
  expect(await store.stores.clients.find(client.clientId)).toEqual(client);
  expect(await store.stores.clients.list()).toContainEqual(client);
  expect(await clients.list({}, whole)).toEqual([client]);

  const updatedDate = new Date('2026-07-02T00:00:00.000Z');
  const until = new Date('2026-07-03T00:00:00.000Z');
  const rotated = {
    ...client,
    secretHash: 'other',
    secretNumber: 2,
    previousSecretHash: 'hash',
    previousSecretUntil: until,
    internalTimestamps: { createdDate, updatedDate },
    version: 2,
  };
  expect(await clients.replace(client, rotated)).toBe(true);
  expect(await clients.replace(client, rotated)).toBe(false);
  expect(await clients.find(client.clientId)).toEqual(rotated);
  const revokedAt = new Date('2026-07-02T00:00:01.000Z');
  const internalTimestamps = { createdDate, updatedDate: revokedAt };
  const revoked = { ...rotated, revokedAt, internalTimestamps, version: 3 };
  expect(await clients.replace(rotated, revoked, 'Gone')).toBe(true);
  expect(await clients.find(client.clientId)).toEqual(revoked);
  expect(await clients.list({ status: { eq: 'REVOKED' } }, whole)).toEqual([revoked]);
  expect(await clients.count({ status: { eq: 'ACTIVE' } })).toBe(0);
  expect(await clients.find('nobody')).toBeNull();

  const recordKey = client.clientId;
  expect(await trailOf(tenantId)).toEqual([
    {
      action: 'REVOKED',
      reason: 'Gone',
      recordKey,
      clientId: 'client_admin',
      version: 3,
      patch: [
        { op: 'add', path: '/revocationReason', value: 'Gone' },
        { op: 'test', path: '/status', value: 'ACTIVE' },
        { op: 'replace', path: '/status', value: 'REVOKED' },
      ],
    },
    {
      action: 'UPDATED',
      reason: null,
      recordKey,
      clientId: 'client_admin',
      version: 2,
      patch: [
        { op: 'add', path: '/previousSecretUntil', value: until.toISOString() },
        { op: 'test', path: '/secretNumber', value: 1 },
        { op: 'replace', path: '/secretNumber', value: 2 },
      ],
    },
    { action: 'CREATED', reason: null, recordKey, clientId: 'client_admin', version: 1, patch: [] },
  ]);
  expect(await stores.audit.verify()).toMatchObject({ faults: [] });
});

it('belong to their tenant', async () => {
  const mine = await aTenantWithStores();
  const theirs = await aTenantWithStores();
  const client = aClient(theirs.tenantId, { scopes: ['admin'] });
  await theirs.stores.clients.insert(client);
  const { clients } = mine.stores;
  expect(await clients.find(client.clientId)).toBeNull();
  expect(await clients.list({}, whole)).toEqual([]);
  expect(await clients.count({})).toBe(0);
  const revoked = { ...client, revokedAt: new Date(), version: 2 };
  expect(await clients.replace(client, revoked)).toBe(false);
  expect(await clients.replaceIfOtherAdmin(client, revoked)).toBe(false);
  expect(() => clients.insert(client)).toThrow('one tenant');
  expect(await theirs.stores.clients.find(client.clientId)).toEqual(client);
  expect(await trailOf(mine.tenantId)).toEqual([]);
});

it('are read in pages, in both directions', async () => {
  const { tenantId, stores } = await aTenantWithStores();
  const at = (minute: number) => new Date(Date.UTC(2026, 6, 1, 12, minute));
  const made = [1, 1, 2, 3].map((minute, index) =>
    aClient(tenantId, {
      clientId: `${tenantId} ${index}`,
      name: `Shop ${index}`,
      internalTimestamps: { createdDate: at(minute), updatedDate: at(minute) },
    }),
  );
  for (const client of made) await stores.clients.insert(client);
  const read = async (page: Parameters<typeof stores.clients.list>[1]) =>
    (await stores.clients.list({}, page)).map(({ name }) => name);
  expect(await read(whole)).toEqual(['Shop 3', 'Shop 2', 'Shop 1', 'Shop 0']);
  const after = { createdAt: at(1), clientId: `${tenantId} 1` };
  expect(await read({ limit: 5, after })).toEqual(['Shop 0']);
  expect(await read({ limit: 1, after, isBackward: true })).toEqual(['Shop 2']);
  expect(await stores.clients.count({ name: { contains: 'SHOP 1' } })).toBe(1);
});

it('keep an administrator, even if two revoke each other at the same time', async () => {
  const { tenantId, stores } = await aTenantWithStores();
  const { clients } = stores;
  const [one, other] = [aClient(tenantId, { scopes: ['admin'] }), aClient(tenantId, { scopes: ['admin'] })];
  for (const client of [one, other, aClient(tenantId, { scopes: ['tax:read'] })]) await clients.insert(client);
  const revoke = (client: typeof one) =>
    clients.replaceIfOtherAdmin(client, { ...client, revokedAt: new Date(), version: 2 });
  const outcomes = await Promise.all([revoke(one), revoke(other)]);
  expect(outcomes.toSorted()).toEqual(['LAST_ADMIN', true]);
  expect(await clients.count({ status: { eq: 'ACTIVE' } })).toBe(2);
});

it('lose scopes that are unknown to this release', async () => {
  const { tenantId, stores } = await aTenantWithStores();
  const client = aClient(tenantId);
  await insertClient(store, client);
  await store.database.prisma.client.update({
    where: { clientId: client.clientId },
    data: { scopes: ['admin', 'from:the:future'] },
  });
  expect((await stores.clients.find(client.clientId))?.scopes).toEqual(['admin']);
});

it('are limited in number, even if several are created at once', async () => {
  const { tenantId, stores } = await aTenantWithStores();
  const now = new Date();
  const data = Array.from({ length: 499 }, (_, index) => ({ clientId: `${tenantId} ${index}`, index }));
  await store.database.prisma.client.createMany({
    data: data.map(({ clientId }) => ({ clientId, tenantId, name: 'Shop', secretHash: '', scopes: [] })),
  });
  const inserted = await Promise.all(Array.from({ length: 6 }, () => stores.clients.insert(aClient(tenantId))));
  expect(inserted.filter((isInserted) => isInserted)).toHaveLength(1);
  await store.database.prisma.client.update({ where: { clientId: data[0]!.clientId }, data: { revokedAt: now } });
  expect(await stores.clients.insert(aClient(tenantId))).toBe(true);
});
