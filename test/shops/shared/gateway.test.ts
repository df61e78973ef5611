import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../src/shops/client/entrance.ts';
import { createGateway, type Gateway, type ShopDocument } from '../../../src/shops/shared/gateway.ts';
import { type ShopRefund, storeRefund } from '../../../src/shops/shared/refunds.ts';
import { clientOf } from '../../clients/client-of.ts';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let gateway: Gateway;
/** Requests to the gateway, without those for tokens. */
let asked = 0;

const start = new Date('2026-06-15T15:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => start });
});
afterAll(() => app.close());
beforeEach(async () => {
  const options = await clientOf(app, (path) => {
    if (path === '/graphql') asked += 1;
  });
  gateway = createGateway(createClient(options), '1');
  asked = 0;
});

const minneapolis = {
  street: '250 Marquette Ave',
  city: 'Minneapolis',
  state: 'MN',
  zip: '55401',
  country: 'US',
  isPartial: false,
};
const lamps = { name: 'Lamp', taxCode: 'C1S1', unitPrice: '100', quantity: '2' };
const cart = { items: [lamps], shippingAddress: minneapolis };
const times = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
const invoice = (externalId: string, more: Partial<ShopDocument> = {}): ShopDocument => ({
  externalId,
  transactionType: 'INVOICE',
  transactionStatus: 'ACTIVE',
  externalTimestamps: times,
  items: [lamps, { name: 'Coat', taxCode: 'C1S2', unitPrice: '80' }],
  shippingFee: { taxCode: 'C6S1', totalPrice: '14' },
  shippingAddress: minneapolis,
  ...more,
});

describe('a quote for a cart', () => {
  it('is requested once, however often the platform asks', async () => {
    const [one, other] = await Promise.all([gateway.quote(cart, null), gateway.quote(cart, null)]);
    expect([one.salesTax.amount, other, asked]).toEqual(['18.05', one, 1]);
  });

  it('of a buyer who is not stored is requested twice at first, then once', async () => {
    await gateway.quote(cart, { id: 'stranger' });
    expect(asked).toBe(2);
    await gateway.quote({ items: [{ ...lamps, quantity: '3' }], shippingAddress: minneapolis }, { id: 'stranger' });
    expect(asked).toBe(3);
  });

  it('fails at once for a while after the gateway failed, longer each time, so that buyers seldom wait', async () => {
    const realNow = Date.now;
    let passed = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + passed);
    onTestFinished(() => void vi.restoreAllMocks());
    let calls = 0;
    const options = await clientOf(app, () => {
      calls += 1;
      throw new TypeError('refused');
    });
    const failing = createGateway(createClient({ ...options, quoteTimeLimit: 50 }), '1');
    /** Whether the gateway is asked for two carts at the same second. */
    const isAskedAt = async (seconds: number) => {
      passed += seconds * 1_000;
      const before = calls;
      const carts = ['1', '2'].map((quantity) => ({ ...cart, items: [{ ...lamps, quantity, name: `${passed}` }] }));
      await Promise.all(carts.map((one) => failing.quote(one, null).catch(() => {})));
      return calls > before;
    };
    expect(await isAskedAt(0)).toBe(true);
    expect([await isAskedAt(2), await isAskedAt(1)]).toEqual([false, true]);
    expect([await isAskedAt(5), await isAskedAt(1)]).toEqual([false, true]);
    for (const pause of [12, 24, 30, 30]) {
      expect([await isAskedAt(pause - 1), await isAskedAt(1)]).toEqual([false, true]);
    }
  });
});

