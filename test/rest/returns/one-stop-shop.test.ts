import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyTotals } from '../../../src/usecases/liability/verify-totals.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { reference } from '../../support/context.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const settings = { homeAddress: { country: 'DE' }, collectionPolicy: 'WHERE_REGISTERED', defaultCurrency: 'EUR' };
  expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
  const declared = {
    registrations: [
      { validFrom: '2020-01-01', scheme: 'STANDARD' },
      { validFrom: '2024-01-01', scheme: 'UNION_ONE_STOP_SHOP' },
    ],
  };
  expect((await app.send('PUT', '/v1/nexus/place/DE', declared)).status).toBeLessThan(300);
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => app.close());

const addresses: Record<string, object> = {
  FR: { country: 'FR', city: 'Paris', zip: '75001', street: '1 Rue de Rivoli' },
  AT: { country: 'AT', city: 'Wien', zip: '1010', street: 'Graben 1' },
  DE: { country: 'DE', city: 'Berlin', zip: '10117', street: 'Unter den Linden 1' },
  PL: { country: 'PL', city: 'Warszawa', zip: '00-001', street: 'Nowy Świat 1' },
};

/** Goods at 100 unless `more` overrides it. */
async function sell(externalId: string, on: string, to: string, more: Json = {}): Promise<Json> {
  const sent = await app.send(
    'PUT',
    `/v1/transactions/source/9/externalId/${externalId}`,
    anInvoiceBody(customerId, {
      externalId,
      currency: 'EUR',
      items: [anItemBody({ taxCode: 'C1S1', unitPrice: 100, quantity: 1 })],
      shippingAddress: { ...addresses[to], isPartial: false },
      externalTimestamps: { createdDate: on, updatedDate: on },
      ...more,
    }),
  );
  const body = await bodyOf<Json>(sent);
  expect(sent.status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

const refund = (externalId: string, on: string, to: string, createdFrom: string, price: number) =>
  sell(externalId, on, to, {
    transactionType: 'REFUND',
    createdFrom,
    items: [anItemBody({ taxCode: 'C1S1', unitPrice: price, quantity: 1 })],
  });

const pathOf = (period: string, below = '') =>
  `/v1/returns/scheme/UNION_ONE_STOP_SHOP/place/DE/period/${period}${below}`;
const read = (period: string) => bodyOf<Json>(app.send('GET', pathOf(period)));
const shop = async (period: string) => (await read(period)).figures.oneStopShop;
const file = (period: string) => app.send('POST', pathOf(period, '/filings'), {});
const reopen = (period: string) => app.send('POST', pathOf(period, '/reopen'), { reason: 'A sale was missing' });

describe('the Union scheme', () => {
  it('adds up sales to consumers by member state, kind, place of dispatch and rate, less refunds', async () => {
    await sell('a-1', '2024-01-10', 'FR');
    await sell('a-2', '2024-02-10', 'FR', {
      items: [anItemBody({ taxCode: 'C1S1', unitPrice: 50.05, quantity: 1 })],
    });
    await sell('a-3', '2024-03-31', 'AT', { shipFromAddress: { ...addresses.PL, isPartial: false } });
    await sell('a-4', '2024-03-31', 'DE');
    await sell('a-5', '2024-04-01', 'AT');
    await refund('a-6', '2024-03-30', 'FR', 'a-1', 40);
    // 100 and 50.05 at 20 % are 20.00 and 10.01; the refund subtracts 40.00 and 8.00. Austria: 100.00 at 20 %.
    expect(await shop('2024-Q1')).toEqual({
      currency: 'EUR',
      isNil: false,
      transactionCount: 4,
      supplies: [
        { memberState: 'AT', kind: 'GOODS', dispatchedFrom: 'PL', rate: 0.2, taxableAmount: 100, taxAmount: 20 },
        { memberState: 'FR', kind: 'GOODS', dispatchedFrom: 'DE', rate: 0.2, taxableAmount: 110.05, taxAmount: 22.01 },
      ],
      corrections: [],
      balances: [
        { memberState: 'AT', taxAmount: 20 },
        { memberState: 'FR', taxAmount: 22.01 },
      ],
      taxAmount: 42.01,
    });
  });

  it('is filed with frozen figures, and reports later changes as corrections in the next return', async () => {
    const first = await file('2024-Q1');
    expect(first.status).toBe(201);
    expect(await bodyOf<Json>(first)).toMatchObject({ status: 'FILED', filings: [{ transactionCount: 4 }] });
    expect((await file('2024-Q1')).status).toBe(200);
    // Germany's own return for the same days is a separate one.
    const own = await app.send('POST', '/v1/returns/place/DE/period/2024-Q1/filings', {});
    expect(await bodyOf<Json>(own)).toMatchObject({ status: 'FILED', filings: [{ transactionCount: 1 }] });
    // A refund, a late sale and a cancelled sale of the filed quarter: nothing is closed for them.
    await refund('b-1', '2024-05-02', 'FR', 'a-2', 20);
    await sell('b-2', '2024-03-15', 'PL');
    expect(
      (await app.send('PATCH', '/v1/transactions/source/9/externalId/a-3', { transactionStatus: 'CANCELLED' })).status,
    ).toBe(200);
    expect((await shop('2024-Q1')).taxAmount).toBe(42.01);
    const next = await shop('2024-Q2');
    // The sale to Austria of 1 April counts at 20 %; a correction has no base.
    expect(next).toMatchObject({
      supplies: [{ memberState: 'AT', taxableAmount: 100, taxAmount: 20 }],
      corrections: [
        { memberState: 'AT', period: '2024-Q1', taxAmount: -20 },
        { memberState: 'FR', period: '2024-Q1', taxAmount: -4 },
        { memberState: 'PL', period: '2024-Q1', taxAmount: 23 },
      ],
      balances: [
        { memberState: 'FR', taxAmount: -4 },
        { memberState: 'PL', taxAmount: 23 },
      ],
      taxAmount: 23,
    });
    expect((await file('2024-Q2')).status).toBe(201);
    // A correction on one return is not repeated on the next.
    expect(await shop('2024-Q3')).toMatchObject({ isNil: true, supplies: [], corrections: [], taxAmount: 0 });
    await refund('b-3', '2024-08-02', 'FR', 'a-2', 10);
    expect((await shop('2024-Q3')).corrections).toMatchObject([
      { memberState: 'FR', period: '2024-Q1', taxAmount: -2 },
    ]);
  });

  it('includes late documents in their own period when it is reopened', async () => {
    await sell('c-1', '2025-01-10', 'FR');
    expect((await file('2025-Q1')).status).toBe(201);
    await sell('c-2', '2025-02-10', 'FR');
    expect((await reopen('2025-Q1')).status).toBe(200);
    expect((await read('2025-Q1')).difference.oneStopShop).toMatchObject({
      transactionCount: 1,
      supplies: [{ memberState: 'FR', taxableAmount: 100, taxAmount: 20 }],
      taxAmount: 20,
    });
    expect(await bodyOf<Json>(file('2025-Q1'))).toMatchObject({ status: 'AMENDED' });
    // This return has the correction of 2024-Q1; an earlier period that is filed late does not repeat it.
    expect((await shop('2024-Q3')).corrections).toEqual([]);
    expect((await shop('2025-Q2')).corrections.filter(({ period }: Json) => period === '2025-Q1')).toEqual([]);
    const filing = await bodyOf<Json>(app.send('GET', pathOf('2025-Q1', '/filings/1')));
    expect(filing.figures.oneStopShop.supplies).toMatchObject([{ memberState: 'FR', taxAmount: 20 }]);
  });

  it('is filed only as it was read', async () => {
    const tag = (await app.send('GET', pathOf('2025-Q3'))).headers.get('etag') ?? '';
    await sell('d-1', '2025-08-10', 'FR');
    const stale = await app.send('POST', pathOf('2025-Q3', '/filings'), {}, { 'If-Match': tag });
    expect(await bodyOf(stale)).toMatchObject({ status: 412, code: 'FIGURES_CHANGED' });
  });

  it('converts at the rate of the last day of the quarter, or the next day that has one', async () => {
    const usd = { fromCurrency: 'EUR', toCurrency: 'USD', source: 'ECB' };
    const rates = [
      { ...usd, publishedOn: '2025-12-30', rate: 1.5 },
      { ...usd, publishedOn: '2026-01-02', rate: 1.25 },
    ];
    await sell('e-1', '2025-10-10', 'FR', { currency: 'USD' });
    const without = await read('2025-Q4');
    expect(without.figures.notices).toMatchObject([{ code: 'EXCHANGE_RATE_MISSING' }]);
    expect((await app.send('POST', '/v1/exchange_rates/batch', { rates })).status).toBe(200);
    const { figures } = await read('2025-Q4');
    expect(figures.oneStopShop.supplies).toMatchObject([{ taxableAmount: 80, taxAmount: 16 }]);
    expect(figures.exchangeRates).toMatchObject([{ fromCurrency: 'USD', rate: 0.8, publishedOn: '2026-01-02' }]);
  });

  it('reports the tax of its documents, to the cent, over all member states and rates', async () => {
    let sold = 0;
    for (const [index, to] of ['FR', 'AT', 'PL', 'FR', 'PL', 'AT', 'FR'].entries()) {
      const items = [1, 2, 3].map((quantity) =>
        anItemBody({ taxCode: quantity === 2 ? 'C5S1' : 'C1S1', unitPrice: 10 + index * 3.37, quantity }),
      );
      const { salesTax } = await sell(`q-${index}`, `2026-0${4 + (index % 3)}-10`, to, { items });
      sold += Math.round(salesTax.amount * 100);
    }
    expect(sold).toBeGreaterThan(0);
    const { supplies } = await shop('2026-Q2');
    expect(supplies.reduce((sum: number, row: Json) => sum + Math.round(row.taxAmount * 100), 0)).toBe(sold);
  });

  it('is due at the end of the month after the quarter, beside the return of the country', async () => {
    const due = await bodyOf<Json>(app.send('GET', '/v1/returns/due?dueFrom=2026-04-01&dueTo=2026-04-30'));
    const ofShop = due.filter(({ taxReturn }: Json) => taxReturn.scheme === 'UNION_ONE_STOP_SHOP');
    expect(ofShop).toMatchObject([
      { dueOn: '2026-04-30', frequency: 'QUARTERLY', taxReturn: { place: 'DE', period: '2026-Q1' } },
    ]);
  });

  it.each(['', '?source=9'])(
    'has no rows by jurisdiction, and its error refers to the supplies: /rows%s',
    async (asked) => {
      expect(await bodyOf(app.send('GET', pathOf('2024-Q1', `/rows${asked}`)))).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        detail: expect.stringContaining('figures.oneStopShop.supplies'),
      });
    },
  );

  it('refuses other periods and places', async () => {
    expect(await bodyOf(app.send('GET', pathOf('2026-07')))).toMatchObject({
      status: 400,
      errors: [{ parameter: 'period', code: 'INVALID_VALUE' }],
    });
    const abroad = '/v1/returns/scheme/UNION_ONE_STOP_SHOP/place/CH/period/2026-Q1';
    expect(await bodyOf(app.send('GET', abroad))).toMatchObject({
      status: 400,
      errors: [{ parameter: 'place', code: 'INVALID_VALUE' }],
    });
  });

  it('is exported in the order of the annex, and says that its box numbers are not known', async () => {
    const form = await bodyOf<Json>(app.send('GET', pathOf('2024-Q2', '/form')));
    expect(form).toMatchObject({ formCode: 'EU_UNION_ONE_STOP_SHOP', notices: [{ code: 'BOX_NUMBERS_UNKNOWN' }] });
    const cells = form.lines.map(({ form: part, label, value }: Json) => `${part} ${label}: ${value}`);
    expect(cells).toContain('Part 1 VAT return period: Q2.2024');
    expect(cells.slice(3, 9)).toEqual([
      'Part 2 Member State of consumption: AT',
      'Part 2 Supply type: GOODS',
      'Part 2 Dispatched or supplied from: DE',
      'Part 2 VAT rate: 20 %',
      'Part 2 Taxable amount: 100',
      'Part 2 VAT amount: 20',
    ]);
    expect(cells).toContain('Part 3 Corrected VAT return period: Q1.2024');
    expect(cells.at(-1)).toBe('Part 4 Total VAT due: 23');
    const csv = await app.send('GET', `${pathOf('2024-Q2', '/form')}?format=csv`);
    expect(await csv.text()).toContain('Total VAT due');
  });

  it('is listed with the returns of its scheme', async () => {
    const listed = await bodyOf<Json>(app.send('GET', '/v1/returns?scheme=UNION_ONE_STOP_SHOP'));
    expect(listed.map(({ period }: Json) => period)).toEqual(['2025-Q1', '2024-Q2', '2024-Q1']);
    const { totals, oneStopShop } = listed[1].filings[0].figures;
    expect([totals, oneStopShop.currency, oneStopShop.taxAmount]).toEqual([[], 'EUR', 23]);
    const csv = await app.send('GET', '/v1/returns?scheme=UNION_ONE_STOP_SHOP&format=csv');
    expect((await csv.text()).split('\r\n')[2]).toMatch(/,EUR,,,,,,23\.00,,,,,$/);
  });
});

