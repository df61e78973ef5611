import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newServiceId } from '../../../src/domain/base/service-id.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope, type TenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { foldChanges } from '../../../src/stores/totals/fold-changes.ts';
import { recountDocuments } from '../../../src/stores/totals/recount-documents.ts';
import { recountSample } from '../../../src/stores/totals/recounter.ts';
import { totalsForm } from '../../../src/stores/transactions/totals-column.ts';
import { aCustomer, amount, anItem, aSalesQuestion, aSnapshot, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

type Seller = {
  readonly tenantId: string;
  readonly scope: TenantScope;
  readonly records: TenantStores;
  readonly customerId: string;
};

/** Three invoices of 109 and a refund; part of them is in the sums, part is still pending. */
async function aSeller(): Promise<Seller> {
  const { tenantId } = await aTenant(store.stores);
  const records = store.stores.forTenant(tenantId);
  const customer = aCustomer();
  await records.customers.insert(customer);
  const seller = {
    tenantId,
    scope: createTenantScope(store.database, tenantId),
    records,
    customerId: customer.serviceId,
  };
  for (let sale = 0; sale < 3; sale += 1) await sell(seller);
  await foldChanges(seller.scope);
  await sell(seller, { transactionType: 'REFUND' });
  return seller;
}

const figures = { finalTransactionAmount: amount('109'), salesTax: { amount: amount('9'), rate: amount('0.09') } };

async function sell({ records, customerId }: Seller, more: Partial<Transaction> = {}) {
  const stored = aStoredTransaction(customerId, { ...figures, ...more });
  expect(await records.transactions.insert(stored)).toBe(true);
  return stored.transaction;
}

/** Without the gateway's knowledge. */
const change = ({ scope }: Seller, table: string, assignments: string, condition = 'TRUE') =>
  scope.reports.rows(Prisma.sql`
    UPDATE ${Prisma.raw(table)} SET ${Prisma.raw(assignments)} WHERE ${scope.isOwned} AND ${Prisma.raw(condition)}
    RETURNING 1 AS changed`);

/** Runs the migration that calculates the totals of some documents again, on those of one seller. */
async function upgrade({ scope }: Seller, migration: string): Promise<void> {
  const sql = await readFile(`prisma/migrations/${migration}/migration.sql`, 'utf8');
  const [update] = /UPDATE transactions [^;]+/.exec(sql)!;
  await scope.reports.rows(Prisma.sql`${Prisma.raw(update)} AND ${scope.isOwned} RETURNING 1 AS changed`);
}

const right = { documents: 4, unknown: 0, faultCount: 0, faults: [] };

describe('a recount', () => {
  it('agrees with what was written, folded or not', async () => {
    const seller = await aSeller();
    expect(await seller.records.totals.verify(false)).toEqual(right);
    while ((await foldChanges(seller.scope)) > 0);
    expect(await seller.records.totals.verify(false)).toEqual(right);
    expect(await recountSample(store.database, seller.tenantId)).toEqual([]);
  });

  it('agrees with totals of the first form, which an upgrade keeps where they mean the same', async () => {
    const seller = await aSeller();
    const first = `totals_form = ${totalsForm}, totals = replace(totals::text, '"11111"', '"1111"')::jsonb`;
    expect(await change(seller, 'transactions', first, `totals::text LIKE '%"11111"%'`)).toHaveLength(4);
    expect(await seller.records.totals.verify(false)).toEqual(right);
  });

  it('finds sums that were counted twice, and repairs them', async () => {
    const seller = await aSeller();
    while ((await foldChanges(seller.scope)) > 0);
    await change(seller, 'sales_totals', 'gross_amount = 2 * gross_amount, tax_amount = 2 * tax_amount');
    const check = await seller.records.totals.verify(false);
    expect(check).toMatchObject({ documents: 4, faultCount: 1 });
    expect(check.faults[0]).toMatch(/^\d{4}-\d\d: \d sums? of sales differs? from the documents/);
    expect(await seller.records.totals.verify(false), 'nothing was written').toEqual(check);
    expect(await seller.records.totals.verify(true)).toMatchObject({ faultCount: 1 });
    expect(await seller.records.totals.verify(false)).toEqual(right);
  });

  it('finds changes that were lost before they were folded, and repairs the sums', async () => {
    const seller = await aSeller();
    const lost = await seller.scope.reports.rows(Prisma.sql`
      DELETE FROM total_changes WHERE ${seller.scope.isOwned} RETURNING number`);
    expect(lost).toHaveLength(1);
    expect((await seller.records.totals.verify(true)).faults).toEqual([
      expect.stringContaining(
        '1 sum of sales differs from the documents, which have 20 more in sales and 1.65 more in tax.',
      ),
    ]);
    expect(await seller.records.totals.verify(false)).toEqual(right);
  });

  it('finds totals of a document that are not its own, and repairs them with the sums', async () => {
    const seller = await aSeller();
    const { externalId } = await sell(seller);
    const isIt = `external_id = '${externalId}'`;
    const wrong = `jsonb_set(totals, '{lines,0,4}', '"99"')`;
    await change(seller, 'transactions', `totals = ${wrong}, totals_form = ${totalsForm}`, isIt);
    const check = await seller.records.totals.verify(true);
    expect(check.faults[0]).toContain(`${externalId}: totals differ from the document.`);
    expect(await seller.records.totals.verify(false)).toEqual({ ...right, documents: 5 });
  });

  it('agrees after the upgrade from totals without corrections for nexus, which counted a document once per province', async () => {
    const seller = await aSeller();
    const line = { rule: 0, supply: { kind: 'TAXED' }, taxLines: [] } as const;
    const ontario = aSnapshot({ country: 'CA', subdivision: 'CA-ON' });
    const snapshot = {
      ...ontario,
      places: [{ ...ontario, subdivision: 'CA-BC' }],
      items: [line, { ...line, place: 0 }],
    };
    const stored = aStoredTransaction(seller.customerId, { items: [anItem(), anItem()] }, snapshot);
    expect(await seller.records.transactions.insert(stored)).toBe(true);
    const inCanada = async () => {
      const [sales] = await seller.records.nexus.addUpSales([aSalesQuestion({ country: 'CA', state: null })]);
      return sales!.counted.map(({ transactionCount }) => transactionCount);
    };
    expect(await inCanada()).toEqual([1]);
    const earlier = `totals_form = ${totalsForm}, totals = totals #- '{elsewhere,1}'`;
    expect(await change(seller, 'transactions', earlier, `country = 'CA'`)).toHaveLength(1);
    expect(await inCanada()).toEqual([2]);
    await upgrade(seller, '20261129034500_nexus_corrections');
    expect(await inCanada()).toEqual([1]);
    expect(await seller.records.totals.verify(false)).toEqual({ ...right, documents: 5 });
  });

  it('agrees after the upgrade from totals without the sales that count toward the EU threshold', async () => {
    const seller = await aSeller();
    const france = aSnapshot({ regime: 'GLOBAL_TAX', country: 'FR', subdivision: null });
    const line = { rule: 0, supply: { kind: 'TAXED' }, taxLines: [] } as const;
    const homeAddress = { country: 'DE', state: null, city: null, zip: null };
    const basis = { engineVersion: '0.1.0', settings: { homeAddress } };
    const stored = aStoredTransaction(seller.customerId, { items: [anItem()] }, { ...france, items: [line], basis });
    expect(await seller.records.transactions.insert(stored)).toBe(true);
    const earlier = `totals_form = ${totalsForm}, totals = totals - 'elsewhere'`;
    expect(await change(seller, 'transactions', earlier, `country = 'FR'`)).toHaveLength(1);
    expect(await seller.records.totals.verify(false)).toMatchObject({ faultCount: 1 });
    await upgrade(seller, '20261129100000_eu_sales');
    expect(await seller.records.totals.backFill()).toBe(1);
    expect(await seller.records.totals.verify(false)).toEqual({ ...right, documents: 5 });
  });

  it('finds a summary and columns that are not those of the document', async () => {
    const seller = await aSeller();
    const { externalId } = await sell(seller);
    await change(seller, 'transactions', `tax_amount = 1, summary = '[[],[]]'`, `external_id = '${externalId}'`);
    const fault = expect.stringContaining(`${externalId}: summary, tax_amount differ from the document.`);
    expect((await seller.records.totals.verify(true)).faults).toEqual([fault]);
    expect(await seller.records.totals.verify(false)).toEqual({ ...right, documents: 5 });
  });

  it.each([
    ['tax_date', `tax_date - 40`],
    ['reported_on', `tax_date + 40`],
    ['country', `'FR'`],
    ['customer_type', `'RESELLER'`],
    ['created_from', `'INV-0'`],
    ['external_created_at', `'2020-01-01T00:00:00Z'`],
    ['is_overridden', 'NOT is_overridden'],
  ])('finds a wrong %s of a document, and takes it from the document again', async (column, wrong) => {
    const seller = await aSeller();
    const { externalId } = await sell(seller);
    await change(seller, 'transactions', `${column} = ${wrong}`, `external_id = '${externalId}'`);
    expect((await seller.records.totals.verify(true)).faults[0]).toContain(
      `${externalId}: ${column} differ from the document.`,
    );
    expect(await seller.records.totals.verify(false)).toEqual({ ...right, documents: 5 });
  });

  it.each([
    ['with another label', `tax_code = 'C9S9'`],
    ['of another day', 'reported_on = reported_on + 40'],
    ['that are no number', `tax_amount = 'NaN'`],
  ])('finds sums %s, and makes them anew', async (_, wrong) => {
    const seller = await aSeller();
    await change(seller, 'sales_totals', wrong);
    await change(seller, 'jurisdiction_totals', wrong);
    expect((await seller.records.totals.verify(true)).faultCount).toBeGreaterThan(0);
    expect(await seller.records.totals.verify(false)).toEqual(right);
  });

  it('reads long documents a few at a time, and all of them', async () => {
    const seller = await aSeller();
    const documentName = randomBytes(200_000).toString('base64');
    for (let sale = 0; sale < 3; sale += 1) await sell(seller, { documentName });
    const checked: number[] = [];
    let afterId: string | null = null;
    do {
      const part = await recountDocuments(seller.scope, afterId, 100);
      expect(part.faults).toEqual([]);
      checked.push(part.checked);
      afterId = part.lastId;
    } while (afterId !== null);
    expect(checked.length).toBeGreaterThan(2); // Each long one ends a part.
    expect(checked.reduce((sum, one) => sum + one)).toBe(7);
    await change(seller, 'transactions', 'totals = NULL');
    expect(await seller.records.totals.backFill()).toBeLessThan(7);
    expect(await seller.records.totals.verify(true)).toMatchObject({ documents: 7, faultCount: 0 });
    expect(await seller.records.totals.countUnknown()).toBe(0);
  });

  it('says which totals are unknown, and finds refunds that exceed their invoice', async () => {
    const seller = await aSeller();
    const { externalId } = await sell(seller);
    const refund = { transactionType: 'REFUND', createdFrom: externalId } as const;
    await sell(seller, refund);
    await sell(seller, refund);
    await change(seller, 'transactions', 'totals = NULL', `external_id = '${externalId}'`);
    const check = await seller.records.totals.verify(false);
    expect(check).toMatchObject({ documents: 7, unknown: 1 });
    expect(check.faults).toContainEqual(expect.stringMatching(new RegExp(`${externalId} of 109 has refunds of 218`)));
    expect(await seller.records.totals.countUnknown()).toBe(1);
    expect(await seller.records.totals.backFill()).toBe(1);
    expect(await seller.records.totals.countUnknown()).toBe(0);
  });

  it('counts every invoice that is refunded too much, and names the first hundred', async () => {
    const { records, customerId } = await aSeller();
    const invoices = Array.from({ length: 101 }, () => aStoredTransaction(customerId, figures));
    const refunds = invoices.flatMap(({ transaction: { externalId: createdFrom } }) =>
      [1, 2].map(() => aStoredTransaction(customerId, { ...figures, transactionType: 'REFUND', createdFrom })),
    );
    await records.transactions.insertMany([...invoices, ...refunds]);
    const { faults, faultCount } = await records.totals.verify(false);
    expect([faults.length, faultCount]).toEqual([100, 101]);
  });

  it('finds a feed of webhooks that is ahead of the changes, and sets it back', async () => {
    const seller = await aSeller();
    const { rows } = seller.scope.reports;
    await rows(Prisma.sql`
      INSERT INTO webhook_feeds (tenant_id, xid, change_id, activation_number, nexus_due_at, expiring_due_at)
      VALUES (${seller.scope.tenantId}, 9000000000000, ${'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid, 0, now(), now())
      RETURNING tenant_id`);
    const ahead = ['The webhook feed is ahead of the recorded changes.'];
    expect((await seller.records.totals.verify(false)).faults).toEqual(ahead);
    expect(await recountSample(store.database, seller.tenantId)).toEqual(ahead);
    expect((await seller.records.totals.verify(true)).faults).toEqual(ahead);
    expect(await seller.records.totals.verify(false)).toEqual(right);
    const [feed] = await rows(Prisma.sql`
      SELECT xid = (SELECT max(xid) FROM changes WHERE ${seller.scope.isOwned}) AS is_at_newest
      FROM webhook_feeds WHERE ${seller.scope.isOwned}`);
    expect(feed, 'it told nothing yet').toEqual({ is_at_newest: true });
  });

  it.each([
    ['ahead of all changes', 9_000_000_000_000n, 'The webhook feed is ahead of the recorded changes.'],
    ['behind what it told of', 1n, 'The webhook feed would deliver changes a second time.'],
  ])('sets a feed that is %s to the last reported change', async (_, xid, fault) => {
    const seller = await aSeller();
    const { rows } = seller.scope.reports;
    const [, told] = await rows<{ xid: string; change_id: string }>(Prisma.sql`
      SELECT xid::text, change_id FROM changes WHERE ${seller.scope.isOwned} ORDER BY changes.xid, change_id LIMIT 2`);
    await rows(Prisma.sql`
      INSERT INTO webhook_deliveries (tenant_id, service_id, endpoint_id, event_id, event_type, occurred_at, subject, data, due_at,
        created_at, updated_at)
      VALUES (${seller.scope.tenantId}, ${newServiceId()}::uuid, ${newServiceId()}::uuid, ${told!.change_id}::uuid, 'transaction.created',
        now(), 'x', '{}', now(), now(), now()) RETURNING number`);
    await rows(Prisma.sql`
      INSERT INTO webhook_feeds (tenant_id, xid, change_id, activation_number, nexus_due_at, expiring_due_at)
      VALUES (${seller.scope.tenantId}, ${xid}::bigint, ${newServiceId()}::uuid, 0, now(), now()) RETURNING tenant_id`);
    expect((await seller.records.totals.verify(true)).faults).toEqual([fault]);
    expect(await seller.records.totals.verify(false)).toEqual(right);
    const [feed] = await rows(Prisma.sql`
      SELECT xid::text, change_id, activation_number FROM webhook_feeds WHERE ${seller.scope.isOwned}`);
    expect(feed).toEqual({ ...told, activation_number: 0 });
  });
});

describe('a sample', () => {
  it('has documents whose ids begin with the time, and finds what is wrong with them', async () => {
    const seller = await aSeller();
    const newest = await sell(seller, { serviceId: newServiceId() });
    await change(seller, 'transactions', 'tax_amount = 1', `external_id = '${newest.externalId}'`);
    await change(
      seller,
      'transactions',
      `service_id = ('01900000' || substr(service_id::text, 9))::uuid`,
      'tax_amount <> 1',
    );
    for (let sample = 0; sample < 5; sample += 1)
      expect(await recountSample(store.database, seller.tenantId)).toContainEqual(
        expect.stringContaining(`${newest.externalId}: tax_amount`),
      );
  });
});
