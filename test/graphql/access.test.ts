import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/domain/account/scope.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../support/bodies.ts';
import { aTenant } from '../support/stores.ts';
import { ask, storeCustomer, storeInvoice } from './ask.ts';

let app: TestApp;
let customer: { id: string; serviceId: string };
let invoice: { id: string; serviceId: string };
beforeAll(async () => {
  app = await startApp();
  customer = await storeCustomer(app);
  invoice = await storeInvoice(app, customer.serviceId);
});
afterAll(() => app.close());

describe('without a token', () => {
  it('every field is rejected with 401, which says how to authenticate', async () => {
    const { status, headers, data, errors } = await ask(app, '{ customers { nodes { id } } }', { token: null });
    expect(status).toBe(401);
    expect(headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      {
        message:
          'customers needs a token. Send a valid token: Authorization: Bearer <token>. Get one from POST /v1/token.',
        locations: [{ line: 1, column: 3 }],
        extensions: { code: 'UNAUTHENTICATED', requestId: headers.get('X-Request-Id') },
      },
    ]);
  });

  it('inputs are not validated', async () => {
    const query = 'mutation ($input: CustomerInput!) { upsertCustomer(input: $input) { __typename } }';
    const { status, errors } = await ask(app, query, {
      token: null,
      variables: { input: aCustomerBody({ source: '0' }) },
    });
    expect(status).toBe(401);
    expect(errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('introspection is open', async () => {
    const { status, data } = await ask(app, getIntrospectionQuery(), { token: null });
    expect(status).toBe(200);
    expect(data.__schema.queryType.name).toBe('Query');
  });

  it('createToken is open, and answers wrong credentials as a type', async () => {
    const query = `mutation ($id: String!, $secret: String!) {
      createToken(input: { clientId: $id, clientSecret: $secret }) { __typename ... on UserError { code } }
    }`;
    const { status, data } = await ask(app, query, { token: null, variables: { id: 'nobody', secret: 'guess' } });
    expect(status).toBe(200);
    expect(data.createToken).toEqual({ __typename: 'InvalidClient', code: 'INVALID_CLIENT' });
    const empty = await ask(app, query, { token: null, variables: { id: '', secret: '\0' } });
    expect(empty.data.createToken).toEqual({ __typename: 'InvalidInput', code: 'INVALID_INPUT' });
  });
});

it('too many createToken attempts are rejected with 429, which says when to retry', async () => {
  const query = `mutation { createToken(input: { clientId: "guesser", clientSecret: "guess" }) { __typename } }`;
  let answer = await ask(app, query, { token: null });
  for (let tries = 0; tries < 100 && answer.status === 200; tries++) answer = await ask(app, query, { token: null });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(answer.errors).toMatchObject([{ path: ['createToken'], extensions: { code: 'TOO_MANY_REQUESTS' } }]);
});

it('an invalid token is rejected with 401 in any request', async () => {
  const { status, headers, data, errors } = await ask(app, '{ __typename }', { token: 'nonsense' });
  expect(status).toBe(401);
  expect(headers.get('WWW-Authenticate')).toBe('Bearer');
  expect(data).toBeUndefined();
  expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});

describe('scopes', () => {
  const customerInput = aCustomerBody({ externalId: 'scoped' });
  const invoiceInput = () => anInvoiceBody(customer.serviceId, { externalId: 'scoped' });
  const operations: [string, string, Scope, () => Record<string, unknown>][] = [
    ['customers', '{ customers { nodes { id } } }', 'customers:read', () => ({})],
    ['customer', '{ customer(by: { key: { source: "9", externalId: "c-1" } }) { id } }', 'customers:read', () => ({})],
    ['transactions', '{ transactions { nodes { id customer { name } } } }', 'transactions:read', () => ({})],
    [
      'transaction',
      '{ transaction(by: { key: { source: "9", externalId: "i-1" } }) { id } }',
      'transactions:read',
      () => ({}),
    ],
    ['exemptions', '{ exemptions { nodes { id } } }', 'exemptions:read', () => ({})],
    ['node', 'query ($id: ID!) { node(id: $id) { id } }', 'transactions:read', () => ({ id: invoice.id })],
    [
      'upsertCustomer',
      'mutation ($input: CustomerInput!) { upsertCustomer(input: $input) { __typename } }',
      'customers:write',
      () => ({ input: customerInput }),
    ],
    [
      'patchCustomer',
      'mutation ($input: PatchCustomerInput!) { patchCustomer(input: $input) { __typename } }',
      'customers:write',
      () => ({ input: { by: { serviceId: customer.serviceId }, patch: {} } }),
    ],
    [
      'upsertTransaction',
      'mutation ($input: TransactionInput!) { upsertTransaction(input: $input) { ... on Transaction { customer { name } salesTax { salesTaxRates { taxRate } } } } }',
      'transactions:write',
      () => ({ input: invoiceInput() }),
    ],
    [
      'cancelTransaction',
      'mutation { cancelTransaction(input: { by: { key: { source: "9", externalId: "none" } } }) { __typename } }',
      'transactions:write',
      () => ({}),
    ],
    [
      'upsertExemptions',
      'mutation ($id: UUID!) { upsertExemptions(input: { customerId: $id, exemption: {}, states: [{ code: "MN" }] }) { __typename } }',
      'exemptions:write',
      () => ({ id: customer.serviceId }),
    ],
    [
      'calculateTax',
      'query ($input: QuoteInput!) { calculateTax(input: $input) { __typename } }',
      'tax:read',
      () => ({ input: invoiceInput() }),
    ],
    [
      'validateTaxNumber',
      '{ validateTaxNumber(input: { countryCode: "DE", vatNumber: "136695976" }) { __typename } }',
      'tax:read',
      () => ({}),
    ],
    ['taxNumberChecks', '{ taxNumberChecks { nodes { vatNumber } } }', 'tax:read', () => ({})],
  ];

  it.each(operations)('%s needs its own scope, and no other', async (name, query, scope, variables) => {
    const allowed = await ask(app, query, { scopes: [scope], variables: variables() });
    expect(allowed.errors).toBeUndefined();
    const others = (
      [
        'customers:read',
        'customers:write',
        'transactions:read',
        'transactions:write',
        'exemptions:read',
        'exemptions:write',
        'tax:read',
        'nexus:read',
        'nexus:write',
        'admin',
      ] as const
    ).filter((other) => other !== scope);
    const refused = await ask(app, query, { scopes: others, variables: variables() });
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const { path, extensions } = refused.errors![0]!;
    // A mutation is refused before it begins, so its error has no path.
    expect(path ?? extensions.issues[0].path).toEqual([name]);
    expect(refused.errors![0]!.message).toContain(scope);
  });

  it('of a nested field protects that field, and leaves the rest', async () => {
    const query = '{ customer(by: { key: { source: "9", externalId: "c-1" } }) { name exemptions { nodes { id } } } }';
    const { status, data, errors } = await ask(app, query, { scopes: ['customers:read'] });
    expect(status).toBe(200);
    expect(data).toEqual({ customer: { name: 'Ada Lovelace', exemptions: null } });
    expect(errors).toMatchObject([{ path: ['customer', 'exemptions'], extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('records of another tenant', () => {
  it('are null, missing or unknown, however they are named', async () => {
    const token = await app.token(undefined, await aTenant(app.store.stores));
    const query = `query ($customer: UUID!, $transaction: UUID!, $ids: [ID!]!, $id: ID!) {
      byId: customer(by: { serviceId: $customer }) { id }
      byKey: customer(by: { key: { source: "9", externalId: "c-1" } }) { id }
      document: transaction(by: { serviceId: $transaction }) { id }
      documentByKey: transaction(by: { key: { source: "9", externalId: "i-1" } }) { id }
      node(id: $id) { id }
      nodes(ids: $ids) { id }
      customers { totalCount nodes { id } }
      transactions(filter: { customerId: { eq: $customer } }) { totalCount nodes { id } }
    }`;
    const variables = {
      customer: customer.serviceId,
      transaction: invoice.serviceId,
      ids: [customer.id, invoice.id],
      id: customer.id,
    };
    expect(await ask(app, query, { token, variables })).toMatchObject({
      errors: undefined,
      data: {
        byId: null,
        byKey: null,
        document: null,
        documentByKey: null,
        node: null,
        nodes: [null, null],
        customers: { totalCount: 0, nodes: [] },
        transactions: { totalCount: 0, nodes: [] },
      },
    });
    const mutation = `mutation ($id: UUID!, $input: TransactionInput!) {
      patchCustomer(input: { by: { serviceId: $id }, patch: { name: "Mine" } }) { __typename }
      cancelTransaction(input: { by: { key: { source: "9", externalId: "i-1" } } }) { __typename }
      upsertTransaction(input: $input) { __typename }
      upsertExemptions(input: { customerId: $id, exemption: { country: "US" }, states: [] }) { __typename }
    }`;
    const changed = await ask(app, mutation, {
      token,
      variables: { id: customer.serviceId, input: anInvoiceBody(customer.serviceId) },
    });
    expect(changed.data).toEqual({
      patchCustomer: { __typename: 'NotFound' },
      cancelTransaction: { __typename: 'NotFound' },
      upsertTransaction: { __typename: 'NotFound' },
      upsertExemptions: { __typename: 'NotFound' },
    });
  });
});

it('an invalid node id is an error of the request', async () => {
  const { errors } = await ask(app, '{ node(id: "nonsense") { id } }');
  expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'INVALID_INPUT', issues: [{ path: ['id'] }] } }]);
});
