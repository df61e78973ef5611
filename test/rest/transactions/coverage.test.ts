import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

type Body = Record<string, unknown>;
type Problem = {
  readonly code: string;
  readonly errors: readonly { readonly pointer?: string; parameter?: string; readonly message: string }[];
};

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const customer = app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  customerId = (await bodyOf<{ serviceId: string }>(customer)).serviceId;
});
afterAll(() => app.close());

const path = (externalId: string) => `/v1/transactions/source/9/externalId/${externalId}`;
const put = (externalId: string, more: Body) =>
  app.send('PUT', path(externalId), anInvoiceBody(customerId, { externalId, ...more }));
const inState = (state: string, more: Body = {}) => ({
  shippingAddress: { country: 'US', state, isPartial: true, ...more },
});
const refused = async (response: Response) => {
  expect(response.status).toBe(422);
  const { code, errors } = await bodyOf<Problem>(response);
  return [code, ...errors.map(({ pointer, parameter }) => pointer ?? parameter)];
};

describe('require', () => {
  it('refuses a place that is less precise, says what would help, and stores nothing', async () => {
    const sent = { ...inState('MN'), require: { precision: 'ZIP5' } };
    expect(await refused(await put('i-1', sent))).toEqual(['INSUFFICIENT_COVERAGE', '/shippingAddress/zip']);
    expect((await app.send('GET', path('i-1'))).status).toBe(404);
    expect((await put('i-1', { ...inState('MN', { zip: '55401' }), require: { precision: 'ZIP5' } })).status).toBe(201);
    const closer = await put('i-2', { ...inState('MN', { zip: '55401' }), require: { precision: 'ROOFTOP' } });
    const { errors } = await bodyOf<Problem>(closer);
    expect(errors).toMatchObject([
      { pointer: '/shippingAddress/street', message: expect.stringContaining('the address files of the state') },
    ]);
  });

  it('refuses a place whose local rates are incomplete', async () => {
    const sent = { ...inState('MN'), require: { complete: true } };
    expect(await refused(await put('i-3', sent))).toEqual(['INSUFFICIENT_COVERAGE', '/shippingAddress']);
    expect((await put('i-3', { ...inState('MN', { zip: '55401' }), require: { complete: true } })).status).toBe(201);
  });

  it.each([
    ['a state without local taxes', inState('NJ')],
    ['a country without local taxes', { shippingAddress: { country: 'DE' } }],
  ])('accepts %s, where nothing depends on it', async (_, more) => {
    const require = { precision: 'ROOFTOP', complete: true };
    const response = await app.send('POST', '/v1/transactions/calculate', { items: [anItemBody()], ...more, require });
    expect(response.status).toBe(200);
  });

  it('refuses a country whose province is unknown', async () => {
    const quote = { items: [anItemBody()], shippingAddress: { country: 'CA' }, require: { complete: true } };
    expect(await refused(await app.send('POST', '/v1/transactions/calculate', quote))).toEqual([
      'INSUFFICIENT_COVERAGE',
      '/shippingAddress',
    ]);
  });

  it('has a default in the account, which a document can replace', async () => {
    const changed = await app.send('PATCH', '/v1/account', { require: { precision: 'ZIP5' } });
    expect(await bodyOf<Body>(changed)).toMatchObject({ require: { precision: 'ZIP5', complete: false } });
    expect(await refused(await put('i-4', inState('MN')))).toEqual(['INSUFFICIENT_COVERAGE', '/shippingAddress/zip']);
    expect((await put('i-4', { ...inState('MN'), require: {} })).status).toBe(201);
    expect((await put('default-not-met', inState('MN'))).status).toBe(422);
    // Look-ups have the same default: the ZIP code is known here, but its extension is not.
    const rates = '/v1/sales_tax_rates?country=US&state=MN&zip=55401&asOf=2026-07-01';
    await app.send('PATCH', '/v1/account', { require: { precision: 'ZIP9' } });
    expect(await refused(await app.send('GET', rates))).toEqual(['INSUFFICIENT_COVERAGE', 'zip']);
    expect((await app.send('GET', `${rates}&requirePrecision=ANY`)).status).toBe(200);
    const reset = await app.send('PATCH', '/v1/account', { require: null });
    expect(await bodyOf<Body>(reset)).toMatchObject({ require: { precision: 'ANY', complete: false } });
    expect((await put('i-5', inState('MN'))).status).toBe(201);
  });

  it('holds for look-ups of rates', async () => {
    const query = '/v1/sales_tax_rates?country=US&state=MN&zip=55401&asOf=2026-07-01';
    expect((await app.send('GET', `${query}&requirePrecision=ZIP5&requireComplete=true`)).status).toBe(200);
    expect(await refused(await app.send('GET', `${query}&requirePrecision=ZIP9`))).toEqual([
      'INSUFFICIENT_COVERAGE',
      'zip',
    ]);
  });

  it('is a typed error in GraphQL', async () => {
    const failure = '... on InsufficientCoverage { code issues { path message } }';
    const { data, errors } = await ask(
      app,
      `mutation ($document: TransactionInput!) {
        upsertTransaction(input: $document) { __typename ${failure} }
        updateAccount(input: { require: { complete: true } }) { ... on Account { require { precision complete } } }
      }`,
      { variables: { document: anInvoiceBody(customerId, { ...inState('MN'), require: { precision: 'ZIP5' } }) } },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      upsertTransaction: {
        __typename: 'InsufficientCoverage',
        code: 'INSUFFICIENT_COVERAGE',
        issues: [
          {
            path: ['shippingAddress', 'zip'],
            message: 'The place is known as STATE, but ZIP5 is required. Send the ZIP code.',
          },
        ],
      },
      updateAccount: { require: { precision: 'ANY', complete: true } },
    });
    const lookup = await ask(
      app,
      `{ salesTaxRates(input: { address: { state: "MN", zip: "55401", isPartial: true }, require: { precision: ZIP9 } }) {
        __typename ... on InsufficientCoverage { issues { path } } } }`,
    );
    expect(lookup.data.salesTaxRates).toEqual({
      __typename: 'InsufficientCoverage',
      issues: [{ path: ['address', 'zip'] }],
    });
  });
});
