import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { flat } from '../../support/returns.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await sellAll();
});
afterAll(() => app.close());

type Row = Record<string, unknown> & { readonly currency: string; readonly transactionCount: number };
type Answer = { readonly from: string; readonly to: string; readonly rows: readonly Row[] };
type Fault = { readonly parameter?: string; readonly code: string };

const liability = async (query: string) => {
  const { from, to, rows } = await bodyOf<Answer>(app.send('GET', `/v1/liability?${query}`));
  return { from, to, rows: rows.map((row): Row => flat(row)) };
};
const on = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });
const lamp = (unitPrice: number) => anItemBody({ name: 'Lamp', unitPrice, quantity: 1 });
const coat = anItemBody({ name: 'Coat', taxCode: 'C1S2', unitPrice: 80, quantity: 1 });

async function sell(externalId: string, more: Record<string, unknown>, customerType = 'RETAIL') {
  const { serviceId } = await bodyOf<{ serviceId: string }>(
    app.send(
      'PUT',
      `/v1/customers/source/9/externalId/${customerType}`,
      aCustomerBody({ externalId: customerType, customerType }),
    ),
  );
  const body = anInvoiceBody(serviceId, { externalId, items: [lamp(100)], ...on('2026-06-15'), ...more });
  const response = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
  expect([200, 201], await response.clone().text()).toContain(response.status);
}

/** Shipped to Minneapolis: 6.875 % for the state and 2.15 % for county, city and districts, but nothing on clothing. */
async function sellAll() {
  await sell('sale', { items: [lamp(100), coat], subsidiary: 'North' });
  await sell('refund', { transactionType: 'REFUND', createdFrom: 'sale', items: [lamp(100)], ...on('2026-07-03') });
  await sell('exempt', { items: [lamp(30)] }, 'RETAIL_EXEMPT');
  await sell('market', { items: [lamp(50)] }, 'MARKETPLACE');
  await sell('euro', { items: [lamp(10)], currency: 'EUR' });
  await sell('estimate', { transactionType: 'ESTIMATE' });
  await sell('order', { transactionType: 'SALES_ORDER' });
  await sell('cancelled', {});
  await sell('cancelled', { transactionStatus: 'CANCELLED' });
}

const june = {
  currency: 'USD',
  grossSalesAmount: 210,
  taxableAmount: 100,
  exemptAmount: 110,
  exemptAmounts: [
    { reason: 'CUSTOMER_TYPE', amount: 30 },
    { reason: 'PRODUCT_EXEMPT', amount: 80 },
  ],
  nonTaxableAmount: 0,
  uncollectedAmount: 0,
  taxAmount: 9.03,
  feeAmount: 0,
  marketplaceSalesAmount: 50,
  marketplaceTaxAmount: 0,
  refundsAmount: 0,
  transactionCount: 3,
};

