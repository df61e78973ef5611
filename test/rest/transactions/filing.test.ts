import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const june = { country: 'us', state: 'Minnesota', from: '2026-06-01', to: '2026-06-30' };
const file = (body: unknown) => app.send('POST', '/v1/transactions/mark_filed', body);
const reopen = (body: unknown) => app.send('POST', '/v1/transactions/reopen', body);

async function store(externalId: string, more: Record<string, unknown> = {}) {
  const path = '/v1/customers/source/9/externalId/c-1';
  const customer = await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody()));
  const body = anInvoiceBody(customer.serviceId, { externalId, ...more });
  return app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
}

describe('POST /v1/transactions/mark_filed', () => {
  it('files the documents of a place and period, and reopens them with a reason', async () => {
    const { serviceId } = await bodyOf<{ serviceId: string }>(store('filed'));
    await store('an order', { transactionType: 'SALES_ORDER' });
    const would = {
      isDryRun: true,
      changedCount: 1,
      unchangedCount: 0,
      ignoredServiceIds: [],
      serviceIds: [serviceId],
    };
    expect(await bodyOf(file({ ...june, dryRun: true }))).toEqual(would);
    expect(await bodyOf(file(june))).toEqual({ ...would, isDryRun: false });
    expect(await bodyOf(file({ ...june, serviceIds: [serviceId] }))).toEqual({
      isDryRun: false,
      changedCount: 0,
      unchangedCount: 1,
      ignoredServiceIds: [],
      serviceIds: [],
    });
    const changed = { items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 1 }], transactionFilingStatus: 'FILED' };
    expect((await store('filed', changed)).status).toBe(409);
    expect(await bodyOf(reopen({ ...june, reason: 'A missing invoice' }))).toMatchObject({ changedCount: 1 });
    const path = '/v1/transactions/source/9/externalId/filed';
    expect(await bodyOf(app.send('GET', path))).toMatchObject({ reopeningReason: 'A missing invoice' });
    expect((await store('filed', { ...changed, transactionFilingStatus: 'NOT_FILED' })).status).toBe(200);
  });

  it('allows changes to the description of a filed document, whether or not its currency was sent', async () => {
    for (const [externalId, currency] of [
      ['with-currency', 'usd'],
      ['without-currency', undefined],
    ] as const) {
      const path = `/v1/transactions/source/9/externalId/${externalId}`;
      await store(externalId, { currency, transactionFilingStatus: 'FILED' });
      const patched = await app.send('PATCH', path, { documentName: 'Renamed' });
      expect(await bodyOf(patched)).toMatchObject({ documentName: 'Renamed', calculationNumber: 1 });
      // Omitted where it was sent before, and sent where it was omitted: the same currency.
      const again = await store(externalId, { currency: currency ? undefined : 'USD', documentName: 'Again' });
      expect(await bodyOf(again)).toMatchObject({ documentName: 'Again', calculationNumber: 1 });
      const other = await store(externalId, { currency: 'EUR' });
      expect(other.status).toBe(409);
    }
  });

  it('refuses invalid requests, rather than file too much', async () => {
    const faults = async (response: Promise<Response>) =>
      (await bodyOf<{ errors: { pointer: string; code: string }[] }>(response)).errors.map(
        ({ pointer, code }) => `${pointer} ${code}`,
      );
    expect(await faults(file({ ...june, serviceId: 'x' }))).toEqual(['/serviceId UNKNOWN_FIELD']);
    expect(await faults(file({ country: 'US', from: '2026-06-02', to: '2026-06-01' }))).toEqual([
      '/to OUT_OF_RANGE',
      '/state REQUIRED',
    ]);
    expect(await faults(reopen(june))).toEqual(['/reason REQUIRED']);
    expect(await faults(file({}))).toEqual(['/country REQUIRED', '/from REQUIRED', '/to REQUIRED']);
  });

  it('needs the scope to write documents', async () => {
    const headers = {
      Authorization: `Bearer ${await app.token(['transactions:read'])}`,
      'Content-Type': 'application/json',
    };
    const response = await app.fetch('/v1/transactions/mark_filed', {
      method: 'POST',
      headers,
      body: JSON.stringify(june),
    });
    expect(response.status).toBe(403);
  });
});
