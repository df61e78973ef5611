import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, freePort, type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { databaseOn, triesIn } from '../database.ts';
import { type PlatformGateway, startPlatformGateway, startShop } from '../gateway.ts';

type Seeded = Readonly<Record<'key' | 'region' | 'option' | 'clothing' | 'lamp' | 'coat', string>>;

let server: PostgresServer;
let gateway: PlatformGateway;
let environment: NodeJS.ProcessEnv;
let database: string;
let shop: Awaited<ReturnType<typeof startShop>>;
let url: string;
let goods: Seeded;
let adminToken: string;

const here = import.meta.dirname;
const command = join(here, 'node_modules/@medusajs/cli/cli.js');
const medusa = async (...args: string[]): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, ...args], {
    cwd: here,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    maxBuffer: 1e8,
  });
  return stdout + stderr;
};

async function open(onUnavailable: string, withoutPlace = 'REFUSE'): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  shop = await startShop(here, {
    args: [command, 'start', '--port', `${port}`, '--types', 'false'],
    line: /Server is ready/,
    environment: {
      ...environment,
      ON_UNAVAILABLE: onUnavailable,
      WITHOUT_PLACE: withoutPlace,
      TAX_CODES: JSON.stringify({ [goods.clothing]: 'C1S2' }),
    },
  });
  const { token } = await send<{ token: string }>('POST', '/auth/user/emailpass', {
    email: 'a@example.org',
    password: 'secret-1',
  });
  adminToken = token;
}

beforeAll(async () => {
  server = await startPostgres(findPostgres()!, ['fsync=off', 'max_connections=200']);
  gateway = await startPlatformGateway(server);
  database = await databaseOn(server, 'medusa');
  environment = {
    NODE_ENV: 'production',
    DATABASE_URL: database,
    TOLLGATE_URL: gateway.url,
    TOLLGATE_ID: gateway.credentials.clientId,
    TOLLGATE_SECRET: gateway.credentials.clientSecret,
    TOLLGATE_SCHEDULE: '* * * * * *',
    MEDUSA_DISABLE_TELEMETRY: 'true',
  };
  await medusa('db:migrate', '--skip-scripts');
  const seeded = /SEEDED (.*)/.exec(await medusa('exec', './seed.js'));
  goods = JSON.parse(seeded![1]!);
  await medusa('user', '-e', 'a@example.org', '-p', 'secret-1');
  await open('lastKnownRate');
}, 600_000);
afterAll(async () => {
  if (process.env.SHOW_LOG) console.log(shop?.log());
  await shop?.close();
  await gateway?.close();
  await server?.stop();
});

async function send<Body>(method: string, path: string, body?: object, token?: string): Promise<Body> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'x-publishable-api-key': goods.key,
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const answer = (await response.json()) as Body & { message?: string };
  if (!response.ok)
    throw Object.assign(new Error(`${response.status}: ${answer.message}`), { status: response.status });
  return answer;
}
const admin = <Body>(method: string, path: string, body?: object) =>
  send<Body>(method, `/admin${path}`, body, adminToken);

type TaxLine = { readonly description: string; readonly code: string; readonly rate: number };
type Cart = {
  readonly id: string;
  readonly total: number;
  readonly tax_total: number;
  readonly items: readonly {
    readonly title: string;
    readonly tax_total: number;
    readonly tax_lines: readonly TaxLine[];
  }[];
};
type Order = Cart & {
  readonly payment_collections: readonly { readonly payments: readonly { readonly id: string }[] }[];
};

const fields = '?fields=*items,*items.tax_lines,+items.tax_total,+total,+tax_total';
const minneapolis = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '250 Marquette Ave',
  city: 'Minneapolis',
  province: 'mn',
  postal_code: '55401',
  country_code: 'us',
};

const orders: { readonly id: string; readonly total: string }[] = [];

