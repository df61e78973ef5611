import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { examples } from '../../support/examples.ts';

let app: TestApp;
let customerId: string;
let count = 0;
let run: string;
beforeAll(async () => {
  app = await startApp();
  const created = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  customerId = (await bodyOf<{ serviceId: string }>(created)).serviceId;
});
afterAll(() => app.close());
beforeEach(() => {
  run = `b${++count}`;
});

type Row = Record<string, unknown> & { readonly status: number; readonly serviceId?: string };
const path = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const invoice = (name: string, more: Record<string, unknown> = {}) =>
  anInvoiceBody(customerId, { externalId: `${run}-${name}`, ...more });
const priced = (unitPrice: number) => ({ items: [anItemBody({ unitPrice })] });

async function store(transactions: readonly unknown[], headers?: Record<string, string>): Promise<Row[]> {
  const response = await app.send('POST', '/v1/transactions/batch', { transactions }, headers);
  expect(response.status).toBe(200);
  return (await bodyOf<{ results: Row[] }>(response)).results;
}
const read = (name: string) => bodyOf<Record<string, never>>(app.send('GET', path(`${run}-${name}`)));

describe('a batch', () => {
  it('is checked until it has 5,000 issues, which the other records report', async () => {
    const wrong = invoice('wrong', { items: Array.from({ length: 200 }, () => ({})) });
    const rows = await store([...Array.from({ length: 50 }, () => wrong), invoice('right')]);
    const problems = rows.map(({ status, problem }) => [status, (problem as { detail: string }).detail]);
    expect(problems.slice(0, 50)).toEqual(
      Array.from({ length: 50 }, () => [400, 'More than 100 issues; the first 100 are listed.']),
    );
    expect(rows.at(-1)).toMatchObject({
      status: 400,
      externalId: `${run}-right`,
      problem: {
        detail:
          'This record was not checked, because earlier records have at least 5000 issues. Correct them, and send this record again.',
        errors: [{ code: 'NOT_CHECKED' }],
      },
    });
    expect((await store([wrong, invoice('right')])).map(({ status }) => status)).toEqual([400, 201]);
  });

  it('stores documents as single PUTs would, and responds in order', async () => {
    const rows = await store([invoice('a'), invoice('b'), invoice('c')]);
    expect(rows).toEqual(
      ['a', 'b', 'c'].map((name, index) => ({
        index,
        status: 201,
        source: '9',
        externalId: `${run}-${name}`,
        serviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })),
    );
    expect(await read('b')).toMatchObject({
      serviceId: rows[1]?.serviceId,
      salesTax: { amount: 6.63, rate: 0.09025 },
      finalTransactionAmount: 80.13,
    });
    const again = await app.send('PUT', path(`${run}-b`), invoice('b'));
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(await read('b'));
  });

  it('changes nothing when it is sent again', async () => {
    const batch = [invoice('a'), invoice('b')];
    const first = await store(batch);
    const before = [await read('a'), await read('b')];
    expect(await store(batch)).toEqual(first.map((row) => ({ ...row, status: 200 })));
    expect([await read('a'), await read('b')]).toEqual(before);
  });

  it('may be a bare array, and empty', async () => {
    const response = await app.send('POST', '/v1/transactions/batch', [invoice('bare')]);
    expect(await response.json()).toMatchObject({ results: [{ index: 0, status: 201 }] });
    expect(await store([])).toEqual([]);
  });

  it('replaces documents, and keeps the previous calculations', async () => {
    await store([invoice('a'), invoice('b')]);
    const rows = await store([invoice('a', priced(10)), invoice('b', { documentName: 'Renamed' })]);
    expect(rows.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read('a')).toMatchObject({ totalItemsAmount: 30 });
    expect(await read('b')).toMatchObject({ totalItemsAmount: 73.5, documentName: 'Renamed' });
  });

  it('continues after an invalid row', async () => {
    const rows = await store([
      invoice('good'),
      invoice('bad', { currency: 'Gold', items: [anItemBody({ quantity: -1 })] }),
      null,
      { source: 7, externalId: 17 },
      invoice('nobody', { customerId: '0190a0a0-0000-7000-8000-000000000000' }),
      invoice('nowhere', {
        shippingAddress: { country: 'US', state: 'XX', city: 'X', street: 'X', zip: '00000', isPartial: false },
      }),
      invoice('also good'),
    ]);
    expect(rows.map(({ status }) => status)).toEqual([201, 400, 400, 400, 404, 400, 201]);
    expect(rows[1]).toMatchObject({
      index: 1,
      source: '9',
      externalId: `${run}-bad`,
      problem: {
        type: '/v1/docs/errors/INVALID_INPUT',
        status: 400,
        code: 'INVALID_INPUT',
        errors: expect.arrayContaining([
          expect.objectContaining({ pointer: '/items/0/quantity' }),
          expect.objectContaining({ pointer: '/currency' }),
        ]),
      },
    });
    expect(rows[1]).not.toHaveProperty('serviceId');
    expect(rows[2]).not.toHaveProperty('source');
    expect(rows[3]).toMatchObject({ source: '7', externalId: '17' });
    expect(rows[4]).toMatchObject({ problem: { code: 'CUSTOMER_NOT_FOUND' } });
    expect(rows[5]).toMatchObject({ problem: { code: 'ERR-ADDR-001' } });
    expect((await app.send('GET', path(`${run}-bad`))).status).toBe(404);
    expect((await app.send('GET', path(`${run}-also%20good`))).status).toBe(200);
  });
});

