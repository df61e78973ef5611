import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tenant } from '../../../src/domain/account/tenant.ts';
import type { ReturnClaim } from '../../../src/domain/transactions/filing.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openOwnStore, type TestStore } from '../../support/stores.ts';

/** Two full parts of 500 documents and the beginning of a third. */
const documents = 1_100;

let store: TestStore;
let stores: TenantStores;
let tenant: Tenant;
let serviceIds: string[];

beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  tenant = await aTenant(store.stores);
  stores = store.stores.forTenant(tenant.tenantId);
  const { serviceId } = aCustomer();
  await stores.customers.insert(aCustomer({ serviceId }));
  const stored = Array.from({ length: documents }, (_, index) =>
    aStoredTransaction(serviceId, { taxDate: `2026-07-${String(1 + (index % 3)).padStart(2, '0')}` }),
  );
  await stores.transactions.insertMany(stored);
  serviceIds = stored
    .map(({ transaction }) => transaction)
    .sort((one, other) => (`${one.taxDate} ${one.serviceId}` < `${other.taxDate} ${other.serviceId}` ? -1 : 1))
    .map((transaction) => transaction.serviceId);
});

const at = new Date('2026-08-20T09:00:00.000Z');
const july = { country: 'US', state: 'MN', from: '2026-07-01', to: '2026-07-31' };
const key = { ...july, scheme: 'STANDARD' } as const;
const mark = (claim?: ReturnClaim) =>
  stores.filing.change({ period: { ...july, serviceIds: null }, status: 'FILED', reason: null, at, claim });

async function claimFor(next: 'FILING' | 'REOPENING'): Promise<ReturnClaim> {
  const claimed = await stores.returns.claim(key, { next, at, ifVersion: null });
  if (claimed.kind !== 'claimed') throw new Error(`The return is ${claimed.kind}.`);
  return claimed.claim;
}

/** The number of documents by filing status and version, and the number of marks in the trail. */
async function counted() {
  const rows = await store.database.prisma.$queryRaw<{ status: string; version: number; count: bigint }[]>`
    SELECT transaction_filing_status::text AS status, version, count(*) FROM transactions
    WHERE tenant_id = ${tenant.tenantId}::uuid GROUP BY 1, 2 ORDER BY 1, 2`;
  const [trail] = await store.database.prisma.$queryRaw<{ marks: bigint; marked: bigint }[]>`
    SELECT count(*) AS marks, count(DISTINCT record_id) AS marked FROM changes
    WHERE tenant_id = ${tenant.tenantId}::uuid AND record_type = 'TRANSACTION' AND members IS NOT NULL`;
  return {
    documents: rows.map(({ status, version, count }) => [status, version, Number(count)]),
    marks: Number(trail!.marks),
    marked: Number(trail!.marked),
  };
}
const filedOnce = (count: number) => ({ documents: [['FILED', 2, count]], marks: count, marked: count });

it('marks each document once, whoever else does the same, and names the first', async () => {
  const outcomes = await Promise.all([mark(), mark(), mark()]);
  expect(outcomes.reduce((sum, { changed }) => sum + changed, 0)).toBe(documents);
  expect(await counted()).toEqual(filedOnce(documents));
  const next = await stores.filing.change({
    ...{ period: { ...july, serviceIds: null }, status: 'NOT_FILED', reason: 'Again', at },
  });
  expect(next).toMatchObject({ changed: documents, unchanged: 0, serviceIds: serviceIds.slice(0, 100) });
});

it('marks nothing more once another caller has the claim', async () => {
  const lost = await claimFor('FILING');
  const marking = mark(lost);
  await stores.returns.release(lost);
  await claimFor('REOPENING');
  const before = await counted();
  const { changed } = await marking;
  expect(await counted()).toEqual(before);
  expect(before.marks).toBe(changed);
});

it('starts no part after one has failed, and continues from there when it is repeated', async () => {
  const claim = await claimFor('FILING');
  const broken = serviceIds.at(-1)!;
  await store.database.prisma.$executeRawUnsafe(`ALTER TABLE transactions ADD CONSTRAINT refuses_one
    CHECK (service_id <> '${broken}' OR transaction_filing_status <> 'FILED')`);
  await expect(mark(claim)).rejects.toThrow();
  const after = await counted();
  expect(after.documents).toEqual([
    ['FILED', 2, 1_000],
    ['NOT_FILED', 1, 100],
  ]);
  await store.database.prisma.$executeRawUnsafe('ALTER TABLE transactions DROP CONSTRAINT refuses_one');
  expect(await mark(claim)).toMatchObject({ changed: 100, unchanged: 1_000 });
  expect(await counted()).toEqual(filedOnce(documents));
});
