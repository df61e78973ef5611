import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Data } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const stored = app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  const { serviceId } = await bodyOf<Data>(stored);
  // Three days, two of which have several documents, with equal amounts among them.
  for (const [externalId, day, unitPrice] of [
    ['E', '2026-06-02', '10'],
    ['B', '2026-06-01', '20'],
    ['A', '2026-06-02', '10'],
    ['D', '2026-06-01', '10'],
    ['C', '2026-06-02', '30'],
    ['F', '2026-06-03', '10'],
  ] as const) {
    const externalTimestamps = { createdDate: day, updatedDate: day };
    const body = anInvoiceBody(serviceId, {
      externalId,
      externalTimestamps,
      items: [anItemBody({ unitPrice, quantity: 1 })],
    });
    expect((await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body)).status).toBe(201);
  }
});
afterAll(() => app.close());

const idsOf = (rows: Data) => rows.map(({ externalId }: Data) => externalId).join('');

/** All pages of a size, by following their links. */
async function pagesOf(query: string): Promise<string> {
  let found = '';
  for (let path: string | undefined = `/v1/transactions?limit=2&detailed=false&${query}`; path; ) {
    const response = await app.send('GET', path);
    expect(response.status).toBe(200);
    found += idsOf(await response.json());
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return found;
}

describe('a list with several sort keys', () => {
  it.each([
    ['taxDate,externalId', 'BDACEF'],
    ['taxDate,-externalId', 'DBECAF'],
    ['-taxDate,externalId', 'FACEBD'],
    ['-taxDate,-externalId', 'FECADB'],
    ['-taxDate,-finalTransactionAmount,externalId', 'FCAEBD'],
    ['finalTransactionAmount,-taxDate,externalId', 'FAEDBC'],
    ['taxAmount, -externalId', 'FEDABC'],
  ])('%s is read page by page, and as a whole', async (sort, order) => {
    expect(await pagesOf(`sort=${encodeURIComponent(sort)}`)).toBe(order);
    const whole = app.send('GET', `/v1/transactions?detailed=false&sort=${encodeURIComponent(sort)}`);
    expect(idsOf(await bodyOf<Data>(whole))).toBe(order);
    const filtered = `sort=${encodeURIComponent(sort)}&from=2026-06-01&to=2026-06-30`;
    expect(await pagesOf(filtered)).toBe(order);
  });

  it.each(['taxDate,nothing', 'taxDate,', ',taxDate', 'taxDate,externalId,taxAmount,createdDate'])(
    '%j is refused',
    async (sort) => {
      const response = await app.send('GET', `/v1/transactions?sort=${encodeURIComponent(sort)}`);
      expect(response.status).toBe(400);
      expect((await bodyOf<Data>(response)).errors[0].message).toContain('sort accepts up to 3 of ');
    },
  );

  it('continues only with the cursor of its own order', async () => {
    const first = await app.send('GET', '/v1/transactions?limit=2&sort=taxDate,externalId');
    const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const other = next!.replace(/sort=[^&]+/, 'sort=taxDate');
    expect((await app.send('GET', other)).status).toBe(400);
  });
});

describe('in GraphQL', () => {
  const list = async (orderBy: object, page: object) => {
    const query = `query ($orderBy: TransactionOrder, $first: Int, $after: String, $last: Int, $before: String) {
      transactions(orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
        nodes { externalId } pageInfo { startCursor endCursor } } }`;
    return ask(app, query, { variables: { orderBy, ...page } });
  };
  const orderBy = {
    field: 'TAX_DATE',
    direction: 'DESC',
    thenBy: [{ field: 'TAX_AMOUNT' }, { field: 'EXTERNAL_ID', direction: 'ASC' }],
  };

  it('the order continues with thenBy, forwards and backwards', async () => {
    const { data } = await list(orderBy, { first: 3 });
    expect(idsOf(data.transactions.nodes)).toBe('FCA');
    const after = data.transactions.pageInfo.endCursor;
    const rest = (await list(orderBy, { first: 3, after })).data.transactions;
    expect(idsOf(rest.nodes)).toBe('EBD');
    const back = await list(orderBy, { last: 2, before: rest.pageInfo.startCursor });
    expect(idsOf(back.data.transactions.nodes)).toBe('CA');
  });

  it('more than three keys are refused', async () => {
    const more = { ...orderBy, thenBy: [...orderBy.thenBy, { field: 'CREATED_AT' }] };
    const { errors } = await list(more, { first: 3 });
    expect(errors?.[0]?.message).toContain('thenBy may have at most 2 entries.');
  });
});
