import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RefusedDocument } from '../../../src/ports/stores/refusal-store.ts';
import { purgeRefusals } from '../../../src/stores/refusals/refusals.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const newTenant = async () => store.stores.forTenant((await aTenant(store.stores)).tenantId);

const minute = (count: number) => new Date(Date.UTC(2026, 10, 25, 10, count));
const ever = new Date(0);
const page = { limit: 10, after: null };

function refused(externalId: string, at: Date, more: Partial<RefusedDocument> = {}): RefusedDocument {
  return {
    source: '1',
    externalId,
    code: 'INVALID_INPUT',
    issueCode: 'REQUIRED',
    pointer: '/items',
    refusedAt: at,
    ...more,
  };
}

it('keeps one entry for each key, the last refused first, and lists it page by page', async () => {
  const { refusals } = await newTenant();
  await refusals.note(refused('a', minute(1)));
  await refusals.note(refused('b', minute(2), { source: '10' }));
  await refusals.note(refused('a', minute(3), { code: 'PERIOD_CLOSED', issueCode: null, pointer: null }));
  const [first, second] = await refusals.list({}, ever, page);
  expect(first).toMatchObject({
    ...{ source: '1', externalId: 'a', code: 'PERIOD_CLOSED', issueCode: null, pointer: null, refusalCount: 2 },
    ...{ firstRefusedAt: minute(1), refusedAt: minute(3) },
  });
  expect(second).toMatchObject({ source: '10', externalId: 'b', pointer: '/items', refusalCount: 1 });
  const after = { createdAt: first!.refusedAt, serviceId: first!.serviceId };
  expect(await refusals.list({}, ever, { limit: 10, after })).toEqual([second]);
  expect(await refusals.list({ code: { eq: 'PERIOD_CLOSED' } }, ever, page)).toEqual([first]);
  expect(await refusals.list({ source: { eq: '10' } }, ever, page)).toEqual([second]);
  expect(await refusals.list({}, minute(3), page)).toEqual([first]);
  expect(await refusals.count({}, ever)).toBe(2);
});

it('leaves out a document that was stored since, and shows one that was refused after it', async () => {
  const { customers, refusals, transactions } = await newTenant();
  const customer = aCustomer();
  await customers.insert(customer);
  const stored = aStoredTransaction(customer.serviceId, { source: '1', externalId: 'stored' });
  await transactions.insert(stored);
  const { updatedDate } = stored.transaction.internalTimestamps;
  await refusals.note(refused('stored', new Date(updatedDate.getTime() - 1_000)));
  expect(await refusals.list({}, ever, page)).toEqual([]);
  expect(await refusals.count({}, ever)).toBe(0);
  await refusals.note(refused('stored', new Date(updatedDate.getTime() + 1_000)));
  expect(await refusals.list({}, ever, page)).toMatchObject([{ externalId: 'stored', refusalCount: 2 }]);
});

it('shows nothing of another tenant, which may use the same key', async () => {
  const [mine, theirs] = [await newTenant(), await newTenant()];
  await mine.refusals.note(refused('same', minute(1)));
  expect(await theirs.refusals.list({}, ever, page)).toEqual([]);
  await theirs.refusals.note(refused('same', minute(2), { code: 'OVER_REFUND' }));
  expect(await mine.refusals.list({}, ever, page)).toMatchObject([{ code: 'INVALID_INPUT', refusalCount: 1 }]);
  await theirs.refusals.purge(minute(9));
  expect(await theirs.refusals.count({}, ever)).toBe(0);
  expect(await mine.refusals.count({}, ever)).toBe(1);
});

it('keeps the newest 1,000 of a tenant', async () => {
  const { refusals } = await newTenant();
  const note = (index: number) => refusals.note(refused(`d-${index}`, minute(index)));
  for (let first = 0; first < 1_003; first += 59) {
    await Promise.all(Array.from({ length: 59 }, (_, index) => note(first + index)));
  }
  await refusals.purge(ever);
  expect(await refusals.count({}, ever)).toBe(1_000);
  const kept = await refusals.list({}, ever, { limit: 1_000, after: null });
  expect([kept[0]?.externalId, kept.at(-1)?.externalId]).toEqual(['d-1002', 'd-3']);
});

it('removes those of all tenants after 30 days', async () => {
  const [one, other] = [await newTenant(), await newTenant()];
  await one.refusals.note(refused('old', minute(0)));
  await one.refusals.note(refused('new', minute(2)));
  await other.refusals.note(refused('old', minute(0)));
  const now = new Date(minute(1).getTime() + 30 * 86_400_000);
  await purgeRefusals(store.database, now, () => false);
  expect(await one.refusals.list({}, ever, page)).toMatchObject([{ externalId: 'new' }]);
  expect(await other.refusals.count({}, ever)).toBe(0);
});
