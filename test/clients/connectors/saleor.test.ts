import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createApp,
  createWebhooks,
  type OrderPayload,
  orderSubscriptionOf,
  type SaleorTaxes,
  type TaxPayload,
  taxSubscription,
} from '@tollgate/saleor';
import { buildSchema, parse, validate } from 'graphql';
import { type CryptoKey, exportJWK, FlattenedSign, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { clientOf } from '../client-of.ts';

const saleorApiUrl = 'https://shop.example.org/graphql/';
let app: TestApp;
let webhooks: (request: Request) => Promise<Response>;
let saleorKey: CryptoKey;
let strangersKey: CryptoKey;
let keys: object;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-06-15T15:00:00Z') });
  const pair = await generateKeyPair('RS256');
  saleorKey = pair.privateKey;
  strangersKey = (await generateKeyPair('RS256')).privateKey;
  keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: '1', use: 'sig', alg: 'RS256' }] };
  webhooks = createWebhooks({
    ...(await clientOf(app)),
    source: '2',
    timeZone: 'America/Chicago',
    saleorApiUrl,
    taxCodes: { 'VGF4Q2xhc3M6Mg==': 'C1S2' },
    fetchKeys: async (url) => {
      expect(`${url}`).toBe('https://shop.example.org/.well-known/jwks.json');
      return Response.json(keys);
    },
  });
});
afterAll(() => app.close());

type Sent = {
  readonly event?: string;
  readonly from?: string;
  readonly key?: CryptoKey;
  readonly sentBody?: string;
  readonly to?: typeof webhooks;
};

/** The header that Saleor sends with a body, which its signature does not cover. */
function eventOf(payload: unknown): string {
  const { __typename: type } = payload as { readonly __typename?: string };
  if (type === undefined || type === 'CalculateTaxes') return 'checkout_calculate_taxes';
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}

/** Sends a request like Saleor's: signed with a detached payload (RFC 7797). */
async function send(
  payload: unknown,
  { event, from = saleorApiUrl, key = saleorKey, sentBody, to = webhooks }: Sent = {},
) {
  const body = JSON.stringify(payload);
  const jws = await new FlattenedSign(new TextEncoder().encode(body))
    .setProtectedHeader({ alg: 'RS256', kid: '1', b64: false, crit: ['b64'] })
    .sign(key);
  const headers = {
    'Content-Type': 'application/json',
    'Saleor-Api-Url': from,
    'Saleor-Event': event ?? eventOf(payload),
    'Saleor-Signature': `${jws.protected}..${jws.signature}`,
  };
  return to(new Request('https://tax.example.org/webhooks', { method: 'POST', headers, body: sentBody ?? body }));
}

const minneapolis = {
  streetAddress1: '250 Marquette Ave',
  streetAddress2: '',
  city: 'MINNEAPOLIS',
  countryArea: 'MN',
  postalCode: '55401',
  country: { code: 'US' },
};
type Line = TaxPayload['taxBase']['lines'][number];
const aLine = (productName: string, amount: number, more: Partial<Line> = {}): Line => ({
  productName,
  quantity: 1,
  chargeTaxes: true,
  totalPrice: { amount },
  sourceLine: { id: productName, variant: { product: { taxClass: null } } },
  ...more,
});
const clothing = { variant: { product: { taxClass: { id: 'VGF4Q2xhc3M6Mg==' } } } };
const lamps = aLine('Lamp', 200, { quantity: 2 });
const coat = aLine('Coat', 80, { sourceLine: { id: 'coat', ...clothing } });
const aCheckout = (more: Partial<TaxPayload['taxBase']> = {}): TaxPayload => ({
  __typename: 'CalculateTaxes',
  taxBase: {
    pricesEnteredWithTax: false,
    currency: 'USD',
    shippingPrice: { amount: 14 },
    address: minneapolis,
    discounts: [],
    sourceObject: { user: null },
    lines: [lamps, coat],
    ...more,
  },
});

