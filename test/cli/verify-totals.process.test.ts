import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../src/stores/generated/client.ts';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../support/bodies.ts';
import { commandLineOn } from '../support/command-line.ts';
import { openOwnStore } from '../support/stores.ts';

let app: TestApp;
let tollgate: ReturnType<typeof commandLineOn>;
beforeAll(async () => {
  const store = await openOwnStore();
  app = await startApp({ store });
  tollgate = commandLineOn(store.database);
  const customer = await bodyOf<{ serviceId: string }>(
    app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody()),
  );
  for (const [externalId, createdDate] of [
    ['INV-1', '2026-06-15'],
    ['INV-2', '2026-07-15'],
  ]) {
    const externalTimestamps = { createdDate, updatedDate: createdDate };
    const items = [anItemBody({ unitPrice: 100, quantity: 1 })];
    const body = anInvoiceBody(customer.serviceId, { externalId, items, externalTimestamps });
    expect((await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body)).status).toBe(201);
  }
  const rate = { fromCurrency: 'EUR', toCurrency: 'USD', publishedOn: '2026-06-15', rate: 1.25, source: 'ECB' };
  expect((await app.send('POST', '/v1/exchange_rates/batch', { rates: [rate] })).status).toBe(200);
  expect((await app.send('PATCH', '/v1/account', { reportingCurrency: 'EUR' })).status).toBe(200);
  expect((await app.send('POST', '/v1/returns/place/US-MN/period/2026-06/filings', {})).status).toBe(201);
});
afterAll(async () => {
  await app.close();
  await app.store.close();
});

const change = (statement: Prisma.Sql) => app.store.database.prisma.$executeRaw(statement);

it('recounts the figures of every tenant, and confirms them', async () => {
  const result = await tollgate('totals', 'verify');
  expect(result).toMatchObject({ code: 0, errors: '' });
  expect(result.out).toMatch(/right: 2 documents recounted$/);
  expect(await tollgate('totals', 'verify', '--tenant', 'Nobody')).toMatchObject({ code: 2 });
  expect(await tollgate('totals', 'verify', '--mend')).toMatchObject({ code: 2 });
});

it.each([
  ['an amount', '{totals,0,taxAmount}', '"7777"'],
  ['an amount of a jurisdiction', '{jurisdictions,0,grossSalesAmount}', '"7777"'],
  ['a reason', '{totals,0,exemptAmounts}', '[{"reason": "PRODUCT_EXEMPT", "amount": "1"}]'],
  ['a count', '{jurisdictions,1,transactionCount}', '2'],
  ['a converted amount', '{totals,0,reportingAmounts,taxAmount}', '"7777"'],
  ['a rate of the conversion', '{exchangeRates,0,rate}', '"0.9"'],
])('finds %s that was not filed', async (_, path, value) => {
  await change(Prisma.sql`
    UPDATE return_filings SET receipt = figures::text, figures = jsonb_set(figures::jsonb, ${path}::text[], ${value}::jsonb, false)::json`);
  const { code, out } = await tollgate('totals', 'verify');
  expect(out).toContain('Return US-MN 2026-06: its documents do not add up to the filed figures.');
  expect(code).toBe(1);
  await change(Prisma.sql`UPDATE return_filings SET figures = receipt::json`);
  expect(await tollgate('totals', 'verify')).toMatchObject({ code: 0 });
});

it('compares returns while the totals of documents of other periods are unknown', async () => {
  await change(Prisma.sql`UPDATE transactions SET totals = NULL WHERE external_id = 'INV-2'`);
  const counting = await tollgate('totals', 'verify');
  expect(counting.out).toContain('correct as far as counted: 2 documents recounted, the totals of 1 still unknown');
  await change(Prisma.sql`UPDATE return_filings SET transaction_count = 7`);
  expect(await tollgate('totals', 'verify')).toMatchObject({ code: 1 });
  await change(Prisma.sql`UPDATE return_filings SET transaction_count = 1`);
});

it('names what differs, exits with 1, and repairs the sums', async () => {
  await tollgate('migrate', '--back-fill');
  await change(Prisma.sql`UPDATE jurisdiction_totals SET tax_amount = tax_amount + 1`);
  await change(Prisma.sql`UPDATE total_changes SET sign = 2`);
  const wrong = await tollgate('totals', 'verify');
  expect(wrong.code).toBe(1);
  expect(wrong.out).toMatch(/WRONG, \d errors?: 2 documents recounted/);
  expect(wrong.out).toContain('Return US-MN 2026-06: its documents do not add up to the filed figures.');
  expect(wrong.errors).toContain('To repair recalculable figures, run "tollgate totals verify --repair".');
  const repaired = await tollgate('totals', 'verify', '--repair');
  expect(repaired).toMatchObject({ code: 0, errors: '' });
  expect(repaired.out).toContain('after the repair right: 2 documents recounted');
});

it('reports a filed return that lost a document, which no repair hides', async () => {
  await change(Prisma.sql`DELETE FROM transactions WHERE external_id = 'INV-1'`);
  const { code, out, errors } = await tollgate('totals', 'verify', '--repair');
  expect(out).toContain('Return US-MN 2026-06: its documents do not add up to the filed figures.');
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringMatching(/^Figures differ from the documents: .*\.$/),
  });
});

it('calculates totals that are unknown after an upgrade, before they are requested', async () => {
  await change(Prisma.sql`UPDATE transactions SET totals = NULL WHERE external_id = 'INV-2'`);
  const { out } = await tollgate('migrate', '--back-fill');
  expect(out).toContain('The store is up to date.');
  expect(out).toContain('The totals of 1 document were calculated.');
  expect(await app.records.totals.countUnknown()).toBe(0);
});
