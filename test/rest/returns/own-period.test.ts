import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { fileReturn, readReturn, reopenReturn } from '../../support/returns.ts';

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

const pathOf = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const bodyFor = (externalId: string, on: string, more: object = {}) =>
  anInvoiceBody(customerId, {
    externalId,
    items: [anItemBody({ unitPrice: 100, quantity: 1 })],
    externalTimestamps: { createdDate: on, updatedDate: on },
    ...more,
  });
const put = (externalId: string, on: string, more: object = {}) =>
  bodyOf<Json>(app.send('PUT', pathOf(externalId), bodyFor(externalId, on, more)));
const recalculate = (externalId: string, more: object = {}) =>
  bodyOf<Json>(app.send('POST', `${pathOf(externalId)}/recalculate`, { reason: 'Came late', ...more }));
const own = { reporting: 'OWN_PERIOD' };
const minnesota = (period: string) => ({ place: 'US-MN', period });
const file = (period: string) => fileReturn(app, minnesota(period), {});
const reopen = (period: string) => reopenReturn(app, minnesota(period));
const idOf = async (period: string) => (await readReturn(app, minnesota(period))).serviceId;

/** Documents and cents of tax in each month of a year, and in the whole year. */
async function owed(year: number, ...months: readonly string[]): Promise<readonly (readonly number[])[]> {
  const found: number[][] = [];
  for (const period of [...months.map((month) => `${year}-${month}`), `${year}`]) {
    const { rows } = await bodyOf<Json>(app.send('GET', `/v1/liability?period=${period}&state=MN`));
    found.push([rows[0]?.transactionCount ?? 0, Math.round((rows[0]?.amounts.taxAmount ?? 0) * 100)]);
  }
  return found;
}

/** One document in March, whose return is filed, and one that was stored later and is reported in April. */
async function aLateDocument(year: number): Promise<void> {
  await put(`in-time-${year}`, `${year}-03-10`);
  await file(`${year}-03`);
  expect(await put(`late-${year}`, `${year}-03-20`)).toMatchObject({ reportingPeriod: { from: `${year}-04-01` } });
}

describe.each<[string, number, (externalId: string, on: string) => Promise<Json>]>([
  ['a recalculation', 2024, (externalId) => recalculate(externalId, own)],
  ['a PUT', 2023, (externalId, on) => put(externalId, on, own)],
  ['a PATCH', 2022, (externalId) => bodyOf(app.send('PATCH', pathOf(externalId), own))],
  [
    'a batch',
    2021,
    async (externalId, on) => {
      await app.send('POST', '/v1/transactions/batch', { transactions: [bodyFor(externalId, on, own)] });
      return bodyOf(app.send('GET', pathOf(externalId)));
    },
  ],
  [
    'recalculateTransaction',
    2020,
    async (externalId) => {
      const input = `{by: {key: {source: "9", externalId: "${externalId}"}}, reason: "Late", reporting: OWN_PERIOD}`;
      await ask(app, `mutation { recalculateTransaction(input: ${input}) { __typename } }`);
      return bodyOf(app.send('GET', pathOf(externalId)));
    },
  ],
])('%s with reporting OWN_PERIOD', (_name, year, move) => {
  const [id, day] = [`late-${year}`, `${year}-03-20`];

  it('moves a late document into the period of its tax date, which is filed again as an amendment', async () => {
    await aLateDocument(year);
    const before = await owed(year, '03', '04');
    const [ofMarch, ofApril] = before;
    expect([ofMarch![0], ofApril![0]]).toEqual([1, 1]);
    expect(before[2]).toEqual([2, ofMarch![1]! + ofApril![1]!]);
    expect(await bodyOf<Json>(reopen(`${year}-03`))).toMatchObject({ status: 'DRAFT', reportedLaterCount: 1 });
    const named = `{key: {country: "US", state: "MN", period: {month: "${year}-03"}}}`;
    expect((await ask(app, `{ taxReturn(by: ${named}) { reportedLaterCount } }`)).data.taxReturn).toEqual({
      reportedLaterCount: 1,
    });
    const moved = await move(id, day);
    expect(moved).not.toHaveProperty('reportingPeriod');
    expect(moved.notices.map(({ code }: Json) => code)).not.toContain('REPORTED_LATE');
    const [march, april, whole] = await owed(year, '03', '04');
    expect([march![0], april]).toEqual([2, [0, 0]]);
    expect((await readReturn(app, minnesota(`${year}-03`))).reportedLaterCount).toBe(0);
    expect(march).toEqual(before[2]);
    expect(whole).toEqual(before[2]);
    const amended = await bodyOf<Json>(file(`${year}-03`));
    expect(amended).toMatchObject({ status: 'AMENDED', filings: [{ transactionCount: 1 }, { transactionCount: 2 }] });
    expect(await bodyOf(app.send('GET', pathOf(id)))).toMatchObject({ transactionFilingStatus: 'FILED' });
  });
});

