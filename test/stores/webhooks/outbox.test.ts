import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newServiceId } from '../../../src/domain/base/service-id.ts';
import type { WebhookEndpoint } from '../../../src/domain/webhooks/webhook-endpoint.ts';
import { testEvent } from '../../../src/domain/webhooks/webhook-event.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

const noon = new Date('2026-07-01T12:00:00Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let store: TestStore;
let tenantId: string;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  ({ tenantId } = await aTenant(store.stores));
});

const anEndpoint = (): WebhookEndpoint => ({
  serviceId: newServiceId(),
  url: 'https://shop.example.com/hooks',
  eventTypes: ['*'],
  description: null,
  status: 'ACTIVE',
  disabledReason: null,
  previousSecretUntil: null,
  failingSince: null,
  internalTimestamps: { createdDate: noon, updatedDate: noon },
  version: 1,
});

async function storeEndpoint(stores = store.stores): Promise<WebhookEndpoint> {
  const endpoint = anEndpoint();
  expect(await stores.forTenant(tenantId).webhookEndpoints.insert(endpoint, secret)).toBe(true);
  return endpoint;
}
const addTest = ({ serviceId }: WebhookEndpoint) =>
  store.stores.forTenant(tenantId).webhookDeliveries.add(testEvent(newServiceId(), serviceId, noon), serviceId, noon);
const due = ({ serviceId }: WebhookEndpoint) => ({ tenantId, endpointId: serviceId, isFailing: false });

it('has at most 20 endpoints for each tenant, even if several are created at once', async () => {
  const { webhookEndpoints } = store.stores.forTenant(tenantId);
  const inserted = await Promise.all(Array.from({ length: 24 }, () => webhookEndpoints.insert(anEndpoint(), secret)));
  expect(inserted.filter((isInserted) => isInserted)).toHaveLength(20);
  expect(await webhookEndpoints.list()).toHaveLength(20);
});

describe('the events of a tenant', () => {
  it('are read in the order of the numbers of their units of work, page by page', async () => {
    await storeEndpoint();
    const { prisma } = store.database;
    await prisma.$executeRaw`UPDATE webhook_feeds SET xid = 0 WHERE tenant_id = ${tenantId}::uuid`;
    await prisma.$executeRaw`DELETE FROM changes WHERE tenant_id = ${tenantId}::uuid`;
    for (const xid of [100, 9, 10]) {
      await prisma.$executeRaw`
        INSERT INTO changes (tenant_id, xid, change_id, at, record_type, record_id, record_key, version, digest)
        VALUES (${tenantId}::uuid, ${xid}::bigint, ${randomUUID()}::uuid, ${noon}, 'CUSTOMER', ${newServiceId()},
          ${String(xid)}, 1, '')`;
    }
    const { webhookOutbox } = store.stores;
    const read: string[] = [];
    for (let page = 0; page < 3; page++) {
      const unread = (await webhookOutbox.read(tenantId, 1, noon))!;
      read.push(...unread.changes.map(({ recordKey }) => recordKey));
      expect(await webhookOutbox.note(tenantId, unread, [], noon)).toBe(true);
      expect(await webhookOutbox.note(tenantId, unread, [], noon), 'another replica').toBe(false);
    }
    expect(read).toEqual(['9', '10', '100']);
    expect((await webhookOutbox.read(tenantId, 1, noon))!.changes).toEqual([]);
  });

  it('are not read while no endpoint subscribes to them', async () => {
    const { webhookEndpoints } = store.stores.forTenant(tenantId);
    const endpoint = await storeEndpoint();
    const { webhookOutbox } = store.stores;
    expect(await webhookOutbox.listTenantsToRead(noon)).toContain(tenantId);
    await webhookEndpoints.replace({ ...endpoint, status: 'DISABLED', version: 2 }, 1);
    expect(await webhookOutbox.listTenantsToRead(noon)).not.toContain(tenantId);
    expect(await webhookOutbox.read(tenantId, 1, noon)).toBeNull();
    const feeds = await store.database.prisma.$queryRaw`SELECT FROM webhook_feeds WHERE tenant_id = ${tenantId}::uuid`;
    expect(feeds).toEqual([]);
  });
});

