import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

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

const bodyFor = (shippingAddress: object, unitPrice: number, more: object = {}) =>
  anInvoiceBody(customerId, { shippingAddress, items: [anItemBody({ unitPrice, quantity: 1 })], ...more });
const mumbai = { country: 'IN', region: 'MH', city: 'Mumbai', zip: '400001' };
const parts = ({ items }: Json) => items[0].taxLines.map(({ taxAmount }: Json) => taxAmount);

it.each([
  // GST 5 % and QST 9.975 %; GST and PST 7 %; HST 13 % is one tax; CGST and SGST are equal halves of 18 %.
  ['Quebec', { country: 'CA', region: 'QC' }, 10.1, [0.51, 1.01], {}],
  ['British Columbia', { country: 'CA', region: 'BC' }, 10.1, [0.51, 0.71], {}],
  ['Ontario', { country: 'CA', region: 'ON' }, 10.1, [1.31], {}],
  ['Maharashtra', mumbai, 10.5, [0.95, 0.95], { shipFromAddress: mumbai }],
])('in %s, each tax is rounded separately', async (_name, address, price, expected, more) => {
  const quote = await bodyOf<Json>(app.send('POST', '/v1/transactions/calculate', bodyFor(address, price, more)));
  expect(parts(quote)).toEqual(expected);
  expect(quote.salesTax.amount).toBeCloseTo(
    expected.reduce((sum, one) => sum + one),
    10,
  );
});

it('a stored document explains it, passes its checks, and returns exactly what it charged', async () => {
  const path = '/v1/transactions/source/9/externalId/q-1';
  const quebec = { country: 'CA', region: 'QC' };
  const stored = await bodyOf<Json>(app.send('PUT', path, bodyFor(quebec, 10.1, { externalId: 'q-1' })));
  expect(parts(stored)).toEqual([0.51, 1.01]);
  const { serviceId } = stored;
  const trace = await bodyOf<Json>(app.send('GET', `/v1/transactions/serviceId/${serviceId}/trace`));
  const told = trace.steps.map(({ message }: Json) => message).filter((one: string) => one.includes('is rounded to'));
  expect(told).toEqual([
    expect.stringMatching(/^Tax of .*Canada.*: 0.505 USD is rounded to 0.51 USD\.$/),
    expect.stringMatching(/^Tax of .*Quebec.*: 1.007475 USD is rounded to 1.01 USD\.$/),
  ]);
  const again = await bodyOf<Json>(app.send('POST', `${path}/recalculate`, { reason: 'Again' }));
  expect(parts(again)).toEqual([0.51, 1.01]);
  const refund = {
    ...bodyFor(quebec, 10.1, { externalId: 'q-r' }),
    transactionType: 'REFUND',
    createdFrom: 'q-1',
    items: [],
  };
  const refunded = await bodyOf<Json>(app.send('PUT', '/v1/transactions/source/9/externalId/q-r', refund));
  expect([refunded.salesTax.amount, parts(refunded)]).toEqual([1.52, [0.51, 1.01]]);
});
