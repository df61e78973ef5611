import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, freePort, type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { databaseOn, runIn, triesIn } from '../database.ts';
import { type PlatformGateway, startPlatformGateway, startShop } from '../gateway.ts';
import {
  activeOrder,
  addItem,
  applyCoupon,
  arrangePayment,
  beGuest,
  type Caller,
  callerOf,
  minneapolis,
  type Order,
  pay,
  setAddress,
  setShipping,
  stock,
} from './api.ts';

let server: PostgresServer;
let gateway: PlatformGateway;
let database: string;
let shop: Awaited<ReturnType<typeof startShop>>;
let url: string;
let admin: Caller;
let goods: Awaited<ReturnType<typeof stock>>;

async function open(onUnavailable: string, { isNew = false, withoutPlace = 'REFUSE' } = {}): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  shop = await startShop(import.meta.dirname, {
    args: ['shop.cjs'],
    line: /The shop is open/,
    environment: {
      PORT: `${port}`,
      DATABASE: database,
      TOLLGATE_URL: gateway.url,
      TOLLGATE_ID: gateway.credentials.clientId,
      TOLLGATE_SECRET: gateway.credentials.clientSecret,
      ON_UNAVAILABLE: onUnavailable,
      RETRY_SECONDS: '0.2',
      WITHOUT_PLACE: withoutPlace,
      ...(isNew && { POPULATE: 'yes' }),
    },
  });
  admin = callerOf(url, 'admin-api');
  await admin(`mutation { login(username: "superadmin", password: "superadmin") { __typename } }`);
}

beforeAll(async () => {
  server = await startPostgres(findPostgres()!, ['fsync=off', 'max_connections=200']);
  gateway = await startPlatformGateway(server);
  database = await databaseOn(server, 'vendure');
  await open('lastKnownRate', { isNew: true });
  goods = await stock(admin);
});
afterAll(async () => {
  if (process.env.SHOW_LOG) console.log(shop?.log());
  await shop?.close();
  await gateway?.close();
  await server?.stop();
});

const newShopper = () => callerOf(url, 'shop-api');
const orders: Order[] = [];

/** A guest's order: two lamps, a coat and a parcel. */
async function orderOf(name: string, metadata: object = {}): Promise<Order> {
  const shopper = newShopper();
  await addItem(shopper, goods.lamp, 2);
  await addItem(shopper, goods.coat, 1);
  await setAddress(shopper, minneapolis);
  await setShipping(shopper, goods.method);
  await beGuest(shopper, `${name}@example.org`);
  const order = await pay(shopper, metadata);
  orders.push(order);
  return order;
}

/** The document in the gateway, once it is stored. */
const documentOf = async (externalId: string) => {
  const key = { source: '3', externalId };
  await expect.poll(() => gateway.client.findTransaction(key).catch(() => null), { timeout: 120_000 }).not.toBeNull();
  return (await gateway.client.findTransaction(key))!;
};
/** The mark of an order whose tax was estimated, once the gateway has its document, and the difference in cents. */
const settled = async ({ id }: Order, difference: number): Promise<void> => {
  const marks = () =>
    admin<{ order: { customFields: object } }>(
      `query($id: ID!) { order(id: $id) { customFields { tollgateTax tollgateDifference } } }`,
      { id },
    );
  await expect
    .poll(async () => (await marks()).order.customFields, { timeout: 60_000 })
    .toEqual({ tollgateTax: 'SETTLED', tollgateDifference: difference });
};
const cents = (amount: string) => Math.round(Number(amount) * 100);

async function refund(order: Order, input: object): Promise<{ id: string; total: number }> {
  const { order: found } = await admin<{ order: { payments: { id: string }[] } }>(
    `query($id: ID!) { order(id: $id) { payments { id } } }`,
    { id: order.id },
  );
  const { refundOrder } = await admin<{ refundOrder: { id: string; total: number; state: string; message?: string } }>(
    `mutation($input: RefundOrderInput!) { refundOrder(input: $input) { ... on Refund { id total state } ... on ErrorResult { message } } }`,
    { input: { paymentId: found.payments[0]!.id, lines: [], shipping: 0, adjustment: 0, ...input } },
  );
  expect(refundOrder).toMatchObject({ state: 'Settled' });
  return refundOrder;
}

