import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
let customerId: string;
beforeEach(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<Json>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterEach(() => app.close());

const path = '/v1/transactions/source/9/externalId/i-1';
const mobile = { country: 'US', state: 'AL', city: 'Mobile', zip: '36602', isPartial: true };
const invoice = () =>
  anInvoiceBody(customerId, {
    externalId: 'i-1',
    shippingAddress: mobile,
    items: [anItemBody({ taxCode: 'C1S10', unitPrice: 100, quantity: 1 })],
  });

describe('Alabama’s one rate for remote sellers', () => {
  it('is charged from the day that the account has, and traced with its law', async () => {
    const patched = await app.send('PATCH', '/v1/account', { joinedSimplifiedSellersUseTaxOn: '2026-01-01' });
    expect(await bodyOf<Json>(patched)).toMatchObject({ joinedSimplifiedSellersUseTaxOn: '2026-01-01' });
    const stored = await bodyOf<Json>(app.send('PUT', path, invoice()));
    expect(stored.salesTax.amount).toBe(8);
    expect(stored.notices.map(({ code, message }: Json) => `${code}: ${message}`)).toContain(
      'REMOTE_SELLER_RATE: Alabama: the flat 8 % of the Simplified Sellers Use Tax was charged instead of state and local rates.',
    );
    const trace = await bodyOf<Json>(app.send('GET', `${path}/trace`));
    const text = JSON.stringify(trace);
    expect(text).toContain('Ala. Code § 40-23-193');
    expect(text).not.toContain('AL-M');
  });

  it('is told for what it is under WHERE_REGISTERED', async () => {
    await app.send('PATCH', '/v1/account', {
      collectionPolicy: 'WHERE_REGISTERED',
      joinedSimplifiedSellersUseTaxOn: '2026-01-01',
    });
    const quote = { ...invoice(), externalTimestamps: undefined, createdDate: undefined };
    const quoted = await bodyOf<Json>(app.send('POST', '/v1/transactions/calculate', quote));
    expect(quoted.salesTax.amount).toBe(8);
    const nexus = await bodyOf<Json>(app.send('GET', '/v1/nexus?state=AL'));
    expect(JSON.stringify(nexus)).toContain(
      'The seller collects the tax of Alabama: it has taken part in the Simplified Sellers Use Tax program since 2026-01-01.',
    );
  });

  it('can be set and cleared through GraphQL', async () => {
    const update = `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) {
      ... on Account { joinedSimplifiedSellersUseTaxOn defaultTaxCode } ... on InvalidInput { issues { path code } } } }`;
    const set = { joinedSimplifiedSellersUseTaxOn: '2026-02-01', defaultTaxCode: 'C1S1' };
    expect((await ask(app, update, { variables: { input: set } })).data.updateAccount).toEqual(set);
    const cleared = { joinedSimplifiedSellersUseTaxOn: null, defaultTaxCode: null };
    expect((await ask(app, update, { variables: { input: cleared } })).data.updateAccount).toEqual(cleared);
  });

  it('refuses a day that is none', async () => {
    const response = await app.send('PATCH', '/v1/account', { joinedSimplifiedSellersUseTaxOn: 'soon' });
    expect(response.status).toBe(400);
    const { errors } = await bodyOf<Json>(response);
    expect(errors.map(({ pointer }: Json) => pointer)).toEqual(['/joinedSimplifiedSellersUseTaxOn']);
  });
});
