import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderedPage } from '../../../src/ports/stores/page-request.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { aCustomer, amount, anExemption, aSnapshot, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const newest: OrderedPage<'createdAt'> = {
  limit: 2,
  order: { field: 'createdAt', direction: 'DESC' },
  after: null,
};
const at = (second: number) => {
  const instant = new Date(Date.UTC(2026, 6, 1, 12, 0, second));
  return { internalTimestamps: { createdDate: instant, updatedDate: instant } };
};

type Asked = Parameters<TenantStores['transactions']['listSummariesByOwner']>;

async function idsOf({ transactions }: TenantStores, ...asked: Asked): Promise<string[][]> {
  const pages = await transactions.listSummariesByOwner(...asked);
  return pages.map((page) => page.map(({ serviceId }) => serviceId));
}

/** Two customers. The first has two exemptions and three documents, the last of which was created from the first. */
async function aFilledTenant() {
  const stores = store.stores.forTenant((await aTenant(store.stores)).tenantId);
  const [first, second] = [aCustomer(), aCustomer()];
  for (const customer of [first, second]) await stores.customers.insert(customer);
  const order = aStoredTransaction(first.serviceId, { externalId: 'order', ...at(1) });
  const invoice = aStoredTransaction(first.serviceId, { externalId: 'invoice', ...at(2) });
  const refund = aStoredTransaction(first.serviceId, { externalId: 'refund', createdFrom: 'order', ...at(3) });
  const other = aStoredTransaction(second.serviceId, {
    externalId: 'other',
    source: '2',
    createdFrom: 'order',
    ...at(4),
  });
  for (const stored of [order, invoice, refund, other]) await stores.transactions.insert(stored);
  const [minnesota, iowa] = [
    anExemption(first.serviceId, at(1)),
    anExemption(first.serviceId, { state: 'IA', ...at(2) }),
  ];
  await stores.exemptions.upsertAll([minnesota, iowa]);
  return { stores, customerIds: [first.serviceId, second.serviceId], order, invoice, refund, other, minnesota, iowa };
}

describe('lists of many customers', () => {
  it('return a page for each, in the requested order', async () => {
    const { stores, customerIds, order, invoice, refund, other } = await aFilledTenant();
    const owners = { kind: 'customers', customerIds: [...customerIds, 'no id'] } as const;
    expect(await idsOf(stores, owners, {}, newest)).toEqual([
      [refund.transaction.serviceId, invoice.transaction.serviceId],
      [other.transaction.serviceId],
      [],
    ]);
    const { createdDate } = invoice.transaction.internalTimestamps;
    const after = { values: [createdDate.toISOString()], serviceId: invoice.transaction.serviceId };
    expect(await idsOf(stores, owners, {}, { ...newest, after })).toEqual([[order.transaction.serviceId], [], []]);
    const filter = { createdFrom: { isNull: true } };
    expect(await idsOf(stores, owners, filter, newest)).toEqual([
      [invoice.transaction.serviceId, order.transaction.serviceId],
      [],
      [],
    ]);
    expect(await stores.transactions.countByOwner(owners, filter)).toEqual([2, 0, 0]);
    expect(await idsOf(stores, { kind: 'customers', customerIds: [] }, {}, newest)).toEqual([]);
  });

  it('include their exemptions', async () => {
    const { stores, customerIds, minnesota, iowa } = await aFilledTenant();
    expect(await stores.exemptions.listByCustomer(customerIds, {}, newest)).toEqual([[iowa, minnesota], []]);
    expect(await stores.exemptions.countByCustomer(customerIds, { state: { eq: 'IA' } })).toEqual([1, 0]);
  });
});

it('documents include those created from them within the same source', async () => {
  const { stores, order, invoice, refund, other } = await aFilledTenant();
  const keys = [invoice.transaction, order.transaction, { source: '2', externalId: 'order' }];
  expect(await idsOf(stores, { kind: 'documents', keys }, {}, newest)).toEqual([
    [],
    [refund.transaction.serviceId],
    [other.transaction.serviceId],
  ]);
  expect(await stores.transactions.countByOwner({ kind: 'documents', keys }, {})).toEqual([0, 1, 1]);
});

