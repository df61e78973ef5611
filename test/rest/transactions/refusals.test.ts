import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Scope } from '../../../src/domain/account/scope.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { createRefusalNotes } from '../../../src/usecases/refusals/refusal-notes.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const created = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  customerId = (await bodyOf<{ serviceId: string }>(created)).serviceId;
});
afterAll(() => app.close());

type Refusal = Record<string, unknown> & { readonly externalId: string };
const nobody = '11111111-1111-4111-8111-111111111111';
const path = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const invoice = (externalId: string, more: Record<string, unknown> = {}, customer = customerId) =>
  anInvoiceBody(customer, { externalId, ...more });
const put = async (externalId: string, body: unknown) => (await app.send('PUT', path(externalId), body)).status;

async function ask(query: string, variables: object): Promise<Record<string, unknown>> {
  const { data } = await bodyOf<{ data: Record<string, unknown> }>(app.send('POST', '/graphql', { query, variables }));
  return data;
}

async function refusalsOf(prefix: string, query = ''): Promise<Refusal[]> {
  const all = await bodyOf<Refusal[]>(app.send('GET', `/v1/refusals${query}`));
  return all.filter(({ externalId }) => externalId.startsWith(prefix));
}
const noted = (prefix: string) => expect.poll(() => refusalsOf(prefix), { timeout: 5_000 });

/** Notes are stored in order, so by then the earlier ones are stored, or never will be. */
async function afterAllNotes(marker: string): Promise<void> {
  expect(await put(marker, invoice(marker, {}, nobody))).toBe(404);
  await noted(marker).toHaveLength(1);
}

describe('over REST', () => {
  it('a refused PUT is listed with its error, but not its input, until it is stored', async () => {
    expect(await put('put-1', invoice('put-1', { items: [], entityName: 'Secret Person' }))).toBe(400);
    await noted('put-1').toHaveLength(1);
    expect(await put('put-1', invoice('put-1', {}, nobody))).toBe(404);
    await noted('put-1').toMatchObject([{ refusalCount: 2 }]);
    const [refusal] = await refusalsOf('put-1');
    expect(refusal).toEqual({
      serviceId: expect.any(String),
      source: '9',
      externalId: 'put-1',
      code: 'CUSTOMER_NOT_FOUND',
      message: 'Customer not found.',
      pointer: '/customerId',
      refusalCount: 2,
      firstRefusedAt: expect.any(String),
      refusedAt: expect.any(String),
    });
    expect(await put('put-1', invoice('put-1'))).toBe(201);
    expect(await refusalsOf('put-1')).toEqual([]);
  });

  it('each refused row of a batch is listed, if its key can be read', async () => {
    const transactions = [
      invoice('row-1', { transactionType: 'NONE' }),
      invoice('row-2'),
      invoice('row-3', {}, nobody),
      invoice('row-4', { source: 'none' }),
    ];
    await app.send('POST', '/v1/transactions/batch', { transactions });
    await afterAllNotes('row-last');
    const found = await refusalsOf('row-');
    expect(found.map(({ externalId, code, pointer }) => [externalId, code, pointer])).toEqual([
      ['row-last', 'CUSTOMER_NOT_FOUND', '/customerId'],
      ['row-3', 'CUSTOMER_NOT_FOUND', '/customerId'],
      ['row-1', 'INVALID_INPUT', '/transactionType'],
    ]);
  });

  it('a refused PATCH is listed by the key of the document, also at its serviceId', async () => {
    const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('PUT', path('patch-1'), invoice('patch-1')));
    expect(await put('patch-2', invoice('patch-2'))).toBe(201);
    const by = await app.send('PATCH', `/v1/transactions/serviceId/${serviceId}`, { customerId: nobody });
    expect(by.status).toBe(404);
    expect((await app.send('PATCH', path('patch-2'), { items: 'none' })).status).toBe(400);
    await noted('patch-').toMatchObject([
      { externalId: 'patch-2', code: 'INVALID_INPUT', pointer: '/items' },
      { externalId: 'patch-1', code: 'CUSTOMER_NOT_FOUND' },
    ]);
  });

  it('lists by source and code, and page by page', async () => {
    expect(await put('list-1', invoice('list-1', {}, nobody))).toBe(404);
    expect(await put('list-2', invoice('list-2', { items: 1 }))).toBe(400);
    await noted('list-').toHaveLength(2);
    expect(await refusalsOf('list-', '?code=CUSTOMER_NOT_FOUND')).toMatchObject([{ externalId: 'list-1' }]);
    expect(await refusalsOf('list-', '?source=9&code=INVALID_INPUT,OVER_REFUND')).toMatchObject([
      { externalId: 'list-2' },
    ]);
    expect(await refusalsOf('list-', '?source=8')).toEqual([]);
    const first = await app.send('GET', '/v1/refusals?limit=1');
    expect(first.headers.get('link')).toMatch(/rel="next"/);
  });
});

