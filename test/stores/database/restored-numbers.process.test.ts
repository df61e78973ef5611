import { afterAll, beforeAll, expect, it } from 'vitest';
import { newServiceId } from '../../../src/domain/base/service-id.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { aCustomer } from '../../support/records.ts';
import { aTenant, openOwnStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

const noon = new Date('2026-07-01T12:00:00Z');

/** A tenant with an endpoint, a change that is reported and sealed, and one that is neither. */
async function aTellingTenant() {
  const { tenantId } = await aTenant(store.stores);
  const { customers, webhookEndpoints, audit } = store.stores.forTenant(tenantId);
  const endpoint = {
    serviceId: newServiceId(),
    url: 'https://shop.example.com/hooks',
    eventTypes: ['*'],
    description: null,
    status: 'ACTIVE' as const,
    disabledReason: null,
    previousSecretUntil: null,
    failingSince: null,
    internalTimestamps: { createdDate: noon, updatedDate: noon },
    version: 1,
  };
  await webhookEndpoints.insert(endpoint, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const write = async () => {
    const customer = aCustomer();
    await customers.insert(customer);
    return customer.serviceId;
  };
  const unread = async () => {
    const { webhookOutbox } = store.stores;
    const read = await webhookOutbox.read(tenantId, 100, noon);
    await webhookOutbox.note(tenantId, read!, [], noon);
    return read!.changes.map(({ recordId }) => recordId);
  };
  await write();
  await unread();
  await audit.seal(noon);
  return { audit, write, unread, unreadId: await write() };
}

it('reports writes to a dump restored by another server, and its trail stays intact', async () => {
  const { audit, write, unread, unreadId } = await aTellingTenant();
  // As on the other server, which had assigned many more numbers.
  const { prisma } = store.database;
  await prisma.$executeRaw`UPDATE changes SET xid = xid + 1000000000`;
  await prisma.$executeRaw`UPDATE change_seals SET below_xid = below_xid + 1000000000, xid_offset = -1000000000`;
  await prisma.$executeRaw`UPDATE webhook_feeds SET xid = xid + 1000000000`;

  expect(await migrate(store.database)).toEqual([]);
  const written = await write();
  expect(await unread()).toEqual([unreadId, written]);
  await audit.seal(noon);
  expect(await audit.verify()).toMatchObject({ faults: [], unsealed: 0 });

  const numbers = () => prisma.$queryRaw`SELECT xid FROM changes ORDER BY xid`;
  const before = await numbers();
  await migrate(store.database);
  expect(await numbers(), 'a start of its own server changes nothing').toEqual(before);
});
