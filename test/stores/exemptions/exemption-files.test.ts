import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExemptionFile } from '../../../src/domain/exemptions/exemption-file.ts';
import { aCustomer, anExemption } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function aTenantWithExemption() {
  const stores = store.stores.forTenant((await aTenant(store.stores)).tenantId);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  const exemption = anExemption(customer.serviceId);
  await stores.exemptions.upsertAll([exemption]);
  return { stores, files: stores.exemptionFiles, serviceId: exemption.serviceId };
}

const aFile = (serviceId: string, sha256 = 'a'.repeat(64)): ExemptionFile => ({
  serviceId,
  name: 'ST3.pdf',
  mediaType: 'application/pdf',
  size: 6,
  sha256,
  attachedAt: new Date('2026-07-01T12:00:00.000Z'),
});
const content = Buffer.from([0, 0xff, 0x5c, 0x27, 1, 2]);
const other = Buffer.from('second');

it('stores a file, reads it in pieces, replaces and removes the one that was read', async () => {
  const { stores, files, serviceId } = await aTenantWithExemption();
  const [first, second] = [aFile(serviceId), { ...aFile(serviceId, 'b'.repeat(64)), name: 'second.pdf' }];
  // The expected file was removed meanwhile.
  expect(await files.put(first, content, 'c'.repeat(64))).toBe(false);
  expect(await files.put(first, content, null)).toBe(true);
  expect(await files.findMany([serviceId, 'x'])).toEqual([first]);
  expect(await files.readPiece(first, { start: 0, length: 4 })).toEqual(content.subarray(0, 4));
  expect(await files.readPiece(first, { start: 4, length: 4 })).toEqual(content.subarray(4));
  expect(await files.put(second, other, null)).toBe(false);
  expect(await files.put(second, other, second.sha256)).toBe(false);
  expect(await files.put(second, other, first.sha256)).toBe(true);
  expect(await files.readPiece(first, { start: 0, length: 4 })).toBeNull();
  expect(await files.remove(first, new Date())).toBe(false);
  expect(await files.remove(second, new Date())).toBe(true);
  expect(await files.findMany([serviceId])).toEqual([]);
  expect((await stores.exemptions.findMany([serviceId]))[0]?.version).toBe(1);
});

it('is deleted with the personal data of its customer', async () => {
  const [mine, theirs] = [await aTenantWithExemption(), await aTenantWithExemption()];
  for (const { files, serviceId } of [mine, theirs]) await files.put(aFile(serviceId), content, null);
  const [before] = await mine.stores.customers.list({}, { limit: 1, after: null });
  const erased = { ...before!, name: 'Erased', version: before!.version + 1 };
  expect(await mine.stores.erasure.replaceErased(before!, erased, 'asked for')).toBe(true);
  expect(await mine.files.findMany([mine.serviceId])).toEqual([]);
  expect(await theirs.files.findMany([theirs.serviceId])).toHaveLength(1);
});

it('reaches no file of another tenant', async () => {
  const theirs = await aTenantWithExemption();
  const mine = (await aTenantWithExemption()).files;
  const file = aFile(theirs.serviceId);
  await theirs.files.put(file, content, null);
  expect(await mine.findMany([theirs.serviceId])).toEqual([]);
  expect(await mine.readPiece(file, { start: 0, length: 6 })).toBeNull();
  expect(await mine.put({ ...file, name: 'taken over' }, other, file.sha256)).toBe(false);
  expect(await mine.remove(file, new Date())).toBe(false);
  expect(await theirs.files.findMany([theirs.serviceId])).toEqual([file]);
});
