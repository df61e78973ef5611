import { type CryptoKey, exportJWK, FlattenedSign, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, type TestApp } from '../../../support/app.ts';
import { startGateway } from '../start-gateway.ts';
import type { OrderPayload, TaxPayload } from './payloads.ts';
import type { SaleorTaxes } from './taxes.ts';
import { createWebhooks } from './webhooks.ts';

const saleorApiUrl = 'https://shop.example.org/graphql/';
let app: TestApp;
let webhooks: (request: Request) => Promise<Response>;
let saleorKey: CryptoKey;
let strangersKey: CryptoKey;
beforeAll(async () => {
  const { gateway, ...started } = await startGateway('2');
  ({ app } = started);
  const pair = await generateKeyPair('RS256');
  saleorKey = pair.privateKey;
  strangersKey = (await generateKeyPair('RS256')).privateKey;
  const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: '1', use: 'sig', alg: 'RS256' }] };
  webhooks = createWebhooks({
    gateway,
    saleorApiUrl,
    taxCodes: { 'VGF4Q2xhc3M6Mg==': 'C1S2' },
    fetch: async (url) => {
      expect(`${url}`).toBe('https://shop.example.org/.well-known/jwks.json');
      return Response.json(keys);
    },
  });
});
afterAll(() => app.close());

type Sent = { readonly event?: string; readonly from?: string; readonly key?: CryptoKey; readonly sentBody?: string };

/** Sends a request like Saleor's: signed with a detached payload (RFC 7797). */
async function send(payload: unknown, { event, from = saleorApiUrl, key = saleorKey, sentBody }: Sent = {}) {
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
  return webhooks(new Request('https://tax.example.org/webhooks', { method: 'POST', headers, body: sentBody ?? body }));
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

function noVariant(productName: string) {
  return { productName, productSku: null, quantity: 1, variant: null };
}
