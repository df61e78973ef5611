import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, minneapolis } from '../../support/bodies.ts';

let app: TestApp;
let Authorization: string;
beforeAll(async () => {
  app = await startApp();
  Authorization = `Bearer ${await app.token()}`;
});
afterAll(() => app.close());

/** Items with every possible member, shipped to 50 places. */
const anItem = (index: number) => ({
  name: `Lamp ${index} `.padEnd(256, 'ü'),
  taxCode: 'C1S1',
  unitPrice: 10.25 + index / 100,
  quantity: 3,
  discount: 1,
  shippingAddress: { ...minneapolis, street: `${index % 50} Marquette Ave` },
});

const path = '/v1/transactions/source/9/externalId/L-1';

/**
 * Sent like by a client, because `app.fetch` would validate each of the thousand items against the OpenAPI document.
 */
async function send(
  method: string,
  at: string,
  body: string | null,
  headers: Record<string, string> = { Authorization },
) {
  const init = { method, headers: { 'Content-Type': 'application/json', ...headers }, body };
  const response = await app.fetchFrom('127.0.0.1', new Request(`http://localhost${at}`, init));
  return { status: response.status, text: await response.text() };
}

it('is stored again as it was read, with its thousand items', async () => {
  const customer = app.send('PUT', '/v1/customers/source/9/externalId/C-1', aCustomerBody({ externalId: 'C-1' }));
  const { serviceId } = await bodyOf<{ serviceId: string }>(customer);
  const items = Array.from({ length: 1_000 }, (_, index) => anItem(index));
  const sent = anInvoiceBody(serviceId, { externalId: 'L-1', items });
  expect((await send('PUT', path, JSON.stringify(sent))).status).toBe(201);
  const { text: read } = await send('GET', path, null);
  expect(Buffer.byteLength(read)).toBeGreaterThan(3_000_000);
  expect(JSON.parse(read).items).toHaveLength(1_000);

  const again = await send('PUT', path, read);
  expect([again.status, again.text.slice(0, 200)]).toEqual([200, read.slice(0, 200)]);
  expect(again.text === read, 'nothing has changed').toBe(true);

  const longer = JSON.parse(read);
  longer.items.push(longer.items[0]);
  const refused = await send('PUT', path, JSON.stringify(longer));
  expect([refused.status, JSON.parse(refused.text).errors[0].detail ?? refused.text.slice(0, 500)]).toEqual([
    400,
    expect.stringContaining('1000'),
  ]);
});

it('is read from the store a few at a time', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => anItem(index));
  const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('GET', '/v1/customers/source/9/externalId/C-1'));
  for (let number = 2; number <= 6; number++) {
    const externalId = `L-${number}`;
    const sent = anInvoiceBody(serviceId, { externalId, items });
    expect((await send('PUT', path.replace('L-1', externalId), JSON.stringify(sent))).status).toBe(201);
  }
  const { transactions } = app.store.stores.forTenant(app.tenant.tenantId);
  const { rows, isCut } = await transactions.listPart({}, { limit: 6, after: null });
  expect([rows.length < 5, isCut]).toEqual([true, true]);
});

it('is not read before the token is known, and never beyond the limit', async () => {
  const long = JSON.stringify({ items: [], note: 'x'.repeat(3_000_000) });
  expect((await send('PUT', path, long, {})).status).toBe(401);
  expect((await send('PUT', path, long)).text).toContain('too large outside its lists');
  const tooLong = JSON.stringify({ items: [], note: 'x'.repeat(8 * 1024 * 1024) });
  const refused = await send('PUT', path, tooLong);
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('at most 8388608 bytes')]);
  const manyValues = JSON.stringify({ items: Array.from({ length: 900 }, () => ({ more: Array(400).fill('') })) });
  expect((await send('PUT', path, manyValues)).text).toContain('at most 300000 values');
  const { status } = await send('PUT', '/v1/customers/source/9/externalId/C-1', long);
  expect(status, 'other bodies have their own limit').toBe(413);
});
