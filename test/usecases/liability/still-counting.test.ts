import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member
type Json = any;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const customer = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  const { serviceId } = await bodyOf<{ serviceId: string }>(customer);
  const item = anItemBody({ unitPrice: 100, quantity: 1 });
  const sale = (externalId: string, day: string) =>
    anInvoiceBody(serviceId, { externalId, items: [item], externalTimestamps: { createdDate: day, updatedDate: day } });
  const june = Array.from({ length: 60 }, (_, index) => sale(`june-${index}`, '2026-06-15'));
  const stored = await app.send('POST', '/v1/transactions/batch', [...june, sale('july', '2026-07-01')]);
  expect(await stored.json()).toMatchObject({ succeededCount: 61 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

/** As an upgrade or a replica of the release before would leave them; `onlyOf` names the documents by their key. */
const forgetTotals = (onlyOf = '%') => app.store.database.prisma.$executeRaw`
  UPDATE transactions SET totals = NULL
  WHERE tenant_id = ${app.tenant.tenantId}::uuid AND external_id LIKE ${onlyOf}`;

/** Every look at the clock is 15 seconds later: what is worked out in parts of 50 documents ends after the first. */
function hurry(): void {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 15_000;
    return now;
  });
}

const query =
  '{ liability(period: {month: "2026-06"}) { rows { transactionCount amounts { grossSalesAmount } } notices { code message } } }';

it('a report says what it misses while documents are still being counted, and is whole afterwards', async () => {
  await forgetTotals();
  hurry();
  const rest = await app.send('GET', '/v1/liability?period=2026-06');
  expect(rest.status).toBe(200);
  const partly = await bodyOf<Json>(rest);
  expect(partly.notices).toEqual([
    { code: 'STILL_COUNTING', pointer: '', message: expect.stringContaining(' of 60 documents of the period') },
  ]);
  const missing = Number(/amounts of (\d+) of 60/.exec(partly.notices[0].message)?.[1]);
  expect([10, 11]).toContain(missing);
  expect(partly.rows[0].transactionCount).toBe(60 - missing);
  expect(partly.rows[0].amounts.grossSalesAmount).toBe(100 * (60 - missing));

  await forgetTotals();
  const { data } = await bodyOf<Json>(app.send('POST', '/graphql', { query }));
  expect(data.liability.notices).toMatchObject([{ code: 'STILL_COUNTING' }]);

  // What cannot say so is refused, and says how far it is.
  await forgetTotals();
  const csv = await app.send('GET', '/v1/liability?period=2026-06&format=csv');
  expect([csv.status, csv.headers.get('retry-after')]).toEqual([503, '30']);
  await forgetTotals();
  const filed = await app.send('POST', '/v1/returns/place/US-MN/period/2026-06/filings', {});
  expect(filed.status).toBe(503);
  expect((await bodyOf<Json>(filed)).detail).toMatch(/ of 61 documents are counted/);

  vi.restoreAllMocks();
  const whole = await bodyOf<Json>(app.send('GET', '/v1/liability?period=2026-06'));
  expect(whole.notices).toEqual([]);
  expect(whole.rows).toMatchObject([{ transactionCount: 60, amounts: { grossSalesAmount: 6000 } }]);
});

it('a report of a period without such documents is whole', async () => {
  await forgetTotals('june-%');
  hurry();
  const july = await bodyOf<Json>(app.send('GET', '/v1/liability?period=2026-07'));
  expect(july.notices).toEqual([]);
  expect(july.rows).toMatchObject([{ transactionCount: 1, amounts: { grossSalesAmount: 100 } }]);
});