it('are a file with one line per document, in both formats of files', async () => {
  const sent = [
    ['=csv-1', invoice('=csv-1', {}, nobody), 2],
    ['csv-2', invoice('csv-2', { transactionType: 'NONE' }), 1],
    ['csv-3', invoice('csv-3', { items: [] }), 3],
  ] as const;
  for (const [externalId, body, times] of sent)
    for (let time = 0; time < times; time++)
      expect(await put(encodeURIComponent(externalId), body)).toBeGreaterThan(399);
  await afterAllNotes('csv-last');
  const response = await app.send('GET', '/v1/refusals?source=9', undefined, { Accept: 'text/csv' });
  expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(response.headers.get('content-disposition')).toContain('refusals.csv');
  const [header, ...lines] = (await response.text()).trim().split('\r\n');
  expect(header).toBe(
    'serviceId,source,externalId,code,message,issueCode,pointer,refusalCount,firstRefusedAt,refusedAt',
  );
  const told = lines.map((line) => line.split(',')).filter(([, , externalId]) => externalId?.includes('csv-'));
  expect(told.map((cells) => [cells[2], cells[3], cells[6], cells[7]])).toEqual([
    ['csv-last', 'CUSTOMER_NOT_FOUND', '/customerId', '1'],
    ['csv-3', 'INVALID_INPUT', '/items', '3'],
    ['csv-2', 'INVALID_INPUT', '/transactionType', '1'],
    ["'=csv-1", 'CUSTOMER_NOT_FOUND', '/customerId', '2'],
  ]);
  const records = (await (await app.send('GET', '/v1/refusals?format=jsonl&code=CUSTOMER_NOT_FOUND')).text()).trim();
  const ids = records.split('\n').map((line) => (JSON.parse(line) as Refusal).externalId);
  expect(ids.filter((id) => id.includes('csv-'))).toEqual(['csv-last', '=csv-1']);
});

describe('over GraphQL', () => {
  const upsert = 'mutation ($input: TransactionInput!) { upsertTransaction(input: $input) { __typename } }';

  it('notes what upsertTransaction, upsertTransactions and patchTransaction refuse', async () => {
    const wrong = invoice('graph-1', { items: [] });
    expect(await ask(upsert, { input: wrong })).toEqual({ upsertTransaction: { __typename: 'InvalidInput' } });
    await ask(
      'mutation ($input: UpsertTransactionsInput!) { upsertTransactions(input: $input) { ... on TransactionBatch { results { outcome } } } }',
      { input: { transactions: [invoice('graph-2', {}, nobody)] } },
    );
    expect(await put('graph-3', invoice('graph-3'))).toBe(201);
    const patched = await ask(
      'mutation ($input: PatchTransactionInput!) { patchTransaction(input: $input) { __typename } }',
      { input: { by: { key: { source: '9', externalId: 'graph-3' } }, patch: { customerId: nobody } } },
    );
    expect(patched).toEqual({ patchTransaction: { __typename: 'NotFound' } });
    await noted('graph-').toMatchObject([
      { externalId: 'graph-3', code: 'CUSTOMER_NOT_FOUND' },
      { externalId: 'graph-2', code: 'CUSTOMER_NOT_FOUND' },
      { externalId: 'graph-1', code: 'INVALID_INPUT' },
    ]);
    const { refusals } = await ask(
      '{ refusals(first: 1, filter: { code: { eq: "INVALID_INPUT" } }) { totalCount nodes { externalId refusalCount } } }',
      {},
    );
    expect(refusals).toMatchObject({
      totalCount: expect.any(Number),
      nodes: [{ externalId: 'graph-1', refusalCount: 1 }],
    });
  });
});

describe('nothing is noted', () => {
  it('without the scope, for a document that is merely in the way, and for one without a key', async () => {
    const readers: readonly Scope[] = ['transactions:read'];
    const Authorization = `Bearer ${await app.token(readers)}`;
    const refused = await app.send('PUT', path('none-1'), invoice('none-1', {}, nobody), { Authorization });
    expect(refused.status).toBe(403);
    const stale = await app.send('PUT', path('none-2'), invoice('none-2'), { 'If-Match': '"9"' });
    expect(stale.status).toBe(412);
    expect((await app.send('PUT', '/v1/transactions/source/none/externalId/none-3', invoice('none-3'))).status).toBe(
      400,
    );
    await afterAllNotes('last-none');
    expect(await refusalsOf('none-')).toEqual([]);
  });

  it('beyond 1,000 waiting notes', async () => {
    const note = vi.fn(async () => {});
    const purge = vi.fn(async () => {});
    const stores = { forTenant: () => ({ refusals: { note, purge } }) } as unknown as Stores;
    const notes = createRefusalNotes(stores, () => {});
    for (let index = 0; index < 1_500; index += 1) {
      const by = { key: { source: '1', externalId: `${index}` } };
      notes.add({ tenantId: 't', by, code: 'INVALID_INPUT', issueCode: null, pointer: null, refusedAt: new Date() });
    }
    await expect.poll(() => note.mock.calls.length).toBe(1_000);
    expect(purge).toHaveBeenCalledTimes(5);
  });
});
