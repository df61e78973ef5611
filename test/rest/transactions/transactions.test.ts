import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';

type Document = Record<string, unknown> & { readonly serviceId: string; readonly externalId: string };
type Problem = { readonly code: string; readonly errors: readonly { pointer: string; code: string }[] };

let app: TestApp;
let customerId: string;
const clock = aClock();
beforeAll(async () => {
  app = await startApp({ now: clock.now });
  const body = aCustomerBody();
  customerId = (await bodyOf<Document>(app.send('PUT', '/v1/customers/source/9/externalId/c-1', body))).serviceId;
});
afterAll(() => app.close());

let count = 0;
let externalId = '';
beforeEach(() => {
  externalId = `i-${++count}`;
});

const pathOf = (id: string) => `/v1/transactions/source/9/externalId/${encodeURIComponent(id)}`;
const aBody = (more: Record<string, unknown> = {}) => anInvoiceBody(customerId, { externalId, ...more });
const put = (more?: Record<string, unknown>) => app.send('PUT', pathOf(externalId), aBody(more));

const minneapolisRates = {
  stateRate: 0.06875,
  countyRate: 0.0015,
  cityRate: 0.005,
  countyDistrictRate: 0,
  cityDistrictRate: 0.015,
  taxRate: 0.09025,
};