describe('a checkout in Saleor', () => {
  it.each(['checkout_calculate_taxes', 'order_calculate_taxes'])('has its taxes (%s)', async (event) => {
    const response = await send(aCheckout(), { event });
    expect(response.status).toBe(200);
    // 9.025 % of 200; Minnesota does not tax the coat; of shipping, 14 x 200 / 280 x 9.025 % = 0.9025.
    expect(await bodyOf<SaleorTaxes>(response)).toEqual({
      shipping_price_gross_amount: 14.9,
      shipping_price_net_amount: 14,
      shipping_tax_rate: 9.025,
      lines: [
        { total_gross_amount: 218.05, total_net_amount: 200, tax_rate: 9.025 },
        { total_gross_amount: 80, total_net_amount: 80, tax_rate: 0 },
      ],
    });
  });

  it('distributes an order discount among the lines, and omits untaxed lines', async () => {
    const discounts = [
      { amount: { amount: 28 }, type: 'SUBTOTAL' },
      { amount: { amount: 5 }, type: 'SHIPPING' },
    ] as const;
    const lines = [lamps, { ...coat, chargeTaxes: false }];
    const taxes = await bodyOf<SaleorTaxes>(send(aCheckout({ discounts: [...discounts], lines })));
    // A tenth of each line: 9.025 % of 180 is 16.245, a tie that goes up. The price of shipping has its discount already.
    expect(taxes.lines).toEqual([
      { total_gross_amount: 196.25, total_net_amount: 180, tax_rate: 9.025 },
      { total_gross_amount: 72, total_net_amount: 72, tax_rate: 0 },
    ]);
    expect(taxes.shipping_price_net_amount).toBe(14);
  });

  it('has the tax codes that products have in the gateway, unless their tax class has one', async () => {
    for (const externalId of ['SKU-COAT', 'UHJvZHVjdDox', 'SKU-MAPPED']) {
      const path = `/v1/products/source/2/externalId/${externalId}`;
      await app.send('PUT', path, { source: '2', externalId, taxCode: externalId === 'SKU-MAPPED' ? 'C1S1' : 'C1S2' });
    }
    const product = { id: 'UHJvZHVjdDox', taxClass: null };
    const lines = [
      aLine('Coat', 80, { sourceLine: { id: 'coat', variant: { sku: 'SKU-COAT', product } } }),
      aLine('Scarf', 20, { sourceLine: { id: 'scarf', variant: { sku: null, product } } }),
      aLine('Hat', 10, { sourceLine: { id: 'hat', variant: { ...clothing.variant, sku: 'SKU-MAPPED' } } }),
      aLine('Lamp', 200, { sourceLine: { id: 'lamp', variant: { sku: 'SKU-LAMP', product } } }),
    ];
    const taxes = await bodyOf<SaleorTaxes>(send(aCheckout({ lines, shippingPrice: { amount: 0 } })));
    // Minnesota taxes no clothing; 9.025 % of the lamp.
    expect(taxes.lines.map(({ total_gross_amount: gross }) => gross)).toEqual([80, 20, 10, 218.05]);
  });

  it('keeps prices that include tax', async () => {
    const address = { ...minneapolis, city: 'Berlin', countryArea: '', postalCode: '10115', country: { code: 'DE' } };
    const lines = [aLine('Lamp', 119.99)];
    const shippingPrice = { amount: 5.95 };
    const checkout = aCheckout({ pricesEnteredWithTax: true, currency: 'EUR', address, lines, shippingPrice });
    // 119.99 x 19 / 119 = 19.158, and 5.95 x 19 / 119 = 0.95.
    expect(await bodyOf<SaleorTaxes>(send(checkout))).toEqual({
      shipping_price_gross_amount: 5.95,
      shipping_price_net_amount: 5,
      shipping_tax_rate: 19,
      lines: [{ total_gross_amount: 119.99, total_net_amount: 100.83, tax_rate: 19 }],
    });
  });

  it('has the exemptions of its user', async () => {
    const times = { createdDate: '2026-06-01', updatedDate: '2026-06-01' };
    const school = { source: '9', externalId: 'VXNlcjox', customerType: 'RETAIL_EXEMPT', externalTimestamps: times };
    await app.send('PUT', '/v1/customers/source/9/externalId/VXNlcjox', school);
    const sourceObject = { user: { id: 'VXNlcjox', email: 'office@school.example' } };
    const taxes = await bodyOf<SaleorTaxes>(send(aCheckout({ sourceObject })));
    expect(taxes.lines[0]).toEqual({ total_gross_amount: 200, total_net_amount: 200, tax_rate: 0 });
  });

  it('is refused with a reason if the tax is unknown', async () => {
    const wrong = await send(aCheckout({ address: { ...minneapolis, postalCode: '10001' } }));
    expect(wrong.status).toBe(400);
    expect(await bodyOf(wrong)).toEqual({ message: expect.stringContaining('shippingAddress.zip: ') });
    expect(await bodyOf(send(aCheckout({ address: null })))).toEqual({
      message: 'The tax on this order depends on its address. Complete the address before payment.',
    });
    const other = await send({ __typename: 'CalculateTaxes', taxBase: { lines: [] } });
    expect(other.status).toBe(400);
    expect(await bodyOf(other)).toEqual({
      message: expect.stringContaining('The webhook has a different subscription'),
    });
  });

  it('is not answered to anyone else', async () => {
    const changed = JSON.stringify(aCheckout({ lines: [] }));
    const statuses = await Promise.all([
      send(aCheckout(), { key: strangersKey }),
      send(aCheckout(), { from: 'https://stranger.example.org/graphql/' }),
      send(aCheckout(), { sentBody: changed }),
      webhooks(new Request('https://tax.example.org/webhooks', { method: 'POST', body: changed })),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect((await send(aCheckout())).status).toBe(200);
    expect((await send(aCheckout(), { event: 'constructor' })).status).toBe(400);
  });
});

const charged = { pricesEnteredWithTax: false, chargeTaxes: true, countries: [] };
type OrderEvent = OrderPayload['__typename'];
const anOrder = (
  id: string,
  more: Partial<OrderPayload['order']> = {},
  type: OrderEvent = 'OrderConfirmed',
): OrderPayload => ({
  __typename: type,
  order: {
    id,
    number: '1001',
    created: '2026-06-15T15:00:00+00:00',
    updatedAt: '2026-06-15T15:00:00+00:00',
    userEmail: 'ada@example.org',
    user: null,
    taxExemption: false,
    channel: { taxConfiguration: charged },
    shippingAddress: minneapolis,
    billingAddress: null,
    shippingPrice: { gross: { amount: 14.9 }, net: { amount: 14 } },
    total: { currency: 'USD' },
    totalCharged: { amount: 312.95 },
    transactions: [],
    grantedRefunds: [],
    lines: [
      { ...noVariant('Lamp'), quantity: 2, totalPrice: { gross: { amount: 218.05 }, net: { amount: 200 } } },
      { ...noVariant('Coat'), ...clothing, totalPrice: { gross: { amount: 80 }, net: { amount: 80 } } },
    ],
    ...more,
  },
});

describe('an order in Saleor', () => {
  it('becomes an invoice once, with the taxes that its checkout showed', async () => {
    const payload = anOrder('T3JkZXI6MQ==');
    for (const _ of ['first', 'again']) {
      const response = await send(payload);
      expect([response.status, await bodyOf(response)]).toEqual([200, { externalId: 'T3JkZXI6MQ==' }]);
    }
    const path = `/v1/transactions/source/2/externalId/${encodeURIComponent('T3JkZXI6MQ==')}`;
    expect(await bodyOf(app.send('GET', path))).toMatchObject({
      documentName: '1001',
      transactionType: 'INVOICE',
      salesTax: { amount: 18.95 },
      finalTransactionAmount: 312.95,
      customer: { email: 'ada@example.org' },
    });
  });

  it.each([
    ['the order is exempt', { taxExemption: true }],
    ['the channel charges no tax', { channel: { taxConfiguration: { ...charged, chargeTaxes: false } } }],
    [
      'the channel charges none in the country',
      { channel: { taxConfiguration: { ...charged, countries: [{ country: { code: 'US' }, chargeTaxes: false }] } } },
    ],
  ])('becomes an invoice without tax if %s', async (why, more) => {
    const untaxed = { gross: { amount: 100 }, net: { amount: 100 } };
    const lines = [{ ...noVariant('Lamp'), totalPrice: untaxed }];
    const response = await send(anOrder(why, { ...more, lines, shippingPrice: untaxed }));
    expect(response.status).toBe(200);
    const path = `/v1/transactions/source/2/externalId/${encodeURIComponent(why)}`;
    expect(await bodyOf(app.send('GET', path))).toMatchObject({
      salesTax: { amount: 0 },
      finalTransactionAmount: 200,
      // 9.025 % of the lamp and of its shipping: 9.03 each.
      computedTaxAmount: 18.06,
    });
  });
});

describe('a refund in Saleor', () => {
  const day = '2026-06-20T10:00:00+00:00';
  const aGrantedRefund = (id: string, amount: number, more: object = {}) => ({
    id,
    status: 'SUCCESS',
    updatedAt: day,
    amount: { amount },
    shippingCostsIncluded: false,
    lines: null,
    transactionEvents: null,
    ...more,
  });
  const documentOf = (externalId: string) =>
    bodyOf<{ finalTransactionAmount: number; salesTax: { amount: number }; createdFrom: string }>(
      app.send('GET', `/v1/transactions/source/2/externalId/${encodeURIComponent(externalId)}`),
    );

  it('becomes a document for its lines and shipping, and one for money without lines, each once', async () => {
    const id = 'T3JkZXI6Ng==';
    // Half of 18.05 is 9.025, a tie that goes up; the shipping of 14.90 is refunded with it.
    const granted = aGrantedRefund('R1', 123.93, {
      shippingCostsIncluded: true,
      lines: [{ quantity: 1, orderLine: { id: 'Lamp' } }],
      transactionEvents: [{ id: 'E1' }],
    });
    const event = (eventId: string, type: string, amount: number) => ({
      id: eventId,
      type,
      amount: { amount },
      createdAt: day,
    });
    const more = {
      grantedRefunds: [granted, aGrantedRefund('R2', 5, { status: 'PENDING' })],
      transactions: [
        {
          events: [
            event('E0', 'CHARGE_SUCCESS', 312.95),
            event('E1', 'REFUND_SUCCESS', 123.93),
            event('E2', 'REFUND_SUCCESS', 10),
          ],
        },
      ],
    };
    const payload = anOrder(id, more, 'OrderRefunded');
    // The event of the order itself never came.
    for (const _ of ['first', 'again']) {
      const response = await send(payload);
      expect([response.status, await bodyOf(response)]).toEqual([200, { externalIds: ['R1', 'E2'] }]);
    }
    expect(await documentOf(id)).toMatchObject({ finalTransactionAmount: 312.95 });
    expect(await documentOf('R1')).toMatchObject({
      createdFrom: id,
      finalTransactionAmount: 123.93,
      salesTax: { amount: 9.93 },
    });
    expect(await documentOf('E2')).toMatchObject({ createdFrom: id, finalTransactionAmount: 10 });
  });

  it('of everything returns everything', async () => {
    const lines = [
      { quantity: 2, orderLine: { id: 'Lamp' } },
      { quantity: 1, orderLine: { id: 'Coat' } },
    ];
    const granted = aGrantedRefund('R7', 312.95, { shippingCostsIncluded: true, lines });
    const order = anOrder('T3JkZXI6Nw==', { grantedRefunds: [granted] }, 'OrderFullyRefunded');
    const response = await send(order);
    expect(response.status).toBe(200);
    expect(await documentOf('R7')).toMatchObject({ finalTransactionAmount: 312.95, salesTax: { amount: 18.95 } });
  });

  it('does not happen to an order cancelled before payment: its invoice stays cancelled, even if events are repeated', async () => {
    const id = 'T3JkZXI6OA==';
    const unpaid = { totalCharged: { amount: 0 } };
    const confirmed = anOrder(id, unpaid);
    const cancelled = anOrder(id, unpaid, 'OrderCancelled');
    await send(confirmed);
    expect(await documentOf(id)).toMatchObject({ transactionStatus: 'ACTIVE', finalTransactionAmount: 312.95 });
    for (const payload of [cancelled, cancelled, confirmed]) {
      expect((await send(payload)).status).toBe(200);
      expect(await documentOf(id)).toMatchObject({ transactionStatus: 'CANCELLED' });
    }
  });

  it('does not happen to a cancelled order whose confirmation is late: that finds its invoice cancelled', async () => {
    const id = 'T3JkZXI6OQ==';
    const unpaid = { totalCharged: { amount: 0 } };
    await send(anOrder(id, unpaid, 'OrderCancelled'));
    expect((await send(anOrder(id, unpaid))).status).toBe(200);
    expect(await documentOf(id)).toMatchObject({ transactionStatus: 'CANCELLED' });
  });
});

describe('a request that is not what Saleor sent', () => {
  const orders = ['order_confirmed', 'order_refunded', 'order_fully_refunded', 'order_cancelled'];
  const unpaid = { totalCharged: { amount: 0 } };

  it.each(orders)('is refused if a signed body of another event comes as %s', async (event) => {
    const id = `another ${event}`;
    const types = ['OrderConfirmed', 'OrderRefunded', 'OrderFullyRefunded', 'OrderCancelled'] as const;
    for (const type of types.filter((_, index) => orders[index] !== event)) {
      expect((await send(anOrder(id, unpaid, type), { event })).status).toBe(400);
    }
    expect((await send(aCheckout(), { event })).status).toBe(400);
    expect((await send(anOrder(id), { event: 'checkout_calculate_taxes' })).status).toBe(400);
    const path = `/v1/transactions/source/2/externalId/${encodeURIComponent(id)}`;
    expect((await app.send('GET', path)).status).toBe(404);
  });

  it('is refused if its body has no event, or one without a handler', async () => {
    const { __typename: _, ...untyped } = anOrder('untyped', unpaid);
    const statuses = [
      untyped,
      { ...untyped, __typename: 'constructor' },
      { ...untyped, __typename: ['OrderConfirmed'] },
      null,
      1,
    ];
    for (const payload of statuses)
      expect((await send(payload ?? 'null', { event: 'order_confirmed' })).status).toBe(400);
  });

  it('is refused before its signature is checked if it is too large, and its rest is not read', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(256 * 1024));
      },
    });
    const headers = { 'Saleor-Api-Url': saleorApiUrl, 'Saleor-Event': 'order_confirmed', 'Saleor-Signature': 'x..y' };
    const ask = (init: object) =>
      webhooks(new Request('https://tax.example.org/webhooks', { method: 'POST', headers, ...init }));
    expect((await ask({ body: endless, duplex: 'half' })).status).toBe(413);
    // 4 MiB are 16 chunks; one more is too much, and one may be on its way.
    expect(sent).toBeLessThanOrEqual(18);
    const large = new Uint8Array(5 * 1024 * 1024);
    expect((await ask({ body: large, headers: { ...headers, 'Content-Length': `${large.byteLength}` } })).status).toBe(
      413,
    );
  });
});

