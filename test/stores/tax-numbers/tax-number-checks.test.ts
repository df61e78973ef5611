import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TaxNumberCheckRecord } from '../../../src/domain/tax-numbers/tax-number-validation.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const checksOfNewTenant = async () => store.stores.forTenant((await aTenant(store.stores)).tenantId).taxNumberChecks;

function aCheck(minute: number, more: Partial<TaxNumberCheckRecord> = {}): TaxNumberCheckRecord {
  const at = new Date(Date.UTC(2026, 10, 21, 10, minute));
  return {
    serviceId: randomUUID(),
    countryCode: 'FR',
    vatNumber: 'FR40303265045',
    isRegistered: true,
    register: 'VIES',
    consultationNumber: 'WAPIAAAAY1',
    name: 'Exemple SA',
    address: '1 rue\nParis',
    checkedAt: at,
    internalTimestamps: { createdDate: at, updatedDate: at },
    ...more,
  };
}

const page = { limit: 10, after: null };

it('stores checks, and lists them newest first, page by page', async () => {
  const checks = await checksOfNewTenant();
  const first = aCheck(1);
  const second = aCheck(2, { vatNumber: 'DE136695976', countryCode: 'DE', isRegistered: false, name: null });
  const third = aCheck(3, { consultationNumber: null, address: null });
  for (const check of [first, second, third]) await checks.insert(check);
  expect(await checks.list({}, page)).toEqual([third, second, first]);
  expect(await checks.list({}, { limit: 1, after: null })).toEqual([third]);
  const after = { createdAt: third.internalTimestamps.createdDate, serviceId: third.serviceId };
  expect(await checks.list({}, { limit: 10, after })).toEqual([second, first]);
  expect(await checks.list({ vatNumber: { eq: 'FR40303265045' } }, page)).toEqual([third, first]);
  expect(await checks.count({})).toBe(3);
  expect(await checks.count({ vatNumber: { eq: 'DE136695976' } })).toBe(1);
});

it('stores a response of a register once, however often it is repeated', async () => {
  const checks = await checksOfNewTenant();
  const first = aCheck(1);
  await Promise.all([checks.insert(first), checks.insert(first)]);
  await checks.insert({ ...first, serviceId: randomUUID() });
  expect(await checks.list({}, page)).toEqual([first]);
});

it('does not show a tenant the checks of another', async () => {
  const mine = await checksOfNewTenant();
  const theirs = await checksOfNewTenant();
  const check = aCheck(1);
  await mine.insert(check);
  await theirs.insert({ ...check, serviceId: randomUUID() });
  expect(await mine.list({}, page)).toEqual([check]);
  expect(await theirs.count({})).toBe(1);
});
