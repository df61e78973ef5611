import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toDecimalText } from '../../../src/domain/base/amount.ts';
import type { TaxReturnKey } from '../../../src/domain/returns/return-record.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../../src/domain/transactions/transaction-snapshot.ts';
import type { Claimed } from '../../../src/ports/stores/return-store.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
let stores: TenantStores;
let customerId: string;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  stores = store.stores.forTenant((await aTenant(store.stores)).tenantId);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  customerId = customer.serviceId;
});

const at = new Date('2026-08-20T09:00:00.000Z');
const scheme = 'STANDARD';
const july = { country: 'US', state: 'MN', scheme, from: '2026-07-01', to: '2026-07-31' } as const;
const germany = { country: 'DE', state: null, scheme, from: '2026-07-01', to: '2026-09-30' } as const;
const filingAt = { next: 'FILING', at, ifVersion: null } as const;
const reopeningAt = { ...filingAt, next: 'REOPENING' } as const;
const taxDate = '2026-07-15';

const aDocument = (changes: Partial<Transaction> = {}, snapshot: Partial<TransactionSnapshot> = {}) =>
  aStoredTransaction(customerId, { taxDate, ...changes }, snapshot);

function claimIn(claimed: Claimed) {
  if (claimed.kind !== 'claimed') throw new Error(`The return is ${claimed.kind}.`);
  return claimed.claim;
}
const close = async (name: TaxReturnKey = july) => claimIn(await stores.returns.claim(name, filingAt));
const mark = (claim: Awaited<ReturnType<typeof close>>, status: 'FILED' | 'NOT_FILED' = 'FILED') =>
  stores.filing.change({ period: { ...july, serviceIds: null }, status, reason: 'Wrong', at, claim });
const filing = {
  filedAt: at,
  filedBy: 'client_1',
  referenceNumber: 'R-1',
  amountPaid: null,
  paidCurrency: null,
  transactionCount: 1,
  figures: { totals: [], jurisdictions: [], exchangeRates: [], notices: [] },
  rateBookVersion: 'book-1',
  receipt: null,
  payment: null,
};
const payment = {
  currency: 'USD',
  filedOn: '2026-08-20',
  dueOn: null,
  prepaidAmount: null,
  prepaidLocalAmount: null,
  steps: [],
  notices: [],
  amountPayable: toDecimalText(decimal('10.50')),
};
const statusOf = async (serviceId: string) =>
  (await stores.transactions.findMany([serviceId]))[0]?.transactionFilingStatus;

describe('the figures that were filed', () => {
  const tampering = (returnId: string): [string, RegExp][] => [
    [`UPDATE return_filings SET figures = '{"totals": []}' WHERE return_id = '${returnId}'`, /was altered/],
    [`UPDATE return_filings SET transaction_count = 9 WHERE return_id = '${returnId}'`, /was altered/],
    [`UPDATE return_filings SET payment = NULL WHERE return_id = '${returnId}'`, /was altered/],
    [
      `INSERT INTO return_filings SELECT tenant_id, return_id, 2, filed_at, filed_by, reference_number, amount_paid,
        paid_currency, transaction_count, figures FROM return_filings WHERE return_id = '${returnId}'`,
      /Filing 2 of return .* is in no change/,
    ],
    [`DELETE FROM return_filings WHERE return_id = '${returnId}'`, /Filing 1 of return .* was removed/],
    [
      `UPDATE changes SET members = members - 'figuresDigest' WHERE record_id = '${returnId}'`,
      /Filing 1 of return .* was altered/,
    ],
  ];

  it.each([0, 1, 2, 3, 4, 5])('are in the audit trail, which shows that they were altered (%i)', async (which) => {
    const claim = await close();
    const paid = { ...filing, amountPaid: toDecimalText(decimal('10.50')), paidCurrency: 'USD', payment };
    expect(await stores.returns.complete(july, claim, paid)).toBe(true);
    expect((await stores.returns.find(july))?.filings).toMatchObject([{ payment }]);
    expect((await stores.audit.verify()).faults).toEqual([]);
    const [statement, fault] = tampering(claim.returnId)[which]!;
    await store.database.prisma.$executeRawUnsafe(statement);
    expect((await stores.audit.verify()).faults.join(' ')).toMatch(fault);
  });
});

