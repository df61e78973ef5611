import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { fileReturn, flat, pathOfReturn, readReturn, reopenReturn } from '../../support/returns.ts';

type Body = Record<string, unknown>;
type Problem = { readonly errors: readonly { readonly pointer?: string; readonly parameter?: string }[] };

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => app.close());

const rate = (toCurrency: string, date: string, value: number | string, more: Body = {}) => ({
  fromCurrency: 'EUR',
  toCurrency,
  publishedOn: date,
  rate: value,
  source: 'ECB',
  ...more,
});
const put = (...rates: Body[]) => app.send('POST', '/v1/exchange_rates/batch', { rates });
const listed = (query: string) => bodyOf<Body[]>(app.send('GET', `/v1/exchange_rates?${query}`));
const reportIn = (reportingCurrency: string | null) => app.send('PATCH', '/v1/account', { reportingCurrency });
const dated = (day: string) => ({ externalTimestamps: { createdDate: day, updatedDate: day } });
const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const store = async (externalId: string, more: Body = {}) =>
  bodyOf<Body>(app.send('PUT', pathOf(externalId), anInvoiceBody(customerId, { externalId, ...more })));
const graphql = async <Shape>(query: string, variables: Body) =>
  (await bodyOf<{ data: Shape }>(app.send('POST', '/graphql', { query, variables }))).data;
const codesOf = ({ notices }: Body) => (notices as { code: string }[]).map(({ code }) => code);

describe('stored rates', () => {
  it('are replaced by pair and day, listed newest first, and the same in both doors', async () => {
    const two = [rate('USD', '2026-01-05', 1.0823), rate('GBP', '2026-01-05', '0.85')];
    expect(await bodyOf(put(...two))).toEqual({ changedCount: 2, unchangedCount: 0 });
    const again = [...two, rate('USD', '2026-01-06', 1.1, { source: 'Another' })];
    expect(await bodyOf(put(...again))).toEqual({ changedCount: 1, unchangedCount: 2 });
    const mutation = `mutation ($input: UpsertExchangeRatesInput!) { upsertExchangeRates(input: $input) {
      ... on StoredExchangeRates { changedCount unchangedCount } } }`;
    const stored = await graphql<Body>(mutation, { input: { rates: [rate('GBP', '2026-01-05', '0.86')] } });
    expect(stored.upsertExchangeRates).toEqual({ changedCount: 1, unchangedCount: 0 });
    const all = await listed('from=2026-01-01&to=2026-01-31');
    expect(all.map(({ toCurrency, publishedOn, rate: value }) => [toCurrency, publishedOn, value])).toEqual([
      ['USD', '2026-01-06', 1.1],
      ['GBP', '2026-01-05', 0.86],
      ['USD', '2026-01-05', 1.0823],
    ]);
    expect(all[0]).toMatchObject({ sources: [{ title: 'Another' }] });
    const first = await app.send('GET', '/v1/exchange_rates?from=2026-01-01&to=2026-01-31&limit=2');
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')![1]!;
    expect([...(await bodyOf<Body[]>(first)), ...(await bodyOf<Body[]>(app.send('GET', next)))]).toEqual(all);
    const query = `query ($filter: ExchangeRateFilter, $after: String) {
      exchangeRates(filter: $filter, first: 2, after: $after) { totalCount pageInfo { endCursor hasNextPage } nodes { toCurrency publishedOn rate sources { title } } } }`;
    const filter = { fromCurrency: { in: ['EUR'] }, publishedOn: { gte: '2026-01-01', lte: '2026-01-31' } };
    type Page = { exchangeRates: { totalCount: number; pageInfo: { endCursor: string }; nodes: Body[] } };
    const { exchangeRates: page } = await graphql<Page>(query, { filter });
    expect(page).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true }, nodes: [{ rate: '1.1' }, {}] });
    const { exchangeRates: rest } = await graphql<Page>(query, { filter, after: page.pageInfo.endCursor });
    expect(rest.nodes).toEqual([
      { toCurrency: 'USD', publishedOn: '2026-01-05', rate: '1.0823', sources: [{ title: 'ECB' }] },
    ]);
  });

  it('are refused with all faults at once, and nothing is stored', async () => {
    const answer = await put(
      rate('USD', '2026-02-30', 1),
      rate('EUR', '2026-02-03', 1),
      rate('XXQ', '2026-02-03', 0, { source: '' }),
      rate('USD', '2026-02-04', 1.23456789012345),
    );
    expect(answer.status).toBe(400);
    const pointers = (await bodyOf<Problem>(answer)).errors.map(({ pointer }) => pointer);
    expect(pointers).toEqual(
      expect.arrayContaining([
        '/rates/0/publishedOn',
        '/rates/2/toCurrency',
        '/rates/2/rate',
        '/rates/2/source',
        '/rates/3/rate',
      ]),
    );
    const repeated = await put(
      rate('USD', '2026-02-04', 1),
      rate('USD', '2026-02-04', 2),
      rate('EUR', '2026-02-04', 1),
    );
    expect((await bodyOf<Problem>(repeated)).errors.map(({ pointer }) => pointer)).toEqual([
      '/rates/1/publishedOn',
      '/rates/2/toCurrency',
    ]);
    expect(await listed('from=2026-02-01&to=2026-02-28')).toEqual([]);
    expect((await put(...Array.from({ length: 1001 }, () => rate('USD', '2026-02-04', 1)))).status).toBe(400);
    const backwards = await app.send('GET', '/v1/exchange_rates?from=2026-02-02&to=2026-02-01');
    expect((await bodyOf<Problem>(backwards)).errors).toMatchObject([{ parameter: 'to' }]);
  });

  it('need the scope admin, and are those of the tenant', async () => {
    const Authorization = `Bearer ${await app.token(['tax:read', 'transactions:write'])}`;
    const one = { rates: [rate('USD', '2026-01-05', 9)] };
    expect((await app.send('POST', '/v1/exchange_rates/batch', one, { Authorization })).status).toBe(403);
    const other = await startApp({ store: app.store });
    expect(await bodyOf(other.send('GET', '/v1/exchange_rates'))).toEqual([]);
  });
});