describe('PUT', () => {
  it('answers 201 with the full document', async () => {
    const response = await put({ shippingFee: { taxCode: 'C6S1', totalPrice: 5 } });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(pathOf(externalId));
    expect(await response.json()).toMatchObject({
      externalId,
      source: '9',
      items: [
        {
          name: 'Lamp',
          unitPrice: 24.5,
          quantity: 3,
          totalPrice: 73.5,
          calculatedTotal: 73.5,
          taxAmount: 6.63,
          taxRate: 0.09025,
          reason: 'TAXED',
          notices: [],
          tangibleCategory: 'TANGIBLE',
          taxableCategory: 'TAXABLE',
          salesTaxRates: minneapolisRates,
          jurisdictionalSalesTaxRules: {
            name: 'Minnesota',
            abbreviation: 'MN',
            taxable: true,
            specialTreatment: false,
            calculationType: 'PERCENTAGE',
            calculationValue: 0.06875,
            cities: { Minneapolis: { name: 'Minneapolis', taxable: true, calculationValue: 0.005 } },
            regions: null,
          },
        },
      ],
      isTaxInclusive: false,
      shippingAddress: {
        city: 'Minneapolis',
        county: null,
        isPartial: false,
        matchedAddressData: {
          address: { city: 'Minneapolis', country: 'US', state: 'MN', zip: '55401' },
          scoring: {
            matchLevel: 'EXCELLENT',
            score: 1,
            fieldScore: { countryMatch: 'EXACT', stateMatch: 'EXACT', cityMatch: 'EXACT', zipMatch: 'EXACT' },
          },
          precision: 'CITY',
        },
      },
      customerId,
      customer: { serviceId: customerId, externalId: 'c-1', name: 'Ada Lovelace' },
      salesTax: {
        amount: 7.08,
        rate: 0.09025,
        taxRate: 0.09025,
        salesTaxRates: {
          ...minneapolisRates,
          combinedDistrictRate: 0.015,
          ratesMetaData: { cityDistrictRate: 0.015, countyDistrictRate: 0 },
        },
      },
      shippingFee: {
        totalPrice: 5,
        calculatedTotal: 5,
        taxAmount: 0.45,
        salesTaxRates: minneapolisRates,
        gtRates: { countryRate: 0, regionRate: 0, taxRate: 0 },
      },
      totalItemsAmount: 73.5,
      totalDiscount: 0,
      finalTransactionAmount: 85.58,
      transactionFilingStatus: 'NOT_FILED',
      currency: 'USD',
      reason: 'TAXED',
      notices: [],
      externalTimestamps: { createdDate: '2026-06-15T10:00:00-05:00' },
      internalTimestamps: { createdDate: '2026-07-01T12:00:00.000Z' },
      rateBookVersion: expect.any(String),
    });
  });

  it('shows the share of each jurisdiction, adding up to the tax of the line', async () => {
    const { items } = await bodyOf<{ items: { taxLines: Record<string, unknown>[] }[] }>(put());
    const taxLines = items[0]?.taxLines ?? [];
    expect(taxLines[0]).toEqual({
      jurisdiction: {
        jurisdictionId: 'MN',
        country: 'US',
        state: 'MN',
        level: 'STATE',
        name: 'Minnesota',
        code: '27',
        fips: '27',
      },
      appliedRate: 0.06875,
      taxableAmount: 73.5,
      exemptAmount: 0,
      taxAmount: 5.05,
      reason: 'TAXED',
      sources: expect.arrayContaining([{ title: expect.any(String) }]),
      validFrom: '2009-07-01',
    });
    expect(taxLines.map(({ appliedRate }) => appliedRate)).toEqual([0.06875, 0.0015, 0.005, 0.005, 0.0075, 0.0025]);
    const cents = taxLines.map(({ taxAmount }) => Math.round(Number(taxAmount) * 100));
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(663);
  });

  it('omits fields that were never sent', async () => {
    const document = await bodyOf<Document>(put());
    const absent = ['documentName', 'billingAddress', 'shippingFee', 'createdFrom', 'subsidiary', 'shipFromAddress'];
    for (const member of [...absent, 'transactionLevelDiscount']) expect(document).not.toHaveProperty(member);
    expect(JSON.stringify(document)).not.toMatch(/isSentAsNotTaxable|"gtRates"|undefined/);
  });

  it('has gtRates where global tax applies', async () => {
    const shippingFee = { taxCode: 'C6S1', totalPrice: 10 };
    const document = await bodyOf<Document>(put({ shippingAddress: { country: 'DE' }, currency: 'EUR', shippingFee }));
    expect(document).toMatchObject({
      items: [{ gtRates: { countryRate: 0.19, regionRate: 0, taxRate: 0.19 }, taxAmount: 13.97 }],
      salesTax: { rate: 0.19, gtRates: { countryRate: 0.19, regionRate: 0, taxRate: 0.19 } },
      shippingFee: {
        gtRates: { taxRate: 0.19 },
        salesTaxRates: { stateRate: 0, countyRate: 0, cityRate: 0, taxRate: 0 },
      },
    });
    expect(document.salesTax).not.toHaveProperty('salesTaxRates');
  });

  it('shows a notice on the document and on the line it points into', async () => {
    const document = await bodyOf<Document>(put({ items: [anItemBody(), anItemBody({ taxCode: 'X9', quantity: 1 })] }));
    const notice = { code: 'TAX_CODE_UNKNOWN', pointer: '/items/1/taxCode', message: expect.any(String) };
    expect(document).toMatchObject({ notices: [notice], items: [{ notices: [] }, { notices: [notice] }] });
  });

  it('accepts a number as the id of the preceding document, as for its own', async () => {
    const response = await app.send('POST', '/v1/transactions/calculate', { ...aBody(), createdFrom: 1042 });
    expect(await response.json()).toMatchObject({ createdFrom: '1042' });
  });

  it('prints numbers in full', async () => {
    const response = await put({
      items: [anItemBody({ unitPrice: '0.1', quantity: 3 }), anItemBody({ unitPrice: -0 })],
    });
    const text = await response.text();
    expect(text).toContain('"unitPrice":0.1,"quantity":3,');
    expect(text).not.toMatch(/:-0\b(?!\.)|0000000/);
  });

  it('answers 200 when it replaces a document', async () => {
    const first = await bodyOf<Document>(put());
    clock.advance(60_000);
    const response = await put({ items: [anItemBody({ unitPrice: 10 })] });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ serviceId: first.serviceId, totalItemsAmount: 30 });
  });

  it('answers 200 and changes nothing when the request is repeated or contains the record as read', async () => {
    const more = { shippingFee: { taxCode: 'C6S1', totalPrice: 5 }, billingAddress: { city: 'Bonn' }, subsidiary: 's' };
    const first = await bodyOf<Document>(put(more));
    clock.advance(60_000);
    const again = await put(more);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(first);
    const read = await bodyOf<Document>(app.send('GET', pathOf(externalId)));
    const sentBack = await app.send('PUT', pathOf(externalId), read);
    expect(sentBack.status).toBe(200);
    expect(await sentBack.json()).toEqual(first);
  });

  it('lists at most 100 issues', async () => {
    const response = await put({ items: Array(1_000).fill({}) });
    expect(response.status).toBe(400);
    const { errors, detail } = await bodyOf<Problem & { detail: string }>(response);
    expect(errors).toHaveLength(100);
    expect(detail).toBe('More than 100 issues; the first 100 are listed.');
  });

  it.each([
    ['1e1000000', 400],
    ['9'.repeat(390), 400],
    ['9'.repeat(401), 400],
    ['1e-400', 201],
  ])('reads the price %s as a number: %i', async (price, status) => {
    const items = [anItemBody({ unitPrice: 'PRICE' })];
    const body = JSON.stringify(aBody({ items })).replace('"PRICE"', price);
    const headers = { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/json' };
    const response = await app.fetch(pathOf(externalId), { method: 'PUT', headers, body });
    expect(response.status).toBe(status);
  });

  it('answers 404 for an unknown customer', async () => {
    const response = await put({ customerId: '0190a0a0-0000-7000-8000-000000000000' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
  });

  it('answers 400 with all errors of body and key at once', async () => {
    const response = await put({
      source: '3',
      transactionType: 'SALE',
      customerId: 'nobody',
      items: [anItemBody({ quantity: 0 }), { taxCode: 'C1S1' }],
      externalTimestamps: undefined,
    });
    expect(response.status).toBe(400);
    const problem = await bodyOf<Problem>(response);
    expect(problem.code).toBe('INVALID_INPUT');
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining([
        '/items/0/quantity',
        '/items/1/name',
        '/customerId',
        '/transactionType',
        '/externalTimestamps',
        '/source',
      ]),
    );
    expect(problem.errors.at(-1)).toMatchObject({ pointer: '/source', code: 'KEY_MISMATCH' });
  });

  it('answers ERR-ADDR-001 for an address in no state, and says what to send', async () => {
    const response = await put({ shippingAddress: { country: 'US', state: 'Minesota', isPartial: true } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'ERR-ADDR-001',
      errors: [{ pointer: '/shippingAddress/state', field: 'state', given: 'Minesota', suggestions: ['MN'] }],
    });
  });

  it('answers COUNTRY_NOT_COVERED for a country without rates', async () => {
    const response = await put({ shippingAddress: { country: 'KP' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'COUNTRY_NOT_COVERED' });
  });

  it('answers 409 for a filed document', async () => {
    await put({ transactionFilingStatus: 'FILED' });
    const response = await put({ items: [anItemBody({ unitPrice: 1 })] });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'TRANSACTION_FILED' });
    expect((await app.send('DELETE', pathOf(externalId))).status).toBe(409);
  });
});