describe('a seller who is also registered in another member state', () => {
  const shipFromAddress = { ...addresses.PL, isPartial: false };
  const service = [anItemBody({ taxCode: 'C3S2', unitPrice: 100, quantity: 1 })];
  const own = async (place: string, period = '2023-Q3') =>
    (await bodyOf<Json>(app.send('GET', `/v1/returns/place/${place}/period/${period}`))).figures;
  const declare = (place: string, registrations: Json[]) =>
    app.send('PUT', `/v1/nexus/place/${place}`, { registrations });
  const startingIn2023 = [
    { validFrom: '2020-01-01', scheme: 'STANDARD' },
    { validFrom: '2023-07-01', scheme: 'UNION_ONE_STOP_SHOP' },
  ];

  beforeAll(async () => {
    await declare('DE', startingIn2023);
    await declare('PL', [{ validFrom: '2020-01-01' }]);
    await sell('w-1', '2023-07-01', 'PL');
    await sell('w-2', '2023-07-02', 'PL', { items: service });
    await sell('w-3', '2023-07-03', 'PL', { shipFromAddress });
    await sell('w-4', '2023-07-04', 'DE', { shipFromAddress });
    await sell('w-5', '2023-07-05', 'DE');
    // Items of both kinds in one document, and a refund of one of them.
    await sell('w-6', '2023-07-06', 'PL', {
      items: [
        anItemBody({ name: 'From Berlin', taxCode: 'C1S1', unitPrice: 10, quantity: 1 }),
        anItemBody({ name: 'From Warsaw', taxCode: 'C1S1', unitPrice: 20, quantity: 1, shipFromAddress }),
      ],
    });
    await sell('w-7', '2023-07-07', 'PL', {
      transactionType: 'REFUND',
      createdFrom: 'w-6',
      items: [anItemBody({ name: 'From Berlin', taxCode: 'C1S1', unitPrice: 4, quantity: 1 })],
    });
  });
  afterAll(async () => {
    await declare('DE', [startingIn2023[0], { validFrom: '2024-01-01', scheme: 'UNION_ONE_STOP_SHOP' }]);
    await declare('PL', []);
  });

  it('reports goods that cross a border and services in the scheme, and only sales within a country in its return', async () => {
    const { oneStopShop, notices } = (await read('2023-Q3')).figures;
    expect(oneStopShop.supplies).toEqual([
      { memberState: 'DE', kind: 'GOODS', dispatchedFrom: 'PL', rate: 0.19, taxableAmount: 100, taxAmount: 19 },
      { memberState: 'PL', kind: 'GOODS', dispatchedFrom: 'DE', rate: 0.23, taxableAmount: 106, taxAmount: 24.38 },
      { memberState: 'PL', kind: 'SERVICES', dispatchedFrom: 'DE', rate: 0.23, taxableAmount: 100, taxAmount: 23 },
    ]);
    expect(notices).toEqual([]);
    expect((await own('PL')).totals).toMatchObject([
      {
        amounts: { grossSalesAmount: 120, taxableAmount: 120, taxAmount: 27.6, refundsAmount: 0 },
        transactionCount: 2,
      },
    ]);
    const { totals, jurisdictions } = await own('DE');
    expect(totals).toMatchObject([{ amounts: { taxableAmount: 100, taxAmount: 19 }, transactionCount: 1 }]);
    expect(jurisdictions).toMatchObject([{ amounts: { taxAmount: 19 }, transactionCount: 1 }]);
  });

  it('reports each tax once: the returns add up to liability, also in the list of due returns', async () => {
    const { rows } = await bodyOf<Json>(app.send('GET', '/v1/liability?period=2023-Q3&groupBy=MONTH'));
    expect(rows).toMatchObject([{ amounts: { taxAmount: 113 - 0.02 } }]);
    const due = await bodyOf<Json>(app.send('GET', '/v1/returns/due?dueFrom=2023-07-31&dueTo=2023-10-31'));
    const taxes = due
      .filter(({ taxReturn }: Json) => ['2023-07', '2023-Q3'].includes(taxReturn.period))
      .flatMap(({ amounts }: Json) => amounts.map(({ taxAmount }: Json) => taxAmount));
    expect(taxes.sort()).toEqual([19, 27.6]);
    const days = due.map(({ dueOn, taxReturn }: Json) => dueOn ?? taxReturn.to);
    expect(days).toEqual(days.toSorted());
  });

  it('keeps its own return as it was filed', async () => {
    expect((await app.send('POST', '/v1/returns/place/PL/period/2023-Q3/filings', {})).status).toBe(201);
    expect((await recounted()).faults).toEqual([]);
  });

  it('marks and closes only documents with a line in its own return', async () => {
    const statuses = (ids: string[]) =>
      Promise.all(
        ids.map(async (id) => {
          const { transactionFilingStatus } = await bodyOf<Json>(
            app.send('GET', `/v1/transactions/source/9/externalId/${id}`),
          );
          return `${id} ${transactionFilingStatus}`;
        }),
      );
    const change = (place: string, to: string, more: object = {}) =>
      app.send('POST', `/v1/returns/place/${place}/period/2023-Q3/${to}`, more);
    // Poland's return is filed: w-1 and w-2 are only in the scheme, w-3 only in this return, and w-6 and its refund in
    // both.
    const ofPoland = ['w-1', 'w-2', 'w-3', 'w-6', 'w-7'];
    const marked = ['w-1 NOT_FILED', 'w-2 NOT_FILED', 'w-3 FILED', 'w-6 FILED', 'w-7 NOT_FILED'];
    expect(await statuses(ofPoland)).toEqual(marked);
    const priced = (unitPrice: number) => ({ items: [anItemBody({ taxCode: 'C1S1', unitPrice, quantity: 1 })] });
    expect((await sell('w-1', '2023-07-01', 'PL', priced(150))).salesTax.amount).toBe(34.5);
    const late = await sell('w-10', '2023-07-20', 'PL', { reporting: 'OWN_PERIOD' });
    expect(late.reportingPeriod).toBeUndefined();
    await app.send('DELETE', '/v1/transactions/source/9/externalId/w-10');
    await expect(sell('w-11', '2023-07-20', 'PL', { shipFromAddress, reporting: 'OWN_PERIOD' })).rejects.toThrow(
      'PERIOD_CLOSED',
    );
    await expect(sell('w-3', '2023-07-03', 'PL', { shipFromAddress, ...priced(150) })).rejects.toThrow('PERIOD_CLOSED');
    // A change that would move a document into the filed return.
    await expect(sell('w-1', '2023-07-01', 'PL', { shipFromAddress, reporting: 'OWN_PERIOD' })).rejects.toThrow(
      'PERIOD_CLOSED',
    );
    expect((await change('PL', 'reopen', { reason: 'A sale is missing' })).status).toBe(200);
    expect(await statuses(ofPoland)).toEqual(ofPoland.map((id) => `${id} NOT_FILED`));
    expect(await bodyOf<Json>(change('PL', 'filings'))).toMatchObject({ status: 'AMENDED' });
    expect(await statuses(ofPoland)).toEqual(marked);
    // Germany's own return has w-5, and the scheme has w-4, from Poland.
    expect(await bodyOf<Json>(change('DE', 'filings'))).toMatchObject({ filings: [{ transactionCount: 1 }] });
    expect(await statuses(['w-4', 'w-5'])).toEqual(['w-4 NOT_FILED', 'w-5 FILED']);
    expect((await sell('w-4', '2023-07-04', 'DE', { shipFromAddress, ...priced(50) })).salesTax.amount).toBe(9.5);
    expect((await recounted()).faults).toEqual([]);
  });

  it('reports services in the country in which it has a fixed establishment, with a notice', async () => {
    await declare('PL', [{ validFrom: '2020-01-01', hasFixedEstablishment: true }]);
    await sell('w-8', '2023-12-02', 'PL', { items: service });
    await sell('w-9', '2023-12-03', 'PL');
    const { oneStopShop, notices } = (await read('2023-Q4')).figures;
    expect(oneStopShop.supplies).toMatchObject([{ memberState: 'PL', kind: 'GOODS', taxAmount: 23 }]);
    expect(notices).toMatchObject([{ code: 'REPORTED_IN_COUNTRY' }]);
    expect((await own('PL', '2023-Q4')).totals).toMatchObject([{ amounts: { taxAmount: 23 }, transactionCount: 1 }]);
  });

  it('has a fixed establishment only in the EU, with an ordinary registration', async () => {
    const sent = { validFrom: '2020-01-01', hasFixedEstablishment: true };
    const issue = { pointer: '/registrations/0/hasFixedEstablishment', code: 'INVALID_VALUE' };
    expect(await bodyOf(declare('CH', [sent]))).toMatchObject({ status: 400, errors: [issue] });
    const scheme = 'UNION_ONE_STOP_SHOP';
    expect(await bodyOf(declare('IE', [{ ...sent, scheme }]))).toMatchObject({ status: 400, errors: [issue] });
  });

  it('has one member state of identification at a time', async () => {
    const registered = (validFrom: string, more: Json = {}) => ({ validFrom, scheme: 'UNION_ONE_STOP_SHOP', ...more });
    // Germany has been registered since 2023-07-01.
    expect(await bodyOf<Json>(declare('ES', [registered('2022-01-01')]))).toMatchObject({
      status: 400,
      errors: [{ pointer: '/registrations/0/validFrom', code: 'OVERLAP', message: expect.stringContaining('DE has') }],
    });
    const until = (validThrough: string) => declare('ES', [registered('2022-01-01', { validThrough })]);
    expect((await until('2023-07-01')).status).toBe(400);
    expect((await until('2023-06-30')).status).toBe(201);
    const number = 'IM3720000010';
    expect((await declare('IE', [registered('2024-01-01', { number })])).status).toBe(201);
    await declare('ES', []);
    await declare('IE', []);
  });

  it('has one member state of identification, also of those declared at the same moment', async () => {
    const countries = ['AT', 'BE', 'ES', 'NL', 'SE'];
    const year = { validFrom: '2022-01-01', validThrough: '2022-12-31', scheme: 'UNION_ONE_STOP_SHOP' };
    const responses = await Promise.all(countries.map((country) => declare(country, [year])));
    const refused = responses.filter(({ ok }) => !ok);
    expect(refused).toHaveLength(4);
    for (const one of refused) expect(await bodyOf(one)).toMatchObject({ status: 400, errors: [{ code: 'OVERLAP' }] });
    for (const country of countries) await declare(country, []);
  });

  it('reports goods by the territory that they leave, not by the country of the address', async () => {
    const from = (address: Json) => ({ shipFromAddress: { ...address, isPartial: false } });
    await sell('t-1', '2023-12-01', 'FR', from({ country: 'GB', zip: 'BT1 1AA' }));
    await sell('t-2', '2023-12-02', 'DE', from({ country: 'MC' }));
    const imported = await sell('t-3', '2023-12-03', 'DE', from({ country: 'IT', city: 'Livigno', zip: '23041' }));
    // Northern Ireland is in the EU for goods, Monaco is treated as France, and goods from Livigno are imports.
    expect(imported.salesTax.amount).toBe(19);
    const { supplies } = await shop('2023-Q4');
    expect(supplies.filter(({ dispatchedFrom }: Json) => dispatchedFrom !== 'DE')).toEqual([
      { memberState: 'DE', kind: 'GOODS', dispatchedFrom: 'FR', rate: 0.19, taxableAmount: 100, taxAmount: 19 },
      { memberState: 'FR', kind: 'GOODS', dispatchedFrom: 'XI', rate: 0.2, taxableAmount: 100, taxAmount: 20 },
    ]);
    expect((await file('2023-Q4')).status).toBe(201);
    expect((await recounted()).faults).toEqual([]);
    expect((await own('DE', '2023-12')).totals).toMatchObject([{ amounts: { taxAmount: 19 }, transactionCount: 1 }]);
    expect(await bodyOf<Json>(app.send('GET', '/v1/returns/unassigned_tax?period=2023-12'))).toEqual([]);
  });
});