describe('a cart whose quote always fails', () => {
  /** A gateway that fails for carts with names like `Bad`, with a status or by never responding. */
  const failing = (status: number | null) => {
    let calls = 0;
    const fetch: typeof globalThis.fetch = async (url, init) => {
      if (`${url}`.endsWith('/v1/token')) return Response.json({ accessToken: 'token', expiresIn: 86_400 });
      calls += 1;
      if (!`${init?.body}`.includes('"Bad')) return Response.json({ data: { result: { __typename: 'Quote' } } });
      if (status === null) return new Promise(() => {});
      return Response.json({ errors: [{ message: 'No' }] }, { status });
    };
    const options = { url: 'http://gateway.test', clientId: 'id', clientSecret: 'secret', quoteTimeLimit: 100, fetch };
    const one = createGateway(createClient(options), '1');
    const quote = async (name: string, more: object = {}) => {
      const input = { ...cart, ...more, items: [{ ...lamps, name }] };
      return (await Promise.allSettled([one.quote(input, null)]))[0]!.status;
    };
    return { quote, calls: () => calls };
  };

  it.each([500, null])('with %s does not stop those of other carts', async (status) => {
    const { quote } = failing(status);
    for (const name of ['Good', 'Better'])
      expect([await quote('Bad'), await quote(name)]).toEqual(['rejected', 'fulfilled']);
  });

  it('is not requested again for a while, so that its buyer does not wait again', async () => {
    const { quote, calls } = failing(null);
    await quote('Bad');
    expect([await quote('Bad', { shippingFee: { taxCode: 'C6S1', totalPrice: '14' } }), calls()]).toEqual([
      'rejected',
      1,
    ]);
  });

  it.each([503, 429])('with %i stops all for a while', async (status) => {
    const { quote } = failing(status);
    expect([await quote('Bad'), await quote('Good')]).toEqual(['rejected', 'rejected']);
  });

  it('like another one, with time-outs, stops all for a while', async () => {
    const { quote } = failing(null);
    expect([await quote('Bad'), await quote('Bad too'), await quote('Good')]).toEqual(Array(3).fill('rejected'));
  });
});

describe('a document', () => {
  it('of a new buyer also stores the buyer; for a known one, it is a single request', async () => {
    const first = await gateway.store(invoice('order-1'), { id: 'ada', name: 'Ada', email: 'ada@example.org' });
    expect([first.finalTransactionAmount, asked]).toEqual(['312.95', 3]);
    asked = 0;
    expect((await gateway.store(invoice('order-2'), { id: 'ada' })).finalTransactionAmount).toBe('312.95');
    expect(asked).toBe(1);
    const ada = await gateway.client.graphql<{ customer: object }>(
      '{ customer(by: {key: {source: "9", externalId: "ada"}}) { name email transactions { nodes { externalId } } } }',
    );
    expect(ada.customer).toMatchObject({ name: 'Ada', email: 'ada@example.org' });
  });

  it('that is sent again is stored once', async () => {
    const once = await gateway.store(invoice('again'), { id: 'ada' });
    expect(await gateway.store(invoice('again'), { id: 'ada' })).toMatchObject({
      serviceId: once.serviceId,
      version: once.version,
    });
  });

  it('that the gateway refuses is refused, and no buyer is stored for it', async () => {
    const wrong = invoice('wrong', { shippingAddress: { ...minneapolis, zip: '10001' } });
    await expect(gateway.store(wrong, { id: 'nobody' })).rejects.toMatchObject({ kind: 'InvalidInput' });
    expect(await gateway.client.findCustomer({ source: '9', externalId: 'nobody' })).toBeNull();
  });
});