describe('a closed period', () => {
  it('takes no document, new or changed, but those of other places, days and kinds', async () => {
    const before = aDocument({ taxDate: '2026-08-01' });
    await stores.transactions.insert(before);
    await close();
    expect(await stores.transactions.insert(aDocument())).toBe(false);
    const moved = { ...before, transaction: { ...before.transaction, taxDate, version: 2 } };
    expect(await stores.transactions.replace(moved, 1)).toBe(false);
    const open = [
      aDocument({ taxDate: '2026-08-01' }),
      aDocument({}, { subdivision: 'WI' }),
      aDocument({}, { country: 'CA' }),
      aDocument({ transactionType: 'ESTIMATE' }),
      aDocument({ transactionStatus: 'CANCELLED' }),
      aDocument({ reportingPeriod: { from: '2026-08-01', to: '2026-08-31' } }),
    ];
    const inserted = await stores.transactions.insertMany([...open, aDocument()]);
    expect([...inserted].sort()).toEqual(open.map(({ transaction }) => transaction.serviceId).sort());
  });

  it('keeps its documents, and allows changes to documents that no return reports', async () => {
    const stored = aDocument();
    await stores.transactions.insert(stored);
    await close();
    const changed = (changes: Partial<Transaction>) => ({
      ...stored,
      transaction: { ...stored.transaction, version: 2, ...changes },
    });
    expect(await stores.transactions.replace(changed({ taxDate: '2026-08-01' }), 1)).toBe(false);
    expect(await stores.transactions.replace(changed({ transactionStatus: 'CANCELLED' }), 1)).toBe(false);
    expect(await stores.transactions.replace(changed({ transactionFilingStatus: 'FILED' }), 1)).toBe(false);
    expect(await stores.transactions.replace(changed({ documentName: 'Bill' }), 1)).toBe(true);
    const period = { ...july, serviceIds: null };
    const loose = { period, status: 'NOT_FILED', reason: 'Wrong', at } as const;
    await stores.filing.change({ ...loose, status: 'FILED', reason: null });
    expect(await stores.filing.change(loose)).toMatchObject({ changed: 0 });
  });

  it('of a whole country covers its regions', async () => {
    await close(germany);
    expect(await stores.transactions.insert(aDocument({}, { country: 'DE', subdivision: 'DE-BE' }))).toBe(false);
    expect(await stores.returns.findClosed({ ...germany, state: 'DE-BE', to: '2026-07-01' })).toMatchObject([germany]);
    expect(await stores.returns.claim({ ...germany, state: 'DE-BE' }, filingAt)).toMatchObject({
      kind: 'overlapping',
      other: germany,
    });
  });
});

