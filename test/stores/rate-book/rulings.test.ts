import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FactCorrection } from '../../../src/domain/rate-book/rate-layer.ts';
import { mostRulings } from '../../../src/domain/rate-book/ruling.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const at = new Date('2026-07-01T10:00:00Z');
const facts = (count: number): FactCorrection[] =>
  Array.from({ length: count }, (_, index) => ({
    part: 'RULE',
    country: 'US',
    subdivision: 'NE',
    row: { category: 'clothing', taxable: 'no', from: '2026-06-01' },
    source: `Ruling ${index}`,
  }));

async function newTenant() {
  const { tenantId } = await aTenant(store.stores);
  return { tenantId, stores: store.stores.forTenant(tenantId) };
}

it('are limited, also if several operators add them at once', async () => {
  const { rulings } = (await newTenant()).stores;
  const half = mostRulings / 2;
  const ended = await Promise.allSettled([1, 2, 3, 4].map(() => rulings.add(facts(half), at)));
  const refused = ended.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({
    reason: {
      code: 'CONFLICT',
      message: `A tenant can have at most ${mostRulings} rulings in force, but this tenant has 500.`,
    },
  });
  const numbers = (await rulings.list()).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: mostRulings }, (_, index) => index + 1));

  await rulings.withdraw(7, at);
  expect(await rulings.add(facts(1), at)).toMatchObject([{ number: mostRulings + 1, addedIn: 4 }]);
  await expect(rulings.add(facts(1), at)).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('are in the audit trail by their revision, and name their tenants', async () => {
  const { tenantId, stores } = await newTenant();
  const { rulings, audit } = stores;
  const isRuled = async () => (await store.stores.tenants.listRuled()).some((tenant) => tenant.tenantId === tenantId);
  expect(await isRuled()).toBe(false);
  await rulings.add(facts(2), at);
  await rulings.withdraw(1, new Date('2026-07-02T10:00:00Z'));
  const entries = await audit.list({ recordType: { eq: 'ACCOUNT' } }, { limit: 10, after: null, direction: 'ASC' });
  const changed = entries.filter(({ action }) => action === 'UPDATED').flatMap(({ patch }) => patch);
  expect(changed.flatMap((one) => (one.op === 'replace' ? [[one.path, one.value]] : []))).toEqual([
    ['/rulingsRevision', 1],
    ['/rulingsRevision', 2],
  ]);
  expect(await isRuled()).toBe(true);
});
