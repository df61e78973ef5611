import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';

type Listed = { readonly externalId: string };

const clock = aClock();
let app: TestApp;
let customerId: string;

async function put(noun: string, body: Record<string, unknown>): Promise<{ serviceId: string }> {
  clock.advance(1_000);
  const response = await app.send('PUT', `/v1/${noun}/source/${body.source}/externalId/${body.externalId}`, body);
  expect([200, 201]).toContain(response.status);
  return bodyOf(response);
}

const dated = (createdDate: string) => ({ externalTimestamps: { createdDate, updatedDate: createdDate } });
const at = (state: string) => ({ state, country: 'US', isPartial: true });

beforeAll(async () => {
  app = await startApp({ now: clock.now });
  for (const [externalId, name] of [
    ['c-1', 'Bea'],
    ['c-2', 'Ann'],
    ['c-3', 'Cid'],
  ] as const) {
    ({ serviceId: customerId } = await put('customers', aCustomerBody({ externalId, name })));
  }
  const invoices = [
    ['a', '2026-06-03', 'MN', 'INVOICE', 'ACTIVE'],
    ['b', '2026-06-01', 'WI', 'SALES_ORDER', 'ACTIVE'],
    ['c', '2026-06-02', 'TX', 'INVOICE', 'PAID'],
    ['d', '2026-06-02', 'WI', 'ESTIMATE', 'ACTIVE'],
  ] as const;
  for (const [externalId, day, state, transactionType, transactionStatus] of invoices) {
    const more = { externalId, transactionType, transactionStatus, shippingAddress: at(state), ...dated(day) };
    await put('transactions', anInvoiceBody(customerId, more));
  }
});
afterAll(() => app.close());

const idsOf = (listed: readonly Listed[]) => listed.map(({ externalId }) => externalId).join('');
const ids = async (path: string) => idsOf(await bodyOf<Listed[]>(app.send('GET', path)));

/** Reads page by page, following the links. */
async function pages(path: string): Promise<string> {
  let next: string | undefined = path;
  let all = '';
  while (next) {
    const page: Response = await app.send('GET', next);
    all += idsOf(await bodyOf<Listed[]>(page));
    next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return all;
}

describe('a sorted list', () => {
  it.each([
    ['createdDate', 'abcd'],
    ['-createdDate', 'dcba'],
    ['updatedDate', 'abcd'],
    ['externalId', 'abcd'],
    ['-externalId', 'dcba'],
  ])('of documents by %s', async (sort, expected) => {
    expect(await ids(`/v1/transactions?sort=${sort}`)).toBe(expected);
    expect(await pages(`/v1/transactions?sort=${sort}&limit=1`)).toBe(expected);
  });

  it('orders by day, ties by the id given here, in both directions', async () => {
    const forwards = await pages('/v1/transactions?sort=taxDate&limit=1');
    expect(forwards).toMatch(/^b(cd|dc)a$/);
    expect(await pages('/v1/transactions?sort=-taxDate&limit=3')).toBe([...forwards].reverse().join(''));
  });

  it('of customers by name', async () => {
    expect(await ids('/v1/customers?sort=name')).toBe('c-2c-1c-3');
    expect(await pages('/v1/customers?sort=-name&limit=2')).toBe('c-3c-1c-2');
  });

  it('keeps its filters, and is newest first by default', async () => {
    expect(await ids('/v1/transactions?state=WI&sort=externalId')).toBe('bd');
    expect(await ids('/v1/transactions')).toBe('dcba');
  });

  it('refuses unknown members, and a cursor of another order', async () => {
    const refused = await app.send('GET', '/v1/transactions?sort=-amount');
    expect(await refused.json()).toMatchObject({
      status: 400,
      errors: [{ parameter: 'sort', code: 'UNKNOWN_VALUE', message: expect.stringContaining('updatedDate') }],
    });
    const page = await app.send('GET', '/v1/transactions?sort=externalId&limit=1');
    const cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1];
    for (const query of [
      `sort=-externalId&cursor=${cursor}`,
      `cursor=${cursor}`,
      'cursor=x',
      'sort=taxDate&cursor=x',
    ]) {
      const response = await app.send('GET', `/v1/transactions?${query}`);
      expect([query, await response.json()]).toEqual([
        query,
        expect.objectContaining({ status: 400, errors: [expect.objectContaining({ parameter: 'cursor' })] }),
      ]);
    }
  });
});

describe('several values of a filter', () => {
  it.each([
    ['state=MN,WI', 'dba'],
    ['state=Minnesota,%20tx', 'ca'],
    ['country=US&state=WI,TX', 'dcb'],
    ['transactionType=SALES_ORDER,ESTIMATE', 'db'],
    ['transactionType=INVOICE', 'ca'],
    ['transactionStatus=PAID,ACTIVE&state=TX,MN', 'ca'],
  ])('find what any of them finds: %s', async (query, expected) => {
    expect(await ids(`/v1/transactions?${query}`)).toBe(expected);
  });

  it.each([
    ['state=MN,ZZ', 'state', 'UNKNOWN_VALUE'],
    ['state=MN,CA-QC', 'state', 'INVALID_VALUE'],
    ['transactionType=INVOICE,BILL', 'transactionType', 'UNKNOWN_VALUE'],
  ])('are each checked: %s', async (query, parameter, code) => {
    const response = await app.send('GET', `/v1/transactions?${query}`);
    expect(await response.json()).toMatchObject({ status: 400, errors: [{ parameter, code }] });
  });
});