describe('a delivery', () => {
  it('is claimed by one process at a time', async () => {
    const endpoint = await storeEndpoint();
    await addTest(endpoint);
    const { webhookOutbox } = store.stores;
    const other = createStores(store.database).webhookOutbox;
    const claims = await Promise.all(
      [webhookOutbox, other, webhookOutbox, other].map((outbox) => outbox.claim(due(endpoint), noon, later(60))),
    );
    expect(claims.filter((claim) => claim !== null)).toMatchObject([{ secrets: [secret], attempts: 1 }]);
    expect(await webhookOutbox.listDue(later(59))).not.toContainEqual(due(endpoint));
    expect(await webhookOutbox.listDue(later(60))).toContainEqual(due(endpoint));
  });

  it('waits for an earlier one of its record, even while that is under way', async () => {
    const endpoint = await storeEndpoint();
    const { webhookDeliveries } = store.stores.forTenant(tenantId);
    const event = testEvent(newServiceId(), endpoint.serviceId, noon);
    await webhookDeliveries.add(event, endpoint.serviceId, noon);
    await webhookDeliveries.add({ ...event, eventId: newServiceId() }, endpoint.serviceId, noon);
    const { webhookOutbox } = store.stores;
    const first = (await webhookOutbox.claim(due(endpoint), noon, later(60)))!;
    expect(first.eventId).toBe(event.eventId);
    expect(await webhookOutbox.claim(due(endpoint), later(1), later(61))).toBeNull();
    const attempt = { attemptedAt: later(2), statusCode: 200, durationMs: 5, failure: null };
    await webhookOutbox.complete(first, { attempt, nextAttemptAt: null, disabledReason: null });
    expect(await webhookOutbox.claim(due(endpoint), later(2), later(62))).toMatchObject({ attempts: 1 });
  });

  it('disables its endpoint only if its claim is still in force', async () => {
    const endpoint = await storeEndpoint();
    await addTest(endpoint);
    const { webhookOutbox } = store.stores;
    const { webhookEndpoints } = store.stores.forTenant(tenantId);
    const lost = (await webhookOutbox.claim(due(endpoint), noon, later(60)))!;
    const current = (await webhookOutbox.claim(due(endpoint), later(60), later(120)))!;
    const attempt = { attemptedAt: later(61), statusCode: 410, durationMs: 5, failure: 'gone' };
    const outcome = { attempt, nextAttemptAt: null, disabledReason: 'The endpoint is gone.' };
    await webhookOutbox.complete(lost, outcome);
    expect(await webhookEndpoints.find(endpoint.serviceId)).toMatchObject({ status: 'ACTIVE' });
    await webhookOutbox.complete(current, outcome);
    expect(await webhookEndpoints.find(endpoint.serviceId)).toMatchObject({ status: 'DISABLED' });
  });

  it('is due immediately by the clock of the store, regardless of the clock of the gateway', async () => {
    const endpoint = await storeEndpoint();
    const { webhookOutbox } = store.stores;
    const time = await webhookOutbox.readClock();
    const hoursAhead = new Date(time.getTime() + 5 * 3_600_000);
    const unread = (await webhookOutbox.read(tenantId, 1, noon))!;
    const event = testEvent(newServiceId(), endpoint.serviceId, hoursAhead);
    await webhookOutbox.note(tenantId, unread, [{ endpointId: endpoint.serviceId, event }], hoursAhead);
    const afterwards = new Date(time.getTime() + 60_000);
    const claimed = await webhookOutbox.claim(due(endpoint), afterwards, new Date(afterwards.getTime() + 60_000));
    expect(claimed).toMatchObject({ eventId: event.eventId });
  });

  it('is gone with its endpoint', async () => {
    const endpoint = await storeEndpoint();
    const { serviceId } = await addTest(endpoint);
    const { webhookDeliveries, webhookEndpoints } = store.stores.forTenant(tenantId);
    await webhookEndpoints.remove(endpoint.serviceId, noon);
    expect(await webhookDeliveries.find(serviceId)).toBeNull();
    await store.stores.webhookOutbox.purge(new Date(0), () => false);
    const rows = await store.database.prisma.$queryRaw`
      SELECT FROM webhook_deliveries WHERE tenant_id = ${tenantId}::uuid`;
    expect(rows).toEqual([]);
  });
});

it('secrets are stored encrypted with the key of the operator, and those stored before stay readable', async () => {
  const plain = await storeEndpoint();
  const stores = createStores(store.database, randomBytes(32));
  const encrypted = await storeEndpoint(stores);
  const rows = await store.database.prisma.$queryRaw<{ secret: string }[]>`
    SELECT secret FROM webhook_endpoints WHERE tenant_id = ${tenantId}::uuid ORDER BY service_id`;
  expect(rows.map(({ secret: stored }) => stored.includes('MfKQ'))).toEqual([true, false]);
  for (const endpoint of [plain, encrypted]) {
    await addTest(endpoint);
    expect(await stores.webhookOutbox.claim(due(endpoint), noon, later(60))).toMatchObject({ secrets: [secret] });
  }
});