describe('a document in another currency', () => {
  it('shows its tax in the reporting currency, and keeps it', async () => {
    await reportIn('EUR');
    await put(rate('USD', '2026-06-12', 1.0823));
    // 1 / 1.0823 = 0.923958237088 with 12 digits; 6.63 and 80.13 dollars at that rate. 12 June 2026 is a Friday.
    const exchangeRate = {
      toCurrency: 'EUR',
      rate: 0.923958237088,
      publishedOn: '2026-06-12',
      sources: [{ title: 'ECB' }],
      taxAmount: 6.13,
      finalTransactionAmount: 74.04,
    };
    const sunday = await store('sunday', dated('2026-06-14'));
    expect(sunday).toMatchObject({ salesTax: { amount: 6.63 }, finalTransactionAmount: 80.13, exchangeRate });
    await put(rate('USD', '2026-06-12', 2));
    expect(await store('sunday', dated('2026-06-14'))).toEqual(sunday);
    expect(await bodyOf(app.send('GET', pathOf('sunday')))).toEqual(sunday);
    expect(await bodyOf<Body>(app.send('GET', `${pathOf('sunday')}?detailed=false`))).toMatchObject({ exchangeRate });
    const query = `query ($by: TransactionBy!) { transaction(by: $by) {
      exchangeRate { toCurrency rate publishedOn sources { title } taxAmount finalTransactionAmount } } }`;
    const { transaction } = await graphql<Body>(query, { by: { key: { source: '9', externalId: 'sunday' } } });
    expect(transaction).toEqual({
      exchangeRate: { ...exchangeRate, rate: '0.923958237088', taxAmount: '6.13', finalTransactionAmount: '74.04' },
    });
    const recalculated = await bodyOf<Body>(
      app.send('POST', `${pathOf('sunday')}/recalculate`, { reason: 'The rate was corrected' }),
    );
    expect(recalculated.exchangeRate).toMatchObject({ rate: 0.5, taxAmount: 3.32, finalTransactionAmount: 40.07 });
  });

  it('has a notice if there is no rate within a week', async () => {
    const missing = await store('missing', dated('2026-06-20'));
    expect(missing).not.toHaveProperty('exchangeRate');
    expect(codesOf(missing)).toContain('EXCHANGE_RATE_MISSING');
    await put(rate('USD', '2026-06-19', 1.25));
    const found = await bodyOf<Body>(
      app.send('POST', `${pathOf('missing')}/recalculate`, { reason: 'Rate came late' }),
    );
    expect(found.exchangeRate).toMatchObject({ rate: 0.8, publishedOn: '2026-06-19', taxAmount: 5.3 });
    expect(codesOf(found)).not.toContain('EXCHANGE_RATE_MISSING');
  });

  it('is converted through the euro, by a rate of the pair first, and also in a batch', async () => {
    await reportIn('USD');
    await put(rate('USD', '2026-03-02', 1.25), rate('GBP', '2026-03-02', 0.8));
    const pounds = { currency: 'GBP', ...dated('2026-03-02') };
    expect((await store('cross', pounds)).exchangeRate).toMatchObject({ rate: 1.5625, toCurrency: 'USD' });
    await put(rate('USD', '2026-03-02', 1.3, { fromCurrency: 'GBP', source: 'Bank of England' }));
    const quote = { items: [anItemBody()], shippingAddress: minneapolis, ...pounds };
    const quoted = await bodyOf<Body>(app.send('POST', '/v1/transactions/calculate', quote));
    expect(quoted.exchangeRate).toMatchObject({ rate: 1.3, sources: [{ title: 'Bank of England' }] });
    const rows = ['batch-1', 'batch-2'].map((externalId) => anInvoiceBody(customerId, { externalId, ...pounds }));
    await app.send('POST', '/v1/transactions/batch', rows);
    expect((await bodyOf<Body>(app.send('GET', pathOf('batch-2')))).exchangeRate).toMatchObject({ rate: 1.3 });
    const refund = { ...dated('2026-03-03'), transactionType: 'REFUND', createdFrom: 'cross', items: [] };
    expect((await store('refund', refund)).exchangeRate).toMatchObject({ rate: 1.3, publishedOn: '2026-03-02' });
  });

  it('has none in the reporting currency, or without one', async () => {
    expect(await store('own', dated('2026-03-02'))).not.toHaveProperty('exchangeRate');
    await reportIn(null);
    expect(await store('none', { currency: 'GBP', ...dated('2026-03-02') })).not.toHaveProperty('exchangeRate');
    expect((await reportIn('XXQ')).status).toBe(400);
  });
});

