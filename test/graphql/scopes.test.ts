import { getNamedType, isCompositeType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/domain/account/scope.ts';
import { scopesOf } from '../../src/graphql/base/field-scope.ts';
import { schema } from '../../src/graphql/schema.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../support/bodies.ts';
import { fileReturn } from '../support/returns.ts';
import { scopesOfDocument } from '../support/scopes-of-document.ts';
import { ask, storeCustomer, storeInvoice } from './ask.ts';

// The documents beside the REST operations are requested with exactly their scopes, and with each one missing, in
// test/rest/openapi/openapi.test.ts. These are the fields that they do not select.

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-08-01T12:00:00Z') });
  customerId = (await storeCustomer(app)).serviceId;
  await storeInvoice(app, customerId, { externalId: 'sale' });
  expect((await fileReturn(app, { place: 'US-MN', period: '2026-06' })).status).toBe(201);
});
afterAll(() => app.close());

const refusals = async (document: string, variables: Record<string, unknown>) => {
  const needed = scopesOfDocument(document);
  expect(needed.length).toBeGreaterThan(0);
  const exactly = await ask(app, document, { variables, scopes: needed });
  expect(exactly.errors, document).toBeUndefined();
  for (const missing of needed) {
    const granted = scopes.filter((scope) => scope !== missing);
    const { errors = [] } = await ask(app, document, { variables, scopes: granted });
    expect(new Set(errors.map(({ extensions }) => extensions.code)), `without ${missing}`).toEqual(
      new Set(['FORBIDDEN']),
    );
  }
};

it('every root field declares its scopes, but for those that any token may use and those that need none', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const without = roots
    .flatMap((type) => Object.values(type?.getFields() ?? {}))
    .filter((one) => !scopesOf(one).length);
  expect(without.map(({ name }) => name)).toEqual([
    ...['account', 'node', 'nodes', 'serviceInfo', 'testClock'],
    'createToken',
  ]);
});

describe('with exactly its scopes a field answers, and with one missing it is refused:', () => {
  const inRecords: Readonly<Record<string, (selection: string) => string>> = {
    Customer: (field) => `query ($id: UUID!) { customer(by: { serviceId: $id }) { ${field} } }`,
    LiabilityRow: (field) => `{ liability(period: { month: "2026-06" }) { rows { ${field} } } }`,
    NexusPeriod: (field) => `{ nexusTrackers(filter: { state: { eq: "MN" } }) { nodes { periods { ${field} } } } }`,
    TaxReturn: (field) =>
      `{ taxReturn(by: { key: { country: "US", state: "MN", period: { month: "2026-06" } } }) { ${field} } }`,
    TaxReturnFiling: (field) =>
      `{ taxReturn(by: { key: { country: "US", state: "MN", period: { month: "2026-06" } } }) { filings { ${field} } } }`,
    RateChange: (field) => `{ rateChange(changeId: "2027-07-01.US.SD.RATE") { ${field} } }`,
    RateChangeEffect: (field) => `{ rateChange(changeId: "2027-07-01.US.SD.RATE") { effect { ${field} } } }`,
    Transaction: (field) => `{ transaction(by: { key: { source: "9", externalId: "sale" } }) { ${field} } }`,
    PeriodClosed: (field) =>
      `mutation { cancelTransaction(input: { by: { key: { source: "9", externalId: "sale" } }, reason: "Wrong" }) { ... on PeriodClosed { ${field} } } }`,
  };
  const scoped = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && type.name in inRecords
      ? Object.values(type.getFields())
          .filter((field) => scopesOf(field).length > 0)
          .map((field) => [`${type.name}.${field.name}`, inRecords[type.name]!, field] as const)
      : [],
  );
  it.each(scoped)('%s', async (_, asked, { name, type }) => {
    const selection = isCompositeType(getNamedType(type)) ? `${name} { __typename }` : name;
    await refusals(asked(selection), { id: customerId });
  });

  it.each([
    ['cancelExemption', '{ cancelExemption(input: { by: { serviceId: $id } }) { __typename } }'],
    ['upsertCustomers', '{ upsertCustomers(input: { customers: $customers }) { __typename } }'],
    ['upsertTransactions', '{ upsertTransactions(input: { transactions: $transactions }) { __typename } }'],
  ])('%s', async (name, selection) => {
    const types: Readonly<Record<string, string>> = {
      cancelExemption: '$id: UUID!',
      upsertCustomers: '$customers: [CustomerInput!]!',
      upsertTransactions: '$transactions: [TransactionInput!]!',
    };
    const rows = {
      id: customerId,
      customers: [aCustomerBody()],
      transactions: [anInvoiceBody(customerId, { externalId: 'in a batch' })],
    };
    await refusals(`mutation (${types[name]}) ${selection}`, rows);
  });
});