describe('a shop on Vendure', () => {
  it('prices a cart whose address grows, with a coupon and shipping, and shows the rates of the law', async () => {
    const shopper = newShopper();
    await addItem(shopper, goods.lamp, 2);
    // Nothing is known yet, then only the country: no tax, and no error.
    expect(await setAddress(shopper, { countryCode: 'US', streetLine1: '' })).toMatchObject({
      totalWithTax: 200_00,
      lines: [{ taxLines: [] }],
    });
    expect(await addItem(shopper, goods.coat, 1)).toMatchObject({ totalWithTax: 280_00 });
    const addressed = await setAddress(shopper, minneapolis);
    // 9.025 % of 200; Minnesota does not tax the coat.
    expect(addressed).toMatchObject({ totalWithTax: 298_05, customFields: { tollgateTax: null } });
    expect(addressed.lines[0]!.taxLines[0]).toEqual({ description: 'Minnesota (6.875 %)', taxRate: 6.875 });
    expect(addressed.lines[1]!.taxLines).toEqual([{ description: 'No tax: PRODUCT_EXEMPT', taxRate: 0 }]);
    // Vendure shares the coupon of 28.00 by prices with tax, so 20.49 are of the lamps: 9.025 % of 179.51 is 16.2008.
    expect(await applyCoupon(shopper, 'TEN')).toMatchObject({ total: 252_00, totalWithTax: 268_20 });
    const shipped = await setShipping(shopper, goods.method);
    // Shipping is taxed as 179.51 of 252 of the goods are: 14 x 179.51 / 252 x 9.025 % = 0.9000.
    expect(shipped).toMatchObject({ shipping: 14_00, shippingWithTax: 14_90, totalWithTax: 283_10 });
    const summary = shipped.taxSummary.filter(({ taxTotal }) => taxTotal > 0);
    expect(summary.map(({ description, taxRate }) => [description, taxRate])).toContainEqual(['Minnesota', 6.875]);
    expect(summary.every(({ taxRate }) => taxRate < 7)).toBe(true);
    // 16.20 of the lamps and 0.90 of the shipping.
    expect(summary.reduce((total, { taxTotal }) => total + taxTotal, 0)).toBe(17_10);
    await beGuest(shopper, 'coupon@example.org');
    const order = await pay(shopper);
    orders.push(order);
    expect(order).toMatchObject({ state: 'PaymentSettled', totalWithTax: 283_10 });
    expect(await documentOf(order.code)).toMatchObject({
      finalTransactionAmount: '283.10',
      salesTax: { amount: '17.10' },
    });
  });

  it('shows the buyer how to fix an address', async () => {
    const shopper = newShopper();
    await addItem(shopper, goods.lamp, 1);
    await expect(setAddress(shopper, { ...minneapolis, postalCode: '10001' })).rejects.toThrow('shippingAddress.zip: ');
  });

  it('charges no tax to a buyer with a certificate', async () => {
    const { createCustomer: school } = await admin<{ createCustomer: { id: string } }>(
      `mutation($input: CreateCustomerInput!) { createCustomer(input: $input, password: "secret-1") { ... on Customer { id } } }`,
      { input: { firstName: 'Prairie', lastName: 'School', emailAddress: 'school@example.org' } },
    );
    const { serviceId } = await gateway.client.upsertCustomer({
      source: '9',
      externalId: school.id,
      name: 'Prairie School',
      externalTimestamps: { createdDate: '2026-01-01', updatedDate: '2026-01-01' },
    });
    await gateway.client.rest({
      method: 'POST',
      path: '/v1/exemptions',
      body: {
        exemption: { customerId: serviceId, certificate: { certificateId: 'MN-1' }, exemptionStatus: 'ACTIVE' },
        states: [{ code: 'MN' }],
      },
    });
    const shopper = newShopper();
    await shopper(`mutation { login(username: "school@example.org", password: "secret-1") { __typename } }`);
    await addItem(shopper, goods.lamp, 2);
    await setAddress(shopper, minneapolis);
    await setShipping(shopper, goods.method);
    const order = await pay(shopper);
    orders.push(order);
    expect(order).toMatchObject({ totalWithTax: 214_00 });
    expect(order.lines[0]!.taxLines).toEqual([{ description: 'No tax: CUSTOMER_EXEMPT', taxRate: 0 }]);
    expect(await documentOf(order.code)).toMatchObject({
      finalTransactionAmount: '214.00',
      salesTax: { amount: '0.00' },
    });
  });

  it('refunds a part, the shipping, and an amount for goodwill: each a document of the same amount', async () => {
    const order = await orderOf('refunds');
    // 280 and 14, with 18.05 and 14 x 200 / 280 x 9.025 % = 0.9025.
    expect(order.totalWithTax).toBe(312_95);
    const lamps = order.lines[0]!;
    const partial = await refund(order, { lines: [{ orderLineId: lamps.id, quantity: 1 }] });
    // Half of 18.05: 9.025, a tie that goes up.
    expect(partial.total).toBe(109_03);
    expect(await documentOf(`${order.code}-R${partial.id}`)).toMatchObject({
      finalTransactionAmount: '109.03',
      salesTax: { amount: '9.03' },
    });
    const shipping = await refund(order, { shipping: 14_90 });
    expect(await documentOf(`${order.code}-R${shipping.id}`)).toMatchObject({
      finalTransactionAmount: '14.90',
      salesTax: { amount: '0.90' },
    });
    const goodwill = await refund(order, { amount: 10_00 });
    expect((await documentOf(`${order.code}-R${goodwill.id}`)).finalTransactionAmount).toBe('10.00');
  });

  it('invoices and refunds a surcharge with its legal tax', async () => {
    const shopper = newShopper();
    await addItem(shopper, goods.lamp, 1);
    await setAddress(shopper, minneapolis);
    await setShipping(shopper, goods.method);
    await beGuest(shopper, 'surcharge@example.org');
    const { id } = (await activeOrder(shopper))!;
    const taxLines = [{ description: 'Minnesota', taxRate: 9.025 }];
    const wrapping = { orderId: id, description: 'Wrapping', sku: 'WRAP', listPrice: 10_00, taxLines };
    // 124.29 for the lamp and the parcel, 10 and 0.90.
    expect(await askShop({ surcharge: wrapping })).toBe(135_19);
    const order = await pay(shopper);
    orders.push(order);
    expect(order.customFields.tollgateTax).toBe('ESTIMATED');
    expect((await documentOf(order.code)).finalTransactionAmount).toBe('135.19');
    await settled(order, 0);
    const { id: refundId } = await refund(order, { amount: 135_19 });
    expect((await documentOf(`${order.code}-R${refundId}`)).finalTransactionAmount).toBe('135.19');
  });

  it('cancels the invoice of an order that is cancelled before it is paid', async () => {
    const order = await orderOf('cancelled', { later: true });
    expect(order.state).toBe('PaymentAuthorized');
    await documentOf(order.code);
    await admin(
      `mutation($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename ... on ErrorResult { message } } }`,
      {
        id: order.id,
      },
    );
    await expect
      .poll(async () => (await documentOf(order.code)).transactionStatus, { timeout: 60_000 })
      .toBe('CANCELLED');
  });
});

