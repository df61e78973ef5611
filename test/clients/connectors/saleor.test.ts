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
    'Saleor-Event': event ?? 'checkout_calculate_taxes',
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

  it('shares a discount on the whole order among its lines, and leaves what is not to be taxed', async () => {
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

  it('is refused with a reason if the tax cannot be told', async () => {
    const wrong = await send(aCheckout({ address: { ...minneapolis, postalCode: '10001' } }));
    expect(wrong.status).toBe(400);
    expect(await bodyOf(wrong)).toEqual({ message: expect.stringContaining('shippingAddress.zip: ') });
    expect(await bodyOf(send(aCheckout({ address: null })))).toEqual({ message: 'There is no address yet.' });
    const other = await send({ taxBase: { lines: [] } });
    expect(other.status).toBe(400);
    expect(await bodyOf(other)).toEqual({
      message: expect.stringContaining('The subscription of the webhook is another'),
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
const anOrder = (id: string, more: Partial<OrderPayload['order']> = {}): OrderPayload => ({
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
      const response = await send(payload, { event: 'order_confirmed' });
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
    const response = await send(anOrder(why, { ...more, lines, shippingPrice: untaxed }), { event: 'order_confirmed' });
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
    // Half of 18.05 is 9.025, a tie that goes up; the shipping of 14.90 goes back with it.
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
    const payload = anOrder(id, {
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
    });
    // The event of the order itself never came.
    for (const _ of ['first', 'again']) {
      const response = await send(payload, { event: 'order_refunded' });
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
    const response = await send(anOrder('T3JkZXI6Nw==', { grantedRefunds: [granted] }), {
      event: 'order_fully_refunded',
    });
    expect(response.status).toBe(200);
    expect(await documentOf('R7')).toMatchObject({ finalTransactionAmount: 312.95, salesTax: { amount: 18.95 } });
  });

  it('does not happen to an order that was cancelled before it was paid: its invoice is cancelled', async () => {
    const payload = anOrder('T3JkZXI6OA==', { totalCharged: { amount: 0 } });
    await send(payload, { event: 'order_confirmed' });
    expect((await send(payload, { event: 'order_cancelled' })).status).toBe(200);
    expect(await documentOf('T3JkZXI6OA==')).toMatchObject({ transactionStatus: 'CANCELLED' });
  });
});

describe('the app', () => {
  // The types and fields of Saleor 3.24 that the subscriptions read, as its published schema has them.
  const schema = buildSchema(readFileSync(join(import.meta.dirname, 'saleor-3.24.graphql'), 'utf8'));

  it('subscribes to what the schema of Saleor has', () => {
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
