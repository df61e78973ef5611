import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
beforeAll(async () => {
  // In the morning of the second in Europe, and still the first in America.
  app = await startApp({ now: () => new Date('2026-07-02T03:00:00Z') });
});
afterAll(() => app.close());

const items = [anItemBody({ unitPrice: 100, quantity: 1 })];
const quote = async (shippingAddress: object, more: object = {}) =>
  bodyOf<Json>(app.send('POST', '/v1/transactions/calculate', { items, shippingAddress, ...more }));

it.each([
  [{ country: 'US', zip: '55401' }, 9.03, 'ZIP5', '2026-07-01'],
  [{ country: 'US', zip: '55401', isPartial: false }, 9.03, 'ZIP5', '2026-07-01'],
  [{ country: 'US', state: 'MN' }, 6.88, 'STATE', '2026-07-01'],
  [{ country: 'CA', zip: 'H2X 1Y4' }, 14.98, 'STATE', undefined],
  [{ country: 'DE', zip: '10115' }, 19, 'COUNTRY', '2026-07-02'],
])('an address of %j is enough, and the quote says how precise it is', async (address, tax, precision, day) => {
  const { salesTax, shippingAddress, taxDate } = await quote(address);
  expect([salesTax.amount, shippingAddress.matchedAddressData.precision]).toEqual([tax, precision]);
  if (day) expect(taxDate).toBe(day);
});

it('so is that of an item, and in GraphQL', async () => {
  const line = { ...items[0]!, shippingAddress: { country: 'US', zip: '78701' } };
  const { items: lines } = await quote({ country: 'US', zip: '55401' }, { items: [line] });
  expect(lines[0].taxAmount).toBe(8.25);
  const input = `{ items: [{ name: "A lamp", taxCode: "C1S1", unitPrice: 100 }], shippingAddress: { country: "US", zip: "55401" } }`;
  const { data } = await ask(app, `{ calculateTax(input: ${input}) { ... on Quote { salesTax { amount } } } }`);
  expect(data.calculateTax).toEqual({ salesTax: { amount: '9.03' } });
});

it('a country or an empty address is not enough in the US, and a document to store still needs the whole address', async () => {
  expect(await quote({ country: 'US' })).toMatchObject({ status: 400, errors: [{ code: 'ERR-ADDR-001' }] });
  expect(await quote({ zip: '55401' })).toMatchObject({
    status: 400,
    errors: [{ pointer: '/shippingAddress/country' }],
  });
  const path = '/v1/customers/source/9/externalId/c-1';
  const { serviceId } = await bodyOf<Json>(app.send('PUT', path, aCustomerBody()));
  const body = anInvoiceBody(serviceId, { externalId: 'i-1', items, shippingAddress: { country: 'US', zip: '55401' } });
  const stored = await app.send('PUT', '/v1/transactions/source/9/externalId/i-1', body);
  expect(stored.status).toBe(400);
  expect((await bodyOf<Json>(stored)).errors).toHaveLength(3);
});