describe('when the gateway fails', () => {
  it('is killed at checkout: the order is placed at the last known rates, and has its document later', async () => {
    const shopper = newShopper();
    await addItem(shopper, goods.lamp, 2);
    await setAddress(shopper, minneapolis);
    await setShipping(shopper, goods.method);
    await beGuest(shopper, 'killed@example.org');
    await gateway.kill();
    // 9.025 % of 300 is 27.075, a tie that goes up; of the parcel 1.2635.
    expect(await addItem(shopper, goods.lamp, 1)).toMatchObject({
      totalWithTax: 342_34,
      customFields: { tollgateTax: 'ESTIMATED' },
    });
    const order = await pay(shopper);
    orders.push(order);
    expect(order.state).toBe('PaymentSettled');
    expect(shop.exit()).toBeNull();
    await gateway.start();
    expect(await documentOf(order.code)).toMatchObject({ finalTransactionAmount: '342.34' });
    await settled(order, 0);
  });

  it('is frozen for half a minute: buyers wait for the time limit once, and the shop serves', async () => {
    gateway.freeze();
    const start = performance.now();
    const order = await orderOf('frozen');
    const atCheckout = performance.now() - start;
    expect(order.state).toBe('PaymentSettled');
    // A handful of calls, each of which a frozen gateway could delay for 2 seconds every 5.
    expect(atCheckout).toBeLessThan(25_000);
    await wait(Math.max(0, 30_000 - atCheckout));
    expect((await newShopper()<{ products: object }>('{ products { totalItems } }')).products).toEqual({
      totalItems: 2,
    });
    gateway.thaw();
    expect(await documentOf(order.code)).toMatchObject({ finalTransactionAmount: '312.95' });
  });

  it('is gone for an hour of retries: orders, refunds and cancellations come after it is back, each in its order', async () => {
    await gateway.kill();
    const paid = await orderOf('gone-1');
    const refunded = await orderOf('gone-2');
    const cancelled = await orderOf('gone-3', { later: true });
    const { id } = await refund(refunded, {
      lines: [{ orderLineId: refunded.lines[0]!.id, quantity: 2 }],
      shipping: 14_90,
    });
    await admin(`mutation($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename } }`, { id: cancelled.id });
    // By default, there is a round every 30 seconds for an hour.
    await expect.poll(() => triesIn(database), { timeout: 300_000, interval: 1_000 }).toBeGreaterThanOrEqual(120);
    expect(shop.exit()).toBeNull();
    await gateway.start();
    expect((await documentOf(paid.code)).finalTransactionAmount).toBe('312.95');
    // Both lamps with their tax, and the shipping. Vendure refunds 109.03 twice, a cent more than was paid for the
    // lamps.
    expect((await documentOf(`${refunded.code}-R${id}`)).finalTransactionAmount).toBe('232.96');
    await expect
      .poll(async () => (await documentOf(cancelled.code)).transactionStatus, { timeout: 60_000 })
      .toBe('CANCELLED');
  });

  it('ends the shop while documents wait: they are sent when it opens again', async () => {
    await gateway.kill();
    const order = await orderOf('crash');
    shop.process.kill('SIGKILL');
    await expect.poll(() => shop.exit()).not.toBeNull();
    await gateway.start();
    await open('zero');
    expect((await documentOf(order.code)).finalTransactionAmount).toBe('312.95');
  });

  it('leaves a shop that sells without tax with a mark, by setting', async () => {
    await gateway.kill();
    const order = await orderOf('zero');
    expect(order).toMatchObject({ totalWithTax: 294_00, customFields: { tollgateTax: 'UNTAXED' } });
    await gateway.start();
    // The tax required by law is in the document; the difference is the shop's.
    expect((await documentOf(order.code)).finalTransactionAmount).toBe('312.95');
    await settled(order, 18_95);
  });

  it('refuses to price a cart, by setting, and continues to serve', async () => {
    await shop.close();
    await open('refuse');
    await gateway.kill();
    const shopper = newShopper();
    await addItem(shopper, goods.lamp, 1);
    const refused = await setAddress(shopper, minneapolis).catch((error) => error);
    expect(refused.errors[0].extensions.code).toBe('TAX_UNAVAILABLE');
    expect(await activeOrder(shopper)).toMatchObject({ totalWithTax: 100_00 });
    await gateway.start();
    await wait(6_100);
    expect(await setAddress(shopper, minneapolis)).toMatchObject({ totalWithTax: 109_03 });
  });
});