describe('the keys of Saleor', () => {
  const key = () => (keys as { keys: object[] }).keys[0]!;
  const webhooksWith = async (fetchKeys: typeof fetch) =>
    createWebhooks({ ...(await clientOf(app)), source: '2', saleorApiUrl, fetchKeys });
  const jsonOf = (value: unknown, init?: ResponseInit) => async () => Response.json(value, init);

  it.each([
    ['an error', jsonOf({}, { status: 500 })],
    ['keys with an error', async () => Response.json(keys, { status: 500 })],
    ['a page', async () => new Response(JSON.stringify(keys), { headers: { 'Content-Type': 'text/html' } })],
    [
      'a redirect',
      async () => new Response(JSON.stringify(keys), { status: 302, headers: { Location: 'https://example.org' } }),
    ],
    ['no keys', jsonOf({ keys: [] })],
    ['a list', async () => Response.json([key()])],
    ['a secret key', jsonOf({ keys: [{ kty: 'oct', k: 'AAAA' }] })],
    ['more keys than Saleor has', async () => Response.json({ keys: Array.from({ length: 21 }, key) })],
    ['a large set', async () => Response.json({ keys: [{ ...key(), x5c: ['A'.repeat(70_000)] }] })],
    ['no JSON', async () => new Response('{', { headers: { 'Content-Type': 'application/json' } })],
    ['nothing', async () => Promise.reject(new TypeError('refused'))],
  ])('are not taken from %s: Saleor sends the event again', async (_name, fetchKeys) => {
    expect((await send(aCheckout(), { to: await webhooksWith(fetchKeys) })).status).toBe(503);
  });

  it('are waited for until a limit', async () => {
    const to = await webhooksWith((_url, init) => {
      expect(init?.signal).toBeInstanceOf(AbortSignal);
      return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject));
    });
    expect((await send(aCheckout(), { to })).status).toBe(503);
  }, 20_000);

  it('are fetched once for requests that arrive together, and once for many that do not fit', async () => {
    let fetched = 0;
    const to = await webhooksWith(async () => {
      fetched += 1;
      return Response.json(keys);
    });
    const statuses = await Promise.all(Array.from({ length: 3 }, () => send(aCheckout(), { to })));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const _ of [1, 2]) expect((await send(aCheckout(), { to, key: strangersKey })).status).toBe(401);
    expect(fetched).toBe(1);
  });
});

