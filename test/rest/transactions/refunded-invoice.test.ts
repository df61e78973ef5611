import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => app.close());

const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const lamps = (quantity: number) => ({ items: [anItemBody({ unitPrice: 100, quantity })] });
const put = (externalId: string, more: object, headers: Record<string, string> = {}) =>
  app.send('PUT', pathOf(externalId), anInvoiceBody(customerId, { externalId, ...more }), headers);
const refund = (externalId: string, createdFrom: string, quantity: number) =>
  put(externalId, { transactionType: 'REFUND', createdFrom, ...lamps(quantity) });

it('keeps the version, the ETag and the bytes of the invoice, whose next change is not refused', async () => {
  await put('i-1', lamps(3));
  const before = await app.send('GET', pathOf('i-1'));
  expect((await refund('r-1', 'i-1', 1)).status).toBe(201);
  const after = await app.send('GET', pathOf('i-1'));
  const etag = before.headers.get('etag')!;
  expect(after.headers.get('etag')).toBe(etag);
  expect(await after.text()).toBe(await before.text());
  const renamed = await put('i-1', { ...lamps(3), documentName: 'Lamps' }, { 'If-Match': etag });
  expect(renamed.status).toBe(200);
  const { serviceId } = await bodyOf<Json>(app.send('GET', pathOf('i-1')));
  const trail = await bodyOf<Json>(app.send('GET', `/v1/audit_entries?recordId=${serviceId}`));
  expect(trail.map((entry: Json) => entry.version)).toEqual([2, 1]);
});

it('is still the one that refunds and changes at the same time take turns for', async () => {
  for (const name of ['i-2', 'i-3', 'i-4', 'i-5']) {
    await put(name, lamps(2));
    const writes = await Promise.all([
      refund(`${name}-r1`, name, 2),
      refund(`${name}-r2`, name, 2),
      put(name, lamps(1)),
      refund(`${name}-r3`, name, 1),
    ]);
    const stored = await bodyOf<Json>(app.send('GET', pathOf(name)));
    const kept = await Promise.all(['r1', 'r2', 'r3'].map((one) => app.send('GET', pathOf(`${name}-${one}`))));
    const refunds = await Promise.all(kept.filter(({ status }) => status === 200).map((one) => bodyOf<Json>(one)));
    const refunded = refunds.reduce((sum, { finalTransactionAmount }) => sum + finalTransactionAmount, 0);
    expect(refunded).toBeLessThanOrEqual(stored.finalTransactionAmount);
    expect(writes.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  }
});
