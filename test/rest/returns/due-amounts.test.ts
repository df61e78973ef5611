import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { recordOf } from '../../support/openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = Record<string, any>;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-08-10T12:00:00Z') });
  const customer = '/v1/customers/source/9/externalId/c';
  const { serviceId } = await bodyOf<Body>(app.send('PUT', customer, aCustomerBody({ externalId: 'c' })));
  const registered = (frequency: string) => ({
    registrations: [{ validFrom: '2026-01-01', filingFrequency: frequency }],
  });
  for (const [place, frequency] of [
    ['US-MN', 'MONTHLY'],
    ['US-TX', 'QUARTERLY'],
    ['CA', 'QUARTERLY'],
    ['CA-BC', 'MONTHLY'],
    ['DE', 'MONTHLY'],
  ] as const) {
    expect((await app.send('PUT', `/v1/nexus/place/${place}`, registered(frequency))).status).toBeLessThan(300);
  }
  const addresses = {
    MN: { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401', street: '350 S 5th St' },
    TX: { country: 'US', state: 'TX', city: 'Austin', zip: '78701', street: '301 W 2nd St' },
    BC: { country: 'CA', state: 'BC', city: 'Victoria', zip: 'V8V 1A1', street: '1 Main St' },
    ON: { country: 'CA', state: 'ON', city: 'Toronto', zip: 'M5H 2N2', street: '1 Main St' },
    DE: { country: 'DE', city: 'Berlin', zip: '10115', street: 'Invalidenstr. 1' },
  };
  let number = 0;
  for (const [name, shippingAddress] of Object.entries(addresses)) {
    for (const [day, currency, more] of [
      ['2026-04-30', 'USD', {}],
      ['2026-05-01', 'USD', {}],
      ['2026-06-15', 'CAD', {}],
      ['2026-06-20', 'USD', { transactionStatus: 'CANCELLED' }],
      ['2026-07-31', 'EUR', {}],
    ] as const) {
      const externalId = `${name}-${number++}`;
      const externalTimestamps = { createdDate: day, updatedDate: day };
      const items = [anItemBody({ unitPrice: 10 + number, quantity: 1 })];
      const body = anInvoiceBody(serviceId, {
        externalId,
        shippingAddress,
        externalTimestamps,
        currency,
        items,
        ...more,
      });
      const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
      expect([externalId, response.status]).toEqual([externalId, 201]);
    }
  }
  const refund = anInvoiceBody(serviceId, {
    externalId: 'refund',
    transactionType: 'REFUND',
    createdFrom: 'MN-1',
    items: [],
    externalTimestamps: { createdDate: '2026-07-10', updatedDate: '2026-07-10' },
  });
  expect((await app.send('PUT', '/v1/transactions/source/9/externalId/refund', refund)).status).toBe(201);
  // Parts of a month: CA from 1 April to 14 June and DE from 1 to 4 July are still due.
  for (const part of ['CA/period/2026-06-15..2026-06-30', 'DE/period/2026-07-05..2026-07-31']) {
    expect((await app.send('POST', `/v1/returns/place/${part}/filings`, {})).status).toBe(201);
  }
});
afterAll(() => app.close());

it('due returns have the tax and the document count of their figures', async () => {
  const due = await bodyOf<Body[]>(app.send('GET', '/v1/returns/due?dueFrom=2026-04-01&dueTo=2026-12-31'));
  expect(new Set(due.map(({ taxReturn }) => taxReturn.place))).toEqual(
    new Set(['US-MN', 'US-TX', 'CA', 'CA-BC', 'DE']),
  );
  let withAmounts = 0;
  for (const { amounts, taxReturn } of due) {
    const { figures } = await bodyOf<Body>(app.send('GET', taxReturn.path));
    const totals = figures.totals.map(({ amounts: sums, transactionCount }: Body) => ({
      currency: sums.currency,
      taxAmount: sums.taxAmount,
      transactionCount,
    }));
    expect(amounts, `${taxReturn.place} ${taxReturn.period}`).toEqual(totals);
    if (amounts.length > 0) withAmounts++;
  }
  expect(withAmounts).toBeGreaterThan(8);
  const periods = due.map(({ taxReturn: { place, period } }) => `${place} ${period}`);
  expect(periods).toEqual(expect.arrayContaining(['CA 2026-04-01..2026-06-14', 'DE 2026-07-01..2026-07-04']));
});

it('is a file with the tax of each return in each currency, added up from the documents', async () => {
  const span = 'dueFrom=2026-04-01&dueTo=2026-12-31';
  const csv = await (await app.send('GET', `/v1/returns/due?${span}&format=csv`)).text();
  const [header, ...rows] = csv
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  const cell = (row: string[], name: string) => row[header!.indexOf(name)] ?? '';
  const due = await bodyOf<Body[]>(app.send('GET', `/v1/returns/due?${span}`));
  expect(rows).toHaveLength(due.reduce((count, { amounts }) => count + Math.max(1, amounts.length), 0));
  const expected = new Map<string, [cents: number, documents: number]>();
  for (const one of await bodyOf<Body[]>(app.send('GET', '/v1/transactions?detailed=true'))) {
    const { state } = one.shippingAddress;
    if (one.transactionStatus === 'CANCELLED' || !['MN', 'TX'].includes(state)) continue;
    const [year, month] = one.taxDate.split('-');
    const period = `${year}-${state === 'MN' ? month : `Q${Math.ceil(Number(month) / 3)}`}`;
    const key = `US-${state} ${period} ${one.currency}`;
    const [cents, documents] = expected.get(key) ?? [0, 0];
    const sign = one.transactionType === 'INVOICE' ? 1 : -1;
    expected.set(key, [cents + sign * Math.round(one.salesTax.amount * 100), documents + 1]);
  }
  const found = rows
    .filter((row) => /^US-(MN|TX)$/.test(cell(row, 'place')) && cell(row, 'currency') !== '')
    .map((row): [string, [number, number]] => [
      ['place', 'period', 'currency'].map((name) => cell(row, name)).join(' '),
      [Math.round(Number(cell(row, 'taxAmount')) * 100), Number(cell(row, 'transactionCount'))],
    ]);
  expect(new Map(found)).toEqual(expected);
  expect(found.length).toBe(expected.size);
  const empty = rows.filter((row) => cell(row, 'currency') === '');
  expect(empty.length).toBeGreaterThan(0);
  for (const row of empty) expect([cell(row, 'taxAmount'), cell(row, 'transactionCount')]).toEqual(['', '']);
});

it('GraphQL answers it within the default limit of cost', async () => {
  const short = `{ dueTaxReturns(first: 100, filter: { dueOn: { gte: "2026-04-01" } }) { nodes { dueOn amounts { currency taxAmount transactionCount } taxReturn { place period } } } }`;
  const answer = recordOf(await bodyOf(app.send('POST', '/graphql', { query: short }))) as Body;
  expect(answer.errors).toBeUndefined();
  expect(answer.data.dueTaxReturns.nodes.length).toBeGreaterThan(8);
  expect(answer.extensions.cost.requested).toBeLessThan(5_000);
});