describe('rows of a batch that depend on each other', () => {
  it('are applied in order: the last one with a key wins', async () => {
    const rows = await store([
      invoice('same', priced(1)),
      invoice('other'),
      invoice('same', priced(2)),
      invoice('same', priced(2)),
      invoice('same', { ...priced(3), transactionStatus: 'PAID' }),
    ]);
    expect(rows.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200]);
    expect(new Set([0, 2, 3, 4].map((index) => rows[index]?.serviceId)).size).toBe(1);
    expect(await read('same')).toMatchObject({ totalItemsAmount: 9, transactionStatus: 'PAID' });
  });

  it('may be an invoice and its refunds', async () => {
    const refund = (name: string, quantity: number) =>
      invoice(name, {
        transactionType: 'REFUND',
        createdFrom: `${run}-sold`,
        items: [anItemBody({ quantity })],
      });
    const rows = await store([invoice('sold'), refund('back 1', 2), refund('back 2', 2), refund('back 3', 1)]);
    expect(rows.map(({ status }) => status)).toEqual([201, 201, 409, 201]);
    expect(rows[2]).toMatchObject({ problem: { code: 'OVER_REFUND' } });
    expect((await read('back%201')).salesTax).toMatchObject({ amount: 4.42 });
    expect((await read('back%203')).salesTax).toMatchObject({ amount: 2.21 });
  });

  it('may be a refund before its invoice, which is then unknown', async () => {
    const refund = invoice('early', { transactionType: 'REFUND', createdFrom: `${run}-late`, items: [] });
    const rows = await store([refund, invoice('late'), { ...refund, externalId: `${run}-in time` }]);
    expect(rows.map(({ status }) => status)).toEqual([400, 201, 201]);
  });
});

describe('a complete batch', () => {
  it.each([
    ['no list', {}, '/transactions', 'REQUIRED'],
    ['another list', { transactions: 'x' }, '/transactions', 'INVALID_TYPE'],
    ['too many documents', { transactions: Array.from({ length: 501 }, () => null) }, '/transactions', 'TOO_LONG'],
  ])('is rejected with %s', async (_what, body, pointer, code) => {
    const response = await app.send('POST', '/v1/transactions/batch', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer, code }] });
  });

  it('may be larger than other bodies, up to 32 MB', async () => {
    const padded = (id: string) => ({ ...invoice(id), padding: 'x'.repeat(2_000_000) });
    const wrong = { ...padded('large-3'), items: 'none' };
    expect(await store([padded('large-1'), wrong, padded('large-2')])).toMatchObject([
      { status: 201, warnings: [{ code: 'MEMBER_IGNORED' }] },
      { status: 400, externalId: invoice('large-3').externalId, problem: { errors: [{ pointer: '/items' }] } },
      { status: 201 },
    ]);
    const seventeen = Array.from({ length: 17 }, (_, index) => padded(`large-${index}`));
    const response = await app.send('POST', '/v1/transactions/batch', seventeen);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'BODY_TOO_LARGE' });
  });

  it('accepts documents as large as PUT does', async () => {
    const response = await app.send('POST', '/v1/transactions/batch', [{ padding: 'x'.repeat(2_097_152) }]);
    expect(response.status).toBe(413);
    const { detail } = await bodyOf<{ detail: string }>(response);
    expect(detail).toBe('An entry of a list may have at most 2097152 characters.');
  });

  it('is executed once per idempotency key', async () => {
    const headers = { 'Idempotency-Key': run };
    const first = await store([invoice('a'), null], headers);
    expect(first.map(({ status }) => status)).toEqual([201, 400]);
    expect(await store([invoice('a'), null], headers)).toEqual(first);
    // A long body is read for its members, its key and its records.
    const long = [{ ...invoice('a'), padding: 'x'.repeat(1_100_000) }];
    const strict = { Prefer: 'handling=strict', 'Idempotency-Key': `${run}-long` };
    expect(await store(long, strict)).toMatchObject([{ status: 400 }]);
    const malformed = app.fetch('/v1/transactions/batch', {
      method: 'POST',
      headers: { ...strict, Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(long).slice(1),
    });
    expect((await malformed).status).toBe(400);
  });

  it('stores many documents, even if two clients send them at once', async () => {
    const many = examples(500);
    const documents = Array.from({ length: many }, (_, index) => invoice(`${index}`));
    const [one, other] = await Promise.all([store(documents), store([...documents].reverse())]);
    const statuses = [...one, ...other].map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(many);
    expect(statuses.filter((status) => status === 200)).toHaveLength(many);
    expect(one.map(({ serviceId }) => serviceId)).toEqual(other.map(({ serviceId }) => serviceId).reverse());
  });
});