/** A shopper, possibly signed in. */
function shopper(token?: string) {
  const store = async (method: string, path: string, body?: object) =>
    (await send<{ cart: Cart }>(method, `/store${path}`, body, token)).cart;
  const at = (id: string, path = '') => `/carts/${id}${path}${fields}`;
  return {
    create: () => store('POST', `/carts${fields}`, { region_id: goods.region }),
    add: (id: string, variant: string, quantity: number) =>
      store('POST', at(id, '/line-items'), { variant_id: variant, quantity }),
    update: (id: string, body: object) => store('POST', at(id), body),
    ship: (id: string) => store('POST', at(id, '/shipping-methods'), { option_id: goods.option }),
    async pay(id: string): Promise<Order> {
      const { payment_collection: collection } = await send<{ payment_collection: { id: string } }>(
        'POST',
        '/store/payment-collections',
        { cart_id: id },
        token,
      );
      const session = { provider_id: 'pp_system_default' };
      await send('POST', `/store/payment-collections/${collection.id}/payment-sessions`, session, token);
      const done = await send<{ type: string; order: { id: string }; error?: { message: string } }>(
        'POST',
        `/store/carts/${id}/complete`,
        {},
        token,
      );
      if (done.type !== 'order') throw new Error(done.error?.message);
      const order = await orderOf(done.order.id);
      orders.push({ id: order.id, total: order.total.toFixed(2) });
      return order;
    },
  };
}

const orderOf = async (id: string): Promise<Order> =>
  (
    await admin<{ order: Order }>(
      'GET',
      `/orders/${id}?fields=id,total,tax_total,*items,*items.tax_lines,*payment_collections.payments`,
    )
  ).order;

/** A guest's order: two lamps, a coat and a parcel. */
async function buy(name: string): Promise<Order> {
  const guest = shopper();
  const { id } = await guest.create();
  await guest.add(id, goods.lamp, 2);
  await guest.add(id, goods.coat, 1);
  await guest.update(id, { email: `${name}@example.org`, shipping_address: minneapolis });
  await guest.ship(id);
  return guest.pay(id);
}

const paymentOf = (order: Order): string => order.payment_collections[0]!.payments[0]!.id;
const capture = (order: Order) => admin('POST', `/payments/${paymentOf(order)}/capture`, {});
async function refund(order: Order, amount: number): Promise<string> {
  const { payment } = await admin<{ payment: { refunds: { id: string; amount: number }[] } }>(
    'POST',
    `/payments/${paymentOf(order)}/refund?fields=*refunds`,
    { amount },
  );
  return payment.refunds.at(-1)!.id;
}

/** The document in the gateway, once it is stored. */
const documentOf = async (externalId: string) => {
  const key = { source: '1', externalId };
  await expect.poll(() => gateway.client.findTransaction(key).catch(() => null), { timeout: 120_000 }).not.toBeNull();
  return (await gateway.client.findTransaction(key))!;
};

/** The mark of an order whose tax was estimated, once the gateway has its document, and the difference. */
const settled = async (id: string, difference: string): Promise<void> => {
  const marks = () => admin<{ order: { metadata: object | null } }>('GET', `/orders/${id}?fields=id,metadata`);
  await expect
    .poll(async () => (await marks()).order.metadata, { timeout: 60_000 })
    .toMatchObject({ tollgate_tax: 'SETTLED', tollgate_difference: difference });
};

