import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, minneapolis } from '../../support/bodies.ts';

type Body = Record<string, unknown>;

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const person = {
  name: 'Gwendolyn "Gwen" Achterberg',
  email: 'gwen@achterberg.example',
  comment: 'Knock twice',
  address: { ...minneapolis, street: '12 Larkspur Lane', zip: '55401-1234' },
};
const shippingAddress = { ...minneapolis, street: '7 Foxglove Court', zip: '55401-2345' };
const billingAddress = { ...minneapolis, street: '3 Bluebell Row' };
const personal = [
  'Achterberg',
  'gwen@',
  'Knock twice',
  'Larkspur',
  'Foxglove',
  'Bluebell',
  '55401-',
  'Thistle',
  'Marigold',
];

const customerPath = '/v1/customers/source/9/externalId/c-1';
const invoicePath = (externalId = 'i-1') => `/v1/transactions/source/9/externalId/${externalId}`;
const invoice = (customerId: string, more: Body = {}) =>
  anInvoiceBody(customerId, { shippingAddress, billingAddress, documentName: 'Order 17', ...more });
const put = async (path: string, body: Body, headers: Record<string, string> = {}): Promise<Body> => {
  const response = await app.send('PUT', path, body, headers);
  expect([200, 201]).toContain(response.status);
  return bodyOf(response);
};
const storePerson = async (more: Body = {}): Promise<string> =>
  String((await put(customerPath, aCustomerBody({ ...person, ...more }))).serviceId);
const erase = (serviceId: string, body: unknown = { reason: 'Her request' }) =>
  app.send('POST', `/v1/customers/serviceId/${serviceId}/erase`, body);
const graphql = async (query: string, input: object, scopes?: Parameters<TestApp['token']>[0]) => {
  const headers = scopes && { Authorization: `Bearer ${await app.token(scopes)}` };
  return bodyOf<{ data: Record<string, Body>; errors?: { extensions: Body }[] }>(
    app.send('POST', '/graphql', { query, variables: { input } }, headers),
  );
};
const mutation = `mutation ($input: EraseCustomerInput!) { eraseCustomer(input: $input) { __typename
  ... on Customer { externalId name email taxNumber erasedAt address { street zip city } version }
  ... on InvalidInput { issues { path code } } ... on UserError { code } } }`;