describe('a refund', () => {
  const refund = (invoiceId: string, more: Partial<ShopRefund>): ShopRefund => ({
    externalId: `${invoiceId}-R`,
    invoiceId,
    taxDate: '2026-06-16',
    at: '2026-06-16',
    lines: [],
    shippingAmount: null,
    totalAmount: '0',
    shippingTaxCode: 'C6S1',
    places: 2,
    ...more,
  });
  const sold = async (externalId: string) => {
    const document = invoice(externalId);
    await gateway.store(document, { id: 'ada' });
    return document;
  };

  it.each([
    // Half of 218.05 is 109.025, a tie that goes up.
    ['a lamp', { lines: [{ index: 0, quantity: '1' }], totalAmount: '109.03' }, '109.03', '9.03'],
    // 14 and 0.90 of tax.
    ['the shipping', { shippingAmount: '14.90', totalAmount: '14.90' }, '14.90', '0.90'],
    ['all of it', { totalAmount: '312.95' }, '312.95', '18.95'],
    ['a lamp less a fee', { lines: [{ index: 0, quantity: '1' }], totalAmount: '100.00' }, '100.00', '8.28'],
  ])('of %s has the amount of the platform', async (name, more, amount, tax) => {
    const document = await sold(`sold ${name}`);
    const stored = await storeRefund(gateway, document, refund(document.externalId, more));
    expect([stored.finalTransactionAmount, stored.salesTax.amount]).toEqual([amount, tax]);
    // Sent again after a lost response, it is not compared with the remaining amount.
    expect(await storeRefund(gateway, document, refund(document.externalId, more))).toMatchObject({
      serviceId: stored.serviceId,
    });
  });

  it('of a product has the code that the product had at the sale, also beside another of the same name', async () => {
    const map = (externalId: string, taxCode: string) =>
      app.send('PUT', `/v1/products/source/3/externalId/${externalId}`, { source: '3', externalId, taxCode });
    await map('SKU-COAT', 'C1S2');
    const naming = (product: string) => ({ name: 'Gift', product, productSource: '3', unitPrice: '100' });
    const document = invoice('by product', { items: [naming('SKU-COAT'), naming('SKU-LAMP')] });
    const stored = await gateway.store(document, { id: 'ada' });
    // Minnesota does not tax clothing; the lamp has no code, so it is general goods: 9.025 % of 100, a tie that goes up.
    expect(stored.items.map(({ taxCode, taxAmount }) => [taxCode, taxAmount])).toEqual([
      ['C1S2', '0.00'],
      ['', '9.03'],
    ]);
    await map('SKU-COAT', 'C1S1');
    const lines = [{ index: 0, quantity: '1' }];
    const refunded = await storeRefund(gateway, document, refund('by product', { lines, totalAmount: '100' }));
    expect([refunded.finalTransactionAmount, refunded.items[0]!.taxCode]).toEqual(['100.00', 'C1S2']);
  });

  it('of an amount is met to the cent where a cent more of one line is two more with its tax', async () => {
    const document = invoice('to the cent', { items: [lamps] });
    await gateway.store(document, { id: 'ada' });
    // On the lamps 93.47 or 93.46, with 8.44 or 8.43 of tax; on the shipping 6.54 and 0.59: 109.04 or 109.02.
    const stored = await storeRefund(gateway, document, refund('to the cent', { totalAmount: '109.03' }));
    expect(stored.finalTransactionAmount).toBe('109.03');
  });

  it('of an amount for goodwill is shared among all of the invoice', async () => {
    const document = await sold('goodwill');
    const stored = await storeRefund(gateway, document, refund('goodwill', { totalAmount: '10' }));
    expect(stored.finalTransactionAmount).toBe('10.00');
    expect(stored.items.map(({ name }) => name)).toEqual(['Lamp', 'Coat']);
  });

  it.each([
    ['an invoice', { transactionType: 'INVOICE' }, 'a stored INVOICE'],
    ['a refund of another invoice', { transactionType: 'REFUND', createdFrom: 'other' }, 'a stored REFUND of "other"'],
  ] as const)('is not taken as sent where its id belongs to %s', async (name, more, found) => {
    const document = await sold(`taken by ${name}`);
    const { externalId } = refund(document.externalId, {});
    await gateway.store(invoice(externalId, more), { id: 'ada' });
    const sent = storeRefund(gateway, document, refund(document.externalId, { totalAmount: '312.95' }));
    await expect(sent).rejects.toMatchObject({ kind: 'Conflict', code: 'KEY_TAKEN' });
    await expect(sent).rejects.toThrow(`${found}, not the REFUND of "taken by ${name}"`);
  });

  it('waits for its invoice', async () => {
    const waiting = storeRefund(gateway, invoice('unsent'), refund('unsent', { totalAmount: '10' }));
    await expect(waiting).rejects.toMatchObject({ kind: 'NotFound', code: 'INVOICE_NOT_FOUND' });
  });
});