describe('a shop on Medusa', () => {
  it('prices a cart whose address grows, with a coupon and shipping, and shows the rates of the law', async () => {
    const guest = shopper();
    // For a region with one country, Medusa gives a new cart an address with only that country.
    const { id } = await guest.create();
    expect(await guest.add(id, goods.lamp, 2)).toMatchObject({ total: 200, tax_total: 0 });
    await guest.add(id, goods.coat, 1);
    const addressed = await guest.update(id, { email: 'coupon@example.org', shipping_address: minneapolis });
    // 9.025 % of 200; Minnesota does not tax the coat.
    expect(addressed.total.toFixed(2)).toBe('298.05');
    const lamps = addressed.items.find(({ title }) => title === 'Lamp')!;
    expect(lamps.tax_lines.map(({ description }) => description)).toContain('Minnesota (6.875 %)');
    // The coupon is 28.00, including 20.00 for the lamps: 9.025 % of 180 is 16.245, a tie that is rounded up.
    expect((await guest.update(id, { promo_codes: ['TEN'] })).total.toFixed(2)).toBe('268.25');
    // Shipping is taxed as 180 of 252 of the goods are: 14 x 180 / 252 x 9.025 % = 0.9025.
    await guest.ship(id);
    const order = await guest.pay(id);
    expect(order.total.toFixed(2)).toBe('283.15');
    expect(await documentOf(order.id)).toMatchObject({
      finalTransactionAmount: '283.15',
      salesTax: { amount: '17.15' },
    });
  });

  it('shows the buyer how to fix an address', async () => {
    const guest = shopper();
    const { id } = await guest.create();
    await guest.add(id, goods.lamp, 1);
    await expect(guest.update(id, { shipping_address: { ...minneapolis, postal_code: '10001' } })).rejects.toThrow(
      /400: .*ZIP code 10001/,
    );
  });

  it('charges no tax to a buyer with a certificate', async () => {
    const identity = { email: 'school@example.org', password: 'secret-1' };
    const { token } = await send<{ token: string }>('POST', '/auth/customer/emailpass/register', identity);
    const { customer } = await send<{ customer: { id: string } }>(
      'POST',
      '/store/customers',
      { email: identity.email },
      token,
    );
    const session = await send<{ token: string }>('POST', '/auth/customer/emailpass', identity);
    const { serviceId } = await gateway.client.upsertCustomer({
      source: '9',
      externalId: customer.id,
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
    const school = shopper(session.token);
    const { id } = await school.create();
    await school.add(id, goods.lamp, 2);
    await school.update(id, { shipping_address: minneapolis });
    await school.ship(id);
    const order = await school.pay(id);
    expect(order).toMatchObject({ total: 214, tax_total: 0 });
    expect(await documentOf(order.id)).toMatchObject({
      finalTransactionAmount: '214.00',
      salesTax: { amount: '0.00' },
    });
  });

  it('refunds a part, the shipping, and an amount for goodwill: each a document of the same amount', async () => {
    const order = await buy('refunds');
    // 280 and 14, with 18.05 and 14 x 200 / 280 x 9.025 % = 0.9025.
    expect(order.total.toFixed(2)).toBe('312.95');
    await capture(order);
    for (const amount of [109.03, 14.9, 10]) {
      expect((await documentOf(await refund(order, amount))).finalTransactionAmount).toBe(amount.toFixed(2));
    }
  });

  it('cancels the invoice of an order that is cancelled before it is paid', async () => {
    const order = await buy('cancelled');
    await documentOf(order.id);
    await admin('POST', `/orders/${order.id}/cancel`, {});
    await expect
      .poll(async () => (await documentOf(order.id)).transactionStatus, { timeout: 60_000 })
      .toBe('CANCELLED');
  });
});

describe('when the gateway fails', () => {
  it('is killed at checkout: the order is placed at the last known rates, and has its document later', async () => {
    const guest = shopper();
    const { id } = await guest.create();
    await guest.add(id, goods.lamp, 2);
    await guest.update(id, { email: 'killed@example.org', shipping_address: minneapolis });
    await guest.ship(id);
    await gateway.kill();
    // 9.025 % of 300 is 27.075, a tie that goes up; of the parcel 1.2635.
    const cart = await guest.add(id, goods.lamp, 1);
    expect(cart.total.toFixed(2)).toBe('342.34');
    expect(cart.items[0]!.tax_lines[0]!.code).toMatch(/^ESTIMATED:/);
    const order = await guest.pay(id);
    expect(shop.exit()).toBeNull();
    await gateway.start();
    expect((await documentOf(order.id)).finalTransactionAmount).toBe('342.34');
    await settled(order.id, '0');
  });

  it('is frozen for half a minute: buyers wait for the time limit, and the shop serves', async () => {
    gateway.freeze();
    const start = performance.now();
    const order = await buy('frozen');
    const atCheckout = performance.now() - start;
    expect(atCheckout).toBeLessThan(25_000);
    await wait(Math.max(0, 30_000 - atCheckout));
    expect((await send<{ count: number }>('GET', '/store/products')).count).toBe(2);
    gateway.thaw();
    expect((await documentOf(order.id)).finalTransactionAmount).toBe('312.95');
  });

  it('is gone for an hour of retries: orders, refunds and cancellations come after it is back, each in its order', async () => {
    await gateway.kill();
    const paid = await buy('gone-1');
    const refunded = await buy('gone-2');
    const cancelled = await buy('gone-3');
    await capture(refunded);
    const id = await refund(refunded, 232.95);
    await admin('POST', `/orders/${cancelled.id}/cancel`, {});
    // By default, there is a round every minute for an hour.
    await expect.poll(() => triesIn(database), { timeout: 300_000, interval: 1_000 }).toBeGreaterThanOrEqual(60);
    expect(shop.exit()).toBeNull();
    await gateway.start();
    expect((await documentOf(paid.id)).finalTransactionAmount).toBe('312.95');
    expect((await documentOf(id)).finalTransactionAmount).toBe('232.95');
    await expect
      .poll(async () => (await documentOf(cancelled.id)).transactionStatus, { timeout: 60_000 })
      .toBe('CANCELLED');
  });

  it('ends the shop while documents wait: they are sent when it opens again', async () => {
    await gateway.kill();
    const order = await buy('crash');
    shop.process.kill('SIGKILL');
    await expect.poll(() => shop.exit(), { timeout: 10_000 }).not.toBeNull();
    await gateway.start();
    await open('zero');
    expect((await documentOf(order.id)).finalTransactionAmount).toBe('312.95');
  });

  it('leaves a shop that sells without tax with a mark, by setting', async () => {
    await gateway.kill();
    const order = await buy('zero');
    expect(order).toMatchObject({ total: 294, tax_total: 0 });
    expect(order.items[0]!.tax_lines[0]!.code).toBe('UNTAXED');
    await gateway.start();
    // The tax required by law is in the document; the difference is the shop's.
    expect((await documentOf(order.id)).finalTransactionAmount).toBe('312.95');
    await settled(order.id, '18.95');
  });

  it('refuses to price a cart, by setting, and continues to serve', async () => {
    await shop.close();
    await open('refuse');
    await gateway.kill();
    const guest = shopper();
    const { id } = await guest.create();
    await guest.add(id, goods.lamp, 1);
    await expect(guest.update(id, { shipping_address: minneapolis })).rejects.toThrow('cannot be calculated right now');
    expect((await send<{ count: number }>('GET', '/store/products')).count).toBe(2);
    await gateway.start();
    await wait(6_100);
    await guest.update(id, { email: 'refused@example.org', shipping_address: minneapolis });
    await guest.ship(id);
    // Medusa may keep the address of the failed update without requesting taxes again before the payment, when it does.
    expect((await guest.pay(id)).total.toFixed(2)).toBe('124.29');
  });
});

describe('a cart that has a country only, from its region', () => {
  const collect = async (name: string) => {
    const guest = shopper();
    const { id } = await guest.create();
    await guest.add(id, goods.lamp, 1);
    await guest.update(id, { email: `${name}@example.org` });
    return { guest, id, cart: await guest.ship(id) };
  };

  it('cannot be paid', async () => {
    const { guest, id, cart } = await collect('nowhere');
    expect(cart).toMatchObject({ total: 114, tax_total: 0 });
    expect(cart.items[0]!.tax_lines).toMatchObject([{ code: 'UNTAXED:INCOMPLETE_ADDRESS', rate: 0 }]);
    await expect(guest.pay(id)).rejects.toThrow(/^400: .*Complete the address before payment/);
    await expect(send('POST', `/store/carts/${id}/complete`, {})).rejects.toThrow(/^400: .*Complete the address/);
    await guest.update(id, { shipping_address: minneapolis });
    expect((await guest.pay(id)).total.toFixed(2)).toBe('124.29');
  });

  it('is taxed at the shop if its goods are collected, by setting', async () => {
    await shop.close();
    await open('refuse', 'SHOP_ADDRESS');
    const { guest, id } = await collect('pickup');
    const order = await guest.pay(id);
    expect(order.total.toFixed(2)).toBe('124.29');
    expect((await documentOf(order.id)).finalTransactionAmount).toBe('124.29');
  });
});

type Row = { readonly externalId: string; readonly transactionType: string };

it('ends with exactly one document for each order, and the same totals on both sides', {
  timeout: 240_000,
}, async () => {
  const invoices = async () => {
    const { transactions } = await gateway.client.graphql<{ transactions: { nodes: Row[] } }>(
      '{ transactions(first: 100) { nodes { externalId transactionType } } }',
    );
    const found = transactions.nodes.filter(({ transactionType }) => transactionType === 'INVOICE');
    return found.map(({ externalId }) => externalId).sort();
  };
  // If a process ends while sending, it keeps its document for two minutes.
  await expect.poll(invoices, { timeout: 180_000 }).toEqual(orders.map(({ id }) => id).sort());
  const said = /RECONCILED (.*)/.exec(await medusa('exec', './reconcile.js'))!;
  const { missing, different } = JSON.parse(said[1]!);
  expect(missing).toEqual([]);
  // The order that was sold without tax.
  expect(different).toMatchObject([{ platformAmount: '294.00', gatewayAmount: '312.95' }]);
  for (const { id, total } of orders.filter((order) => order.total !== '294.00')) {
    expect((await documentOf(id)).finalTransactionAmount).toBe(total);
  }
});
