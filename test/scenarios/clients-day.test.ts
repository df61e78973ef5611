import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

/* A day with a client written for the older service: ids and amounts have various types, and responses are sent back unchanged. */

type Json = Record<string, unknown>;

let app: TestApp;
let Authorization: string;
beforeAll(async () => {
  app = await startApp();
  Authorization = `Bearer ${await app.token()}`;
});
afterAll(() => app.close());

/** Sends text unchanged. */
async function send(method: string, path: string, body?: unknown) {
  const headers = { Authorization, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.fetch(path, { method, headers, body: sent ?? null });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const json = (isJson ? JSON.parse(text) : {}) as Json;
  return { status: response.status, text, json };
}

const customerPath = '/v1/customers/source/9/externalId/4711';
const invoicePath = '/v1/transactions/source/9/externalId/100200';
const zoneless = { createdDate: '2026-06-15T23:30:00', updatedDate: '2026-06-15T23:30:00' };

const invoice = () => ({
  externalId: 100200,
  source: 9,
  documentName: null,
  customerId: undefined as unknown,
  transactionType: 'INVOICE',
  transactionStatus: 'ACTIVE',
  transactionFilingStatus: null,
  externalTimestamps: zoneless,
  currency: 'usd',
  items: [
    {
      name: 'Lamp',
      taxCode: 'C1S1',
      unitPrice: '100.00',
      quantity: '2',
      totalPrice: '200.00',
      discount: null,
      manualSalesTax: false,
      manualSalesTaxRate: null,
    },
    { name: 'Coat', taxCode: 'C1S2', unitPrice: '80.00', quantity: 1, totalPrice: 80, description: null },
  ],
  billingAddress: null,
  shippingAddress: {
    street: '250 Marquette Ave',
    city: 'Minneapolis',
    county: null,
    state: 'MN',
    region: null,
    zip: 55401,
    country: 'US',
    isPartial: false,
  },
  shippingFee: { taxCode: 'C6S1', totalPrice: '10.00', salesTaxRates: null, gtRates: null },
  transactionLevelDiscount: '0',
  createdFrom: null,
});

describe('a client’s day', () => {
  let customerId: string;

  it('stores a customer with a numeric id and without an address', async () => {
    const body = {
      externalId: 4711,
      source: 9,
      name: 'Prairie Books',
      address: null,
      email: null,
      customerType: null,
      externalTimestamps: zoneless,
      comment: '',
      taxNumber: null,
    };
    const created = await send('PUT', customerPath, body);
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      externalId: '4711',
      source: '9',
      customerType: 'RETAIL',
      externalTimestamps: zoneless,
    });
    expect(created.json).not.toHaveProperty('address');
    customerId = String(created.json.serviceId);
    const again = await send('PUT', customerPath, body);
    expect(again.status).toBe(200);
    expect(again.text).toBe(created.text);
    expect((await send('PUT', customerPath, again.text)).text).toBe(created.text);
  });

  it('patches its address', async () => {
    const address = { street: '1 Elm St', city: 'Omaha', state: 'NE', zip: '68102', country: 'US', county: null };
    const patched = await send('PATCH', `/v1/customers/serviceId/${customerId}`, {
      name: 'Prairie Books Inc',
      address,
    });
    expect(patched.status).toBe(200);
    expect(patched.json).toMatchObject({ name: 'Prairie Books Inc', address: { city: 'Omaha', county: null } });
    const read = await send('GET', customerPath);
    expect(read.text).toBe(patched.text);
    expect((await send('PUT', customerPath, read.text)).text).toBe(patched.text);
  });

  it('stores an invoice with money as text, in lower-case currency, on a day without a zone', async () => {
    const created = await send('PUT', invoicePath, { ...invoice(), customerId });
    expect(created.text).not.toContain('"errors"');
    expect(created.status).toBe(201);
    // Lamps for 200 at 9.025 % (18.05); clothing is exempt in Minnesota; shipping for 10 by the share of the lamps (200 / 280).
    expect(created.json).toMatchObject({
      externalId: '100200',
      source: '9',
      currency: 'USD',
      externalTimestamps: zoneless,
      salesTax: { amount: 18.69, taxRate: 0.09025 },
      totalItemsAmount: 280,
      finalTransactionAmount: 308.69,
      shippingFee: { totalPrice: 10, taxAmount: 0.64, gtRates: { taxRate: 0 } },
      items: [
        { taxAmount: 18.05, unitPrice: 100, quantity: 2 },
        { taxAmount: 0, reason: 'PRODUCT_EXEMPT' },
      ],
      customer: { name: 'Prairie Books Inc' },
    });
  });

  it('sends every form as read, and not a byte changes', async () => {
    const before = await send('GET', invoicePath);
    const thin = await send('GET', `${invoicePath}?detailed=false`);
    const [listed] = JSON.parse((await send('GET', '/v1/transactions?detailed=true')).text);
    const [thinListed] = JSON.parse((await send('GET', `/v1/transactions?customerId=${customerId}`)).text);
    expect(JSON.stringify(listed)).toBe(before.text);
    expect(JSON.stringify(thinListed)).toBe(thin.text);
    for (const body of [before.text, thin.text, listed, thinListed, { ...invoice(), customerId }]) {
      const put = await send('PUT', invoicePath, body);
      expect(put.status).toBe(200);
      expect(put.text).toBe(before.text);
    }
    expect((await send('GET', invoicePath)).text).toBe(before.text);
    expect(thin.json).not.toHaveProperty('customer');
    expect(before.json).toHaveProperty('customer.serviceId', customerId);
  });

  it('finds it by the older service’s form of a path and by its service id', async () => {
    const { text, json } = await send('GET', invoicePath);
    expect((await send('GET', `/v1/transactions/serviceId/${json.serviceId}`)).text).toBe(text);
    expect((await send('GET', `${invoicePath}?detailed=`)).text).toBe(text);
  });

  it('stores a VAT invoice with only country and region', async () => {
    const { shippingFee: _, ...rest } = invoice();
    const items = [{ name: 'Lamp', taxCode: '', unitPrice: '100.00', quantity: 1 }];
    const body = {
      ...rest,
      externalId: 100201,
      customerId,
      currency: 'cad',
      items,
      shippingAddress: { country: 'Canada', region: 'QC' },
    };
    const created = await send('PUT', '/v1/transactions/source/9/externalId/100201', body);
    expect(created.status).toBe(201);
    // 5 % GST and 9.975 % QST.
    expect(created.json).toMatchObject({ currency: 'CAD', salesTax: { amount: 14.98, taxRate: 0.14975 } });
    const again = await send('PUT', '/v1/transactions/source/9/externalId/100201', created.text);
    expect(again.text).toBe(created.text);
  });

  it('refunds a part, naming the invoice by its number', async () => {
    const items = [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: '1' }];
    const { shippingFee: _, ...rest } = invoice();
    const body = { ...rest, externalId: 100202, customerId, transactionType: 'REFUND', createdFrom: '100200', items };
    const refund = await send('PUT', '/v1/transactions/source/9/externalId/100202', body);
    expect(refund.text).not.toContain('"errors"');
    expect(refund.json).toMatchObject({ salesTax: { amount: 9.03 }, finalTransactionAmount: 109.03 });
    expect((await send('PUT', '/v1/transactions/source/9/externalId/100202', refund.text)).text).toBe(refund.text);
  });

  it('posts a certificate as the older service documents it, and the next sale is exempt', async () => {
    const exemption = {
      customerId,
      country: 'US',
      state: { abbreviation: 'MN', code: 'MN', name: 'Minnesota' },
      classification: { code: 'RESALE', description: 'Resale' },
      validationDates: { fromDate: '2026-01-01T00:00:00', toDate: '2027-12-31T00:00:00.000Z' },
      internalTimestamps: zoneless,
      status: { code: 'ACTIVE', name: 'Active' },
      certificate: { certificateId: 'MN-77', url: null, name: null },
      exemptionType: 'FULLY',
      exemptionStatus: 'ACTIVE',
    };
    const posted = await send('POST', '/v1/exemptions', {
      exemption,
      states: [{ abbreviation: 'MN', code: 'MN', name: 'Minnesota' }],
    });
    expect(posted).toMatchObject({ status: 200, text: '{}' });
    const before = await send('GET', invoicePath);
    expect((await send('PUT', invoicePath, before.text)).text).toBe(before.text);
    const body = { ...invoice(), externalId: 100203, customerId };
    const next = await send('PUT', '/v1/transactions/source/9/externalId/100203', body);
    expect(next.json).toMatchObject({
      salesTax: { amount: 0 },
      reason: 'CUSTOMER_EXEMPT',
      finalTransactionAmount: 290,
    });
  });

  it('cancels, also repeatedly', async () => {
    const path = '/v1/transactions/source/9/externalId/100203';
    expect(await send('DELETE', path)).toMatchObject({ status: 204, text: '' });
    const cancelled = await send('GET', path);
    expect(cancelled.json).toMatchObject({ transactionStatus: 'CANCELLED' });
    expect(await send('DELETE', path)).toMatchObject({ status: 204, text: '' });
    expect((await send('GET', path)).text).toBe(cancelled.text);
    expect((await send('PUT', path, cancelled.text)).text).toBe(cancelled.text);
    expect(await send('DELETE', '/v1/transactions/source/9/externalId/404')).toMatchObject({ status: 404 });
  });

  it('lists stored records, in the thin form by default', async () => {
    const thin = JSON.parse((await send('GET', '/v1/transactions')).text);
    expect(thin.map(({ externalId }: Json) => externalId)).toEqual(['100203', '100202', '100201', '100200']);
    const customers = JSON.parse((await send('GET', '/v1/customers')).text);
    expect(customers.map(({ externalId }: Json) => externalId)).toEqual(['4711']);
  });
});
