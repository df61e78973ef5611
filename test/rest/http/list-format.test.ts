import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const customer = aCustomerBody({ name: '=cmd|"/C calc"!A0', comment: 'line one\nline two, "quoted"' });
  const put = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', customer);
  const { serviceId } = await bodyOf<{ serviceId: string }>(put);
  // Minneapolis: 9.025 % on lamps of 100 and 40; Minnesota does not tax the coat, which is clothing.
  await putInvoice(serviceId, 'I-1', [100]);
  await putInvoice(serviceId, 'I-2', [40]);
  const coat = anInvoiceBody(serviceId, { externalId: 'I-3', items: [anItemBody({ taxCode: 'C1S2', name: 'Coat' })] });
  expect((await app.send('PUT', '/v1/transactions/source/9/externalId/I-3', coat)).status).toBe(201);
});
afterAll(() => app.close());

async function putInvoice(customerId: string, externalId: string, prices: readonly number[]) {
  const items = prices.map((unitPrice) => anItemBody({ unitPrice, quantity: 1 }));
  const invoice = anInvoiceBody(customerId, { externalId, items });
  expect((await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, invoice)).status).toBe(201);
}

type Line = Record<string, string>;
const csvOf = async (path: string): Promise<Line[]> => {
  const response = await app.send('GET', path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  return parse(await response.text(), { columns: true });
};

describe('a list as CSV', () => {
  it('has the exact figures of the documents, in the order of the list', async () => {
    const lines = await csvOf('/v1/transactions?format=csv');
    expect(
      lines.map(({ externalId, taxAmount, finalTransactionAmount }) => [externalId, taxAmount, finalTransactionAmount]),
    ).toEqual([
      ['I-3', '0.00', '73.50'],
      ['I-2', '3.61', '43.61'],
      ['I-1', '9.03', '109.03'],
    ]);
    expect(lines.map(({ signedFinalTransactionAmount: signed }) => signed)).toEqual(['73.5', '43.61', '109.03']);
  });

  it('accepts the filters and pages of the list', async () => {
    expect(await csvOf('/v1/transactions?format=csv&from=2027-01-01')).toEqual([]);
    const page = await app.send('GET', '/v1/transactions?format=csv&limit=2');
    expect(parse(await page.text(), { columns: true })).toHaveLength(2);
    expect(page.headers.get('link')).toMatch(/format=csv.*rel="next"/);
  });

  it('can be requested with Accept, and is offered as a file', async () => {
    const response = await app.send('GET', '/v1/customers', undefined, { Accept: 'text/csv' });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="customers.csv"');
    const [customer] = parse<Line>(await response.text(), { columns: true });
    expect(customer).toMatchObject({ name: '\'=cmd|"/C calc"!A0', comment: 'line one\nline two, "quoted"' });
  });

  it.each([
    ['', '\'=cmd|"/C calc"!A0'],
    ['&escapeFormulas=true', '\'=cmd|"/C calc"!A0'],
    ['&escapeFormulas=false', '=cmd|"/C calc"!A0'],
  ])('disarms formulas for spreadsheets unless asked not to: %s', async (parameter, name) => {
    const [customer] = await csvOf(`/v1/customers?format=csv${parameter}`);
    expect(customer).toMatchObject({ name, externalId: 'c-1' });
  });

  it.each(['/v1/customers?', '/v1/transactions?', '/v1/liability?from=2026-01-01&to=2026-12-31&'])(
    'begins with a byte order mark if asked to: %s',
    async (path) => {
      const startOf = async (parameter: string) => {
        const response = await app.send('GET', `${path}format=csv${parameter}`);
        return new Uint8Array(await response.arrayBuffer()).slice(0, 3);
      };
      const mark = new Uint8Array([0xef, 0xbb, 0xbf]);
      expect(await startOf('&bom=true')).toEqual(mark);
      expect(await startOf('')).not.toEqual(mark);
      const json = await app.send('GET', '/v1/customers?bom=true');
      expect(new Uint8Array(await json.arrayBuffer())[0]).toBe('['.charCodeAt(0));
    },
  );

  it('has the tax of every jurisdiction, and lines that none taxes', async () => {
    const lines = await csvOf('/v1/tax_lines?format=csv');
    const ofFirst = lines.filter(({ externalId }) => externalId === 'I-1');
    expect(ofFirst.map(({ jurisdictionLevel }) => jurisdictionLevel)).toContain('STATE');
    expect(
      ofFirst.every(({ taxableAmount, lineAmount }) => taxableAmount === '100.00' && lineAmount === '100.00'),
    ).toBe(true);
    const cents = ofFirst.reduce((sum, { taxAmount }) => sum + Math.round(Number(taxAmount) * 100), 0);
    expect(cents).toBe(903);
    const coat = lines.filter(({ externalId }) => externalId === 'I-3');
    expect(coat.length).toBeGreaterThan(0);
    expect(
      coat.every(({ lineReason, taxAmount }) => lineReason === 'PRODUCT_EXEMPT' && ['', '0.00'].includes(taxAmount!)),
    ).toBe(true);
  });
});

describe('a list as lines of JSON', () => {
  it('has the records of the list', async () => {
    const list = await bodyOf<unknown[]>(app.send('GET', '/v1/transactions?detailed=true'));
    const lines = await app.send('GET', '/v1/transactions?detailed=true', undefined, {
      Accept: 'application/x-ndjson',
    });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    const text = await lines.text();
    expect(text.endsWith('\n')).toBe(true);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(list);
  });
});

describe('a list', () => {
  it('is JSON by default, and when nothing better is accepted', async () => {
    for (const Accept of ['*/*', 'application/json', 'application/json, text/csv;q=0.5']) {
      const response = await app.send('GET', '/v1/tax_lines', undefined, { Accept });
      expect(response.headers.get('content-type')).toBe('application/json');
      expect((await bodyOf<unknown[]>(response)).length).toBeGreaterThan(3);
    }
  });

  it('names the format that does not exist', async () => {
    const response = await app.send('GET', '/v1/customers?format=xlsx');
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('format');
    expect((await app.send('GET', '/v1/customers', undefined, { Accept: 'application/pdf' })).status).toBe(406);
  });
});