describe('a claim', () => {
  it('is one caller’s, until it is given back', async () => {
    const claimed = await Promise.all([1, 2, 3].map(() => stores.returns.claim(july, filingAt)));
    expect(claimed.map(({ kind }) => kind).sort()).toEqual(['busy', 'busy', 'claimed']);
    const claim = claimIn(claimed.find(({ kind }) => kind === 'claimed')!);
    await stores.returns.release(claim);
    expect(await stores.returns.find(july)).toMatchObject({ status: 'FILING', filings: [] });
    expect(await stores.returns.claim(july, filingAt)).toMatchObject({ kind: 'claimed' });
  });

  it('is refused if the return has another version than the caller read', async () => {
    expect(await stores.returns.claim(july, { ...filingAt, ifVersion: 1 })).toEqual({ kind: 'changed' });
    const claim = claimIn(await stores.returns.claim(july, { ...filingAt, ifVersion: 0 }));
    await stores.returns.giveUp(claim, at);
    expect(await stores.returns.find(july)).toMatchObject({ status: 'DRAFT', filings: [], version: 2 });
    expect(await stores.returns.list({}, { limit: 10, after: null })).toEqual([]);
    expect(await stores.transactions.insert(aDocument())).toBe(true);
    expect(await stores.returns.claim(july, { ...filingAt, ifVersion: 0 })).toEqual({ kind: 'changed' });
    expect(await stores.returns.claim(july, { ...filingAt, ifVersion: 2 })).toMatchObject({ kind: 'claimed' });
  });

  it('that was lost marks nothing and completes nothing', async () => {
    const { transaction } = aDocument();
    await stores.transactions.insert({ ...aDocument(), transaction });
    const lost = await close();
    await stores.returns.release(lost);
    const reopening = claimIn(await stores.returns.claim(july, reopeningAt));
    expect(await mark(lost)).toMatchObject({ changed: 0 });
    expect(await stores.returns.complete(july, lost, filing)).toBe(false);
    expect(await stores.returns.keepDocuments(july, lost, 1)).toBeNull();
    expect(await stores.returns.reopen(reopening, 'Wrong', at)).toBe(true);
    expect(await stores.returns.find(july)).toMatchObject({ status: 'DRAFT', reopeningReason: 'Wrong' });
    expect(await stores.transactions.insert(aDocument())).toBe(true);
  });

  it('that was lost leaves the list of the documents that were filed instead as it is', async () => {
    await stores.transactions.insert(aDocument());
    const lost = await close();
    await stores.returns.release(lost);
    const other = claimIn(await stores.returns.claim(july, filingAt));
    await mark(other);
    const kept = await stores.returns.keepDocuments(july, other, 1);
    expect(kept).toMatchObject({ count: 1 });
    expect(await stores.returns.complete(july, other, filing)).toBe(true);
    expect(await stores.returns.keepDocuments(july, lost, 1)).toBeNull();
    expect(await stores.returns.findDocuments({ returnId: other.returnId, number: 1 })).toMatchObject(kept!);
  });

  it('is of one scheme: a return of another scheme is another return', async () => {
    await close();
    expect(await stores.returns.find({ ...july, scheme: 'UNION_ONE_STOP_SHOP' })).toBeNull();
  });

  it('completes when all documents are marked, those that came late to it included', async () => {
    const onTime = aDocument();
    const late = aDocument({ taxDate: '2026-06-15', reportingPeriod: { from: '2026-07-01', to: '2026-07-31' } });
    const later = aDocument({ reportingPeriod: { from: '2026-08-01', to: '2026-08-31' } });
    await stores.transactions.insertMany([onTime, late, later]);
    const claim = await close();
    expect(await stores.returns.complete(july, claim, filing)).toBe(false);
    expect(await mark(claim)).toMatchObject({ changed: 2 });
    expect(await stores.returns.complete(july, claim, filing)).toBe(true);
    const statuses = [onTime, late, later].map(({ transaction }) => statusOf(transaction.serviceId));
    expect(await Promise.all(statuses)).toEqual(['FILED', 'FILED', 'NOT_FILED']);
    const stored = await stores.returns.find(july);
    const { figures, rateBookVersion, ...shown } = filing;
    expect(stored).toMatchObject({ status: 'FILED', filings: [{ ...shown, number: 1 }] });
    const names = [
      { returnId: stored!.serviceId, number: 1 },
      { returnId: stored!.serviceId, number: 2 },
    ];
    expect(await stores.returns.findFigures(names)).toEqual([figures, null]);
    const { totals, notices } = figures;
    expect(await stores.returns.findTotals(names)).toEqual([{ totals, notices, oneStopShop: null }, null]);
    expect(await stores.returns.claim(july, filingAt)).toEqual({ kind: 'unfit', status: 'FILED' });
  });
});

it('lists the returns of a tenant, and no other', async () => {
  await close();
  await close(germany);
  const page = { limit: 10, after: null };
  expect(await stores.returns.list({}, page)).toHaveLength(2);
  expect(await stores.returns.list({ country: { eq: 'DE' } }, page)).toMatchObject([germany]);
  expect(await stores.returns.list({ from: { lte: '2026-08-01' }, to: { gte: '2026-08-01' } }, page)).toMatchObject([
    germany,
  ]);
  expect(await stores.returns.count({ state: { eq: 'MN' } })).toBe(1);
  const others = store.stores.forTenant((await aTenant(store.stores)).tenantId);
  expect(await others.returns.list({}, page)).toEqual([]);
  expect(await others.returns.find(july)).toBeNull();
  expect(await others.returns.claim(july, filingAt)).toMatchObject({ kind: 'claimed' });
});