describe('GET /v1/liability', () => {
  it('adds up a month by place and currency', async () => {
    const { from, to, rows } = await liability('period=2026-06');
    expect([from, to]).toEqual(['2026-06-01', '2026-06-30']);
    expect(rows).toEqual([
      expect.objectContaining({ currency: 'EUR', grossSalesAmount: 10, taxAmount: 0.9, transactionCount: 1 }),
      { place: 'US-MN', country: 'US', state: 'MN', ...june, transactionsPath: expect.any(String) },
    ]);
  });

  it('subtracts a refund in its own period', async () => {
    const [row, ...others] = (await liability('from=2026-07-01&to=2026-07-31')).rows;
    expect(others).toEqual([]);
    expect(row).toMatchObject({ grossSalesAmount: -100, taxableAmount: -100, taxAmount: -9.03, refundsAmount: 100 });
    const quarter = (await liability('from=2026-06-01&to=2026-09-30')).rows[1];
    expect(quarter).toMatchObject({ grossSalesAmount: 110, taxAmount: 0, refundsAmount: 100, transactionCount: 4 });
  });

  it('counts sales as exempt when only their tax is returned', async () => {
    await sell('late', on('2025-05-10'));
    const refund = { transactionType: 'REFUND', refundKind: 'TAX_ONLY', createdFrom: 'late', items: [] };
    await sell('late-refund', { ...refund, ...on('2025-08-10') });
    const august = {
      grossSalesAmount: 0,
      taxableAmount: -100,
      exemptAmount: 100,
      exemptAmounts: [{ reason: 'CUSTOMER_EXEMPT', amount: 100 }],
      nonTaxableAmount: 0,
    };
    expect((await liability('period=2025-08')).rows).toMatchObject([{ ...august, taxAmount: -9.03 }]);
    const [state] = (await liability('period=2025-08&groupBy=JURISDICTION')).rows;
    expect(state).toMatchObject({ ...august, jurisdiction: { jurisdictionId: 'MN' }, taxAmount: -6.88 });
  });

  it('shows the tax of each jurisdiction, which add up to that of the documents', async () => {
    const { rows } = await liability('period=2026-Q2&state=Minnesota&groupBy=jurisdiction');
    const dollars = rows.filter(({ currency }) => currency === 'USD');
    const figures = dollars.map(({ jurisdiction, grossSalesAmount, taxableAmount, taxAmount }) => [
      (jurisdiction as { level: string }).level,
      grossSalesAmount,
      taxableAmount,
      taxAmount,
    ]);
    expect(figures).toContainEqual(['STATE', 210, 100, 6.88]);
    expect(figures).toContainEqual(['COUNTY', 210, 100, 0.15]);
    expect(figures).toContainEqual(['CITY', 210, 100, 0.5]);
    const cents = dollars.map(({ taxAmount }) => Math.round(Number(taxAmount) * 100));
    expect(cents.reduce((total, tax) => total + tax, 0)).toBe(903);
    expect(dollars.every((row) => !('feeAmount' in row))).toBe(true);
  });

  it('counts a document once in each row, however many lines it has there', async () => {
    const by = async (groups: string) =>
      (await liability(`period=2026-06&groupBy=${groups}`)).rows
        .filter(({ currency }) => currency === 'USD')
        .map((row) => [row.taxCode ?? row.reason ?? row.subsidiary ?? null, row.transactionCount]);
    expect(await by('TAX_CODE')).toEqual([
      ['C1S1', 3],
      ['C1S2', 1],
    ]);
    expect(await by('REASON')).toEqual([
      ['CUSTOMER_TYPE', 1],
      ['MARKETPLACE', 1],
      ['PRODUCT_EXEMPT', 1],
      ['TAXED', 1],
    ]);
    expect(await by('SUBSIDIARY')).toEqual([
      [null, 2],
      ['North', 1],
    ]);
  });

  it('is separate by rate: that of the line, or that of each jurisdiction', async () => {
    const by = async (groups: string) =>
      (await liability(`period=2026-06&groupBy=${groups}`)).rows
        .filter(({ currency }) => currency === 'USD')
        .map((row) => [
          row.rate,
          row.grossSalesAmount,
          row.taxableAmount,
          row.exemptAmount,
          row.taxAmount,
          row.transactionCount,
        ]);
    expect(await by('RATE')).toEqual([
      [0, 110, 0, 110, 0, 3],
      [0.09025, 100, 100, 0, 9.03, 1],
    ]);
    expect(await by('JURISDICTION,RATE')).toEqual(
      expect.arrayContaining([
        [0, 110, 0, 110, 0, 3],
        [0.06875, 100, 100, 0, 6.88, 1],
        [0.0015, 100, 100, 0, 0.15, 1],
      ]),
    );
    const text = await (await app.send('GET', '/v1/liability?period=2026-06&groupBy=RATE&format=csv')).text();
    expect(text).toMatch(/,0\.09025,/);
  });

  it('can be grouped by everything', async () => {
    const { rows } = await liability('from=2026-06-01&to=2026-07-31&groupBy=MONTH,TRANSACTION_TYPE,CURRENCY');
    expect(rows.map(({ month, transactionType, currency }) => [month, transactionType, currency])).toEqual([
      ['2026-06', 'INVOICE', 'EUR'],
      ['2026-06', 'INVOICE', 'USD'],
      ['2026-07', 'REFUND', 'USD'],
    ]);
  });

  it('can be grouped by day', async () => {
    const { rows } = await liability('from=2026-06-01&to=2026-07-31&groupBy=DAY,TRANSACTION_TYPE&state=MN');
    expect(
      rows.map(({ reportedOn, transactionType, currency, taxAmount }) => [
        reportedOn,
        transactionType,
        currency,
        taxAmount,
      ]),
    ).toEqual([
      ['2026-06-15', 'INVOICE', 'EUR', 0.9],
      ['2026-06-15', 'INVOICE', 'USD', 9.03],
      ['2026-07-03', 'REFUND', 'USD', -9.03],
    ]);
  });

  it('refuses a period that it does not understand, and unknown places and groups', async () => {
    const faults = async (query: string) => {
      const response = await app.send('GET', `/v1/liability?${query}`);
      expect(response.status).toBe(400);
      return (await bodyOf<{ errors: Fault[] }>(response)).errors.map(({ parameter, code }) => `${parameter} ${code}`);
    };
    expect(await faults('')).toEqual(['period REQUIRED']);
    expect(await faults('from=2026-06-01')).toEqual(['to REQUIRED']);
    expect(await faults('period=2026-06&from=2026-04-01')).toEqual(['period INVALID_VALUE']);
    expect(await faults('from=2026-06-02&to=2026-06-01')).toEqual(['to OUT_OF_RANGE']);
    expect(await faults('period=2026-13&state=XX&groupBy=ZIP')).toEqual([
      'period INVALID_FORMAT',
      'groupBy UNKNOWN_VALUE',
    ]);
    expect(await faults('period=2026-06&state=XX')).toEqual(['state UNKNOWN_VALUE']);
  });

  it('needs its own scope', async () => {
    const ask = async (scope: 'returns:read' | 'transactions:read') =>
      app.fetch('/v1/liability?period=2026-06', { headers: { Authorization: `Bearer ${await app.token([scope])}` } });
    expect((await ask('returns:read')).status).toBe(200);
    expect((await ask('transactions:read')).status).toBe(403);
  });
});