describe('an order whose tax is not that of the gateway', () => {
  const said: string[] = [];
  let watched: typeof webhooks;
  beforeAll(async () => {
    watched = createWebhooks({
      ...(await clientOf(app)),
      ...{ source: '2', timeZone: 'America/Chicago', saleorApiUrl, taxCodes: { 'VGF4Q2xhc3M6Mg==': 'C1S2' } },
      fetchKeys: async () => Response.json(keys),
      warn: (message) => said.push(message),
    });
  });
  const shown = (gross: number) => ({ gross: { amount: gross }, net: { amount: 100 } });
  const soldAt = (id: string, gross: number) =>
    anOrder(id, {
      number: id,
      lines: [{ ...noVariant('Lamp'), totalPrice: shown(gross) }],
      shippingPrice: { gross: { amount: 0 }, net: { amount: 0 } },
    });

  it.each([
    ['G1', 109.03, []],
    ['G2', 100, ['Tollgate: UNTAXED: the tax is 0 on order G2, but 9.03 on its document.']],
    ['G3', 107, ['Tollgate: ESTIMATED: the tax is 7 on order G3, but 9.03 on its document.']],
  ])('is in the log of the app (%s)', async (id, gross, log) => {
    said.length = 0;
    expect((await send(soldAt(id, gross), { to: watched })).status).toBe(200);
    expect(said).toEqual(log);
  });

  it('without a place is refused immediately, to be corrected manually; with the place of the shop it is stored', async () => {
    said.length = 0;
    const order = anOrder('G4', { number: 'G4', shippingAddress: null, billingAddress: null });
    expect((await send(order, { to: watched })).status).toBe(400);
    expect(said).toEqual([
      expect.stringMatching(/^Tollgate: order G4 needs manual correction: .*Complete the address/),
    ]);
    const checkout = aCheckout({ address: null });
    expect((await send(checkout, { to: watched })).status).toBe(400);
    const { streetAddress1: street, postalCode: zip, city, countryArea: state } = minneapolis;
    const pickup = createWebhooks({
      ...(await clientOf(app)),
      ...{ source: '2', saleorApiUrl, fetchKeys: async () => Response.json(keys) },
      ...{ paymentWithoutPlace: 'SHOP_ADDRESS', shopAddress: { country: 'US', street, zip, city, state } },
    });
    const taxes = await bodyOf<SaleorTaxes>(send(checkout, { to: pickup }));
    expect(taxes.lines[0]).toMatchObject({ total_gross_amount: 218.05 });
    expect((await send(order, { to: pickup })).status).toBe(200);
    expect(await bodyOf(app.send('GET', '/v1/transactions/source/2/externalId/G4'))).toMatchObject({
      shippingAddress: { state: 'MN' },
    });
  });

  it('names an order whose id belongs to a document other than its invoice', async () => {
    said.length = 0;
    const event = { id: 'G6-R', type: 'REFUND_SUCCESS', amount: { amount: 10 }, createdAt: '2026-06-16T12:00:00Z' };
    await send(anOrder('G6', { transactions: [{ events: [event] }] }, 'OrderRefunded'), { to: watched });
    expect((await send(anOrder('G6-R', { number: 'G6-R' }), { to: watched })).status).toBe(400);
    expect(said).toEqual([expect.stringContaining('"G6-R" is a stored REFUND of "G6", not the INVOICE')]);
  });

  it('names a refund whose document has another amount', async () => {
    said.length = 0;
    const sendWith = (amount: number) => {
      const event = { id: 'G7-R', type: 'REFUND_SUCCESS', amount: { amount }, createdAt: '2026-06-16T12:00:00Z' };
      return send(anOrder('G7', { transactions: [{ events: [event] }] }, 'OrderRefunded'), { to: watched });
    };
    await sendWith(20);
    expect([(await sendWith(10)).status, said]).toEqual([
      200,
      ['Tollgate: the total of refund G7-R is 10 in Saleor, but 20.00 on its document.'],
    ]);
  });

  it('waits if the gateway does not accept the client, because that problem affects all orders', async () => {
    const to = createWebhooks({
      ...(await clientOf(app)),
      ...{ clientSecret: 'rotated', source: '2', saleorApiUrl, fetchKeys: async () => Response.json(keys) },
    });
    expect((await send(anOrder('G5'), { to })).status).toBe(503);
  });
});

