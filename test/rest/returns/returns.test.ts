import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { fileReturn, flat, pathOfReturn, readReturn, reopenReturn } from '../../support/returns.ts';

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

/** Each test uses a separate year. A lamp at 100 costs 109.03 in Minneapolis in all of them. */
const sell = (externalId: string, on: string, more: Json = {}) =>
  app.send(
    'PUT',
    `/v1/transactions/source/9/externalId/${externalId}`,
    anInvoiceBody(customerId, {
      externalId,
      items: [anItemBody({ unitPrice: 100, quantity: 1 })],
      externalTimestamps: { createdDate: on, updatedDate: on },
      ...more,
    }),
  );
const sold = async (...asked: Parameters<typeof sell>) => bodyOf<Json>(await sell(...asked));
const minnesota = (period: string) => ({ place: 'US-MN', period });
const file = (period: string, details: Json = {}) => fileReturn(app, minnesota(period), details);
const reopen = (period: string, reason?: string) => reopenReturn(app, minnesota(period), reason);
const read = (period: string) => readReturn(app, minnesota(period));
const liability = async (month: string) =>
  (await bodyOf<Json>(app.send('GET', `/v1/liability?period=${month}&state=MN`))).rows.map(flat);
/** The documents behind the return of a month. */
const listed = async (month: string) => {
  const { transactionsPath } = await read(month);
  return (await bodyOf<Json>(app.send('GET', transactionsPath))).map(({ externalId }: Json) => externalId);
};
const get = async (externalId: string) =>
  bodyOf<Json>(app.send('GET', `/v1/transactions/source/9/externalId/${externalId}?detailed=false`));

