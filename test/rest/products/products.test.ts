import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, minneapolis } from '../../support/bodies.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Json = any;

/*
 * Minneapolis: 9.03 % on general goods (C1S1), nothing on clothing (C1S2), so 100 of a coat has a tax of 0, and 9.03 without
 * its code.
 */
let app: TestApp;
/** How many products each statement has read for documents. */
const reads: number[] = [];
let customerId: string;
beforeAll(async () => {
  app = await startApp({
    wrap: (stores) => ({
      ...stores,
      forTenant(...given) {
        const own = stores.forTenant(...given);
        const findTaxCodes: typeof own.products.findTaxCodes = (keys) => {
          reads.push(keys.length);
          return own.products.findTaxCodes(keys);
        };
        const countUnmappedSales: typeof own.products.countUnmappedSales = async (filter, limit) =>
          filter.taxDate?.gte === '2020-01-01' ? limit : own.products.countUnmappedSales(filter, limit);
        return replacedStores(own, { products: { ...own.products, findTaxCodes, countUnmappedSales } });
      },
    }),
  });
  customerId = (await ok('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody())).serviceId;
});
afterAll(() => app.close());

async function ok(...asked: Parameters<TestApp['send']>): Promise<Json> {
  const response = await app.send(...asked);
  expect(response.ok, await response.clone().text()).toBe(true);
  return response.status === 204 ? null : response.json();
}
const graphql = async (query: string, variables: Json = {}) =>
  (await bodyOf<{ data: Json }>(app.send('POST', '/graphql', { query, variables }))).data;
const pathOf = (externalId: string, source = '9') => `/v1/products/source/${source}/externalId/${externalId}`;
const map = (externalId: string, taxCode: string | null, more: Json = {}) =>
  ok('PUT', pathOf(externalId, more.source), { source: '9', externalId, taxCode, ...more });
const documentPath = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const store = (externalId: string, items: Json[], more: Json = {}) =>
  ok('PUT', documentPath(externalId), anInvoiceBody(customerId, { externalId, items, ...more }));
const aProduct = (product: string, more: Json = {}) => ({ name: 'Thing', product, unitPrice: 100, ...more });
const noticesOf = ({ notices, items }: Json) =>
  [...notices, ...items.flatMap((item: Json) => item.notices)].map(({ code }: Json) => code);

it('stores, reads, lists and deletes products in both doors, with preconditions', async () => {
  const body = { source: '9', externalId: 'a/1', name: 'Rain coat', category: 'Apparel', taxCode: 'c1s2' };
  const created = await app.send('PUT', pathOf('a%2F1'), body);
  expect([created.status, created.headers.get('location')]).toEqual([201, pathOf('a%2F1')]);
  expect(await created.json()).toMatchObject({ ...body, taxCode: 'C1S2' });
  const again = await app.send('PUT', pathOf('a%2F1'), body);
  expect([again.status, again.headers.get('etag')]).toEqual([200, created.headers.get('etag')]);
  expect((await app.send('PUT', pathOf('a%2F1'), body, { 'If-None-Match': '*' })).status).toBe(412);
  const unknown = await app.send('PUT', pathOf('b'), { source: '9', externalId: 'b', taxCode: 'C9S99' });
  expect(await unknown.json()).toMatchObject({ errors: [{ pointer: '/taxCode', code: 'UNKNOWN_VALUE' }] });

  const batch = [body, { source: '2', externalId: 'b', name: 'Lamp' }];
  expect(await ok('POST', '/v1/products/batch', { products: batch })).toEqual({ changedCount: 1, unchangedCount: 1 });
  expect((await app.send('POST', '/v1/products/batch', { products: [body, body] })).status).toBe(400);
  const names = (await ok('GET', '/v1/products?source=2')).map(({ externalId }: Json) => externalId);
  expect(names).toEqual(['b']);

  const mutation = `mutation ($input: UpsertProductInput!) { upsertProduct(input: $input) {
    __typename ... on Product { id version taxCode } ... on VersionMismatch { currentVersion } } }`;
  const change = (ifVersion: number) =>
    graphql(mutation, {
      input: { product: { source: '2', externalId: 'b', name: 'Lamp', taxCode: 'C1S1' }, ifVersion },
    });
  const changed = (await change(1)).upsertProduct;
  expect(changed).toMatchObject({ version: 2, taxCode: 'C1S1' });
  expect((await change(1)).upsertProduct).toEqual({ __typename: 'VersionMismatch', currentVersion: 2 });
  const query = `query ($id: ID!) { node(id: $id) { ... on Product { externalId } }
    products(filter: { taxCode: { eq: "C1S1" } }) { totalCount nodes { externalId } } }`;
  expect(await graphql(query, { id: changed.id })).toEqual({
    node: { externalId: 'b' },
    products: { totalCount: 1, nodes: [{ externalId: 'b' }] },
  });

  expect((await app.send('DELETE', pathOf('b', '2'), undefined, { 'If-Match': '"x-1"' })).status).toBe(412);
  expect((await app.send('DELETE', pathOf('b', '2'))).status).toBe(204);
  expect((await app.send('DELETE', pathOf('b', '2'))).status).toBe(404);
  expect(await graphql('{ product(by: {key: {source: "2", externalId: "b"}}) { name } }')).toEqual({ product: null });
  const trail = await ok('GET', '/v1/audit_entries?recordType=PRODUCT&recordKey=2/b');
  expect(trail.map(({ action }: Json) => action)).toEqual(['DELETED', 'UPDATED', 'CREATED']);
  expect(trail[0].patch).toContainEqual({ op: 'test', path: '/taxCode', value: 'C1S1' });
});

it('assigns the tax code of its product to an item without its own code', async () => {
  await map('coat', 'C1S2');
  await map('coat', 'C1S1', { source: '2' });
  const document = await store('own', [
    aProduct('coat'),
    aProduct('coat', { productSource: '2' }),
    aProduct('coat', { taxCode: 'C1S1' }),
  ]);
  const shown = document.items.map(({ product, productSource, productMapping, taxCode, taxAmount }: Json) => [
    product,
    productSource,
    productMapping,
    taxCode,
    taxAmount,
  ]);
  expect(shown).toEqual([
    ['coat', undefined, 'MAPPED', 'C1S2', 0],
    ['coat', '2', 'MAPPED', 'C1S1', 9.03],
    ['coat', undefined, undefined, 'C1S1', 9.03],
  ]);
  expect(noticesOf(document)).not.toContain('PRODUCT_UNMAPPED');
});

it('neither refuses nor silently taxes an unmapped product', async () => {
  const general = await store('general', [aProduct('new')]);
  expect(general.items[0]).toMatchObject({ taxCode: '', taxAmount: 9.03, productMapping: 'UNMAPPED' });
  expect(noticesOf(general)).toEqual(expect.arrayContaining(['TAX_CODE_UNKNOWN', 'PRODUCT_UNMAPPED']));
  const known = { require: { taxCode: 'KNOWN' } };
  const cart = { items: [aProduct('new')], shippingAddress: minneapolis };
  expect((await app.send('POST', '/v1/transactions/calculate', { ...cart, source: '9', ...known })).status).toBe(400);
  const noSource = await app.send('POST', '/v1/transactions/calculate', cart);
  expect(await noSource.json()).toMatchObject({ errors: [{ pointer: '/items/0/productSource', code: 'REQUIRED' }] });

  await ok('PATCH', '/v1/account', { defaultTaxCode: 'C1S2' });
  const assumed = await ok('POST', '/v1/transactions/calculate', { ...cart, source: '9' });
  await ok('PATCH', '/v1/account', { defaultTaxCode: null });
  expect(assumed.items[0]).toMatchObject({ taxCode: 'C1S2', taxAmount: 0 });
  expect(noticesOf(assumed)).toEqual(expect.arrayContaining(['TAX_CODE_ASSUMED', 'PRODUCT_UNMAPPED']));
});

it('changes no stored document when a mapping changes, until the document is changed or recalculated', async () => {
  await map('scarf', 'C1S1');
  const sent = [aProduct('scarf')];
  const before = await store('kept', sent);
  await map('scarf', 'C1S2');
  const replay = await ok('GET', `${documentPath('kept')}/replay?rateBook=CURRENT`);
  expect(replay).toMatchObject({
    reproduces: false,
    taxDifference: -9.03,
    changes: [{ cause: 'PRODUCT_CHANGED', pointer: '/items/0/product', before: 'C1S1', after: 'C1S2' }],
  });
  expect(await ok('GET', `${documentPath('kept')}/replay?rateBook=ORIGINAL`)).toMatchObject({ reproduces: true });
  // The same request, the document as read, and a description do not change the figures.
  expect(await store('kept', sent)).toEqual(before);
  expect(await ok('PUT', documentPath('kept'), before)).toEqual(before);
  const renamed = await ok('PATCH', documentPath('kept'), { documentName: 'Kept' });
  expect(renamed.items).toEqual(before.items);
  const again = await ok('POST', `${documentPath('kept')}/recalculate`, { reason: 'Mapped' });
  expect(again.items[0]).toMatchObject({ taxCode: 'C1S2', taxAmount: 0, productMapping: 'MAPPED' });
  expect(await ok('GET', `${documentPath('kept')}/replay?rateBook=CURRENT`)).toMatchObject({ reproduces: true });
});

it('takes the mapping of the day for a patch, a conversion and a batch, and that of the invoice for its refund', async () => {
  await map('hat', 'C1S1');
  const estimate = { transactionType: 'ESTIMATE', externalId: 'e' };
  await store('e', [aProduct('hat')], estimate);
  await store('sold', [aProduct('hat')]);
  const invoice = await store('patched', [aProduct('hat')]);
  await map('hat', 'C1S2');
  const dates = { createdDate: '2026-06-20', updatedDate: '2026-06-20' };
  const to = { externalId: 'converted', transactionType: 'INVOICE', externalTimestamps: dates };
  const converted = await ok('POST', `${documentPath('e')}/convert`, to);
  expect(converted.items[0]).toMatchObject({ product: 'hat', taxCode: 'C1S2', productMapping: 'MAPPED' });
  expect((await app.send('POST', `${documentPath('e')}/convert`, to)).status).toBe(200);

  const body = anInvoiceBody(customerId, { externalId: 'batch', items: [aProduct('hat'), aProduct('none')] });
  await ok('POST', '/v1/transactions/batch', [body]);
  const batch = await ok('GET', documentPath('batch'));
  expect(batch.items.map(({ productMapping }: Json) => productMapping)).toEqual(['MAPPED', 'UNMAPPED']);

  const refund = { externalId: 'r', transactionType: 'REFUND', createdFrom: 'sold', externalTimestamps: dates };
  const refunded = await store('r', [aProduct('hat')], refund);
  expect(refunded.items[0]).toMatchObject({ product: 'hat', taxCode: 'C1S1', taxAmount: 9.03 });
  expect(refunded.items[0]).not.toHaveProperty('productMapping');

  const patched = await ok('PATCH', documentPath('patched'), { collectedBy: 'SELLER' });
  expect([invoice.items[0].taxCode, patched.items[0].taxCode]).toEqual(['C1S1', 'C1S2']);
});

it('lists unmapped products by their invoices, with suggestions that only a person accepts', async () => {
  await map('jacket', null, { name: 'Winter jacket', category: 'Outerwear', source: '3' });
  await map('parka', 'C1S2', { name: 'Parka', category: 'Outerwear', source: '3' });
  const named = (product: string, name: string) => aProduct(product, { name, productSource: '3' });
  await store('u-1', [named('jacket', 'Jacket'), named('jacket', 'Jacket'), named('dvd', 'Textbook of law')]);
  await store('u-2', [named('jacket', 'Jacket'), named('cup', 'Xyz')]);
  await store('u-3', [named('dvd', 'Textbooks')], { transactionType: 'ESTIMATE' });
  await store('u-4', [named('cup', 'Xyz')], { transactionStatus: 'CANCELLED' });
  const listed = await ok('GET', '/v1/products/unmapped?source=3');
  expect(
    listed.map(({ externalId, name, saleCount, lastSoldOn }: Json) => [externalId, name, saleCount, lastSoldOn]),
  ).toEqual([
    ['jacket', 'Winter jacket', 2, '2026-06-15'],
    ['cup', 'Xyz', 1, '2026-06-15'],
    ['dvd', 'Textbook of law', 1, '2026-06-15'],
  ]);
  expect(listed[0].suggestions[0]).toEqual({
    taxCode: 'C1S2',
    name: 'Clothing',
    reason: '1 product has this code in the category "Outerwear".',
  });
  expect(listed[1].suggestions).toEqual([]);
  expect(listed[2].suggestions[0]).toMatchObject({ taxCode: 'C1S31', reason: expect.stringMatching(/"textbook"/) });

  const query = `query ($after: String) { unmappedProducts(filter: { source: { eq: "3" } }, first: 2, after: $after) {
    totalCount pageInfo { endCursor } nodes { externalId saleCount } } taxCodeSuggestions(category: "Outerwear") { suggestions { taxCode } } }`;
  const { unmappedProducts: first, taxCodeSuggestions } = await graphql(query);
  expect([first.totalCount, taxCodeSuggestions.suggestions[0]]).toEqual([3, { taxCode: 'C1S2' }]);
  const { unmappedProducts: next } = await graphql(query, { after: first.pageInfo.endCursor });
  expect([...first.nodes, ...next.nodes].map(({ externalId }: Json) => externalId)).toEqual(['jacket', 'cup', 'dvd']);

  for (const [days, counts] of [
    ['from=2026-06-15&to=2026-06-15', [2, 1, 1]],
    ['from=2026-06-16', [0]],
    ['to=2026-06-14', [0]],
  ]) {
    const within = await ok('GET', `/v1/products/unmapped?source=3&${days}`);
    expect(within.map(({ saleCount }: Json) => saleCount)).toEqual(counts);
  }

  const tooLong = await app.send('GET', '/v1/products/unmapped?from=2020-01-01');
  expect([tooLong.status, await tooLong.json()]).toMatchObject([
    400,
    {
      errors: [
        { parameter: 'from', code: 'TOO_LONG', message: expect.stringMatching(/at most 200000 .*shorter period/i) },
      ],
    },
  ]);

  await map('cup', 'C1S1', { source: '3' });
  const left = await ok('GET', '/v1/products/unmapped?source=3');
  expect(left.map(({ externalId }: Json) => externalId)).toEqual(['jacket', 'dvd']);
});

it('links a refund that was stored before its invoice, for any mapping of the product', async () => {
  const early = { externalId: 'early', transactionType: 'REFUND', createdFrom: 'late' };
  const refund = await store('early', [aProduct('l-1')], early);
  expect(refund.items[0]).toMatchObject({ taxCode: '', productMapping: 'UNMAPPED', taxAmount: 9.03 });
  await map('l-1', 'C1S2');
  await store('late', [aProduct('l-1')]);
  const linked = await ok('GET', documentPath('early'));
  expect(linked.items[0]).toMatchObject({ product: 'l-1', taxCode: 'C1S2', taxAmount: 0 });
  expect(noticesOf(linked)).toContain('REFUND_LINKED_LATER');
});

it('repeats such a refund without a change, whether it was linked or not', async () => {
  await map('l-2', 'C1S1');
  const refund = { transactionType: 'REFUND', createdFrom: 'late-2' };
  await store('early-2', [aProduct('l-2')], { ...refund, externalId: 'early-2' });
  await store('filed-2', [aProduct('l-2')], { ...refund, externalId: 'filed-2', transactionFilingStatus: 'FILED' });
  await map('l-2', 'C1S2');
  await store('late-2', [aProduct('l-2'), aProduct('l-2')]);
  for (const [externalId, taxAmount] of [
    ['early-2', 0],
    ['filed-2', 9.03],
  ] as const) {
    const stored = await ok('GET', documentPath(externalId));
    expect([externalId, stored.salesTax.amount]).toEqual([externalId, taxAmount]);
    expect(await store(externalId, [aProduct('l-2')], { ...refund, externalId })).toEqual(stored);
    expect(await ok('PUT', documentPath(externalId), stored)).toEqual(stored);
    const renamed = await ok('PATCH', documentPath(externalId), { documentName: 'Returned' });
    expect(renamed.items).toEqual(stored.items);
  }
});

it('keeps the codes of a deleted product, unless other items are sent', async () => {
  await map('gone', 'C1S2');
  await store('g-1', [aProduct('gone')]);
  await store('g-2', [aProduct('gone')], { transactionType: 'ESTIMATE' });
  await app.send('DELETE', pathOf('gone'));
  const kept = [{ taxCode: 'C1S2', taxAmount: 0, productMapping: 'MAPPED' }];
  const patched = await ok('PATCH', documentPath('g-1'), { collectedBy: 'SELLER' });
  expect(patched.items).toMatchObject(kept);
  const externalTimestamps = { createdDate: '2026-06-20', updatedDate: '2026-06-20' };
  const to = { externalId: 'g-3', transactionType: 'INVOICE', externalTimestamps };
  const converted = await ok('POST', `${documentPath('g-2')}/convert`, to);
  expect(converted.items).toMatchObject(kept);
  const again = await ok('POST', `${documentPath('g-1')}/recalculate`, { reason: 'Check' });
  expect(again.items).toMatchObject(kept);
  const replaced = await ok('PATCH', documentPath('g-1'), { items: [aProduct('gone', { unitPrice: 90 })] });
  expect(replaced.items).toMatchObject([{ taxCode: '', productMapping: 'UNMAPPED' }]);
});

it('imports a file of products, storing valid rows and reporting others', async () => {
  const file = [
    'Source;External ID;Name;Tax Code;Colour',
    '4;f-1;Socks;C1S2;red',
    '4;f-2;Pot;C1S999;',
    '44;f-3;Pan;C1S1;',
    '4;f-1;Wool socks;C1S2;',
    '4;f-4;Nothing yet;;',
  ].join('\n');
  const token = await app.token();
  const send = (query: string) =>
    app.fetch(`/v1/product_imports${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' },
      body: file,
    });
  const dry = await bodyOf<Json>(send('?dryRun=true'));
  expect(dry).toMatchObject({
    isDryRun: true,
    rowCount: 5,
    changedCount: 0,
    faultCount: 2,
    ignoredColumns: ['Colour'],
  });
  expect(dry.faults.map(({ line, column }: Json) => [line, column])).toEqual([
    [3, 'taxCode'],
    [4, 'source'],
  ]);
  const noFile = new FormData();
  noFile.append('note', 'x');
  const headers = { Authorization: `Bearer ${token}` };
  const refused = await app.fetch('/v1/product_imports', { method: 'POST', headers, body: noFile });
  expect(await bodyOf<Json>(refused)).toMatchObject({
    errors: [{ message: expect.stringContaining('form field "note"') }],
  });
  const lateOption = new FormData();
  lateOption.append('file', new Blob([`${file}\n`]), 'products.csv');
  lateOption.append('dryRun', 'false');
  const late = await app.fetch('/v1/product_imports?dryRun=true', { method: 'POST', headers, body: lateOption });
  expect((await bodyOf<Json>(late)).faults.at(-1)).toMatchObject({
    code: 'STOPPED',
    message: expect.stringContaining('form field "dryRun"'),
  });
  expect(await bodyOf<Json>(send(''))).toMatchObject({ isDryRun: false, changedCount: 2 });
  expect(await bodyOf<Json>(send(''))).toMatchObject({ changedCount: 0 });
  const stored = await ok('GET', '/v1/products?source=4');
  expect(stored.map(({ externalId, name, taxCode }: Json) => [externalId, name, taxCode]).sort()).toEqual([
    ['f-1', 'Wool socks', 'C1S2'],
    ['f-4', 'Nothing yet', undefined],
  ]);
});

it('reconciles documents that name products', async () => {
  await map('r-1', 'C1S2');
  const lines = ['r-1', 'r-2'].map((product, index) =>
    JSON.stringify({
      ...{ source: '9', externalId: `rec-${index}`, taxDate: '2026-06-15', taxAmount: 0, shippingAddress: minneapolis },
      items: [aProduct(product)],
    }),
  );
  const response = app.fetch('/v1/reconciliations', {
    method: 'POST',
    headers: { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  expect(await bodyOf<Json>(response)).toMatchObject({ rowCount: 2, equalCount: 1, faultCount: 0 });
});

it('reads the products of documents with one statement, and none if no item leaves its code to one', async () => {
  await map('s-1', 'C1S1');
  reads.length = 0;
  const items = [aProduct('s-1'), aProduct('s-2'), aProduct('s-3'), aProduct('s-1')];
  await ok('POST', '/v1/transactions/calculate', { source: '9', items, shippingAddress: minneapolis });
  await store('one', items);
  const many = ['two', 'three'].map((externalId) => anInvoiceBody(customerId, { externalId, items }));
  await ok('POST', '/v1/transactions/batch', many);
  await store('none', [aProduct('s-1', { taxCode: 'C1S1' }), { name: 'Lamp', taxCode: 'C1S1', unitPrice: 1 }]);
  expect(reads).toEqual([3, 3, 3]);
});
