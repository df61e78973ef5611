import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Data, faults } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = (await bodyOf<Data>(app.send('PUT', '/v1/customers/source/9/externalId/C-1', customer))).serviceId;
});
afterAll(() => app.close());

const key = { source: '9', externalId: 'C-1' };
const customer = aCustomerBody({ externalId: 'C-1' });
const bodyFor = (externalId: string, more: Record<string, unknown>) => {
  const { customerId: _, ...body } = anInvoiceBody(customerId, { externalId });
  return { ...body, ...more };
};
const put = (externalId: string, more: Record<string, unknown>, headers = {}) =>
  app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, bodyFor(externalId, more), headers);

describe('a document whose customer is named by key', () => {
  it('is stored for that customer, and equal to one with its id', async () => {
    const strictly = { Prefer: 'handling=strict' };
    const stored = await put('K-1', { customer: key }, strictly);
    expect(stored.status).toBe(201);
    expect(await bodyOf<Data>(stored)).toMatchObject({ customerId, customer: { externalId: 'C-1' } });
    const etag = stored.headers.get('etag');
    const again = await put('K-1', { customerId });
    expect([again.status, again.headers.get('etag')]).toEqual([200, etag]);
    const byNumber = await put('K-1', { customer: { source: 9, externalId: 'C-1' } });
    expect([byNumber.status, byNumber.headers.get('etag')]).toEqual([200, etag]);
  });

  it('is refused if there is no such customer, and if the key is not whole', async () => {
    const missing = await put('K-2', { customer: { source: '9', externalId: 'none' } });
    expect([missing.status, (await bodyOf<Data>(missing)).code]).toEqual([404, 'CUSTOMER_NOT_FOUND']);
    for (const [sent, pointer] of [
      [{ externalId: 'C-1' }, '/customer/source'],
      [{ source: '11', externalId: 'C-1' }, '/customer/source'],
    ] as const) {
      const { errors } = await bodyOf<Data>(put('K-2', { customer: sent }));
      expect(errors.map((one: Data) => one.pointer)).toEqual([pointer]);
    }
    const { errors } = await bodyOf<Data>(put('K-2', {}));
    expect(errors).toMatchObject([{ pointer: '/customerId', code: 'REQUIRED' }]);
  });

  it.each([
    ['another one, as in a response that is sent back', { source: '9', externalId: 'none', name: 'x' }],
    ['no key', { name: 'x' }],
    ['text', 'x'],
  ])('has that of customerId, whatever customer says: %s', async (_, sent) => {
    expect(await bodyOf<Data>(put('K-3', { customerId, customer: sent }))).toMatchObject({ customerId });
  });

  it('can be a refund, which otherwise takes the customer of its invoice', async () => {
    const refund = { transactionType: 'REFUND', createdFrom: 'K-1', items: [] };
    expect((await put('R-1', { ...refund, customer: key })).status).toBe(201);
    const other = { ...key, externalId: 'C-2' };
    await app.send('PUT', '/v1/customers/source/9/externalId/C-2', aCustomerBody(other));
    const wrong = await put('R-2', { ...refund, customer: other });
    expect([wrong.status, (await bodyOf<Data>(wrong)).code]).toEqual([409, 'REFUND_MISMATCH']);
  });

  it('can be a row of a batch', async () => {
    const rows = [
      bodyFor('B-1', { customer: key }),
      bodyFor('B-2', { customer: { source: '9', externalId: 'none' } }),
      bodyFor('B-3', { customerId }),
    ];
    const { results } = await bodyOf<Data>(app.send('POST', '/v1/transactions/batch', rows));
    expect(results.map((row: Data) => [row.status, row.problem?.code])).toEqual([
      [201, undefined],
      [404, 'CUSTOMER_NOT_FOUND'],
      [201, undefined],
    ]);
  });
});

describe('in GraphQL', () => {
  const query = `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) {
    __typename ... on Transaction { customer { externalId } } ... on NotFound { path key { externalId } } ${faults} } }`;
  const upsert = async (more: Record<string, unknown>) => {
    const { items, ...body } = bodyFor('G-1', more) as Record<string, Data>;
    const input = { ...body, items: items.map(({ name, taxCode }: Data) => ({ name, taxCode, unitPrice: '1' })) };
    return (await ask(app, query, { variables: { input } })).data?.upsertTransaction;
  };

  it('the key has its own name, as in a quote', async () => {
    expect(await upsert({ customer: { key } })).toMatchObject({ customer: { externalId: 'C-1' } });
    const none = { source: '9', externalId: 'none' };
    expect(await upsert({ customer: { key: none } })).toMatchObject({
      __typename: 'NotFound',
      path: ['customer', 'key'],
      key: { externalId: 'none' },
    });
    expect((await upsert({ customer: { key: { ...key, source: '11' } } })).issues).toMatchObject([
      { path: ['customer', 'key', 'source'] },
    ]);
  });

  it('documents of a batch also have it', async () => {
    const many = `mutation ($input: UpsertTransactionsInput!) { upsertTransactions(input: $input) {
      ... on TransactionBatch { results { outcome } } ${faults} } }`;
    const { items: _, ...body } = bodyFor('G-2', { customer: { key } });
    const items = [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '1' }];
    const transactions = [{ ...body, items }];
    const { data } = await ask(app, many, { variables: { input: { transactions } } });
    expect(data.upsertTransactions).toEqual({ results: [{ outcome: 'CREATED' }] });
  });
});