describe('a return', () => {
  it('is a draft that follows the documents, is filed with frozen figures, reopened, and filed again as an amendment', async () => {
    const month = '2025-06';
    await sell('y25-1', '2025-06-10');
    const draft = await read(month);
    expect(draft).toMatchObject({ status: 'DRAFT', from: '2025-06-01', to: '2025-06-30', filings: [], version: 0 });
    expect(draft.figures.totals).toMatchObject([{ currency: 'USD', taxableAmount: 100, taxAmount: 9.03 }]);
    expect(draft).not.toHaveProperty('serviceId');
    const filed = await bodyOf<Json>(file(month, { referenceNumber: 'R-1', amountPaid: 9.03 }));
    expect(filed).toMatchObject({
      status: 'FILED',
      filings: [{ number: 1, referenceNumber: 'R-1', amountPaid: 9.03, paidCurrency: 'USD', transactionCount: 1 }],
    });
    expect(filed.filings[0].filedBy).toMatch(/^client_/);
    expect(await get('y25-1')).toMatchObject({ transactionFilingStatus: 'FILED' });
    const documents = await bodyOf<Json>(app.send('GET', filed.transactionsPath));
    expect(documents.map(({ externalId }: Json) => externalId)).toEqual(['y25-1']);

    expect(await bodyOf(file(month, { referenceNumber: 'R-1', amountPaid: 9.03 }))).toEqual(filed);
    expect(await bodyOf(file(month, { referenceNumber: 'R-2' }))).toMatchObject({ status: 409, code: 'RETURN_FILED' });

    expect(await bodyOf(reopen(month))).toMatchObject({ status: 'DRAFT', reopeningReason: 'A sale was missing' });
    expect(await get('y25-1')).toMatchObject({ transactionFilingStatus: 'NOT_FILED' });
    await sell('y25-2', '2025-06-20', { items: [anItemBody({ unitPrice: 50, quantity: 1 })] });
    const change = { totals: [{ taxableAmount: 50, taxAmount: 4.51, transactionCount: 1 }] };
    expect(await read(month)).toMatchObject({ status: 'DRAFT', difference: change });
    expect(await bodyOf(file(month, { referenceNumber: 'R-1a' }))).toMatchObject({
      status: 'AMENDED',
      filings: [
        { number: 1, referenceNumber: 'R-1' },
        { number: 2, referenceNumber: 'R-1a', transactionCount: 2 },
      ],
    });
    const amended = await read(month);
    expect(amended.figures.totals).toMatchObject([{ taxableAmount: 150, taxAmount: 13.54 }]);
    expect(amended.difference).toMatchObject(change);
    const parts = amended.difference.jurisdictions.map(({ taxAmount }: Json) => taxAmount);
    expect(parts.reduce((sum: number, one: number) => sum + one, 0)).toBeCloseTo(4.51, 10);
    const listed = await bodyOf<Json>(
      app.send('GET', '/v1/returns?state=MN&status=AMENDED&from=2025-06-30&to=2025-07-01'),
    );
    expect(listed).toMatchObject([{ serviceId: filed.serviceId, status: 'AMENDED' }]);
    const story = await bodyOf<Json>(app.send('GET', `/v1/audit_entries?recordId=${filed.serviceId}`));
    expect(story.map(({ action }: Json) => action).reverse()).toEqual([
      ...['CREATED', 'FILED', 'UPDATED', 'REOPENED', 'UPDATED', 'FILED'],
    ]);
    expect(story[0]).toMatchObject({ recordType: 'TAX_RETURN', recordKey: 'US/MN/2025-06-01/2025-06-30' });
    expect(story[2]).toMatchObject({ reason: 'A sale was missing' });
  });

  it('keeps its documents as they are', async () => {
    const june = { from: '2024-06-01', to: '2024-06-30' };
    const name = '2024-06';
    const { serviceId } = await sold('y24-1', '2024-06-10');
    await file(name);
    const returnId = (await read(name)).serviceId;
    expect(returnId).toEqual(expect.any(String));
    const closed = { status: 409, code: 'PERIOD_CLOSED', errors: [{ code: 'PERIOD_CLOSED', returnId }] };
    const unfiled = { transactionFilingStatus: 'NOT_FILED' };
    expect(await sold('y24-1', '2024-06-10', unfiled)).toMatchObject(closed);
    expect(await sold('y24-1', '2024-06-10', { ...unfiled, subsidiary: 'North' })).toMatchObject(closed);
    expect(await sold('y24-1', '2024-07-10', unfiled)).toMatchObject(closed);
    expect(await sold('y24-1', '2024-06-10', { subsidiary: 'North' })).toMatchObject(closed);
    const path = '/v1/transactions/source/9/externalId/y24-1';
    expect(await bodyOf(app.send('DELETE', path))).toMatchObject(closed);
    expect(await bodyOf(app.send('POST', `${path}/recalculate`, { reason: 'A test' }))).toMatchObject(closed);
    expect(await sold('y24-1', '2024-06-10', { items: [] })).not.toMatchObject({ code: 'TRANSACTION_FILED' });
    for (const more of [{}, { serviceIds: [serviceId] }, { dryRun: true }]) {
      const body = { country: 'US', state: 'MN', ...june, reason: 'One by one', ...more };
      expect(await bodyOf(app.send('POST', '/v1/transactions/reopen', body))).toMatchObject(closed);
    }
    expect((await sell('y24-1', '2024-06-10', { documentName: 'Bill' })).status).toBe(200);
    expect(await get('y24-1')).toMatchObject({ documentName: 'Bill', transactionFilingStatus: 'FILED' });
  });

  it('reports late documents in the next open period, at the rates of their tax date', async () => {
    await sell('y23-1', '2023-06-10');
    await file('2023-06');
    await file('2023-07');
    const late = await sold('y23-2', '2023-06-20');
    expect(late).toMatchObject({
      reportingPeriod: { from: '2023-08-01', to: '2023-08-31' },
      salesTax: { amount: 8.03 },
      notices: expect.arrayContaining([expect.objectContaining({ code: 'REPORTED_LATE' })]),
    });
    const [june, july, august] = await Promise.all(['2023-06', '2023-07', '2023-08'].map(liability));
    expect([june[0]?.transactionCount, july[0]?.transactionCount, august[0]?.transactionCount]).toEqual([
      1,
      undefined,
      1,
    ]);
    // The list behind the figures shows it in the same period.
    const [ofJune, ofAugust] = await Promise.all(['2023-06', '2023-08'].map(listed));
    expect([ofJune, ofAugust]).toEqual([['y23-1'], ['y23-2']]);
    // It stays there when it changes, and is filed there.
    const changed = await sold('y23-2', '2023-06-20', { items: [anItemBody({ unitPrice: 200, quantity: 1 })] });
    expect(changed.reportingPeriod).toEqual(late.reportingPeriod);
    expect(changed.notices.filter(({ code }: Json) => code === 'REPORTED_LATE')).toHaveLength(1);
    expect(await bodyOf(file('2023-08'))).toMatchObject({ filings: [{ transactionCount: 1 }] });
    expect(await get('y23-2')).toMatchObject({ transactionFilingStatus: 'FILED' });
    expect((await read('2023-06')).figures.totals).toMatchObject([{ taxAmount: 8.03 }]);
    expect((await read('2023-08')).figures.totals).toMatchObject([{ taxableAmount: 200 }]);
    // For other places, and for documents outside returns, the period is open.
    const wisconsin = { country: 'US', state: 'WI', city: 'Madison', zip: '53703', isPartial: true };
    expect(await sold('y23-3', '2023-06-20', { shippingAddress: wisconsin })).not.toHaveProperty('reportingPeriod');
    expect(await sold('y23-4', '2023-06-20', { transactionType: 'ESTIMATE' })).not.toHaveProperty('reportingPeriod');
    // A document enters the period through its date, or when its cancellation is undone.
    await sell('y23-5', '2023-09-01');
    expect(await sold('y23-5', '2023-07-31')).toMatchObject({ reportingPeriod: { from: '2023-09-01' } });
    const cancelled = await sold('y23-6', '2023-06-20', { transactionStatus: 'CANCELLED' });
    expect(cancelled).not.toHaveProperty('reportingPeriod');
    expect(await sold('y23-6', '2023-06-20')).toMatchObject({ reportingPeriod: { from: '2023-09-01' } });
  });

  it('reports late documents of a batch alike', async () => {
    await file('2022-Q1');
    const timestamps = (on: string) => ({ externalTimestamps: { createdDate: on, updatedDate: on } });
    const transactions = ['2022-02-01', '2022-04-02'].map((on, index) =>
      anInvoiceBody(customerId, { externalId: `y22-${index}`, ...timestamps(on) }),
    );
    expect((await app.send('POST', '/v1/transactions/batch', { transactions })).status).toBe(200);
    expect(await get('y22-0')).toMatchObject({ reportingPeriod: { from: '2022-04-01', to: '2022-04-30' } });
    expect(await get('y22-1')).not.toHaveProperty('reportingPeriod');
  });

  it('refuses late documents if the account requires it', async () => {
    await file('2021-06');
    await app.send('PATCH', '/v1/account', { latePolicy: 'REFUSE' });
    expect(await sold('y21-1', '2021-06-20')).toMatchObject({
      status: 409,
      code: 'PERIOD_CLOSED',
      errors: [{ pointer: '/externalTimestamps/createdDate', returnId: (await read('2021-06')).serviceId }],
    });
    await app.send('PATCH', '/v1/account', { latePolicy: null });
  });

  it('has each document once, in its figures or in a later period, even if documents are written during filing', async () => {
    const month = '2018-06';
    const write = (index: number) => sell(`y18-${index}`, '2018-06-10');
    const some = [...Array(24).keys()];
    await Promise.all(some.slice(0, 4).map(write));
    const filing = Promise.all([file(month), file(month)]);
    await Promise.all(some.slice(4).map(write));
    // The second caller is told to try again, or that the return is filed.
    for (const response of await filing) expect([200, 201, 409]).toContain(response.status);
    const documents = await Promise.all(some.map((index) => get(`y18-${index}`)));
    const filed = documents.filter(({ transactionFilingStatus }) => transactionFilingStatus === 'FILED');
    const late = documents.filter(({ reportingPeriod }) => reportingPeriod?.from === '2018-07-01');
    expect(filed.length + late.length).toBe(some.length);
    const { figures, filings } = await read(month);
    expect(filings).toMatchObject([{ transactionCount: filed.length }]);
    expect(figures.totals).toMatchObject([{ grossSalesAmount: 100 * filed.length, transactionCount: filed.length }]);
    expect((await liability('2018-06'))[0].transactionCount).toBe(filed.length);
  });

  it('shares no day with another one that is filed', async () => {
    await file('2020-Q2');
    expect(await bodyOf(file('2020-06'))).toMatchObject({ status: 409, code: 'RETURN_OVERLAPS' });
    await reopen('2020-Q2');
    expect(await bodyOf(file('2020-06'))).toMatchObject({
      status: 'FILED',
      filings: [{ transactionCount: 0 }],
    });
    expect(await bodyOf(file('2020-Q2'))).toMatchObject({ code: 'RETURN_OVERLAPS' });
  });

  it('needs a place and a period, a reason to be reopened, and to have been filed', async () => {
    expect(await bodyOf(file('2019-01', { paidCurrency: 'XXQ' }))).toMatchObject({
      status: 400,
      errors: [{ pointer: '/paidCurrency' }],
    });
    const faults = async (name: { place: string; period: string }) => {
      const { status, errors } = await bodyOf<Json>(app.send('GET', pathOfReturn(name)));
      return [status, ...errors.map(({ parameter, code }: Json) => `${parameter} ${code}`)];
    };
    expect(await faults({ place: 'US', period: '2019-13' })).toEqual([400, 'place REQUIRED', 'period INVALID_FORMAT']);
    expect(await faults({ place: 'Atlantis', period: '2019-01' })).toEqual([400, 'place UNKNOWN_VALUE']);
    expect(await bodyOf(reopen('2019-01', ' '))).toMatchObject({ errors: [{ pointer: '/reason' }] });
    expect(await bodyOf(reopen('2019-01'))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('the address of a return', () => {
  it('is one, however its place and period are spelled, and also its service id', async () => {
    await sell('y13-1', '2013-07-10');
    const filed = await bodyOf<Json>(file('2013-07'));
    const shortest = pathOfReturn(minnesota('2013-07'));
    expect(filed).toMatchObject({
      ...{ path: shortest, place: 'US-MN', country: 'US', state: 'MN', scheme: 'STANDARD', period: '2013-07' },
      filings: [{ path: `${shortest}/filings/1` }],
    });
    const whole = await bodyOf<Json>(app.send('GET', shortest));
    for (const other of [
      pathOfReturn({ place: 'Minnesota', period: '2013-07-01..2013-07-31' }),
      `/v1/returns/scheme/STANDARD/place/us-mn/period/2013-07`,
      `/v1/returns/serviceId/${filed.serviceId}`,
    ]) {
      expect(await bodyOf(app.send('GET', other))).toEqual(whole);
      for (const below of ['/rows', '/form', '/transactions', '/filings', '/filings/1']) {
        const asked = await bodyOf(app.send('GET', other + below));
        expect(asked).toEqual(await bodyOf(app.send('GET', shortest + below)));
      }
    }
    expect((await app.send('GET', '/v1/returns/serviceId/01980000-0000-7000-8000-0000000000ff')).status).toBe(404);
    expect((await app.send('GET', `${shortest}/filings/2`)).status).toBe(404);
    expect((await app.send('GET', `${shortest}/filings/first`)).status).toBe(404);
  });

  it('keeps the figures of each filing', async () => {
    await sell('y12-1', '2012-07-10');
    await file('2012-07');
    await reopen('2012-07');
    await sell('y12-2', '2012-07-11');
    await file('2012-07', { referenceNumber: 'Again' });
    const filing = async (number: number) => {
      const { figures, transactionCount } = await bodyOf<Json>(
        app.send('GET', pathOfReturn(minnesota('2012-07'), `/filings/${number}`)),
      );
      return [figures.totals[0].amounts.grossSalesAmount, transactionCount];
    };
    expect([await filing(1), await filing(2)]).toEqual([
      [100, 1],
      [200, 2],
    ]);
  });
});

describe('the tag of a return', () => {
  const tagOf = async (period: string) =>
    (await app.send('GET', pathOfReturn(minnesota(period)))).headers.get('etag') ?? '';
  const fileAs = (period: string, tag: string) =>
    app.send('POST', pathOfReturn(minnesota(period), '/filings'), {}, { 'If-Match': tag });

  it('changes with the figures, so the figures that were read are filed', async () => {
    await sell('y11-1', '2011-06-10');
    const read = await tagOf('2011-06');
    const path = pathOfReturn(minnesota('2011-06'));
    expect((await app.send('GET', path, undefined, { 'If-None-Match': read })).status).toBe(304);
    await sell('y11-2', '2011-06-11');
    expect((await app.send('GET', path, undefined, { 'If-None-Match': read })).status).toBe(200);
    expect(await bodyOf(fileAs('2011-06', read))).toMatchObject({ status: 412, code: 'FIGURES_CHANGED' });
    // Nothing was closed, and nothing is listed as filed.
    expect(await sold('y11-3', '2011-06-12')).not.toHaveProperty('reportingPeriod');
    expect(await bodyOf(app.send('GET', '/v1/returns?from=2011-06-01&to=2011-06-30'))).toEqual([]);
    const filed = await fileAs('2011-06', await tagOf('2011-06'));
    expect(filed.status).toBe(201);
    expect(filed.headers.get('location')).toBe(`${path}/filings/1`);
    // Repeated because its response was lost, it is not filed again.
    expect((await fileAs('2011-06', read)).status).toBe(200);
    const reopening = await app.send('POST', `${path}/reopen`, { reason: 'Wrong' }, { 'If-Match': read });
    expect(await bodyOf(reopening)).toMatchObject({ status: 412, code: 'FIGURES_CHANGED' });
    const now = { 'If-Match': await tagOf('2011-06') };
    expect((await app.send('POST', `${path}/reopen`, { reason: 'Wrong' }, now)).status).toBe(200);
  });

  it('protects against documents that are stored while the return is filed', async () => {
    await sell('y10-0', '2010-06-10');
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const tag = await tagOf('2010-06');
      const [filed] = await Promise.all([fileAs('2010-06', tag), sell(`y10-${round}`, '2010-06-10')]);
      const { figures, filings, status } = await read('2010-06');
      if (filed.status === 201) {
        expect(filings.at(-1).transactionCount).toBe(figures.totals[0].transactionCount);
        expect(tag).not.toBe(await tagOf('2010-06'));
        await reopen('2010-06');
      } else {
        expect([filed.status, status]).toEqual([412, 'DRAFT']);
      }
    }
  });
});

describe('a document with an item that is shipped to another state', () => {
  const madison = { country: 'US', state: 'WI', city: 'Madison', zip: '53703', isPartial: true };
  const lamp = anItemBody({ unitPrice: 100, quantity: 1 });
  const desk = { ...lamp, name: 'Desk', shippingAddress: madison };

  it('is part of the return of either, and is late if either is filed', async () => {
    await sell('split', '2016-06-10', { items: [lamp, desk] });
    const wisconsin = { place: 'US-WI', period: '2016-06' };
    expect((await fileReturn(app, wisconsin)).status).toBe(201);
    const { figures } = await readReturn(app, wisconsin);
    expect(figures.totals).toMatchObject([{ taxableAmount: 100, transactionCount: 1 }]);
    const changed = await sell('split', '2016-06-10', { items: [lamp, { ...desk, unitPrice: 200 }] });
    expect(changed.status).toBe(409);
    expect(await bodyOf(changed)).toMatchObject({ code: 'PERIOD_CLOSED' });
    const late = await sold('split-late', '2016-06-11', { items: [lamp, desk] });
    expect(late.reportingPeriod).toEqual({ from: '2016-07-01', to: '2016-07-31' });
    const onTime = await sold('plain', '2016-06-11', { items: [lamp] });
    expect(onTime).not.toHaveProperty('reportingPeriod');
  });
});

describe('what is due', () => {
  const due = async (from: string, to: string, more = '') =>
    bodyOf<Json>(app.send('GET', `/v1/returns/due?dueFrom=${from}&dueTo=${to}${more}`));

  it('lists the returns of registrations until they are filed, and assigns late documents to their period', async () => {
    const registrations = { validFrom: '2017-01-01', validThrough: '2017-12-31', filingFrequency: 'QUARTERLY' };
    expect(await bodyOf(app.send('PUT', '/v1/nexus/place/US-MN', { registrations }))).toMatchObject({
      registrations: [registrations],
    });
    const quarters = await due('2017-01-01', '2017-08-01');
    expect(quarters).toMatchObject([
      {
        dueOn: '2017-04-20',
        frequency: 'QUARTERLY',
        taxReturn: { from: '2017-01-01', to: '2017-03-31', status: 'DRAFT' },
      },
      { dueOn: '2017-07-20', taxReturn: { from: '2017-04-01', to: '2017-06-30' } },
    ]);
    expect(quarters[0].sources[0].title).toContain('Minnesota Department of Revenue');
    const first = await app.send('GET', '/v1/returns/due?dueFrom=2017-01-01&dueTo=2017-08-01&limit=1');
    const next = first.headers.get('link')?.match(/<(.*)>/)?.[1] ?? '';
    expect([...(await bodyOf<Json>(first)), ...(await bodyOf<Json>(app.send('GET', next)))]).toEqual(quarters);
    const csv = await (await app.send('GET', '/v1/returns/due?dueFrom=2017-01-01&dueTo=2017-08-01&format=csv')).text();
    expect(csv.trim().split('\r\n')[1]).toMatch(/^2017-04-20,QUARTERLY,.*,US-MN,US,MN,2017-Q1,/);
    await file('2017-Q1');
    expect(await due('2017-01-01', '2017-08-01')).toEqual(quarters.slice(1));
    expect(await bodyOf(app.send('GET', next))).toEqual(quarters.slice(1));
    expect((await sold('y17-1', '2017-02-01')).reportingPeriod).toEqual({ from: '2017-04-01', to: '2017-06-30' });
    const half = { registrations: { validFrom: '2017-01-01', filingFrequency: 'FORTNIGHTLY', filingDueDay: 32 } };
    expect(await bodyOf(app.send('PUT', '/v1/nexus/place/US-MN', half))).toMatchObject({
      errors: [{ pointer: '/registrations/0/filingFrequency' }, { pointer: '/registrations/0/filingDueDay' }],
    });
    expect(await due('2017-08-01', '2017-01-01')).toMatchObject({ errors: [{ parameter: 'dueTo' }] });
    expect(await due('2010-01-01', '2017-01-01')).toMatchObject({ errors: [{ parameter: 'dueFrom' }] });
  });
});

describe('files', () => {
  const lines = async (path: string) => {
    const response = await app.send('GET', path);
    expect(response.headers.get('content-type')).toMatch(/^(text\/csv|application\/x-ndjson)/);
    return { name: response.headers.get('content-disposition'), lines: (await response.text()).trim().split('\r\n') };
  };

  it('has liability, returns and the figures of one as CSV, and as lines of JSON', async () => {
    await sell('y14-1', '2014-06-10');
    await file('2014-06', { referenceNumber: '=1+1', amountPaid: 9 });
    const query = 'country=US&state=MN&period=2014-06';
    const liable = await lines(`/v1/liability?${query}&format=csv`);
    expect(liable.name).toBe('attachment; filename="liability.csv"');
    expect(liable.lines[1]).toMatch(
      /^US-MN,US,MN,,,,,,,,,,,,,,,USD,100\.00,100\.00,0\.00,0\.00,0\.00,8\.\d\d,(?:0\.00,){4}1,{12}$/,
    );
    const figures = await lines(`${pathOfReturn(minnesota('2014-06'))}/rows?format=csv`);
    expect(figures.name).toBe('attachment; filename="return-US-MN-2014-06.csv"');
    expect(figures.lines.slice(1).map((line) => line.split(',')[4])).toEqual(
      expect.arrayContaining(['STATE', 'COUNTY', 'CITY']),
    );
    const listed = await lines('/v1/returns?from=2014-06-30&to=2014-06-30&format=csv');
    expect(listed.lines[1]).toMatch(
      /,STANDARD,US-MN,US,MN,2014-06,2014-06-01,2014-06-30,FILED,,1,[^,]+,client_\w+,'=1\+1,9\.00,USD,1,/,
    );
    const json = await (await app.send('GET', `/v1/liability?${query}&format=jsonl`)).text();
    expect(
      json
        .trimEnd()
        .split('\n')
        .map((line): Json => JSON.parse(line)),
    ).toEqual((await bodyOf<Json>(app.send('GET', `/v1/liability?${query}`))).rows);
  });
});
