import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member
type Json = any;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const customer = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  const { serviceId } = await bodyOf<{ serviceId: string }>(customer);
  const item = anItemBody({ unitPrice: 100, quantity: 1 });
  const sale = (externalId: string, day: string) =>
    anInvoiceBody(serviceId, { externalId, items: [item], externalTimestamps: { createdDate: day, updatedDate: day } });
  const june = Array.from({ length: 60 }, (_, index) => sale(`june-${index}`, '2026-06-15'));
  const stored = await app.send('POST', '/v1/transactions/batch', [...june, sale('july', '2026-07-01')]);
  expect(await stored.json()).toMatchObject({ succeededCount: 61 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

/** As after an upgrade, or from a replica of the previous release; `onlyOf` selects the documents by key. */
const forgetTotals = (onlyOf = '%') => app.store.database.prisma.$executeRaw`
  UPDATE transactions SET totals = NULL
  WHERE tenant_id = ${app.tenant.tenantId}::uuid AND external_id LIKE ${onlyOf}`;

/** Each clock reading by the counting is 15 seconds later: counting in parts of 50 documents ends after the first. */
function hurry(): void {
  const read = performance.now.bind(performance);
  let later = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    if (!new Error().stack!.includes('complete-totals')) return read();
    later += 15_000;
    return read() + later;
  });
}

const query =
  '{ liability(period: {month: "2026-06"}) { rows { transactionCount amounts { grossSalesAmount } } notices { code message } } }';

it('a report says what it misses while documents are still being counted, and is whole afterwards', async () => {
  await forgetTotals();
  hurry();
  const rest = await app.send('GET', '/v1/liability?period=2026-06');
  expect(rest.status).toBe(200);
  const partly = await bodyOf<Json>(rest);
  expect(partly.notices).toEqual([
    { code: 'STILL_COUNTING', pointer: '', message: expect.stringContaining(' of 60 documents in the period') },
  ]);
  const missing = Number(/: (\d+) of 60/.exec(partly.notices[0].message)?.[1]);
  expect([10, 11]).toContain(missing);
  expect(partly.rows[0].transactionCount).toBe(60 - missing);
  expect(partly.rows[0].amounts.grossSalesAmount).toBe(100 * (60 - missing));

  await forgetTotals();
  const { data } = await bodyOf<Json>(app.send('POST', '/graphql', { query }));
  expect(data.liability.notices).toMatchObject([{ code: 'STILL_COUNTING' }]);

  // Requests without notices are refused, with the progress.
  await forgetTotals();
  const csv = await app.send('GET', '/v1/liability?period=2026-06&format=csv');
  expect([csv.status, csv.headers.get('retry-after')]).toEqual([503, '30']);
  await forgetTotals();
  const filed = await app.send('POST', '/v1/returns/place/US-MN/period/2026-06/filings', {});
  expect(filed.status).toBe(503);
  expect((await bodyOf<Json>(filed)).detail).toMatch(/ of 61 documents are counted/);

  vi.restoreAllMocks();
  const whole = await bodyOf<Json>(app.send('GET', '/v1/liability?period=2026-06'));
  expect(whole.notices).toEqual([]);
  expect(whole.rows).toMatchObject([{ transactionCount: 60, amounts: { grossSalesAmount: 6000 } }]);
});

it('a report of a period without such documents is whole', async () => {
  await forgetTotals('june-%');
  hurry();
  const july = await bodyOf<Json>(app.send('GET', '/v1/liability?period=2026-07'));
  expect(july.notices).toEqual([]);
  expect(july.rows).toMatchObject([{ transactionCount: 1, amounts: { grossSalesAmount: 100 } }]);
});

const missingOf = (notices: Json[]) => /: (\d+) of (\d+)/.exec(notices[0]?.message)?.slice(1).map(Number);
const send = (graphql: string) => bodyOf<Json>(app.send('POST', '/graphql', { query: graphql }));

