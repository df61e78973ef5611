import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '../../../src/domain/customers/customer.ts';
import { erasedCustomer } from '../../../src/domain/erasure/erasure.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

const at = new Date('2026-08-20T09:00:00.000Z');
const reason = 'The customer’s "request"';
const street = '12 Larkspur Lane';

let store: TestStore;
let stores: TenantStores;
let customer: Customer;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  stores = store.stores.forTenant((await aTenant(store.stores)).tenantId, { clientId: 'shop', requestId: 'r-1' });
  customer = aCustomer({ comment: 'VIP' });
  await stores.customers.insert(customer);
});

const aDocument = (customerId: string) => {
  const stored = aStoredTransaction(customerId);
  const shippingAddress = { ...stored.transaction.shippingAddress, street, zip: '55401-1234' };
  return { ...stored, transaction: { ...stored.transaction, shippingAddress } };
};
const eraseDocuments = () => stores.erasure.eraseDocuments({ customerId: customer.serviceId, reason, at });
const read = async (serviceId: string) => (await stores.transactions.findMany([serviceId]))[0]!;

describe('eraseDocuments', () => {
  it('erases more documents than one part has, each once', async () => {
    const documents = Array.from({ length: 230 }, () => aDocument(customer.serviceId));
    await stores.transactions.insertMany(documents);
    expect(await eraseDocuments()).toEqual({ changed: 230, keepsTaxNumber: false });
    for (const { transaction } of documents) {
      const { shippingAddress, version } = await read(transaction.serviceId);
      expect([shippingAddress.street, shippingAddress.zip, version]).toEqual([null, '55401', 2]);
    }
    expect(await eraseDocuments()).toEqual({ changed: 0, keepsTaxNumber: false });
    await stores.audit.seal(at);
    expect((await stores.audit.verify()).faults).toEqual([]);
  });

  it('changes the address and nothing else', async () => {
    const { transaction: before } = aDocument(customer.serviceId);
    const stored = aDocument(customer.serviceId);
    await stores.transactions.insert({ ...stored, transaction: before });
    await eraseDocuments();
    const { createdDate } = before.internalTimestamps;
    expect(await read(before.serviceId)).toEqual({
      ...before,
      shippingAddress: { ...before.shippingAddress, street: null, zip: '55401', isPartial: true },
      internalTimestamps: { createdDate, updatedDate: at },
      version: 2,
    });
  });

  it('erases earlier calculations, also of a document whose own street is gone', async () => {
    const stored = aDocument(customer.serviceId);
    await stores.transactions.insert(stored);
    const { serviceId } = stored.transaction;
    const clean = { ...stored.transaction.shippingAddress, street: null, zip: '55401', isPartial: true };
    const next = { ...stored.transaction, shippingAddress: clean, version: 2, calculationNumber: 2 };
    expect(await stores.transactions.replace({ ...stored, transaction: next }, 1)).toBe(true);
    expect(await eraseDocuments()).toMatchObject({ changed: 0 });
    const { rows } = await stores.transactions.findPartOfCalculations([{ serviceId, calculationNumber: 1 }]);
    expect(rows.map(({ document }) => document.shippingAddress)).toEqual([clean]);
    const changes = await stores.audit.list({ recordId: { eq: serviceId } }, { limit: 5, after: null });
    expect(changes.find(({ version }) => version === 2)).toMatchObject({ action: 'UPDATED', patch: [] });
  });

  it('rejects a write that read the document earlier, and does not reach another tenant', async () => {
    const stored = aDocument(customer.serviceId);
    await stores.transactions.insert(stored);
    const other = store.stores.forTenant((await aTenant(store.stores)).tenantId);
    const erasure = { customerId: customer.serviceId, reason, at };
    expect(await other.erasure.eraseDocuments(erasure)).toMatchObject({ changed: 0 });
    expect((await read(stored.transaction.serviceId)).shippingAddress.street).toBe(street);
    await eraseDocuments();
    const late = { ...stored, transaction: { ...stored.transaction, version: 2 } };
    expect(await stores.transactions.replace(late, 1)).toBe(false);
  });
});

describe('replaceErased', () => {
  it('writes the version that was read, with one change that has the reason', async () => {
    const erased = { ...erasedCustomer(customer, at, { keepsTaxNumber: false }), version: 2 };
    expect(await stores.erasure.replaceErased(customer, erased, reason)).toBe(true);
    expect(await stores.erasure.replaceErased(customer, erased, reason)).toBe(false);
    expect((await stores.customers.findMany([customer.serviceId]))[0]).toEqual(erased);
    const changes = await stores.audit.list({ recordId: { eq: customer.serviceId } }, { limit: 5, after: null });
    expect(changes.map(({ action }) => action).sort()).toEqual(['CREATED', 'ERASED']);
    expect(changes.find(({ action }) => action === 'ERASED')).toMatchObject({ reason, patch: [], clientId: 'shop' });
    await stores.audit.seal(at);
    expect(await stores.audit.verify()).toMatchObject({ faults: [] });
  });
});