describe('the documents behind a row', () => {
  const ids = async (query: string) => {
    const found = await bodyOf<{ externalId: string }[]>(app.send('GET', `/v1/liability/transactions?${query}`));
    return found.map(({ externalId }) => externalId).sort();
  };

  it('are those that count', async () => {
    expect(await ids('from=2026-06-01&to=2026-06-30&state=MN&currency=USD')).toEqual(['exempt', 'market', 'sale']);
    expect(await ids('from=2026-07-01&to=2026-07-31')).toEqual(['refund']);
  });

  it('have a line with the tax code and reason, in the jurisdiction', async () => {
    const period = 'from=2026-06-01&to=2026-06-30';
    expect(await ids(`${period}&taxCode=C1S2`)).toEqual(['sale']);
    expect(await ids(`${period}&taxCode=C1S2&reason=TAXED`)).toEqual([]);
    expect(await ids(`${period}&reason=CUSTOMER_TYPE&jurisdictionId=MN`)).toEqual(['exempt']);
    expect(await ids(`${period}&jurisdictionId=WI`)).toEqual([]);
    expect(await ids(`${period}&subsidiary=North`)).toEqual(['sale']);
  });

  it('require a period, and explain invalid labels', async () => {
    const faults = async (query: string) => {
      const { errors } = await bodyOf<{ errors: Fault[] }>(app.send('GET', `/v1/liability/transactions?${query}`));
      return errors.map(({ parameter, code }) => `${parameter} ${code}`);
    };
    expect(await faults('')).toEqual(['period REQUIRED']);
    expect(await faults('period=2026-06&state=XX')).toEqual(['state UNKNOWN_VALUE']);
    expect(await faults('period=2026-06&country=US,CA&state=MN')).toEqual(['state INVALID_VALUE']);
    const unknown = app.send('GET', '/v1/liability/transactions?period=2026-06&country=US,XX,YY');
    const message = 'Unknown country: "XX" or "YY". Send a code or name.';
    expect(await bodyOf(unknown)).toMatchObject({ errors: [{ parameter: 'country', message }] });
    expect((await app.send('GET', '/v1/transactions?taxCode=C1S1')).status).toBe(400);
  });

  it('match every row, for any grouping: their number is the count of the row', async () => {
    const groupings = [
      'COUNTRY,STATE',
      'STATE',
      'SUBSIDIARY',
      'TAX_CODE,REASON',
      'RATE',
      'JURISDICTION,RATE',
      'MONTH',
      'DAY',
    ];
    for (const groups of [...groupings, 'TRANSACTION_TYPE,CURRENCY', 'REASON,RATE']) {
      const { rows } = await bodyOf<{ rows: Row[] }>(
        app.send('GET', `/v1/liability?from=2026-06-01&to=2026-07-31&groupBy=${groups}`),
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { transactionsPath, transactionCount } of rows) {
        const documents = await bodyOf<unknown[]>(app.send('GET', String(transactionsPath)));
        expect([transactionsPath, documents.length]).toEqual([transactionsPath, transactionCount]);
        const lines = String(transactionsPath).replace('/transactions?', '/tax_lines?');
        const ids = (await bodyOf<{ externalId: string }[]>(app.send('GET', lines))).map((line) => line.externalId);
        expect(new Set(ids).size).toBe(transactionCount);
      }
    }
  });

  it('match the row of items without a tax code', async () => {
    await sell('codeless', { items: [{ ...lamp(10), taxCode: '' }], ...on('2027-03-15') });
    const { rows } = await liability('period=2027-03&groupBy=TAX_CODE');
    const documents = await bodyOf(app.send('GET', String(rows[0]!.transactionsPath)));
    expect(documents).toMatchObject([{ externalId: 'codeless' }]);
  });

  it('are found by the labels of the row in GraphQL', async () => {
    const idsOf = async (counted: string, filter = '') => {
      const query = `{ transactions(counted: ${counted} ${filter}) { totalCount nodes { externalId } } }`;
      type Told = { data: { transactions: { totalCount: number; nodes: { externalId: string }[] } } };
      const { transactions } = (await bodyOf<Told>(app.send('POST', '/graphql', { query }))).data;
      const found = transactions.nodes.map(({ externalId }) => externalId).sort();
      expect(transactions.totalCount).toBe(found.length);
      return found;
    };
    const june = 'period: { month: "2026-06" }';
    expect(await idsOf(`{ ${june}, country: "US", state: "Minnesota", currency: "USD" }`)).toEqual([
      'exempt',
      'market',
      'sale',
    ]);
    expect(await idsOf(`{ ${june}, taxCode: "C1S2", reason: TAXED }`)).toEqual([]);
    expect(await idsOf(`{ ${june}, taxCode: "C1S2" }`)).toEqual(['sale']);
    expect(await idsOf(`{ ${june}, state: "MN" }`, ', filter: { externalId: { eq: "sale" } }')).toEqual(['sale']);
    expect(await idsOf('{ period: { range: { from: "2026-07-01", to: "2026-07-31" } } }')).toEqual(['refund']);
  });

  it('are a connection in GraphQL', async () => {
    const query = `{ liability(period: {month: "2026-06"}, groupBy: [TAX_CODE]) {
      rows { key { taxCode } amounts { currency } transactionCount transactions { totalCount nodes { externalId } } } } }`;
    type Told = { transactionCount: number; transactions: { totalCount: number; nodes: unknown[] } };
    const { data } = await bodyOf<{ data: { liability: { rows: Told[] } } }>(app.send('POST', '/graphql', { query }));
    expect(data.liability.rows).toContainEqual(
      expect.objectContaining({ key: { taxCode: 'C1S1' }, amounts: { currency: 'USD' }, transactionCount: 3 }),
    );
    for (const { transactionCount, transactions } of data.liability.rows) {
      expect([transactions.totalCount, transactions.nodes.length]).toEqual([transactionCount, transactionCount]);
    }
  });
});

it('counts a document with items in two states in each, even by country, but once by exemption reason', async () => {
  const milwaukee = { street: '841 N Broadway', country: 'US', state: 'WI', city: 'Milwaukee', zip: '53202' };
  const items = [lamp(10), { ...lamp(20), shippingAddress: milwaukee }];
  await sell('two', { items, ...on('2026-05-04') });
  const { rows } = await liability('period=2026-05&groupBy=COUNTRY');
  expect(rows).toEqual([expect.objectContaining({ country: 'US', grossSalesAmount: 30, transactionCount: 2 })]);
  expect((await liability('period=2026-05&groupBy=STATE')).rows.map((row) => row.transactionCount)).toEqual([1, 1]);
  const byReason = await liability('period=2026-05&groupBy=EXEMPTION_REASON');
  expect(byReason.rows).toEqual([expect.objectContaining({ grossSalesAmount: 30, transactionCount: 1 })]);
});