describe('GET', () => {
  const detailMembers = /"(customer|salesTaxRates|gtRates|jurisdictionalSalesTaxRules|taxLines|matchedAddressData)"/;

  it('answers the full form by key and by service id, as calculated', async () => {
    const created = await bodyOf<Document>(put());
    for (const path of [
      pathOf(externalId),
      `/v1/transactions/serviceId/${created.serviceId}`,
      `${pathOf(externalId)}?detailed=TRUE`,
      `${pathOf(externalId)}?detailed=`,
    ]) {
      const response = await app.send('GET', path);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(created);
    }
  });

  it('answers the thin form with detailed=false', async () => {
    await put({ shippingFee: { taxCode: 'C6S1', totalPrice: 5 } });
    const response = await app.send('GET', `${pathOf(externalId)}?detailed=False`);
    const text = await response.text();
    expect(text).not.toMatch(detailMembers);
    expect(JSON.parse(text)).toMatchObject({
      externalId,
      customerId,
      items: [{ name: 'Lamp', taxAmount: 6.63 }],
      shippingFee: { totalPrice: 5, taxAmount: 0.45 },
      salesTax: { amount: 7.08, rate: 0.09025, taxRate: 0.09025 },
      finalTransactionAmount: 85.58,
    });
  });

  it('answers 404 for an unknown document, 400 for an invalid query', async () => {
    const unknown = await app.send('GET', pathOf('nothing'));
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({
      code: 'NOT_FOUND',
      detail: 'Transaction "nothing" of source 9 not found.',
      errors: [],
    });
    await put();
    const faulty = await app.send('GET', `${pathOf(externalId)}?detailed=maybe`);
    expect(faulty.status).toBe(400);
    expect(await faulty.json()).toMatchObject({ errors: [{ parameter: 'detailed', in: 'query' }] });
  });

  it('answers 404 for a document of another tenant', async () => {
    const { serviceId } = await bodyOf<Document>(put());
    const other = await startApp({ store: app.store });
    expect((await other.send('GET', pathOf(externalId))).status).toBe(404);
    expect((await other.send('GET', `/v1/transactions/serviceId/${serviceId}`)).status).toBe(404);
    expect((await other.send('DELETE', pathOf(externalId))).status).toBe(404);
  });
});

describe('DELETE', () => {
  it('cancels with 204 and no body, also when repeated', async () => {
    await put();
    for (const _ of [1, 2]) {
      const response = await app.send('DELETE', pathOf(externalId));
      expect(response.status).toBe(204);
      expect(response.headers.get('content-type')).toBeNull();
      expect(await response.text()).toBe('');
    }
    const document = await bodyOf<Document>(app.send('GET', pathOf(externalId)));
    expect(document).toMatchObject({ transactionStatus: 'CANCELLED', salesTax: { amount: 6.63 } });
  });

  it('answers 404 for an unknown document', async () => {
    expect((await app.send('DELETE', pathOf('nothing'))).status).toBe(404);
  });
});

describe('calculate', () => {
  it('answers the document and stores nothing', async () => {
    const response = await app.send('POST', '/v1/transactions/calculate', aBody());
    expect(response.status).toBe(200);
    const document = await bodyOf<Document>(response);
    expect(document).toMatchObject({
      externalId,
      salesTax: { amount: 6.63 },
      items: [{ salesTaxRates: minneapolisRates }],
    });
    expect(document).not.toHaveProperty('serviceId');
    expect((await app.send('GET', pathOf(externalId))).status).toBe(404);
  });

  it('reports errors as PUT does', async () => {
    const response = await app.send('POST', '/v1/transactions/calculate', aBody({ transactionStatus: 'OPEN' }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/transactionStatus' }] });
  });
});
