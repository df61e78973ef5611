import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
const place = '/v1/returns/place/DE/period/2026-05';
const parts = ['subsidiary=', 'subsidiary=North', 'subsidiary=South', 'source=8', 'source=9'];

beforeAll(async () => {
  app = await startApp();
  const settings = {
    homeAddress: { country: 'DE' },
    defaultCurrency: 'EUR',
    reportingCurrency: 'EUR',
    oneStopShop: true,
  };
  expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
  const rates = [{ fromCurrency: 'EUR', toCurrency: 'USD', source: 'ECB', publishedOn: '2026-05-08', rate: 1.25 }];
  expect((await app.send('POST', '/v1/exchange_rates/batch', { rates })).status).toBe(200);
  const sales: Json[] = [
    { source: '8', price: 100 },
    { source: '8', price: 50, subsidiary: 'North' },
    { source: '9', price: 20, subsidiary: 'North', currency: 'USD' },
    { source: '9', price: 10, subsidiary: 'South' },
    // Only the one-stop shop reports the sale to Austria.
    { source: '9', price: 1_000, subsidiary: 'South', country: 'AT' },
  ];
  for (const [index, { source, price, country = 'DE', currency = 'EUR', ...more }] of sales.entries()) {
    const customer = `/v1/customers/source/${source}/externalId/c-1`;
    const { serviceId } = await bodyOf<Json>(app.send('PUT', customer, aCustomerBody({ source })));
    const externalId = `i-${index}`;
    const body = anInvoiceBody(serviceId, {
      source,
      externalId,
      currency,
      items: [anItemBody({ taxCode: 'C1S1', unitPrice: price, quantity: 1 })],
      shippingAddress: { country, zip: country === 'DE' ? '10117' : '1010', isPartial: false },
      externalTimestamps: { createdDate: '2026-05-10', updatedDate: '2026-05-10' },
      ...more,
    });
    const sent = await app.send('PUT', `/v1/transactions/source/${source}/externalId/${externalId}`, body);
    expect(sent.status, await sent.clone().text()).toBeLessThan(300);
  }
});
afterAll(() => app.close());

/** Tax by currency, and in the reporting currency. */
async function taxes(query = ''): Promise<string[]> {
  const rows = await bodyOf<Json[]>(app.send('GET', `${place}/rows?${query}`));
  return rows
    .map(({ amounts, reportingAmounts }) => `${amounts.currency} ${amounts.taxAmount} ${reportingAmounts.taxAmount}`)
    .sort();
}

// 19 % of 100, 50, 10 and of 20 USD, which are 16 EUR.
const expected = [
  ['EUR 19 19'],
  ['EUR 9.5 9.5', 'USD 3.8 3.04'],
  ['EUR 1.9 1.9'],
  ['EUR 28.5 28.5'],
  ['EUR 1.9 1.9', 'USD 3.8 3.04'],
];

it('are those of a subsidiary or source, without what the one-stop shop reports, as a draft and as filed', async () => {
  const allRows = async () => [await taxes(), ...(await Promise.all(parts.map(taxes)))];
  const draft = await allRows();
  expect(draft).toEqual([['EUR 30.4 30.4', 'USD 3.8 3.04'], ...expected]);
  expect((await app.send('POST', `${place}/filings`, {})).status).toBe(201);
  // A filed return keeps its rates.
  const rates = [{ fromCurrency: 'EUR', toCurrency: 'USD', source: 'ECB', publishedOn: '2026-05-08', rate: 2 }];
  expect((await app.send('POST', '/v1/exchange_rates/batch', { rates })).status).toBe(200);
  expect(await allRows()).toEqual(draft);
});

it('say the same in GraphQL, and lead to their documents', async () => {
  const query = `{ taxReturn(by: {key: {country: "DE", period: {month: "2026-05"}}}) { rows(subsidiary: "North") { amounts { currency taxAmount } transactions { nodes { externalId } } } } }`;
  const { data } = await bodyOf<Json>(app.send('POST', '/graphql', { query }));
  expect(data.taxReturn.rows).toEqual([
    { amounts: { currency: 'EUR', taxAmount: '9.50' }, transactions: { nodes: [{ externalId: 'i-1' }] } },
    { amounts: { currency: 'USD', taxAmount: '3.80' }, transactions: { nodes: [{ externalId: 'i-2' }] } },
  ]);
  const [row] = await bodyOf<Json[]>(app.send('GET', `${place}/rows?source=8`));
  const documents = await bodyOf<Json[]>(app.send('GET', row.transactionsPath));
  expect(documents.map(({ externalId }) => externalId).sort()).toEqual(['i-0', 'i-1']);
});

it('are refused for a source that cannot be', async () => {
  expect(await bodyOf(app.send('GET', `${place}/rows?source=99`))).toMatchObject({
    status: 400,
    errors: [{ parameter: 'source' }],
  });
});