describe('the app', () => {
  // The types and fields of Saleor 3.24 read by the subscriptions, as in its published schema.
  const schema = buildSchema(readFileSync(join(import.meta.dirname, 'saleor-3.24.graphql'), 'utf8'));

  it('subscribes only to fields of the Saleor schema', () => {
    const events = ['ORDER_CONFIRMED', 'ORDER_REFUNDED', 'ORDER_FULLY_REFUNDED', 'ORDER_CANCELLED'];
    for (const text of [taxSubscription, ...events.map(orderSubscriptionOf)]) {
      expect(validate(schema, parse(text))).toEqual([]);
    }
    expect(validate(schema, parse('subscription { event { ... on CalculateTaxes { nothing } } }'))).toHaveLength(1);
  });

  it('is installed from its manifest, and answers nothing else', async () => {
    const app = createApp({
      ...{ url: 'http://localhost', clientId: 'id', clientSecret: 'secret', source: '2' },
      ...{ saleorApiUrl, appUrl: 'https://tax.example.org/' },
    });
    const ask = (path: string, method = 'GET') => app(new Request(`https://tax.example.org${path}`, { method }));
    const manifest = await bodyOf<{ webhooks: { targetUrl: string; query: string }[] }>(ask('/api/manifest'));
    expect(manifest).toMatchObject({
      tokenTargetUrl: 'https://tax.example.org/api/register',
      permissions: ['HANDLE_TAXES', 'MANAGE_ORDERS', 'HANDLE_PAYMENTS'],
    });
    expect(manifest.webhooks.map(({ targetUrl }) => targetUrl)).toEqual(
      Array.from({ length: 6 }, () => 'https://tax.example.org/api/webhooks'),
    );
    expect((await ask('/api/register', 'POST')).status).toBe(200);
    expect((await ask('/api/webhooks', 'POST')).status).toBe(401);
    expect((await ask('/')).status).toBe(404);
  });

  it('says when the gateway cannot be reached, so that Saleor sends an event of an order again', async () => {
    const out = createWebhooks({
      ...(await clientOf(app)),
      fetch: async () => Promise.reject(new Error('gone')),
      source: '2',
      saleorApiUrl,
      quoteTimeLimit: 100,
      fetchKeys: async () => Response.json(keys),
    });
    expect((await send(aCheckout(), { to: out })).status).toBe(503);
  });
});

function noVariant(productName: string) {
  return { id: productName, productName, productSku: null, quantity: 1, variant: null };
}
