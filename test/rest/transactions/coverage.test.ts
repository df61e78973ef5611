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
  app = await startApp({ now: () => new Date('2026-11-27T12:00:00Z') });
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
    expect((await put('i-4', { ...inState('MN'), require: { complete: false } })).status).toBe(422);
    expect((await put('i-4', { ...inState('MN'), require: { precision: 'ANY' } })).status).toBe(201);
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

  it('applies to rate lookups', async () => {
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
            message: 'The precision of the place is STATE, but ZIP5 is required. Send the ZIP code.',
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

describe('old local rates', () => {
  const minneapolis = { items: [anItemBody()], ...inState('MN', { zip: '55401' }) };
  const inBothDoors = async (more: Body) => {
    const input = { ...minneapolis, ...more };
    const rest = await app.send('POST', '/v1/transactions/calculate', input);
    const { data } = await ask(
      app,
      `query ($input: QuoteInput!) { calculateTax(input: $input) {
        ... on Quote { notices { code pointer message } } ... on InsufficientCoverage { code issues { path message } } } }`,
      { variables: { input } },
    );
    return { status: rest.status, rest: await bodyOf<Body & Problem>(rest), graphql: data.calculateTax };
  };

  // The lists of Minnesota in the rate book date from 2026-08-18; its rates change quarterly (Streamlined agreement,
  // section 305).
  it.each([
    ['2026-09-30', []],
    ['2026-10-01', [expect.objectContaining({ code: 'RATES_NOT_VERIFIED', pointer: '/shippingAddress' })]],
  ])('carry one notice from the next quarter on, for all lines: %s', async (taxDate, expected) => {
    const { rest, graphql } = await inBothDoors({ taxDate, items: [anItemBody(), anItemBody()] });
    const said = (notices: Body[]) => notices.filter(({ code }) => code === 'RATES_NOT_VERIFIED');
    expect([said(rest.notices as Body[]), said(graphql.notices)]).toEqual([expected, expected]);
    const looked = app.send('GET', `/v1/sales_tax_rates?country=US&state=MN&zip=55401&asOf=${taxDate}`);
    expect(said((await bodyOf<{ notices: Body[] }>(looked)).notices)).toHaveLength(expected.length);
  });

  it('are refused by require: { ratesAsOf }, for documents, quotes and lookups', async () => {
    const require = { ratesAsOf: '2026-10-01' };
    const message =
      'The rates of Minnesota date from 2026-08-18, but ratesAsOf requires 2026-10-01. Import newer rates, or require an earlier date.';
    const { rest, graphql } = await inBothDoors({ require });
    expect(rest.errors).toMatchObject([{ pointer: '/shippingAddress', message }]);
    expect(graphql).toEqual({ code: 'INSUFFICIENT_COVERAGE', issues: [{ path: ['shippingAddress'], message }] });
    expect(await refused(await put('old', { ...inState('MN', { zip: '55401' }), require }))).toEqual([
      'INSUFFICIENT_COVERAGE',
      '/shippingAddress',
    ]);
    const rates = '/v1/sales_tax_rates?country=US&state=MN&zip=55401&asOf=2026-07-01&requireRatesAsOf=';
    expect((await app.send('GET', `${rates}2026-08-18`)).status).toBe(200);
    expect(await refused(await app.send('GET', `${rates}2026-08-19`))).toEqual(['INSUFFICIENT_COVERAGE', '']);
  });

  it('are accepted from the required day on', async () => {
    expect((await inBothDoors({ require: { ratesAsOf: '2026-08-18' } })).status).toBe(200);
    // Germany has no lists: its rates were verified on 2026-11-22.
    const inGermany = { shippingAddress: { country: 'DE' } };
    expect((await inBothDoors({ ...inGermany, require: { ratesAsOf: '2026-11-22' } })).status).toBe(200);
    expect((await inBothDoors({ ...inGermany, require: { ratesAsOf: '2026-11-23' } })).status).toBe(422);
  });

  it('are listed with their age', async () => {
    const age = { ratesAsOf: '2026-08-18', rateSchedule: 'QUARTERLY', nextChangeOn: '2026-10-01', isOverdue: true };
    const coverage = await bodyOf<Body>(app.send('GET', '/v1/coverage?place=US-MN'));
    expect(coverage.places).toMatchObject([age]);
    const { data } = await ask(
      app,
      `{ ruleCoverage(places: ["US-MN"]) { places { ratesAsOf rateSchedule nextChangeOn isOverdue } }
         serviceInfo { states { code ratesAsOf rateSchedule nextChangeOn isOverdue } } }`,
    );
    expect(data.ruleCoverage.places).toEqual([age]);
    expect(data.serviceInfo.states).toContainEqual({ code: 'MN', ...age });
  });
});

describe('require: { taxCode: KNOWN }', () => {
  const known = { require: { taxCode: 'KNOWN' } };
  const misspelt = { items: [anItemBody({ taxCode: 'c1s1 ' }), anItemBody({ taxCode: 'C1S19' })] };
  const message = '"C1S19" is not a tax code. Valid codes are listed by GET /v1/tax_codes, or by taxCodes in GraphQL.';
  const calculate = (more: Body) =>
    app.send('POST', '/v1/transactions/calculate', { shippingAddress: { country: 'DE' }, ...more });
  const issues = async (response: Response) => {
    const { code, errors } = await bodyOf<Problem>(response);
    return [response.status, code, ...errors.map(({ pointer, parameter }) => pointer ?? parameter)];
  };

  it('refuses the unknown codes of a quote and of a document, which is not stored', async () => {
    const quote = await calculate({ ...misspelt, ...known, shippingFee: { taxCode: '', totalPrice: 5 } });
    const { errors } = await bodyOf<Problem>(quote);
    expect(errors).toMatchObject([
      { pointer: '/items/1/taxCode', code: 'UNKNOWN_VALUE', message },
      {
        pointer: '/shippingFee/taxCode',
        message: 'The tax code is empty. Valid codes are listed by GET /v1/tax_codes, or by taxCodes in GraphQL.',
      },
    ]);
    expect(await issues(await put('t-1', { ...misspelt, ...known }))).toEqual([
      400,
      'INVALID_INPUT',
      '/items/1/taxCode',
    ]);
    expect((await app.send('GET', path('t-1'))).status).toBe(404);
    expect((await calculate({ ...misspelt, require: { taxCode: 'ANY' } })).status).toBe(200);
    expect((await calculate({ items: [anItemBody({ taxCode: 'c1s1 ' })], ...known })).status).toBe(200);
  });

  it('has a default in the account, also for batches, changes and lookups', async () => {
    expect((await put('t-2', {})).status).toBe(201);
    expect((await put('t-3', misspelt)).status).toBe(201);
    const changed = await app.send('PATCH', '/v1/account', known);
    expect(await bodyOf<Body>(changed)).toMatchObject({ require: { precision: 'ANY', taxCode: 'KNOWN' } });
    const refusedItem = [400, 'INVALID_INPUT', '/items/1/taxCode'];
    expect(await issues(await put('t-4', { ...misspelt, require: { precision: 'ANY' } }))).toEqual(refusedItem);
    expect(await issues(await app.send('PATCH', path('t-2'), misspelt))).toEqual(refusedItem);
    const batch = await app.send('POST', '/v1/transactions/batch', {
      transactions: [anInvoiceBody(customerId, { externalId: 't-5', ...misspelt })],
    });
    expect(await batch.text()).toContain('is not a tax code');
    const rates = '/v1/sales_tax_rates?country=US&state=MN&zip=55401&taxCode=C1S19';
    expect(await issues(await app.send('GET', rates))).toEqual([400, 'INVALID_INPUT', 'taxCode']);
    expect((await app.send('GET', `${rates}&requireTaxCode=ANY`)).status).toBe(200);
    expect(await issues(await app.send('GET', '/v1/gt_rates?country=DE&taxCode=C1S19'))).toEqual([
      400,
      'INVALID_INPUT',
      'taxCode',
    ]);
    // The tax of a refund comes from the invoice, regardless of its codes.
    const refund = { externalId: 't-6', transactionType: 'REFUND', createdFrom: 't-3', items: [] };
    expect((await put('t-6', refund)).status).toBe(201);
  });

  it('is a typed error in GraphQL, which also has it for the account', async () => {
    const failure = '... on InvalidInput { issues { path code message } }';
    const { data, errors } = await ask(
      app,
      `mutation ($document: TransactionInput!) { upsertTransaction(input: $document) { __typename ${failure} } }`,
      { variables: { document: anInvoiceBody(customerId, { externalId: 't-7', ...misspelt }) } },
    );
    expect(errors).toBeUndefined();
    expect(data.upsertTransaction).toEqual({
      __typename: 'InvalidInput',
      issues: [{ path: ['items', '1', 'taxCode'], code: 'UNKNOWN_VALUE', message }],
    });
    const asked = await ask(
      app,
      `query ($quote: QuoteInput!) {
        account { require { taxCode } }
        calculateTax(input: $quote) { __typename ${failure} }
        salesTaxRates(input: { address: { state: "MN", zip: "55401", isPartial: true }, taxCode: "C1S19" }) { __typename }
        lenient: salesTaxRates(
          input: { address: { state: "MN", zip: "55401", isPartial: true }, taxCode: "C1S19", require: { taxCode: ANY } }
        ) { __typename }
      }`,
      { variables: { quote: { ...misspelt, shippingAddress: { country: 'DE' } } } },
    );
    expect(asked.errors).toBeUndefined();
    expect(asked.data).toMatchObject({
      account: { require: { taxCode: 'KNOWN' } },
      calculateTax: { __typename: 'InvalidInput' },
      salesTaxRates: { __typename: 'InvalidInput' },
      lenient: { __typename: 'SalesTaxRatesLookup' },
    });
    await app.send('PATCH', '/v1/account', { require: null });
  });
});