describe('the schemes of sellers from outside the EU', () => {
  it.each([
    ['IMPORT_ONE_STOP_SHOP', 'C1S1', '2026-05', 'GOODS', '2026-06-30'],
    ['NON_UNION_ONE_STOP_SHOP', 'C3S1', '2026-Q2', 'SERVICES', '2026-07-31'],
  ])('reports under %s what it covers', async (scheme, taxCode, period, kind, dueOn) => {
    const abroad = await startApp();
    try {
      const settings = { homeAddress: { country: 'CN' }, collectionPolicy: 'WHERE_REGISTERED' };
      expect((await abroad.send('PATCH', '/v1/account', settings)).status).toBe(200);
      const registrations = [{ validFrom: '2026-01-01', scheme }];
      expect((await abroad.send('PUT', '/v1/nexus/place/IE', { registrations })).status).toBeLessThan(300);
      const { serviceId } = await bodyOf<Json>(
        abroad.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody()),
      );
      const body = anInvoiceBody(serviceId, {
        externalId: 'x-1',
        currency: 'EUR',
        items: [anItemBody({ taxCode, unitPrice: 100, quantity: 1 })],
        shippingAddress: { ...addresses.FR, isPartial: false },
        externalTimestamps: { createdDate: '2026-05-10', updatedDate: '2026-05-10' },
      });
      const sold = await bodyOf<Json>(abroad.send('PUT', '/v1/transactions/source/9/externalId/x-1', body));
      expect(sold.salesTax.amount).toBe(20);
      const path = `/v1/returns/scheme/${scheme}/place/IE/period/${period}`;
      const { figures } = await bodyOf<Json>(abroad.send('GET', path));
      expect(figures.oneStopShop).toMatchObject({
        supplies: [{ memberState: 'FR', kind, dispatchedFrom: 'CN', rate: 0.2, taxableAmount: 100, taxAmount: 20 }],
        taxAmount: 20,
      });
      const due = await bodyOf<Json>(abroad.send('GET', '/v1/returns/due?dueFrom=2026-06-01&dueTo=2026-07-31'));
      const found = due.find(({ taxReturn }: Json) => taxReturn.period === period);
      expect(found).toMatchObject({ dueOn, taxReturn: { scheme, place: 'IE' } });
    } finally {
      await abroad.close();
    }
  });
});

