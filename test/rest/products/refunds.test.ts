import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Json = any;

/* Minneapolis: 9.03 % on general goods (C1S1), nothing on clothing (C1S2). */
let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = (await ok('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody())).serviceId;
  for (const product of ['a', 'b']) await map(product, 'C1S1');
});
afterAll(() => app.close());

async function ok(...asked: Parameters<TestApp['send']>): Promise<Json> {
  const response = await app.send(...asked);
  expect(response.ok, await response.clone().text()).toBe(true);
  return response.json();
}
const map = (externalId: string, taxCode: string, source = '9') =>
  ok('PUT', `/v1/products/source/${source}/externalId/${externalId}`, { source, externalId, taxCode });
const documentPath = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const send = (externalId: string, items: Json[], more: Json = {}) =>
  app.send('PUT', documentPath(externalId), anInvoiceBody(customerId, { externalId, items, ...more }));
const store = (externalId: string, items: Json[], more: Json = {}) =>
  ok('PUT', documentPath(externalId), anInvoiceBody(customerId, { externalId, items, ...more }));
const refundOf = (createdFrom: string) => ({
  transactionType: 'REFUND',
  createdFrom,
  externalTimestamps: { createdDate: '2026-06-20', updatedDate: '2026-06-20' },
});
const thing = (product: string | null, more: Json = {}) => ({ name: 'Thing', unitPrice: 100, product, ...more });
const figuresOf = ({ items }: Json) => items.map(({ product, taxAmount }: Json) => [product, taxAmount]);

it('refunds the invoice item of the product, of several with one name', async () => {
  await store('i-1', [thing('a', { taxableCategory: 'NOT_TAXABLE' }), thing('b')]);
  const refunded = await store('r-1', [thing('b')], refundOf('i-1'));
  expect(figuresOf(refunded)).toEqual([['b', 9.03]]);
  // With the other product, it is another refund, although name, tax code and price are the same.
  expect(figuresOf(await store('r-1', [thing('a')], refundOf('i-1')))).toEqual([['a', 0]]);

  await store('i-2', [thing('a'), thing('b', { unitPrice: 10 })]);
  await store('r-2', [thing('b', { unitPrice: 10 })], refundOf('i-2'));
  expect(figuresOf(await store('r-3', [thing('a')], refundOf('i-2')))).toEqual([['a', 9.03]]);
});

it('refuses a product that is not on the invoice, in both doors', async () => {
  await store('i-3', [thing('a')]);
  const refused = await send('r-4', [thing('c')], refundOf('i-3'));
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: [{ pointer: '/items/0/product', code: 'NOT_ON_INVOICE' }] },
  ]);
  const query = `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) {
    __typename ... on InvalidInput { issues { path code } } } }`;
  const items = [{ name: 'Thing', product: 'c', unitPrice: '100' }];
  const input = { source: '9', externalId: 'r-4', transactionStatus: 'ACTIVE', items, ...refundOf('i-3') };
  expect(await bodyOf<Json>(app.send('POST', '/graphql', { query, variables: { input } }))).toMatchObject({
    data: { upsertTransaction: { issues: [{ path: ['items', '0', 'product'], code: 'NOT_ON_INVOICE' }] } },
  });
});

it('matches invoice items without a product to any product, and stores the product of the refund', async () => {
  await store('i-4', [thing(null, { taxCode: 'C1S1' })]);
  const refunded = await store('r-5', [thing('a')], refundOf('i-4'));
  expect(figuresOf(refunded)).toEqual([['a', 9.03]]);
  expect(await ok('PUT', documentPath('r-5'), refunded)).toEqual(refunded);
});

it('distinguishes the products of two sources', async () => {
  await map('s', 'C1S1');
  await map('s', 'C1S2', '3');
  await store('i-5', [thing('s'), thing('s', { productSource: '3' })]);
  const refunded = await store('r-6', [thing('s', { productSource: '3' })], refundOf('i-5'));
  expect(refunded.items).toMatchObject([{ productSource: '3', taxCode: 'C1S2', taxAmount: 0 }]);
  expect(figuresOf(await store('r-7', [thing('s')], refundOf('i-5')))).toEqual([['s', 9.03]]);
});

it('refuses to assign another product to a refunded invoice item', async () => {
  await store('i-6', [thing('a', { taxCode: 'C1S1' })]);
  await store('r-8', [thing('a')], refundOf('i-6'));
  const changed = await send('i-6', [thing('b', { taxCode: 'C1S1' })]);
  expect([changed.status, await changed.json()]).toMatchObject([409, { errors: [{ pointer: '/items/0' }] }]);
});

it('returns the tax that a certificate exempts on the product', async () => {
  const buyer = aCustomerBody({ externalId: 'c-2' });
  const other = (await ok('PUT', '/v1/customers/source/9/externalId/c-2', buyer)).serviceId;
  const book = { name: 'Book', taxCode: 'C1S30', unitPrice: 100 };
  const items = [thing('a', { taxableCategory: 'NOT_TAXABLE' }), thing('b'), book];
  await store('i-7', items, { customerId: other });
  const exemption = { customerId: other, certificate: { certificateId: 'ST3-1' }, taxCodes: ['C1S1'] };
  await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
  const [{ serviceId }] = await ok('GET', `/v1/exemptions?customerId=${other}`);
  const { rows } = await ok('POST', `/v1/exemptions/serviceId/${serviceId}/tax_refunds`, {});
  expect(rows).toMatchObject([{ outcome: 'REFUNDED', refundedTaxAmount: 9.03 }]);
});
