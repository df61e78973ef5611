import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { createClient } from '../../support/clients.ts';

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
  ['/colour', 'Unknown member colour.'],
  ['/items/0/dicount', 'Unknown member dicount. Did you mean discount?'],
  ['/items/1/isTaxInclusive', 'Unknown member isTaxInclusive. It belongs one level higher.'],
  ['/shippingAddress/steet', 'Unknown member steet. Did you mean street?'],
];

const warned = async (response: Response | Promise<Response>) =>
  (await bodyOf<Json>(response)).warnings?.map(({ code, pointer, message }: Json) => {
    expect(code).toBe('MEMBER_IGNORED');
    return [pointer, message];
  });

describe('a member that has no meaning', () => {
  it.each([
    ['PUT', path],
    ['POST', '/v1/transactions/calculate'],
    ['POST', '/v1/transactions/calculate?detailed=false'],
  ] as const)('has a warning in the response, only for %s %s', async (method, to) => {
    expect((await warned(app.send(method, to, misspelt()))).sort()).toEqual([...found].sort());
    expect(await warned(app.send('GET', path))).toBeUndefined();
    expect(await warned(app.send(method, to, anInvoiceBody(customerId)))).toBeUndefined();
  });

  it.each([
    ['tax_code', 'taxCode', 'items/0'],
    ['unit_price', 'unitPrice', 'items/0'],
    ['qty', 'quantity', 'items/0'],
    ['postalCode', 'zip', 'shippingAddress'],
    ['postal_code', 'zip', 'shippingAddress'],
    ['countryCode', 'country', 'shippingAddress'],
    ['province', 'state', 'shippingAddress'],
    ['tax_number', 'taxNumber', 'customer'],
    ['vatId', 'taxNumber', 'customer'],
  ])('with the name %s in another system is listed as %s', async (name, meant, where) => {
    const of = (place: string) => (place === where ? { [name]: 'x' } : {});
    const quote = {
      items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 10, ...of('items/0') }],
      shippingAddress: { country: 'GB', ...of('shippingAddress') },
      customer: { customerType: 'RETAIL', ...of('customer') },
    };
    const message = `Unknown member ${name}. Did you mean ${meant}?`;
    expect(await warned(app.send('POST', '/v1/transactions/calculate', quote))).toEqual([
      [`/${where}/${name}`, message],
    ]);
    const refused = await bodyOf<Json>(app.send('POST', '/v1/transactions/calculate', quote, strictly));
    expect(refused.errors).toMatchObject([{ pointer: `/${where}/${name}`, code: 'UNKNOWN_FIELD', message }]);
  });

  it('is also listed in the responses to other bodies', async () => {
    const named = (name: string, meant: string) => `Unknown member ${name}. Did you mean ${meant}?`;
    for (const [method, to, body, pointer, message] of [
      ['PUT', customer, aCustomerBody({ taxNumbr: 'DE1' }), '/taxNumbr', named('taxNumbr', 'taxNumber')],
      [
        'POST',
        '/v1/exemptions',
        { exemption: { customerId, country: 'US', reson: 'RESALE' }, states: [{ code: 'MN' }] },
        '/exemption/reson',
        'Unknown member reson.',
      ],
      ['POST', `${path}/recalculate`, { reason: 'Why', raeson: 'so' }, '/raeson', named('raeson', 'reason')],
    ] as const) {
      expect([to, await warned(app.send(method, to, body))]).toEqual([to, [[pointer, message]]]);
    }
  });

  it('is listed beside a token', async () => {
    const { tenantId } = app.tenant;
    const made = await createClient(app.stores, { tenantId, name: 'Shop', scopes: ['tax:read'] }, new Date());
    const { clientSecret, client } = made;
    const send = (headers = {}) =>
      app.fetch('/v1/token', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ clientId: client.clientId, clientSecret, scop: 'tax:read' }),
      });
    expect(await warned(send())).toEqual([['/scop', 'Unknown member scop. Did you mean scope?']]);
    expect((await send(strictly)).status).toBe(400);
  });

  it('is listed again when a response is repeated', async () => {
    const send = () =>
      app.send('POST', `${path}/recalculate`, { reason: 'Why', raeson: 'so' }, { 'Idempotency-Key': 'again' });
    const first = await warned(send());
    expect(first).toHaveLength(1);
    expect(await warned(send())).toEqual(first);
  });

  it('is also listed with its suggestion if the body is refused for another reason', async () => {
    const wrong = { ...misspelt(), transactionType: 'BILL' };
    for (const [method, to, body, pointers] of [
      ['PUT', path, wrong, found.map(([pointer]) => pointer)],
      ['POST', '/v1/transactions/calculate', wrong, found.map(([pointer]) => pointer)],
      ['PUT', customer, aCustomerBody({ customerType: 'FRIEND', nmae: 'Ada' }), ['/nmae']],
    ] as const) {
      const response = await app.send(method, to, body);
      expect([to, response.status]).toEqual([to, 400]);
      const warnings = await warned(response.clone());
      expect(warnings.map(([pointer]: string[]) => pointer).sort()).toEqual([...pointers].sort());
      const strict = await bodyOf<Json>(app.send(method, to, body, strictly));
      const { errors } = await bodyOf<Json>(response);
      expect(strict.warnings).toBeUndefined();
      expect(strict.errors.map((one: Json) => one.pointer).sort()).toEqual(
        [...pointers, ...errors.map((one: Json) => one.pointer)].sort(),
      );
    }
    const forNobody = anInvoiceBody('00000000-0000-4000-8000-000000000000', { colour: 'red' });
    expect(await warned(app.send('PUT', path, forNobody))).toEqual([found[0]]);
    expect(await warned(app.send('PATCH', customer, { nmae: 'Ada' }))).toBeUndefined();
  });

  it('is refused with the name that was meant in a merge patch', async () => {
    const response = await app.send('PATCH', customer, { nmae: 'Ada', address: { ctiy: 'x' } });
    expect(response.status).toBe(400);
    expect((await bodyOf<Json>(response)).errors.map((one: Json) => one.message).sort()).toEqual([
      'Unknown member ctiy. Did you mean city?',
      'Unknown member nmae. Did you mean name?',
    ]);
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

  it('is also refused in other bodies', async () => {
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
  expect(await warned(app.send('POST', '/v1/transactions/calculate', refund))).toBeUndefined();
  expect((await app.send('PUT', customer, await bodyOf<Json>(app.send('GET', customer)), strictly)).status).toBe(200);
  const typo = await bodyOf<Json>(app.send('PUT', customer, aCustomerBody({ taxNumbr: 'DE1' })));
  expect(typo.warnings).toHaveLength(1);
  expect((await app.send('PUT', customer, typo, strictly)).status).toBe(200);
});

it.each([
  [50, '30 more members were ignored.'],
  [21, '1 more member was ignored.'],
])('no more than twenty are named, and the rest counted: %s', async (length, counted) => {
  const items = Array.from({ length }, () => anItemBody({ dicount: 5 }));
  const warnings = await warned(app.send('POST', '/v1/transactions/calculate', anInvoiceBody(customerId, { items })));
  expect(warnings).toHaveLength(21);
  expect(warnings[20]).toEqual(['', counted]);
});

describe('in a batch', () => {
  const batch = [
    aCustomerBody({ externalId: 'b-1' }),
    aCustomerBody({ externalId: 'b-2', emial: 'a@example.com' }),
    aCustomerBody({ externalId: 'b-3', source: 'x', nmae: 'Ada' }),
  ];
  const message = 'Unknown member emial. Did you mean email?';

  it('each row has warnings about its own members, and the batch about members beside its rows', async () => {
    const response = await bodyOf<Json>(app.send('POST', '/v1/customers/batch', { customers: batch, custmers: [] }));
    expect(response.warnings).toEqual([
      { code: 'MEMBER_IGNORED', pointer: '/custmers', message: expect.stringContaining('Did you mean customers?') },
    ]);
    const [good, misspelled, wrong] = response.results;
    expect([good.status, good.warnings]).toEqual([201, undefined]);
    expect([misspelled.status, misspelled.warnings]).toEqual([
      201,
      [{ code: 'MEMBER_IGNORED', pointer: '/emial', message }],
    ]);
    expect([wrong.status, wrong.warnings.length]).toEqual([400, 1]);
  });

  it('rows with such members are refused with handling=strict, and the others stored', async () => {
    const strict = batch.map((one) => ({ ...one, externalId: `s-${one.externalId}` }));
    const { succeededCount, failedCount, results } = await bodyOf<Json>(
      app.send('POST', '/v1/customers/batch', strict, strictly),
    );
    expect([succeededCount, failedCount]).toEqual([1, 2]);
    expect(results.map((row: Json) => [row.index, row.status, row.externalId])).toEqual([
      [0, 201, 's-b-1'],
      [1, 400, 's-b-2'],
      [2, 400, 's-b-3'],
    ]);
    expect(results[1].problem).toMatchObject({ code: 'INVALID_INPUT', errors: [{ pointer: '/emial', message }] });
    expect((await app.send('GET', '/v1/customers/source/9/externalId/s-b-2')).status).toBe(404);
    const beside = await app.send('POST', '/v1/customers/batch', { customers: strict, custmers: [] }, strictly);
    expect(beside.status).toBe(400);
  });

  it('names two hundred members at most, and counts those of each row', async () => {
    const items = Array.from({ length: 25 }, () => anItemBody({ dicount: 5 }));
    const rows = Array.from({ length: 12 }, (_, row) => anInvoiceBody(customerId, { externalId: `m-${row}`, items }));
    const { results } = await bodyOf<Json>(app.send('POST', '/v1/transactions/batch', { transactions: rows }));
    const messages = results.map(({ warnings }: Json) => warnings.at(-1).message);
    expect(results[0].warnings).toHaveLength(21);
    expect(messages[0]).toBe('5 more members were ignored.');
    expect(results[11].warnings).toHaveLength(1);
    expect(messages[11]).toBe('25 members were ignored.');
  });
});
