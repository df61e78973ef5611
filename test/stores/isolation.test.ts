import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rulingsIn } from '../../src/domain/rate-book/ruling.ts';
import type { TenantStores } from '../../src/ports/stores.ts';
import { decimal } from '../../src/tax/numbers/decimal.ts';
import {
  aCertificateRequest,
  aCustomer,
  aNexusDeclaration,
  anExemption,
  aSalesQuestion,
  aStoredTransaction,
} from '../support/records.ts';
import { samplePdf } from '../support/sample-files.ts';
import { aTenant, openTestStore, type TestStore } from '../support/stores.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function filledTenant() {
  const tenant = await aTenant(store.stores);
  const stores = store.stores.forTenant(tenant.tenantId);
  const customer = aCustomer({ externalId: 'shared key' });
  const exemption = anExemption(customer.serviceId);
  const stored = aStoredTransaction(customer.serviceId, { externalId: 'shared key' });
  await stores.customers.insert(customer);
  await stores.exemptions.upsertAll([exemption]);
  const declaration = aNexusDeclaration();
  await stores.transactions.insert(stored);
  await stores.nexus.insert(declaration);
  return { stores, customer, exemption, stored, declaration };
}

const whole = { limit: 100, after: null };

async function everythingOf({ customers, exemptions, nexus, transactions }: TenantStores) {
  return {
    nexus: await nexus.list(),
    customers: await customers.list({}, whole),
    exemptions: await exemptions.list({}, whole),
    transactions: await transactions.list({}, whole),
  };
}

it('finds nothing of another tenant, by id, by key or in a list', async () => {
  const mine = await filledTenant();
  const theirs = await filledTenant();
  const { customers, exemptions, transactions } = mine.stores;
  const ids = [theirs.customer.serviceId, theirs.exemption.serviceId, theirs.stored.transaction.serviceId];
  const customerId = theirs.customer.serviceId;

  expect(await customers.findMany(ids)).toEqual([]);
  expect(await exemptions.findMany(ids)).toEqual([]);
  expect(await exemptions.findByCustomers(ids)).toEqual([]);
  expect(await exemptions.list({ customerId: { eq: customerId } }, whole)).toEqual([]);
  expect(await exemptions.count({ customerId: { eq: customerId } })).toBe(0);
  const key = { customerId, country: 'US', state: 'MN', certificateId: 'ST3-1' };
  expect(await exemptions.findByKey(key)).toBeNull();
  expect(await theirs.stores.exemptions.findByKey(key)).toEqual(theirs.exemption);
  expect(await transactions.findMany(ids)).toEqual([]);
  expect(await transactions.findById(theirs.stored.transaction.serviceId)).toBeNull();
  expect(await transactions.findWithCustomer({ serviceId: theirs.stored.transaction.serviceId })).toBeNull();
  for (const withCustomer of [true, false]) {
    expect(
      await transactions.findShown({ serviceId: theirs.stored.transaction.serviceId }, { withCustomer }),
    ).toBeNull();
  }
  const mineByKey = await transactions.findWithCustomer({ key: theirs.stored.transaction });
  expect(mineByKey).toEqual({ ...mine.stored, customer: mine.customer });
  expect(await transactions.findSnapshots(ids)).toEqual(new Map());
  const [known] = await transactions.findByKeys([theirs.stored.transaction]);
  expect(known?.transaction.serviceId).toBe(mine.stored.transaction.serviceId);
  expect(await transactions.list({ customerId: { eq: customerId } }, whole)).toEqual([]);
  expect(await transactions.count({ customerId: { eq: customerId } })).toBe(0);

  expect((await customers.findByKey(theirs.customer))?.serviceId).toBe(mine.customer.serviceId);
  expect(await customers.findByKeys([theirs.customer])).toEqual([mine.customer]);
  expect(await transactions.findByKey(theirs.stored.transaction)).toEqual(mine.stored);
  expect(await everythingOf(mine.stores)).toEqual({
    customers: [mine.customer],
    exemptions: [mine.exemption],
    nexus: [mine.declaration],
    transactions: [mine.stored.transaction],
  });
  expect(await customers.count({})).toBe(1);
});

it('finds, answers and decides no certificate request of another tenant', async () => {
  const [mine, theirs] = [await filledTenant(), await filledTenant()];
  const request = aCertificateRequest(theirs.customer.serviceId, new Date('2026-07-01T12:00:00Z'));
  await theirs.stores.certificateRequests.insert(request);
  await expect(mine.stores.certificateRequests.insert({ ...request, serviceId: randomUUID() })).rejects.toThrow();
  const { certificateRequests } = mine.stores;
  const due = { dueOn: '2026-07-08' };
  expect(await certificateRequests.findMany([request.serviceId])).toEqual([]);
  expect(await certificateRequests.list({}, { ...whole, direction: 'DESC' }, due)).toEqual([]);
  expect([await certificateRequests.count({}), await certificateRequests.count({}, due)]).toEqual([0, 0]);
  expect(await certificateRequests.submit({ ...request, status: 'PENDING', version: 2 }, samplePdf, 1)).toBe(false);
  expect(await certificateRequests.decide({ ...request, status: 'REVOKED', version: 2 }, [], 1)).toBe('overtaken');
  expect(await certificateRequests.removeOf(request.customerId)).toBe(0);
  expect(await theirs.stores.certificateRequests.list({}, { ...whole, direction: 'DESC' }, due)).toEqual([request]);
});