/** Every row of the tenant, in every table, as text. */
async function everythingStored(): Promise<string> {
  const { prisma } = app.store.database;
  const tables = await prisma.$queryRawUnsafe<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'tenant_id' AND table_schema = 'public'`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['calculations', 'changes', 'idempotency_keys']),
  );
  const texts = await Promise.all(
    tables.map(({ name }) =>
      prisma.$queryRawUnsafe<{ text: string }[]>(
        `SELECT row_to_json(t)::text AS text FROM "${name}" t WHERE tenant_id = '${app.tenant.tenantId}'`,
      ),
    ),
  );
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

describe('the erasure of a customer', () => {
  it('leaves no personal data in any table, and the audit trail whole', async () => {
    const customerId = await storePerson({ name: 'Thistle' });
    await put(customerPath, aCustomerBody(person), { 'Idempotency-Key': 'a-1' });
    await put(invoicePath(), invoice(customerId, { shippingAddress: { ...shippingAddress, street: '1 Thistle St' } }));
    await put(invoicePath(), invoice(customerId), { 'Idempotency-Key': 'a-2' });
    await graphql(
      'mutation ($input: RecalculateTransactionInput!) { recalculateTransaction(input: $input) { __typename } }',
      { by: { key: { source: '9', externalId: 'i-1' } }, reason: 'New rates' },
    );
    await put(invoicePath('i-2'), invoice(customerId, { externalId: 'i-2' }));
    await app.send('DELETE', `${invoicePath('i-2')}?reason=${encodeURIComponent('Ms Marigold called')}`);
    await app.send('POST', '/v1/transactions/mark_filed', {
      country: 'US',
      state: 'MN',
      from: '2026-06-01',
      to: '2026-06-30',
    });
    const before = await bodyOf<Body>(app.send('GET', invoicePath()));
    await app.records.audit.seal(new Date());
    const stored = await everythingStored();
    expect(personal.filter((text) => !stored.includes(text))).toEqual([]);

    const response = await erase(customerId);
    expect(response.status).toBe(200);
    const left = await everythingStored();
    expect(personal.filter((text) => left.includes(text))).toEqual([]);

    // Changes are only sealed once no older unit of work is running on the server, in any database.
    const sealed = async () => {
      await app.records.audit.seal(new Date());
      return app.records.audit.verify();
    };
    await expect.poll(sealed, { timeout: 30_000 }).toMatchObject({ unsealed: 0, faults: [] });
    const after = await bodyOf<Body>(app.send('GET', invoicePath()));
    const keys = ['salesTax', 'finalTransactionAmount', 'documentName', 'transactionFilingStatus', 'items', 'reason'];
    const figures = (one: Body) => keys.map((key) => one[key]);
    expect(figures(after)).toEqual(figures(before));
    expect(after.transactionFilingStatus).toBe('FILED');
    expect(after.shippingAddress).toMatchObject({ city: 'Minneapolis', state: 'MN', zip: '55401', isPartial: true });
    expect(after.billingAddress).toMatchObject({ city: 'Minneapolis', zip: '55401' });
  });

  it('is noted with its reason and its author, and leaves what other changes noted', async () => {
    const customerId = await storePerson();
    const { serviceId } = await put(invoicePath(), invoice(customerId));
    await put(invoicePath(), invoice(customerId, { documentName: 'Order 18' }));
    await erase(customerId);
    type Change = { action: string; reason?: string; patch: unknown[]; clientId?: string; version: number };
    const of = (id: unknown) => bodyOf<Change[]>(app.send('GET', `/v1/audit_entries?recordId=${id}`));
    const noted = { action: 'ERASED', reason: 'Her request', patch: [], clientId: expect.stringMatching(/^client_/) };
    const ofCustomer = await of(customerId);
    expect(ofCustomer).toMatchObject([{ ...noted, version: 2 }, { action: 'CREATED' }]);
    const ofInvoice = await of(serviceId);
    expect(ofInvoice).toMatchObject([{ ...noted, version: 3 }, { action: 'UPDATED' }, { action: 'CREATED' }]);
    expect(ofInvoice[1]!.patch).toContainEqual({ op: 'replace', path: '/documentName', value: 'Order 18' });
  });

  it('keeps the key and the place, can be repeated, and does not hinder a later PUT', async () => {
    const customerId = await storePerson();
    const erased = await bodyOf<Body>(erase(customerId));
    expect(erased).toMatchObject({
      serviceId: customerId,
      externalId: 'c-1',
      address: { zip: '55401', city: 'Minneapolis' },
    });
    expect(typeof erased.erasedAt).toBe('string');
    for (const member of ['name', 'email', 'comment']) expect(erased).not.toHaveProperty(member);
    expect(await bodyOf(erase(customerId))).toEqual(erased);
    expect(await bodyOf(app.send('GET', customerPath))).toEqual(erased);
    const again = await put(customerPath, aCustomerBody({ name: 'Gwen' }));
    expect(again).toMatchObject({ serviceId: customerId, name: 'Gwen', erasedAt: erased.erasedAt });
    expect(await bodyOf(erase(customerId))).not.toHaveProperty('name');
  });

  it('keeps its documents usable: the same PUT changes nothing, and a different PUT, a patch or a new calculation succeeds', async () => {
    const customerId = await storePerson();
    const { salesTax } = await put(invoicePath(), invoice(customerId));
    await erase(customerId);
    const same = await put(invoicePath(), invoice(customerId));
    expect(same.shippingAddress).not.toHaveProperty('street', '7 Foxglove Court');
    const { data } = await graphql(
      `mutation ($input: RecalculateTransactionInput!) { recalculateTransaction(input: $input) { __typename
        ... on Transaction { salesTax { amount } shippingAddress { street zip } } } }`,
      { by: { key: { source: '9', externalId: 'i-1' } }, reason: 'New rates' },
    );
    expect(data.recalculateTransaction).toMatchObject({ __typename: 'Transaction', shippingAddress: { zip: '55401' } });
    const patched = await graphql(
      `mutation ($input: PatchTransactionInput!) { patchTransaction(input: $input) { __typename
        ... on Transaction { documentName salesTax { amount } } ... on InvalidInput { issues { path code } } } }`,
      { by: { serviceId: same.serviceId }, patch: { documentName: 'Order 19' } },
    );
    const amount = String((salesTax as Body).amount);
    expect(patched.data.patchTransaction).toEqual({
      __typename: 'Transaction',
      documentName: 'Order 19',
      salesTax: { amount },
    });
    const other = await put(invoicePath(), invoice(customerId, { documentName: 'Order 20' }));
    expect(other.shippingAddress).toMatchObject({ street: '7 Foxglove Court' });
    await erase(customerId, { reason: 'Again' });
    expect((await bodyOf<Body>(app.send('GET', invoicePath()))).shippingAddress).not.toMatchObject({
      street: '7 Foxglove Court',
    });
  });

  it('does not touch other customers and their documents', async () => {
    const customerId = await storePerson();
    const { serviceId: otherId } = await put(
      '/v1/customers/source/9/externalId/c-2',
      aCustomerBody({ ...person, externalId: 'c-2' }),
    );
    await put(invoicePath('i-2'), invoice(String(otherId), { externalId: 'i-2' }));
    const read = () =>
      Promise.all(
        [app.send('GET', invoicePath('i-2')), app.send('GET', `/v1/customers/serviceId/${otherId}`)].map(bodyOf),
      );
    const before = await read();
    await erase(customerId);
    expect(await read()).toEqual(before);
  });

  it('keeps the tax number only if an invoice relied on it', async () => {
    const french = {
      taxNumber: 'FR40303265045',
      address: { country: 'FR', city: 'Paris', zip: '75001', street: '5 rue X' },
    };
    const [first, second] = await Promise.all(
      ['f-1', 'f-2'].map((externalId) =>
        put(`/v1/customers/source/9/externalId/${externalId}`, aCustomerBody({ externalId, ...french })),
      ),
    );
    const service = {
      items: [{ name: 'Advice', taxCode: 'C1S1', unitPrice: 100, quantity: 1 }],
      shippingAddress: french.address,
      shipFromAddress: { country: 'DE', city: 'Berlin', zip: '10115', street: 'Invalidenstr. 1' },
      currency: 'EUR',
    };
    const exempted = await put(
      invoicePath('f'),
      anInvoiceBody(String(first!.serviceId), { externalId: 'f', ...service }),
    );
    expect(exempted.reason).toBe('INTRA_COMMUNITY');
    await put(
      invoicePath('e'),
      anInvoiceBody(String(second!.serviceId), { externalId: 'e', ...service, transactionType: 'ESTIMATE' }),
    );
    expect(await bodyOf(erase(String(first!.serviceId)))).toMatchObject({ taxNumber: 'FR40303265045' });
    expect(await bodyOf(erase(String(second!.serviceId)))).not.toHaveProperty('taxNumber');
    const buyerOf = async (externalId: string) => (await bodyOf<Body>(app.send('GET', invoicePath(externalId)))).buyer;
    expect(await buyerOf('f')).toEqual({ customerType: 'RETAIL', taxNumber: 'FR40303265045' });
    expect(await buyerOf('e')).toEqual({ customerType: 'RETAIL' });
  });

  it('is the same in GraphQL, by key', async () => {
    const customerId = await storePerson();
    await put(invoicePath(), invoice(customerId));
    const by = { key: { source: '9', externalId: 'c-1' } };
    const { data } = await graphql(mutation, { by, reason: 'Her request' });
    expect(data.eraseCustomer).toMatchObject({
      __typename: 'Customer',
      externalId: 'c-1',
      name: null,
      email: null,
      address: { street: null, zip: '55401', city: 'Minneapolis' },
      version: 2,
    });
    const left = await everythingStored();
    expect(personal.filter((text) => left.includes(text))).toEqual([]);
  });

  it('needs a reason, a customer and the scope, in both doors', async () => {
    const customerId = await storePerson();
    for (const body of [{}, { reason: ' ' }, { reason: null }, { reason: 'x'.repeat(257) }]) {
      const response = await erase(customerId, body);
      expect(response.status).toBe(400);
      expect(await bodyOf(response)).toMatchObject({ errors: [{ pointer: '/reason' }] });
    }
    const unknown = '01980000-0000-7000-8000-0000000000ff';
    expect((await erase(unknown)).status).toBe(404);
    const reason = 'Her request';
    const missing = await graphql(mutation, { by: { serviceId: unknown }, reason });
    expect(missing.data.eraseCustomer).toMatchObject({ __typename: 'NotFound' });
    const blank = await graphql(mutation, { by: { serviceId: customerId }, reason: '' });
    expect(blank.data.eraseCustomer).toMatchObject({ __typename: 'InvalidInput' });
    const refused = await graphql(mutation, { by: { serviceId: customerId }, reason }, ['customers:read']);
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    const Authorization = `Bearer ${await app.token(['customers:read', 'transactions:write'])}`;
    const path = `/v1/customers/serviceId/${customerId}/erase`;
    expect((await app.send('POST', path, { reason }, { Authorization })).status).toBe(403);
    expect(await bodyOf(app.send('GET', customerPath))).toMatchObject({ name: person.name });
    const stranger = await startApp({ store: app.store });
    expect((await stranger.send('POST', path, { reason })).status).toBe(404);
  });
});
