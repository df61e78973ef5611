import { GraphQLClient } from 'graphql-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { createApollo } from './caching/apollo.ts';
import { createRelayCheckout } from './caching/relay/checkout.ts';
import { createRelay } from './caching/relay.ts';
import { createUrql } from './caching/urql.ts';
import { type Checkout, createCheckout, type Purchase } from './checkout.ts';
import { sendWithApollo, sendWithGraphqlRequest, sendWithUrql } from './send.ts';
import { graphql } from './tada.ts';

const url = 'http://localhost/graphql';
let app: TestApp;
let token: string;
let client: GraphQLClient;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  token = await app.token(['tax:read', 'customers:write', 'transactions:write', 'transactions:read']);
  client = new GraphQLClient(url, { fetch: fetchOfApp, headers: { Authorization: `Bearer ${token}` } });
  const { upsertCustomer } = await client.request(storeCustomer, { input: aShopper });
  if (upsertCustomer.__typename !== 'Customer') throw new Error(upsertCustomer.message);
  customerId = upsertCustomer.serviceId;
});
afterAll(() => app.close());

const fetchOfApp: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  return app.fetch(`${pathname}${search}`, init);
};

/** The same checkout with each client, in its own channel. */
const clients: readonly (readonly [name: string, source: string, connect: (source: string) => Promise<Checkout>])[] = [
  ['graphql-request', '9', async (source) => createCheckout(sendWithGraphqlRequest(client), source)],
  [
    'Apollo Client',
    '1',
    async (source) => createCheckout(sendWithApollo(await createApollo(url, token, fetchOfApp)), source),
  ],
  ['urql', '2', async (source) => createCheckout(sendWithUrql(createUrql(url, token, fetchOfApp)), source)],
  ['Relay', '3', async (source) => createRelayCheckout(createRelay(url, token, fetchOfApp), source)],
];

const storeCustomer = graphql(`
  mutation StoreCustomer($input: CustomerInput!) {
    upsertCustomer(input: $input) {
      __typename
      ... on Customer { serviceId }
      ... on UserError { message }
    }
  }
`);

const story = graphql(`
  query Story($source: String!, $id: String!) {
    transaction(by: { key: { source: $source, externalId: $id } }) {
      createdFrom
      createdFromTransaction { externalId transactionType }
      refunds { nodes { externalId finalTransactionAmount } }
    }
  }
`);

const aShopper = {
  source: '9',
  externalId: 'shopper',
  name: 'Ada Lovelace',
  externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' },
};

const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: '1' };
const coat = { name: 'Coat', taxCode: 'C1S2', unitPrice: '80.00', quantity: '1' };

const purchase = (more: Partial<Purchase> = {}): Purchase => ({
  customerId,
  items: [lamp],
  shippingAddress: { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' },
  ...more,
});

describe.each(clients)('a checkout with %s', (_name, source, connect) => {
  let checkout: Checkout;
  beforeAll(async () => {
    checkout = await connect(source);
  });

  it('prices the basket as it changes, orders, invoices and refunds a part', async () => {
    // 9.025 % on the lamp: 9.025, a tie that goes up. Minnesota does not tax the coat, and taxes shipping with the lamp.
    expect(await checkout.quote(purchase(), '2026-06-15')).toEqual({
      kind: 'priced',
      taxAmount: '9.03',
      totalAmount: '109.03',
    });
    const twoLamps = { ...lamp, quantity: '2' };
    expect(await checkout.quote(purchase({ items: [twoLamps] }), '2026-06-15')).toMatchObject({ taxAmount: '18.05' });
    const basket = purchase({ items: [twoLamps, coat], shippingFee: { taxCode: 'C6S1', totalPrice: '14.00' } });
    // Shipping is taxed as 200 of 280 of the goods are: 14 x 200 / 280 x 9.025 % = 0.9025.
    const whole = { kind: 'priced', taxAmount: '18.95', totalAmount: '312.95' };
    expect(await checkout.quote(basket, '2026-06-15')).toEqual(whole);
    expect(await checkout.order(basket, 'order-1', '2026-06-15')).toEqual(whole);
    expect(await checkout.invoice('order-1', 'invoice-1', '2026-06-17')).toEqual(whole);
    expect(await checkout.refund('invoice-1', 'refund-1', purchase(), '2026-06-30')).toEqual({
      kind: 'priced',
      // Half of the 18.05 of tax on both lamps: 9.025, a tie that goes up.
      taxAmount: '9.03',
      totalAmount: '109.03',
    });
    const { transaction } = await client.request(story, { source, id: 'invoice-1' });
    expect(transaction).toEqual({
      createdFrom: 'order-1',
      createdFromTransaction: { externalId: 'order-1', transactionType: 'SALES_ORDER' },
      refunds: { nodes: [{ externalId: 'refund-1', finalTransactionAmount: '109.03' }] },
    });
  });

  it('shows errors at their fields, and other failures as a sentence', async () => {
    const elsewhere = { ...purchase().shippingAddress, zip: '10001' };
    const wrong = purchase({ items: [{ ...lamp, name: '' }], shippingAddress: elsewhere });
    expect(await checkout.quote(wrong, '2026-06-15')).toMatchObject({
      kind: 'fields',
      faults: [{ field: 'items.0.name' }, { field: 'shippingAddress.zip' }],
    });
    const tooMuch = purchase({ items: [{ ...lamp, quantity: '2' }] });
    expect(await checkout.refund('invoice-1', 'refund-2', tooMuch, '2026-06-30')).toEqual({
      kind: 'sentence',
      text: 'Only 100 of "Lamp" is left to refund.',
    });
    expect(await checkout.invoice('none', 'invoice-2', '2026-06-17')).toMatchObject({ kind: 'sentence' });
  });
});