it('finds no nexus of another tenant, nor its sales', async () => {
  const mine = (await filledTenant()).stores.nexus;
  const other = store.stores.forTenant((await aTenant(store.stores)).tenantId).nexus;
  expect(await other.list()).toEqual([]);
  expect(await other.find({ country: 'US', state: 'MN' })).toBeNull();
  const threshold = { salesAmount: decimal('1'), transactionCount: 1, combine: 'EITHER' } as const;
  const questions = [aSalesQuestion({ threshold })];
  expect(await other.addUpSales(questions)).toEqual([{ counted: [], excludedSales: [] }]);
  expect(await other.findReachedDays(questions)).toEqual([{ salesReachedOn: null, transactionsReachedOn: null }]);
  expect((await mine.addUpSales(questions))[0]!.counted).toHaveLength(1);
});

it('writes nothing of another tenant', async () => {
  const mine = await filledTenant();
  const theirs = await filledTenant();
  const before = await everythingOf(theirs.stores);
  const { customers, exemptions, nexus, transactions } = mine.stores;

  expect(await nexus.replace(aNexusDeclaration({ registrations: [], version: 2 }), 1)).toBe(true);
  expect(await customers.replace({ ...theirs.customer, name: 'taken over', version: 2 }, 1)).toBe(false);
  expect(await exemptions.replace({ ...theirs.exemption, taxCodes: ['taken over'], version: 2 }, 1)).toBe('overtaken');
  const { transaction } = theirs.stored;
  const changed = { ...theirs.stored, transaction: { ...transaction, documentName: 'taken over', version: 2 } };
  expect(await transactions.replace(changed, 1)).toBe(false);
  await expect(transactions.insert(aStoredTransaction(theirs.customer.serviceId))).rejects.toMatchObject({
    code: 'CUSTOMER_NOT_FOUND',
  });
  await expect(transactions.insertMany([aStoredTransaction(theirs.customer.serviceId)])).rejects.toMatchObject({
    code: 'CUSTOMER_NOT_FOUND',
  });
  await expect(exemptions.upsertAll([anExemption(theirs.customer.serviceId)])).rejects.toMatchObject({
    code: 'CUSTOMER_NOT_FOUND',
  });
  expect(await everythingOf(theirs.stores)).toEqual(before);
});

it('keeps the products of tenants apart', async () => {
  const [mine, theirs] = [await aTenant(store.stores), await aTenant(store.stores)];
  const [own, other] = [mine, theirs].map(({ tenantId }) => store.stores.forTenant(tenantId).products);
  const at = new Date('2026-07-01T10:00:00Z');
  const sent = { source: '9', externalId: 'SKU-1', name: null, category: null, taxCode: 'C1S1' };
  const [product] = await own!.put([sent], at);
  const names = [{ key: sent }, { serviceId: product!.serviceId }];
  expect([await other!.find(names), await other!.findTaxCodes([sent]), await other!.count({})]).toEqual([[], [], 0]);
  expect(await other!.list({}, { limit: 10, after: null })).toEqual([]);
  expect(await other!.replace(product!, { ...sent, taxCode: 'C1S2' }, at)).toBeNull();
  expect(await other!.remove(product!, at)).toBe(false);
  expect(await other!.put([{ ...sent, taxCode: 'C1S2' }], at)).toHaveLength(1);
  expect(await own!.find(names)).toEqual([product]);
});

it('keeps the rulings of tenants and their revisions apart', async () => {
  const [mine, theirs] = [await aTenant(store.stores), await aTenant(store.stores)];
  const rulingsOf = ({ tenantId }: typeof mine) => store.stores.forTenant(tenantId).rulings;
  const fact = { part: 'RULE', country: 'US', subdivision: 'NE', row: { category: 'clothing' }, source: 'A' } as const;
  const at = new Date('2026-07-01T10:00:00Z');
  const none = { withdrawnIn: null, withdrawnAt: null };
  const others = { ...none, fact, createdAt: at };
  expect(await rulingsOf(mine).add([fact, { ...fact, source: 'B' }], at)).toEqual([
    { ...others, number: 1, addedIn: 1 },
    { ...others, number: 2, addedIn: 1, fact: { ...fact, source: 'B' } },
  ]);
  expect(await rulingsOf(theirs).list()).toEqual([]);
  expect(await rulingsOf(theirs).withdraw(1, at)).toBe(false);
  expect(await rulingsOf(mine).withdraw(1, at)).toBe(true);
  expect(await rulingsOf(mine).add([fact], at)).toEqual([{ ...others, number: 3, addedIn: 3 }]);
  const all = await rulingsOf(mine).list();
  expect(all.map(({ withdrawnIn }) => withdrawnIn)).toEqual([2, null, null]);
  expect([1, 2, 3].map((revision) => rulingsIn(all, revision).map(({ number }) => number))).toEqual([
    [1, 2],
    [2],
    [2, 3],
  ]);
  const revisionOf = async ({ tenantId }: typeof mine) => (await store.stores.tenants.find(tenantId))?.rulingsRevision;
  expect([await revisionOf(mine), await revisionOf(theirs)]).toEqual([3, 0]);
});
