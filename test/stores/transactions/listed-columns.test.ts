import { expect, it } from 'vitest';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { TransactionFilter } from '../../../src/domain/transactions/transaction-list.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { createTransactionStore } from '../../../src/stores/transactions/transactions.ts';
import { aCustomer, amount, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore } from '../../support/stores.ts';

const { stores, database } = await openTestStore();

async function aStoreOf(documents: readonly Partial<Transaction>[]) {
  const { tenantId } = await aTenant(stores);
  const { customers, transactions } = stores.forTenant(tenantId);
  const customer = aCustomer();
  await customers.insert(customer);
  const stored = documents.map((document) => aStoredTransaction(customer.serviceId, document));
  for (const one of stored) await transactions.insert(one);
  const listed = async (filter: TransactionFilter) =>
    (await transactions.list(filter, { limit: 10, after: null, direction: 'ASC' })).map(({ externalId }) => externalId);
  return { tenantId, transactions, stored, listed };
}

const ofNorth = { externalId: 'north', subsidiary: 'North' };
const overridden = { externalId: 'overridden', computedTaxAmount: amount('1.65') };

it('lists documents by subsidiary and by override, and those without', async () => {
  const { listed } = await aStoreOf([ofNorth, overridden]);
  expect(await listed({ subsidiary: { eq: 'North' } })).toEqual(['north']);
  expect(await listed({ subsidiary: { isNull: true } })).toEqual(['overridden']);
  expect(await listed({ isOverridden: { eq: true } })).toEqual(['overridden']);
  expect(await listed({ isOverridden: { eq: false } })).toEqual(['north']);
});

it('follows a document that is replaced', async () => {
  const { stored, transactions, listed } = await aStoreOf([ofNorth, overridden]);
  const [north, other] = stored as [(typeof stored)[0], (typeof stored)[0]];
  const { computedTaxAmount: _, ...usual } = other.transaction;
  await transactions.replace({ ...north, transaction: { ...north.transaction, subsidiary: null, version: 2 } }, 1);
  await transactions.replace({ ...other, transaction: { ...usual, subsidiary: 'South', version: 2 } }, 1);
  expect(await listed({ subsidiary: { isNull: false } })).toEqual(['overridden']);
  expect(await listed({ subsidiary: { eq: 'South' } })).toEqual(['overridden']);
  expect(await listed({ isOverridden: { eq: true } })).toEqual([]);
});

/** Like a release without the columns. */
it('takes both from a document that a statement writes without them', async () => {
  const { tenantId, stored, listed } = await aStoreOf([ofNorth, overridden]);
  const { serviceId } = stored[0]!.transaction;
  const scope = createTenantScope(database, tenantId);
  await database.statements.rows(Prisma.sql`
    UPDATE transactions SET document = (document::jsonb || '{"subsidiary": "West", "computedTaxAmount": "2"}')::json
    WHERE tenant_id = ${scope.tenantId} AND service_id = ${serviceId}::uuid`);
  expect(await listed({ subsidiary: { eq: 'West' }, isOverridden: { eq: true } })).toEqual(['north']);
  await database.statements.rows(Prisma.sql`
    INSERT INTO transactions (tenant_id, service_id, source, external_id, customer_id, transaction_type, transaction_status,
      transaction_filing_status, tax_date, country, state, currency, final_transaction_amount, tax_amount,
      external_created_at, external_updated_at, document, snapshot, input_digest, tax_digest, rate_book_version, created_at,
      updated_at)
    SELECT tenant_id, ${'00000000-0000-4000-8000-000000000077'}::uuid, source, 'copy', customer_id, transaction_type, transaction_status,
      transaction_filing_status, tax_date, country, state, currency, final_transaction_amount, tax_amount,
      external_created_at, external_updated_at, document, snapshot, input_digest, tax_digest, rate_book_version, created_at,
      updated_at
    FROM transactions WHERE tenant_id = ${scope.tenantId} AND service_id = ${serviceId}::uuid`);
  expect(await listed({ subsidiary: { eq: 'West' }, isOverridden: { eq: true } })).toHaveLength(2);
});