it('is refused while the return of its own period is filed, and changes nothing', async () => {
  await aLateDocument(2019);
  const returnId = await idOf('2019-03');
  const before = await bodyOf<Json>(app.send('GET', pathOf('late-2019')));
  const closed = { status: 409, code: 'PERIOD_CLOSED', errors: [{ code: 'PERIOD_CLOSED', returnId }] };
  expect(await recalculate('late-2019', own)).toMatchObject(closed);
  expect(await put('late-2019', '2019-03-20', own)).toMatchObject(closed);
  expect(await put('new-2019', '2019-03-21', own)).toMatchObject(closed);
  expect((await app.send('GET', pathOf('new-2019'))).status).toBe(404);
  expect(await bodyOf<Json>(app.send('GET', pathOf('late-2019')))).toEqual(before);
  const input = `{by: {key: {source: "9", externalId: "late-2019"}}, reason: "Late", reporting: OWN_PERIOD}`;
  const told = await ask(
    app,
    `mutation { recalculateTransaction(input: ${input}) { ... on PeriodClosed { taxReturn { serviceId } } } }`,
  );
  expect(told.data.recalculateTransaction).toEqual({ taxReturn: { serviceId: returnId } });
});

it('is refused while the return that reports the document is filed', async () => {
  await aLateDocument(2018);
  await file('2018-04');
  await reopen('2018-03');
  const returnId = await idOf('2018-04');
  const closed = { status: 409, code: 'PERIOD_CLOSED', errors: [{ returnId }] };
  expect(await recalculate('late-2018', own)).toMatchObject(closed);
  expect(await put('late-2018', '2018-03-20', own)).toMatchObject(closed);
  await reopen('2018-04');
  expect(await put('late-2018', '2018-03-20', own)).not.toHaveProperty('reportingPeriod');
  expect((await owed(2018, '03', '04')).map(([documents]) => documents)).toEqual([2, 0, 2]);
});

it('changes nothing when repeated, and nothing for a document in its own period', async () => {
  await aLateDocument(2017);
  await reopen('2017-03');
  const { version } = await put('late-2017', '2017-03-20', own);
  expect((await put('late-2017', '2017-03-20', own)).version).toBe(version);
  expect((await put('late-2017', '2017-03-20')).version).toBe(version);
  const { version: other } = await bodyOf<Json>(app.send('GET', pathOf('in-time-2017')));
  expect((await put('in-time-2017', '2017-03-10', own)).version).toBe(other);
});

it('leaves a document where it is without it', async () => {
  await aLateDocument(2016);
  await reopen('2016-03');
  expect(await recalculate('late-2016')).toMatchObject({ reportingPeriod: { from: '2016-04-01' } });
  expect(await put('late-2016', '2016-03-20', { reporting: 'OPEN_PERIOD' })).toMatchObject({
    reportingPeriod: { from: '2016-04-01' },
  });
});
