import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = (await bodyOf<Json>(app.send('PUT', customer, aCustomerBody()))).serviceId;
});
afterAll(() => app.close());

const customer = '/v1/customers/source/9/externalId/c-1';
const path = '/v1/transactions/source/9/externalId/i-1';
const strictly = { Prefer: 'handling=strict' };
const misspelt = () =>
  anInvoiceBody(customerId, {
    colour: 'red',
    items: [anItemBody({ dicount: 5 }), anItemBody({ isTaxInclusive: true, note: null })],
    shippingAddress: { ...(anInvoiceBody(customerId).shippingAddress as object), steet: 'Elm' },
  });
const found = [
  ['/colour', 'There is no member colour here.'],
  ['/items/0/dicount', 'There is no member dicount here. Did you mean discount?'],
  ['/items/1/isTaxInclusive', 'There is no member isTaxInclusive here. It belongs one level higher.'],
  ['/shippingAddress/steet', 'There is no member steet here. Did you mean street?'],
];

describe('a member that has no meaning', () => {
  it.each([
    ['PUT', path],
    ['POST', '/v1/transactions/calculate'],
  ] as const)('is told by a notice in the response of %s %s alone', async (method, to) => {
    const response = await bodyOf<Json>(app.send(method, to, misspelt()));
    const ignored = (one: Json) =>
      one.notices
        .filter(({ code }: Json) => code === 'MEMBER_IGNORED')
        .map(({ pointer, message }: Json) => [pointer, message]);
    expect(ignored(response).sort()).toEqual([...found].sort());
    expect(response.items[0].notices.map(({ code }: Json) => code)).toContain('MEMBER_IGNORED');
    expect(ignored(await bodyOf<Json>(app.send('GET', path)))).toEqual([]);
  });

  it('is refused with handling=strict, all at once, and nothing is stored', async () => {
    const at = '/v1/transactions/source/9/externalId/i-2';
    const response = await app.send('PUT', at, { ...misspelt(), externalId: 'i-2' }, strictly);
    expect(response.status).toBe(400);
    const { code, errors } = await bodyOf<Json>(response);
    expect(code).toBe('INVALID_INPUT');
    expect(errors.map(({ pointer, message }: Json) => [pointer, message]).sort()).toEqual([...found].sort());
    expect((await app.send('GET', at)).status).toBe(404);
  });

  it('is refused in other bodies, too', async () => {
    for (const [method, to, body, pointer] of [
      ['PUT', customer, aCustomerBody({ taxNumbr: 'DE1' }), '/taxNumbr'],
      [
        'POST',
        '/v1/exemptions',
        { exemption: { customerId, certificte: {} }, states: [{ code: 'MN' }] },
        '/exemption/certificte',
      ],
      ['POST', `${path}/recalculate`, { reason: 'Why', because: 'so' }, '/because'],
    ] as const) {
      const response = await app.send(method, to, body, strictly);
      expect([to, response.status]).toEqual([to, 400]);
      const pointers = (await bodyOf<Json>(response)).errors.map((one: Json) => one.pointer);
      expect(pointers).toEqual([pointer]);
    }
  });
});

it('a response can be sent back, and members of older clients are known', async () => {
  await app.send('PUT', path, anInvoiceBody(customerId));
  const stored = await bodyOf<Json>(app.send('GET', path));
  const response = await app.send('PUT', path, stored, strictly);
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  expect(response.headers.get('preference-applied')).toBe('handling=strict');
  const refund = anInvoiceBody(customerId, {
    externalId: 'r-1',
    transactionType: 'REFUND',
    createdFrom: 'i-1',
    items: [],
    refundLinkedPercentage: 0.5,
  });
  const quoted = await bodyOf<Json>(app.send('POST', '/v1/transactions/calculate', refund));
  expect(quoted.notices.map(({ code }: Json) => code)).not.toContain('MEMBER_IGNORED');
  expect((await app.send('PUT', customer, await bodyOf<Json>(app.send('GET', customer)), strictly)).status).toBe(200);
});

it('no more than twenty are named, and the rest counted', async () => {
  const items = Array.from({ length: 50 }, () => anItemBody({ dicount: 5 }));
  const { notices } = await bodyOf<Json>(
    app.send('POST', '/v1/transactions/calculate', anInvoiceBody(customerId, { items })),
  );
  const ignored = notices.filter(({ code }: Json) => code === 'MEMBER_IGNORED');
  expect(ignored).toHaveLength(21);
  expect(ignored[20]).toMatchObject({ pointer: '', message: '30 more members were ignored.' });
});