const askShop = (message: object) => {
  const answer = new Promise<unknown>((resolve) => shop.process.once('message', resolve));
  shop.process.send(message);
  return answer;
};

describe('an order without a place', () => {
  /** A guest's lamp and parcel, without an address. */
  const collect = async (name: string) => {
    const shopper = newShopper();
    await addItem(shopper, goods.lamp, 1);
    await setShipping(shopper, goods.method);
    await beGuest(shopper, `${name}@example.org`);
    return shopper;
  };

  it('cannot be paid, and cannot lose its place once payment began', async () => {
    const shopper = await collect('nowhere');
    for (const address of [null, { countryCode: 'US', streetLine1: '' }]) {
      if (address) await setAddress(shopper, address);
      expect(await activeOrder(shopper)).toMatchObject({
        totalWithTax: 114_00,
        customFields: { tollgateTax: 'UNTAXED' },
      });
      expect(await arrangePayment(shopper)).toContain('Complete the address before payment.');
    }
    await setAddress(shopper, minneapolis);
    expect(await arrangePayment(shopper)).toBeUndefined();
    const unset = shopper('mutation { unsetOrderShippingAddress { ... on Order { id } } }');
    await expect(unset).rejects.toThrow('Complete the address before payment.');
    // 109.03 of the lamp, and 14 with 9.025 % of 14, 1.2635.
    expect(await activeOrder(shopper)).toMatchObject({ totalWithTax: 124_29, customFields: { tollgateTax: null } });
  });

  it('that was sold needs a person immediately, is reported in the log and the admin, and is resent', async () => {
    const shopper = await collect('lost');
    await setAddress(shopper, minneapolis);
    expect(await arrangePayment(shopper)).toBeUndefined();
    const { id, code } = (await activeOrder(shopper))!;
    const addressed = (shippingAddress: object) =>
      runIn(database, `UPDATE "order" SET "shippingAddress" = $1 WHERE code = $2`, [
        JSON.stringify(shippingAddress),
        code,
      ]);
    await addressed({ countryCode: 'US' });
    const order = await pay(shopper);
    orders.push(order);
    const errorOf = async () =>
      (
        await admin<{ order: { customFields: { tollgateError: string | null } } }>(
          `query($id: ID!) { order(id: $id) { customFields { tollgateError } } }`,
          { id },
        )
      ).order.customFields.tollgateError;
    await expect.poll(errorOf, { timeout: 60_000 }).toMatch(/^The document \S+ failed and needs manual correction: /);
    expect(shop.log()).toContain(`The document ${code} failed and needs manual correction: `);
    await addressed(minneapolis);
    expect(await askShop({ orderCode: code })).toBe(1);
    expect((await documentOf(code)).finalTransactionAmount).toBe('124.29');
    expect(await errorOf()).toBeNull();
  });

  it('is taxed at the shop if its goods are collected, by setting', async () => {
    await shop.close();
    await open('refuse', { withoutPlace: 'SHOP_ADDRESS' });
    const order = await pay(await collect('pickup'));
    orders.push(order);
    expect(order).toMatchObject({ totalWithTax: 124_29, customFields: { tollgateTax: null } });
    expect(await documentOf(order.code)).toMatchObject({ finalTransactionAmount: '124.29' });
  });
});

type Row = { readonly externalId: string; readonly transactionType: string };

it('ends with exactly one document for each order, and the same totals on both sides', async () => {
  const invoices = async () => {
    const { transactions } = await gateway.client.graphql<{ transactions: { nodes: Row[] } }>(
      '{ transactions(first: 100) { nodes { externalId transactionType } } }',
    );
    const found = transactions.nodes.filter(({ transactionType }) => transactionType === 'INVOICE');
    return found.map(({ externalId }) => externalId).sort();
  };
  await expect.poll(invoices, { timeout: 60_000 }).toEqual(orders.map(({ code }) => code).sort());
  const period = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
  const { missing, different } = (await askShop(period)) as { missing: object[]; different: object[] };
  expect(missing).toEqual([]);
  // The order that was sold without tax.
  expect(different).toMatchObject([{ platformAmount: 294_00, gatewayAmount: 312_95 }]);
  for (const order of orders.filter(({ totalWithTax }) => totalWithTax !== 294_00)) {
    expect(cents((await documentOf(order.code)).finalTransactionAmount)).toBe(order.totalWithTax);
  }
});