it('a draft return, what is due, nexus and exposure say what they miss, in both doors', async () => {
  await app.send('PUT', '/v1/nexus/place/US-MN', { registrations: [{ validFrom: '2026-01-01', number: '1' }] });
  const partly = async (read: () => Promise<Json>): Promise<Json> => {
    await forgetTotals();
    return read();
  };
  hurry();

  const draft = await partly(() => bodyOf(app.send('GET', '/v1/returns/place/US-MN/period/2026-06')));
  const [missing, all] = missingOf(draft.figures.notices)!;
  expect([draft.figures.notices[0].code, all]).toEqual(['STILL_COUNTING', 60]);
  expect(draft.figures.totals[0].transactionCount).toBe(60 - missing!);

  const drafts = await partly(() =>
    send(
      '{ taxReturn(by: {key: {country: "US", state: "MN", period: {month: "2026-06"}}}) { figures { notices { code } } } }',
    ),
  );
  expect(drafts.data.taxReturn.figures.notices).toEqual([{ code: 'STILL_COUNTING' }]);

  const due = await partly(() => bodyOf(app.send('GET', '/v1/returns/due?dueFrom=2026-07-01&dueTo=2026-07-31')));
  expect(due).toMatchObject([{ notices: [{ code: 'STILL_COUNTING' }] }]);
  expect(due[0].amounts[0].transactionCount).toBe(60 - missingOf(due[0].notices)![0]!);
  const dues = await partly(() =>
    send('{ dueTaxReturns(filter: {dueOn: {gte: "2026-07-01", lte: "2026-07-31"}}) { nodes { notices { code } } } }'),
  );
  expect(dues.data.dueTaxReturns.nodes).toEqual([{ notices: [{ code: 'STILL_COUNTING' }] }]);

  const places = await partly(() => bodyOf(app.send('GET', '/v1/nexus?country=US&asOf=2026-07-01')));
  expect(places.every((one: Json) => one.notices[0].code === 'STILL_COUNTING')).toBe(true);
  const minnesota = places.find((one: Json) => one.state === 'MN');
  expect(minnesota.runningPeriod.transactionCount).toBe(61 - missingOf(minnesota.notices)![0]!);
  const trackers = await partly(() =>
    send(
      '{ nexusTrackers(filter: {country: {eq: "US"}, state: {eq: "MN"}}, asOf: "2026-07-01") { nodes { notices { code } } } }',
    ),
  );
  expect(trackers.data.nexusTrackers.nodes[0].notices[0]).toEqual({ code: 'STILL_COUNTING' });

  const exposure = await partly(() => bodyOf(app.send('GET', '/v1/exposure?period=2026')));
  expect(exposure.notices[0].code).toBe('STILL_COUNTING');
  const exposures = await partly(() => send('{ exposure(period: {year: "2026"}) { notices { code } } }'));
  expect(exposures.data.exposure.notices[0]).toEqual({ code: 'STILL_COUNTING' });
});

it('what could not say so is refused, with how far it is and what to do, and nothing is closed', async () => {
  hurry();
  const refused = async (path: string, method = 'GET', body?: Json): Promise<Json> => {
    await forgetTotals();
    const response = await app.send(method, path, body);
    expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '30']);
    return bodyOf(response);
  };
  const lacking = {
    code: 'STILL_COUNTING',
    detail: expect.stringMatching(/ of 61 documents are counted.*migrate --back-fill/),
  };
  expect(await refused('/v1/returns/place/US-MN/period/2026-06/filings', 'POST', {})).toMatchObject(lacking);
  expect(await refused('/v1/returns/place/US-MN/period/2026-06/form')).toMatchObject(lacking);
  expect(await refused('/v1/returns/place/US-MN/period/2026-06/rows')).toMatchObject(lacking);
  // A list of places by sales would omit those that are not counted yet.
  expect(await refused('/v1/nexus?only=REACHED')).toMatchObject(lacking);
  await forgetTotals();
  const { errors } = await send(
    'mutation { fileTaxReturn(input: {by: {key: {country: "US", state: "MN", period: {month: "2026-06"}}}}) { __typename } }',
  );
  expect(errors).toMatchObject([{ extensions: { code: 'STILL_COUNTING', retryAfter: 30 } }]);

  vi.restoreAllMocks();
  const draft = await bodyOf<Json>(app.send('GET', '/v1/returns/place/US-MN/period/2026-06'));
  expect([draft.status, draft.figures.notices, draft.figures.totals[0].transactionCount]).toEqual(['DRAFT', [], 60]);
});
