import { GraphQLClient } from 'graphql-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { createCheckout, type Purchase } from './checkout.ts';
import { graphql } from './tada.ts';

let app: TestApp;
let client: GraphQLClient;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const token = await app.token(['tax:read', 'customers:write', 'transactions:write', 'transactions:read']);
  client = new GraphQLClient('http://localhost/graphql', {
    fetch: (url, init) => app.fetch(new URL(url instanceof Request ? url.url : url).pathname, init),
    headers: { Authorization: `Bearer ${token}` },
  });
  const { upsertCustomer } = await client.request(storeCustomer, { input: aShopper });
  if (upsertCustomer.__typename !== 'Customer') throw new Error(upsertCustomer.message);
  customerId = upsertCustomer.serviceId;
});
afterAll(() => app.close());

const storeCustomer = graphql(`
  mutation StoreCustomer($input: CustomerInput!) {
    upsertCustomer(input: $input) {
      __typename
      ... on Customer { serviceId }
      ... on Error { message }
    }
  }
`);

const story = graphql(`
  query Story($id: String!) {
    transaction(by: { key: { source: "9", externalId: $id } }) {
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

describe('a checkout with a typed client', () => {
  it('prices the basket as it changes, orders, invoices and refunds a part', async () => {
    const checkout = createCheckout(client, '9');
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
      // Half of the 18.05 that both lamps bore: 9.025, a tie that goes up.
      taxAmount: '9.03',
      totalAmount: '109.03',
    });
    const { transaction } = await client.request(story, { id: 'invoice-1' });
    expect(transaction).toEqual({
      createdFrom: 'order-1',
      createdFromTransaction: { externalId: 'order-1', transactionType: 'SALES_ORDER' },
      refunds: { nodes: [{ externalId: 'refund-1', finalTransactionAmount: '109.03' }] },
    });
  });

  it('shows errors at their fields, and other failures as a sentence', async () => {
    const checkout = createCheckout(client, '9');
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