describe('liability', () => {
  type Report = { readonly rows: readonly Body[]; readonly notices: readonly { code: string; message: string }[] };
  const read = async (query: string) => {
    const { rows, notices } = await bodyOf<Report>(app.send('GET', `/v1/liability?period=2026-09&${query}`));
    return { rows: rows.map((row): Body => flat(row)), notices };
  };

  it('has the amounts of each row in the reporting currency, at the rate of each day', async () => {
    await reportIn('EUR');
    await put(rate('USD', '2026-09-01', 1.25), rate('USD', '2026-09-15', 2));
    await store('september-1', dated('2026-09-01'));
    await store('september-15', dated('2026-09-15'));
    const german = { shippingAddress: { country: 'DE' }, currency: 'EUR' };
    await store('euro', { ...german, ...dated('2026-09-15') });
    // Twice 73.50 and 6.63 dollars, at 0.8 and at 0.5: 58.80 + 36.75 and 5.304 + 3.315.
    const inEuro = { currency: 'EUR', grossSalesAmount: 95.55, taxableAmount: 95.55, taxAmount: 8.62 };
    const { rows, notices } = await read('');
    expect(notices).toEqual([]);
    expect(rows).toMatchObject([
      { country: 'DE', currency: 'EUR', taxAmount: 13.97, reportingAmounts: { taxAmount: 13.97, currency: 'EUR' } },
      { country: 'US', currency: 'USD', grossSalesAmount: 147, taxAmount: 13.26, reportingAmounts: inEuro },
    ]);
    const { rows: levels } = await read('country=US&groupBy=JURISDICTION');
    const state = levels.find(({ jurisdiction }) => (jurisdiction as { level: string }).level === 'STATE');
    // 5.05 dollars of state tax twice: 4.04 + 2.525.
    expect(state).toMatchObject({ taxAmount: 10.1, reportingAmounts: { taxAmount: 6.57 } });
  });

  it('subtracts a refund at the rate of its own day, and names a day without a rate', async () => {
    const refund = { transactionType: 'REFUND', createdFrom: 'september-1', items: [], ...dated('2026-09-15') };
    await store('september-refund', refund);
    // 5.304 + 3.315 less 3.315.
    expect((await read('country=US')).rows).toMatchObject([{ taxAmount: 6.63, reportingAmounts: { taxAmount: 5.3 } }]);
    const crowns = { shippingAddress: { country: 'SE' }, currency: 'SEK' };
    await store('crowns', { ...crowns, ...dated('2026-09-20') });
    const { rows, notices } = await read('groupBy=CURRENCY');
    expect(rows.map(({ currency, reportingAmounts }) => [currency, reportingAmounts === undefined])).toEqual([
      ['EUR', false],
      ['SEK', true],
      ['USD', false],
    ]);
    expect(notices).toMatchObject([{ code: 'EXCHANGE_RATE_MISSING', message: expect.stringContaining('2026-09-20') }]);
    const query = `{ liability(period: {month: "2026-09"}, country: "US") {
      rows { amounts { currency taxAmount } reportingAmounts { currency taxAmount feeAmount } } notices { code } } }`;
    expect((await graphql<{ liability: unknown }>(query, {})).liability).toEqual({
      rows: [
        {
          amounts: { currency: 'USD', taxAmount: '6.63' },
          reportingAmounts: { currency: 'EUR', taxAmount: '5.30', feeAmount: '0.00' },
        },
      ],
      notices: [],
    });
  });

  it('has none without a reporting currency', async () => {
    await reportIn(null);
    const { rows } = await read('country=US');
    expect(rows[0]).not.toHaveProperty('reportingAmounts');
  });
});