it.each(['0', '-0.01', '24.5', '100', '9999999999999.99', '1234.5678'])(
  'summaries say what the documents say: %s',
  async (figure) => {
    const stores = store.stores.forTenant((await aTenant(store.stores)).tenantId);
    const customer = aCustomer();
    await stores.customers.insert(customer);
    const { transaction, ...rest } = aStoredTransaction(customer.serviceId, {
      finalTransactionAmount: amount(figure),
      currency: 'EUR',
      createdFrom: 'order "1"',
    });
    await stores.transactions.insert({ transaction, ...rest });
    const [summary] = await stores.transactions.listSummaries({}, newest);
    expect(summary).toMatchObject({ finalTransactionAmount: figure, taxDate: '2026-07-01', currency: 'EUR' });
    expect(transaction).toMatchObject({ ...summary });
    const owners = { kind: 'customers', customerIds: [customer.serviceId] } as const;
    expect(await stores.transactions.listSummariesByOwner(owners, {}, newest)).toEqual([[summary]]);
    const [shown] = await stores.transactions.listShown({}, newest);
    expect(transaction).toMatchObject({ ...shown, items: shown!.items.map((item) => ({ ...item })) });
    expect(shown!.items).toHaveLength(transaction.items.length);
    expect(await stores.transactions.listShownByOwner(owners, {}, newest)).toEqual([[shown]]);
  },
);

it('lists show a document as it is, even if a statement of another release wrote it', async () => {
  const { tenantId } = await aTenant(store.stores);
  const stores = store.stores.forTenant(tenantId);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  const { transaction, ...rest } = aStoredTransaction(customer.serviceId, { documentName: 'Before' });
  await stores.transactions.insert({ transaction, ...rest });
  const nameShown = async () => (await stores.transactions.listShown({}, newest))[0]?.documentName;
  expect(await nameShown()).toBe('Before');
  const replaced = { ...transaction, documentName: 'Replaced', version: 2 };
  expect(await stores.transactions.replace({ transaction: replaced, ...rest }, 1)).toBe(true);
  expect(await nameShown()).toBe('Replaced');
  await store.database.prisma.$executeRaw`
    UPDATE transactions SET document = jsonb_set(document::jsonb, '{documentName}', '"After"')::json
    WHERE tenant_id = ${tenantId}::uuid`;
  expect(await nameShown()).toBe('After');
});

it('documents include their replaced calculations', async () => {
  const { stores, order, invoice } = await aFilledTenant();
  const { serviceId } = order.transaction;
  for (const calculationNumber of [2, 3]) {
    const transaction = {
      ...order.transaction,
      finalTransactionAmount: amount(`${calculationNumber}`),
      calculationNumber,
      version: calculationNumber,
    };
    const snapshot = aSnapshot({ subdivision: `S${calculationNumber}` });
    expect(await stores.transactions.replace({ ...order, transaction, snapshot }, calculationNumber - 1)).toBe(true);
  }
  const ids = [invoice.transaction.serviceId, serviceId];
  const all = ids.flatMap((id) => [3, 2, 1].map((number) => ({ serviceId: id, calculationNumber: number })));
  expect(await stores.transactions.findPartOfCalculations(all)).toMatchObject({
    rows: [
      { serviceId, calculationNumber: 2, document: { finalTransactionAmount: '2' }, rateBookVersion: '2026-08-18' },
      { serviceId, calculationNumber: 1, document: { finalTransactionAmount: '21.65' } },
    ],
    isCut: false,
  });
  const names = [1, 2, 9].map((calculationNumber) => ({ serviceId, calculationNumber }));
  const snapshots = await stores.transactions.findCalculationSnapshots(names);
  expect(snapshots.map((snapshot) => snapshot?.subdivision)).toEqual(['MN', 'S2', undefined]);
});

it('nothing of another tenant is found', async () => {
  const mine = (await aFilledTenant()).stores;
  const theirs = await aFilledTenant();
  const owners = { kind: 'customers', customerIds: theirs.customerIds } as const;
  expect(await mine.transactions.listSummariesByOwner(owners, {}, newest)).toEqual([[], []]);
  expect(await mine.transactions.countByOwner(owners, {})).toEqual([0, 0]);
  expect(await mine.exemptions.listByCustomer(theirs.customerIds, {}, newest)).toEqual([[], []]);
  expect(await mine.exemptions.countByCustomer(theirs.customerIds, {})).toEqual([0, 0]);
  const either = { or: [{ customerId: { in: theirs.customerIds } }, { not: { source: { eq: 'x' } } }] };
  expect(await mine.transactions.count(either)).toBe(4);
  const { serviceId } = theirs.order.transaction;
  const second = { ...theirs.order.transaction, calculationNumber: 2, version: 2 };
  expect(await theirs.stores.transactions.replace({ ...theirs.order, transaction: second }, 1)).toBe(true);
  const name = { serviceId, calculationNumber: 1 };
  expect(await theirs.stores.transactions.findPartOfCalculations([name])).toMatchObject({ rows: [name] });
  expect(await mine.transactions.findPartOfCalculations([name])).toEqual({ rows: [], isCut: false });
  expect(await mine.transactions.findCalculationSnapshots([name])).toEqual([null]);
});