it('stores the longest id and subsidiary of a document, which are both in one index', async () => {
  const longest = (first: number) =>
    Array.from({ length: 256 }, (_, index) => String.fromCodePoint(0x20_000 + ((first + index * 7_919) % 40_000))).join(
      '',
    );
  const [externalId, subsidiary] = [longest(1), longest(3)];
  const { listed } = await aStoreOf([{ externalId, subsidiary }]);
  expect(await listed({ subsidiary: { eq: subsidiary } })).toEqual([externalId]);
});

it.each([
  ['inv-1', ['INV-1', 'inv-10']],
  ['INV-1', ['INV-1', 'inv-10']],
  ['i', ['INV-1', 'inv-10', 'invä', 'INVÄB']],
  ['invä', ['invä', 'INVÄB']],
  ['INVÄb', ['INVÄB']],
  ['ä', ['äb', 'Äc']],
  ['a_', ['a_b']],
  ['a~', ['a~b']],
  ['a\\', ['a\\b']],
  ['inv-2', []],
])('finds documents whose id starts with %s, in any case', async (start, expected) => {
  const ids = ['INV-1', 'inv-10', 'invä', 'INVÄB', 'äb', 'Äc', 'a_b', 'axb', 'a~b', 'a\\b', 'jinv-1'];
  const { listed } = await aStoreOf(ids.map((externalId) => ({ externalId })));
  expect((await listed({ externalId: { startsWith: start } })).sort()).toEqual([...expected].sort());
});

it.each([
  ['NV', ['INV-1', 'xinvä']],
  ['VÄ', ['xinvä']],
  ['_', ['a_b']],
  ['%', ['a%b']],
  ['\\', ['a\\b']],
  ['.', []],
])('finds documents whose id contains %s, in any case', async (part, expected) => {
  const { listed } = await aStoreOf(
    ['INV-1', 'xinvä', 'a_b', 'a%b', 'a\\b', 'axb'].map((externalId) => ({ externalId })),
  );
  expect((await listed({ externalId: { contains: part } })).sort()).toEqual([...expected].sort());
});

/** The connections used by a list. */
async function connectionsOf(filter: TransactionFilter): Promise<readonly string[]> {
  const used: string[] = [];
  const noted = (name: string) => ({
    async rows() {
      used.push(name);
      return [];
    },
  });
  const scope = { ...createTenantScope(database, '00000000-0000-4000-8000-000000000001') };
  const store = createTransactionStore({ ...scope, statements: noted('requests'), reports: noted('reports') });
  await store.list(filter, { limit: 10, after: null });
  return used;
}

it.each<[string, TransactionFilter]>([
  ['no filter', {}],
  ['a rare status', { transactionStatus: { eq: 'CANCELLED' } }],
  ['alternatives', { or: [{ currency: { eq: 'EUR' } }, { not: { country: { eq: 'US' } } }] }],
  ['a customer, whatever else', { customerId: { eq: 'x' }, createdFrom: { contains: 'x' } }],
  ['a change since', { updatedAt: { gte: new Date('2026-07-01') } }],
  ['the start of an id', { externalId: { startsWith: 'INV' } }],
  ['a part of an id in a month', { externalId: { contains: '7' }, taxDate: { gte: '2026-07-01', lte: '2026-07-31' } }],
])('reads %s on the connections of requests', async (_name, filter) => {
  expect(await connectionsOf(filter)).toEqual(['requests']);
});

it.each<[string, TransactionFilter]>([
  ['a part of an id', { externalId: { contains: '7' } }],
  ['a part of an id among alternatives', { or: [{ externalId: { contains: '7' } }, { currency: { eq: 'EUR' } }] }],
  ['all but a customer', { customerId: { ne: 'x' } }],
  ['a time of the shop', { externalCreatedAt: { gte: new Date('2026-07-01') } }],
  ['a part of an id in a year', { externalId: { contains: '7' }, taxDate: { gte: '2026-01-01', lte: '2026-12-31' } }],
])('reads %s on the connections of reports', async (_name, filter) => {
  expect(await connectionsOf(filter)).toEqual(['reports']);
});
