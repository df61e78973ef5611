import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  // Still the day before in Minnesota and Hawaii, and the next day in Japan.
  app = await startApp({ now: () => new Date('2026-07-02T03:30:00Z') });
  const customer = { source: '9', externalId: 'C-1', name: 'Ada', externalTimestamps: dates };
  const stored = await app.send('PUT', '/v1/customers/source/9/externalId/C-1', customer);
  customerId = ((await stored.json()) as { serviceId: string }).serviceId;
  const exemption = { customerId, country: 'US', exemptionType: 'FULLY', exemptionStatus: 'ACTIVE' };
  await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
});
afterAll(() => app.close());

const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
const inMinneapolis = { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' };
const cart = { items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00' }], shippingAddress: inMinneapolis };

const selection = `__typename
  ... on Quote {
    source externalId customerId customer { name } transactionType transactionStatus taxDate
    externalTimestamps { createdDate } salesTax { amount } items { reason } notices { code pointer message }
  }
  ... on InvalidInput { issues { path code } } ... on NotFound { code }`;

/** The responses of both doors; each figure is compared as text. */
async function quote(input: Record<string, unknown>) {
  const response = await app.send('POST', '/v1/transactions/calculate', input);
  const query = `query ($input: QuoteInput!) { calculateTax(input: $input) { ${selection} } }`;
  const variables = { input: { ...input, ...(input.customer !== undefined && { customer: oneOf(input.customer) }) } };
  const { data } = await ask(app, query, { variables, scopes: ['tax:read', 'customers:read'] });
  return { status: response.status, rest: (await response.json()) as Answer, graphql: data.calculateTax };
}
/** The customer of a REST body, in the form that GraphQL accepts. */
function oneOf(customer: unknown) {
  const { source, externalId, ...described } = customer as Record<string, unknown>;
  return source === undefined ? { described } : { key: { source, externalId } };
}
type Answer = Record<string, unknown> & {
  readonly salesTax: { readonly amount: number };
  readonly items: readonly { readonly reason: string }[];
  readonly notices: readonly { readonly code: string; readonly pointer: string; readonly message: string }[];
  readonly errors: readonly { readonly pointer: string; readonly code: string }[];
};

describe('a quote', () => {
  it('only requires items and a shipping address', async () => {
    const { status, rest, graphql } = await quote(cart);
    expect(status).toBe(200);
    expect(rest.salesTax.amount).toBe(9.03);
    for (const member of ['source', 'externalId', 'customerId', 'customer', 'transactionType', 'transactionStatus']) {
      expect(rest).not.toHaveProperty(member);
      expect(graphql[member]).toBeNull();
    }
    expect(graphql).toMatchObject({ __typename: 'Quote', salesTax: { amount: '9.03' } });
  });

  it.each([
    ['2026-07-01', 'America/Chicago', inMinneapolis],
    ['2026-07-01', 'Pacific/Honolulu', { zip: '96813', country: 'US' }],
  ])(
    'uses today at the place, with a notice if it is another day elsewhere: %s in %s',
    async (day, zone, shippingAddress) => {
      const { rest, graphql } = await quote({ ...cart, shippingAddress });
      const assumed = { code: 'DATE_ASSUMED', pointer: '/externalTimestamps' };
      expect(rest.externalTimestamps).toEqual({ createdDate: day, updatedDate: day });
      expect(rest.notices[0]).toMatchObject(assumed);
      expect(rest.notices[0]!.message).toContain(`${day}, today’s date in the time zone ${zone}, were used.`);
      expect(graphql).toMatchObject({
        taxDate: day,
        notices: expect.arrayContaining([expect.objectContaining(assumed)]),
      });
    },
  );

  it.each([
    ['Germany', { country: 'DE' }],
    ['Japan', { country: 'Japan' }],
    ['Australia', { country: 'AU' }],
  ])('is of today without a word if that is one day, as in %s', async (_, shippingAddress) => {
    const { rest, graphql } = await quote({ ...cart, shippingAddress });
    expect(rest.externalTimestamps).toEqual({ createdDate: '2026-07-02', updatedDate: '2026-07-02' });
    expect(rest.notices.map(({ code }) => code)).not.toContain('DATE_ASSUMED');
    expect(graphql.taxDate).toBe('2026-07-02');
    await app.send('PATCH', '/v1/account', { homeAddress: { country: 'US', state: 'MN' } });
    const fromMinnesota = await quote({ ...cart, shippingAddress });
    expect(fromMinnesota.rest.notices.map(({ code }) => code)).toContain('DATE_ASSUMED');
    await app.send('PATCH', '/v1/account', { homeAddress: null });
  });

  it.each([
    [{ country: 'US', state: 'TN', zip: '42223', isPartial: true }, 9.5, 'TN', 'ZIP_SPANS_STATES'],
    [{ country: 'US', zip: '42223', isPartial: true }, 6, 'KY', 'ZIP_SPANS_STATES'],
    [{ country: 'US', zip: '1915', isPartial: true }, 6.25, 'MA', 'ZIP_ZERO_RESTORED'],
  ])('of an address that needs a remark, %j: %d in %s, %s', async (shippingAddress, amount, state, code) => {
    const { rest, graphql } = await quote({ ...cart, shippingAddress, externalTimestamps: dates });
    expect(rest).toMatchObject({
      salesTax: { amount },
      shippingAddress: { matchedAddressData: { address: { state } } },
    });
    expect(Number(graphql.salesTax.amount)).toBe(amount);
    for (const { notices } of [rest, graphql]) {
      expect(notices).toContainEqual(expect.objectContaining({ code, pointer: '/shippingAddress/zip' }));
    }
  });

  it.each([
    [{ country: 'FI', zip: 'AX-22100' }, 25.5, 'OUTSIDE_EU_VAT'],
    [{ country: 'FR', state: 'FR-RE' }, 8.5, 'OUTSIDE_EU_VAT'],
    [{ country: 'ES', city: 'Las Palmas de Gran Canaria' }, 7, 'OUTSIDE_EU_VAT'],
    [{ country: 'CY', zip: '99300' }, 0, 'LOCAL_TAX_NOT_COVERED'],
    [{ country: 'CA', zip: '90001' }, 5, 'POSTAL_CODE_NOT_OF_COUNTRY'],
    [{ country: 'FR', state: 'Réunion', zip: '75001' }, 8.5, 'REGION_NOT_AT_ZIP'],
  ])('of a territory or a doubtful postal code, %j: %d, %s', async (shippingAddress, amount, code) => {
    const { rest, graphql } = await quote({ ...cart, shippingAddress, externalTimestamps: dates });
    expect(rest.salesTax.amount).toBe(amount);
    expect(Number(graphql.salesTax.amount)).toBe(amount);
    for (const { notices } of [rest, graphql]) expect(notices).toContainEqual(expect.objectContaining({ code }));
  });

  it('taxes services in Samnaun, but no goods', async () => {
    const items = ['C1S1', 'C4S1'].map((taxCode) => ({ name: taxCode, taxCode, unitPrice: 100 }));
    const { rest, graphql } = await quote({ items, shippingAddress: { country: 'CH', zip: '7563' } });
    for (const { items: lines } of [rest, graphql]) {
      expect(lines.map(({ reason }: { readonly reason: string }) => reason)).toEqual(['OUTSIDE_TERRITORY', 'TAXED']);
    }
    expect(rest.salesTax.amount).toBe(8.1);
  });

  const notCovered = [
    [{ country: 'SX' }, 'country'],
    [{ country: 'NL', state: 'Sint Maarten' }, 'country'],
    [{ country: 'CK' }, 'country'],
    [{ country: 'US', state: 'GU', zip: '96910', isPartial: true }, 'state'],
  ] as const;

  it.each(notCovered)(
    'is refused where the seller owes a tax that is not in the rate book, %j',
    async (shippingAddress, field) => {
      const { status, rest, graphql } = await quote({ ...cart, shippingAddress });
      expect(status).toBe(400);
      expect(rest.errors).toMatchObject([{ pointer: `/shippingAddress/${field}`, code: 'COUNTRY_NOT_COVERED' }]);
      expect(graphql).toMatchObject({ issues: [{ path: ['shippingAddress', field], code: 'COUNTRY_NOT_COVERED' }] });
    },
  );

  it('is untaxed where the seller does not collect the tax', async () => {
    await app.send('PATCH', '/v1/account', { collectionPolicy: 'WHERE_REGISTERED' });
    await app.send('PUT', '/v1/nexus/place/DE', { registrations: [{ validFrom: '2020-01-01' }] });
    const reasonsOf = async (shippingAddress: object, others: object = {}) => {
      const { rest, graphql } = await quote({ ...cart, ...others, shippingAddress });
      expect(rest.salesTax.amount).toBe(0);
      for (const { notices } of [rest, graphql]) {
        expect(notices).toContainEqual(expect.objectContaining({ code: 'TAX_NOT_COVERED' }));
        expect(notices).not.toContainEqual(expect.objectContaining({ code: 'NOT_COLLECTING' }));
      }
      expect(graphql.items[0].reason).toBe(rest.items[0]!.reason);
      return rest.items[0]!.reason;
    };
    for (const shippingAddress of [...notCovered.map(([address]) => address), { country: 'BR' }]) {
      expect(await reasonsOf(shippingAddress, { shipFromAddress: { country: 'DE' } })).toBe('EXPORT');
      expect(await reasonsOf(shippingAddress)).toBe('NOT_COLLECTING');
    }
    await app.send('PATCH', '/v1/account', { collectionPolicy: 'EVERYWHERE' });
  });

  it('has the same figures in the thin form, without the details of places', async () => {
    const asked = { ...cart, customerId, shippingFee: { taxCode: 'C6S1', totalPrice: 5 } };
    const full = (await quote(asked)).rest as Record<string, unknown>;
    const path = '/v1/transactions/calculate?detailed=false';
    const thin = (await (await app.send('POST', path, asked)).json()) as Record<string, unknown>;
    const left = ['customer', 'buyer', 'taxLines', 'places', 'certificates', 'invoiceNotes'];
    for (const member of left) expect(thin).not.toHaveProperty(member);
    const rest = Object.fromEntries(Object.entries(full).filter(([name]) => !left.includes(name)));
    expect(rest).toMatchObject({ ...thin, calculatedAt: expect.any(String) });
    expect(Object.keys(thin).sort()).toEqual(Object.keys(rest).sort());
  });

  it('keeps the date that was sent, without a notice', async () => {
    const { rest } = await quote({ ...cart, externalTimestamps: dates });
    expect(rest.externalTimestamps).toEqual(dates);
    expect(rest.notices.map(({ code }) => code)).not.toContain('DATE_ASSUMED');
  });

  it('says that a shipping fee has no price', async () => {
    const missing = { code: 'SHIPPING_PRICE_MISSING', pointer: '/shippingFee/totalPrice' };
    const { rest, graphql } = await quote({ ...cart, shippingFee: { taxCode: 'C6S1' } });
    expect(rest.notices).toContainEqual(expect.objectContaining(missing));
    expect(graphql.notices).toContainEqual(expect.objectContaining(missing));
    for (const shippingFee of [{ taxCode: 'C6S1', totalPrice: 0 }, null]) {
      const { rest: priced } = await quote({ ...cart, shippingFee });
      expect(priced.notices.map(({ code }) => code)).not.toContain(missing.code);
    }
  });

  it('accepts a stored customer by id or by key, with its certificates', async () => {
    for (const named of [{ customerId }, { customer: { source: '9', externalId: 'C-1' } }]) {
      const { rest, graphql } = await quote({ ...cart, ...named });
      expect(rest).toMatchObject({ customerId, customer: { name: 'Ada' }, salesTax: { amount: 0 } });
      expect(graphql).toMatchObject({ customerId, customer: { name: 'Ada' }, items: [{ reason: 'CUSTOMER_EXEMPT' }] });
    }
  });

  it.each([
    ['an exempt one', { exemptStates: ['Minnesota', 'OH'] }, 0, 'CUSTOMER_EXEMPT'],
    ['one exempt elsewhere', { exemptStates: ['OH'] }, 9.03, 'TAXED'],
    ['a marketplace', { customerType: 'MARKETPLACE' }, 0, 'MARKETPLACE'],
    ['a reseller without a valid certificate', { customerType: 'RESELLER' }, 9.03, 'TAXED'],
  ])('takes a customer described in it: %s', async (_what, customer, amount, reason) => {
    const { rest, graphql } = await quote({ ...cart, customer });
    expect(rest.salesTax.amount).toBe(amount);
    expect(rest.items[0]!.reason).toBe(reason);
    expect(rest).not.toHaveProperty('customer');
    expect(graphql).toMatchObject({ customer: null, items: [{ reason }] });
  });

  it('names no stored exemption for a state declared exempt', async () => {
    const { rest } = await quote({ ...cart, customer: { exemptStates: ['MN'] } });
    expect(rest.certificates).toEqual([expect.objectContaining({ country: 'US', state: 'MN' })]);
    expect(JSON.stringify(rest)).not.toMatch(/exemptionId|exemptStates\//);
  });

  it('shifts VAT to a business described in it', async () => {
    await app.send('PATCH', '/v1/account', { homeAddress: { country: 'DE' } });
    const toFrance = { ...cart, shippingAddress: { country: 'FR' }, customer: { taxNumber: 'FR40303265045' } };
    const reason = async () => (await quote(toFrance)).rest.items[0]!.reason;
    await expect.poll(reason, { timeout: 5_000 }).toBe('INTRA_COMMUNITY');
    await app.send('PATCH', '/v1/account', { homeAddress: { country: 'US' } });
  });

  it('is checked as strictly as a document, with all issues at once', async () => {
    const wrong = {
      source: '77',
      transactionType: 'BILL',
      externalTimestamps: { createdDate: 'yesterday', updatedDate: '2026-06-15' },
      customer: { exemptStates: ['Atlantis'] },
      shippingAddress: { ...inMinneapolis, zip: '10001' },
      items: [{ name: '', taxCode: 'C1S1', unitPrice: 1 }],
    };
    const response = await app.send('POST', '/v1/transactions/calculate', wrong);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as Answer;
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/customer/exemptStates/0',
      '/externalTimestamps/createdDate',
      '/items/0/name',
      '/shippingAddress/zip',
      '/source',
      '/transactionType',
    ]);
  });

  it.each([
    ['nothing to tax', { items: [] }, '/items', 'TOO_SHORT'],
    ['a refund without a source', { transactionType: 'REFUND', createdFrom: 'INV-1' }, '/source', 'REQUIRED'],
  ])('is refused with %s', async (_what, more, pointer, code) => {
    const { status, rest, graphql } = await quote({ ...cart, ...more });
    expect(status).toBe(400);
    expect(rest.errors).toMatchObject([{ pointer, code }]);
    expect(graphql).toMatchObject({ __typename: 'InvalidInput', issues: [{ path: pointer.slice(1).split('/') }] });
  });

  it('names a stored customer by its whole key, or describes another', async () => {
    const sent = { ...cart, customer: { source: '9' } };
    const response = await app.send('POST', '/v1/transactions/calculate', sent);
    expect(response.status).toBe(400);
    expect((await response.json()) as Answer).toMatchObject({
      errors: [{ pointer: '/customer/externalId', code: 'REQUIRED' }],
    });
    const query = `query ($input: QuoteInput!) { calculateTax(input: $input) { ${selection} } }`;
    const askedWith = (customer: object) => ask(app, query, { variables: { input: { ...cart, customer } } });
    const both = { key: { source: '9', externalId: 'C-1' }, described: { customerType: 'RESELLER' } };
    expect((await askedWith(both)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    const { data } = await askedWith({ described: { exemptStates: ['Atlantis'] } });
    expect(data.calculateTax).toEqual({
      __typename: 'InvalidInput',
      issues: [{ path: ['customer', 'described', 'exemptStates', '0'], code: 'UNKNOWN_VALUE' }],
    });
  });

  it('is refused for a stored customer that does not exist', async () => {
    const { status, rest, graphql } = await quote({ ...cart, customer: { source: '9', externalId: 'nobody' } });
    expect([status, rest.code]).toEqual([404, 'CUSTOMER_NOT_FOUND']);
    expect(graphql).toEqual({ __typename: 'NotFound', code: 'CUSTOMER_NOT_FOUND' });
  });
});

it.each([0.3333333333333333, '0.3333333'])('rounds the quantity %j with a notice', async (quantity) => {
  const { rest, graphql } = await quote({ ...cart, items: [{ ...cart.items[0], unitPrice: '90', quantity }] });
  // 90 × 0.333333 is 29.99997, and 9.025 % of 30.00 is 2.71.
  expect(rest.salesTax.amount).toBe(2.71);
  expect(graphql.salesTax.amount).toBe('2.71');
  expect(rest.items).toMatchObject([{ quantity: 0.333333, calculatedTotal: 30 }]);
  for (const { notices } of [rest, graphql]) {
    const told = notices.filter(({ code }: { code: string }) => code === 'QUANTITY_ROUNDED');
    expect(told).toEqual([
      {
        code: 'QUANTITY_ROUNDED',
        pointer: '/items/0/quantity',
        message: expect.stringMatching(/^The quantity 0\.3{7,15} was rounded to 0\.333333, because/),
      },
    ]);
  }
});

it('refuses a quantity that would be rounded to zero', async () => {
  const { status, rest, graphql } = await quote({ ...cart, items: [{ ...cart.items[0], quantity: '0.0000001' }] });
  expect([status, rest.errors.map(({ pointer }) => pointer)]).toEqual([400, ['/items/0/quantity']]);
  expect(graphql.__typename).toBe('InvalidInput');
});

it.each([
  ['S-1 ', ['EXTERNAL_ID_UNUSUAL'], 'a blank at the end'],
  ['Cafe\u0301', ['EXTERNAL_ID_UNUSUAL'], 'an accent as a character of its own'],
  ['Caf\u00e9 1', [], 'a blank inside, in form NFC'],
])('notices that an externalId looks like another one: %j', async (externalId, expected) => {
  const { rest, graphql } = await quote({ ...cart, source: '9', externalId });
  for (const { notices } of [rest, graphql]) {
    const told = notices.filter(({ pointer }: { pointer: string }) => pointer === '/externalId');
    expect(told.map(({ code }: { code: string }) => code)).toEqual(expected);
  }
});