describe('a return', () => {
  const name = { place: 'US-MN', period: '2026-08' };
  const lamp = { items: [anItemBody({ unitPrice: 100, quantity: 1 })] };
  type Shown = {
    readonly figures: { readonly [Name in 'totals' | 'exchangeRates' | 'notices']: Body[] };
    difference?: Body;
  };
  const read = async (): Promise<Shown> => readReturn(app, name);

  it('freezes its amounts in the reporting currency, with the rates and their days', async () => {
    await reportIn('EUR');
    await put(rate('USD', '2026-08-03', 1.25));
    await store('august-3', { ...lamp, ...dated('2026-08-03') });
    await fileReturn(app, name);
    // 100 and 9.03 dollars at 0.8: 80 and 7.224.
    await put(rate('USD', '2026-08-03', 2));
    const filed = await read();
    const reporting = { currency: 'EUR', grossSalesAmount: 80, taxAmount: 7.22 };
    expect(filed.figures.totals).toMatchObject([{ currency: 'USD', taxAmount: 9.03, reportingAmounts: reporting }]);
    const used = {
      fromCurrency: 'USD',
      toCurrency: 'EUR',
      rate: 0.8,
      publishedOn: '2026-08-03',
      sources: [{ title: 'ECB' }],
    };
    expect(filed.figures.exchangeRates).toEqual([{ reportedOn: '2026-08-03', ...used }]);
    expect(filed.figures.notices).toEqual([]);
    const file = await (await app.send('GET', `${pathOfReturn(name, '/rows')}?format=csv`)).text();
    const [head, ...rows] = file
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const state = rows.find((row) => row[4] === 'STATE')!;
    // 6.88 dollars of state tax: 5.504.
    expect([state[head!.indexOf('reportingCurrency')], state[head!.indexOf('reportingTaxAmount')]]).toEqual([
      'EUR',
      '5.50',
    ]);
  });

  it('is amended at the rates of that day, and reports their effect', async () => {
    await reopenReturn(app, name);
    await store('august-4', { ...lamp, ...dated('2026-08-04') });
    await fileReturn(app, name);
    // 18.06 dollars at 0.5 are 9.03 euros: 1.81 more than the filed amount.
    const { figures, difference } = await read();
    expect(figures.totals).toMatchObject([{ taxAmount: 18.06, reportingAmounts: { taxAmount: 9.03 } }]);
    expect(
      figures.exchangeRates.map(({ reportedOn, rate: used, publishedOn }) => [reportedOn, used, publishedOn]),
    ).toEqual([
      ['2026-08-03', 0.5, '2026-08-03'],
      ['2026-08-04', 0.5, '2026-08-03'],
    ]);
    expect(difference).toMatchObject({
      totals: [{ taxAmount: 9.03, reportingAmounts: { taxAmount: 1.81 } }],
      exchangeRates: [],
    });
    const query = `{ taxReturn(by: {key: {country: "US", state: "MN", period: {month: "2026-08"}}}) {
      figures { totals { reportingAmounts { currency taxAmount } } exchangeRates { reportedOn rate sources { title } } notices { code } } } }`;
    const { taxReturn: shown } = await graphql<{ taxReturn: { figures: Body } }>(query, {});
    expect(shown.figures).toMatchObject({
      totals: [{ reportingAmounts: { currency: 'EUR', taxAmount: '9.03' } }],
      exchangeRates: [
        { reportedOn: '2026-08-03', rate: '0.5', sources: [{ title: 'ECB' }] },
        { reportedOn: '2026-08-04' },
      ],
      notices: [],
    });
  });

  it('says that a rate is missing, and files without', async () => {
    const may = { ...name, period: '2026-05' };
    await store('may', { ...lamp, ...dated('2026-05-05') });
    await fileReturn(app, may);
    const { figures } = await readReturn(app, may);
    expect(figures.notices).toMatchObject([{ code: 'EXCHANGE_RATE_MISSING' }]);
    expect(figures.totals[0]).not.toHaveProperty('reportingAmounts');
    expect(figures.exchangeRates).toEqual([]);
  });
});
