import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aClock } from '../../support/clock.ts';
import { countedDatabase } from '../../support/counted-database.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let plain: TestStore;
/** Two replicas on one store, with a clock that stands still. */
let replica: TestApp;
let other: TestApp;
let count: { statements: number };
const clock = aClock();

beforeAll(async () => {
  plain = await openTestStore();
});
afterAll(() => plain.close());
beforeEach(async () => {
  const counted = countedDatabase(plain);
  count = counted.count;
  const tenant = await aTenant(plain.stores);
  const open = (store: TestStore) => startApp({ store, tenant, authNow: clock.now });
  replica = await open(counted.store);
  other = await open(plain);
});

const cart = {
  items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
  shippingAddress: { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' },
};

type Quote = { readonly salesTax: { readonly amount: number }; readonly currency: string };

const quoted = async (app: TestApp) => bodyOf<Quote>(app.send('POST', '/v1/transactions/calculate', cart));
const quotedInGraphql = async (app: TestApp) => {
  const query = `query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { salesTax { amount } } } }`;
  const items = [{ ...cart.items[0], unitPrice: '100' }];
  const answer = await app.send('POST', '/graphql', { query, variables: { input: { ...cart, items } } });
  const { data } = await bodyOf<{ data: { calculateTax: { salesTax: { amount: string } } } }>(answer);
  return data.calculateTax.salesTax.amount;
};

const physicalNexus = { physicalNexus: [{ validFrom: '2020-01-01' }] };

describe('a quote and the account of its tenant', () => {
  it('sends no statement once the account is known', async () => {
    await replica.send('PATCH', '/v1/account', { collectionPolicy: 'WHERE_REGISTERED' });
    await replica.send('PUT', '/v1/nexus/place/US-MN', physicalNexus);
    expect((await quoted(replica)).salesTax.amount).toBe(9.03);
    count.statements = 0;
    expect((await quoted(replica)).salesTax.amount).toBe(9.03);
    expect(await quotedInGraphql(replica)).toBe('9.03');
    expect(count.statements).toBe(0);
  });

  it('follows what its replica wrote, at once', async () => {
    expect((await quoted(replica)).salesTax.amount).toBe(9.03);
    await replica.send('PATCH', '/v1/account', { collectionPolicy: 'WHERE_REGISTERED' });
    expect((await quoted(replica)).salesTax.amount).toBe(0);
    await replica.send('PUT', '/v1/nexus/place/US-MN', physicalNexus);
    expect((await quoted(replica)).salesTax.amount).toBe(9.03);
    await replica.send('PUT', '/v1/nexus/place/US-MN', {
      physicalNexus: [{ validFrom: '2020-01-01', validThrough: '2020-12-31' }],
    });
    expect((await quoted(replica)).salesTax.amount).toBe(0);
    await replica.send('PATCH', '/v1/account', { collectionPolicy: 'EVERYWHERE', defaultCurrency: 'CAD' });
    expect(await quoted(replica)).toMatchObject({ salesTax: { amount: 9.03 }, currency: 'CAD' });
  });

  it('also follows its own writes in GraphQL', async () => {
    expect((await quoted(replica)).salesTax.amount).toBe(9.03);
    const query = 'mutation { updateAccount(input: { collectionPolicy: WHERE_REGISTERED }) { __typename } }';
    const patched = await bodyOf<{ errors?: unknown }>(replica.send('POST', '/graphql', { query }));
    expect(patched.errors).toBeUndefined();
    expect(await quotedInGraphql(replica)).toBe('0.00');
  });

  it('follows what another replica wrote, within a second', async () => {
    expect((await quoted(replica)).salesTax.amount).toBe(9.03);
    await other.send('PATCH', '/v1/account', { collectionPolicy: 'WHERE_REGISTERED' });
    clock.advance(1000);
    expect((await quoted(replica)).salesTax.amount).toBe(0);
    await other.send('PUT', '/v1/nexus/place/US-MN', physicalNexus);
    clock.advance(1000);
    expect((await quoted(replica)).salesTax.amount).toBe(9.03);
  });

  it('rereads data that is written while it is read', async () => {
    const [before] = await Promise.all([
      quoted(replica),
      replica.send('PATCH', '/v1/account', { collectionPolicy: 'WHERE_REGISTERED' }),
    ]);
    expect([0, 9.03]).toContain(before.salesTax.amount);
    expect((await quoted(replica)).salesTax.amount).toBe(0);
  });
});