const recounted = () => verifyTotals(app.records, { isRepair: false, countries: () => reference });

/** Changes the filed figures of the second quarter, as after a wrong derivation; returns the previous ones. */
async function changeFiled(change: (figures: string) => string): Promise<string> {
  const { prisma } = app.store.database;
  const [filed] = await prisma.$queryRaw<{ return_id: string; figures: string }[]>`
    SELECT return_id::text, figures::text FROM return_filings WHERE tenant_id = ${app.tenant.tenantId}::uuid
      AND return_id IN (SELECT service_id FROM returns WHERE tenant_id = ${app.tenant.tenantId}::uuid
        AND from_on = '2026-04-01' AND scheme = 'UNION_ONE_STOP_SHOP')`;
  const { return_id, figures } = filed!;
  expect(change(figures)).not.toBe(figures);
  await prisma.$executeRaw`
    UPDATE return_filings SET figures = ${change(figures)}::json
    WHERE tenant_id = ${app.tenant.tenantId}::uuid AND return_id = ${return_id}::uuid`;
  return figures;
}

it('the recount compares the balances of filed returns with their supplies and corrections', async () => {
  await sell('recounted', '2026-04-10', 'FR');
  expect((await file('2026-Q2')).status).toBe(201);
  expect(await recounted()).toMatchObject({ faultCount: 0, faults: [] });
  const before = await changeFiled((figures) => {
    const parsed = JSON.parse(figures);
    return JSON.stringify({ ...parsed, oneStopShop: { ...parsed.oneStopShop, balances: [] } });
  });
  expect((await recounted()).faults).toEqual([
    'Return DE 2026-Q2 of UNION_ONE_STOP_SHOP: its balances do not match its supplies and corrections.',
  ]);
  await changeFiled(() => before);
});

it('the recount compares filed returns with their documents, including later corrections', async () => {
  // A late sale, a changed one and a refund of the quarter are corrections in the next return.
  await sell('later-1', '2026-04-11', 'AT');
  await sell('recounted', '2026-04-10', 'FR', {
    items: [anItemBody({ taxCode: 'C1S1', unitPrice: 150, quantity: 1 })],
  });
  await refund('later-2', '2026-07-02', 'FR', 'recounted', 25);
  expect((await recounted()).faults, 'not filed yet').toEqual([]);
  expect((await file('2026-Q3')).status).toBe(201);
  expect((await recounted()).faults, 'filed as corrections').toEqual([]);

  // The return is consistent, but a member state gets too little.
  await changeFiled((figures) => {
    const parsed = JSON.parse(figures);
    const lessBy18 = (text: string) => String(Math.round(100 * Number(text) - 1_800) / 100);
    const { supplies, balances, taxAmount } = parsed.oneStopShop;
    for (const rows of [supplies, balances]) {
      const ofFrance = rows.find(({ memberState }: Json) => memberState === 'FR');
      ofFrance.taxAmount = lessBy18(ofFrance.taxAmount);
    }
    const oneStopShop = { ...parsed.oneStopShop, taxAmount: lessBy18(taxAmount) };
    return JSON.stringify({ ...parsed, oneStopShop });
  });
  const { faults } = await recounted();
  expect(faults).toHaveLength(1);
  const found =
    /^Return DE 2026-Q2 of UNION_ONE_STOP_SHOP, FR: the documents have ([\d.]+) EUR of VAT, but ([\d.]+) EUR is filed/;
  const [, stated, recorded] = found.exec(faults[0]!)!;
  expect(Math.round(100 * (Number(stated) - Number(recorded)))).toBe(1_800);
});
