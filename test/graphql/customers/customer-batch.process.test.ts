import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';
import { ask, type Data, faults } from '../ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const upsert = async (customers: Data[], more = {}): Promise<Data> => {
  const query = `mutation ($input: UpsertCustomersInput!) {
    upsertCustomers(input: $input) {
      __typename
      ... on CustomerBatch {
        results { index source externalId outcome result { __typename ... on Customer { name version } ${faults} } }
      }
      ${faults}
    }
  }`;
  const { data, errors } = await ask(app, query, { variables: { input: { customers } }, ...more });
  return errors ? { errors } : data.upsertCustomers;
};

it('returns the outcome of each customer, as if they were sent one after another', async () => {
  const customers = [
    aCustomerBody(),
    aCustomerBody(),
    aCustomerBody({ externalId: 'c-2', source: '99' }),
    aCustomerBody({ name: 'Ada King' }),
    aCustomerBody({ externalId: 'c-3', ifVersion: 3 }),
    aCustomerBody({ externalId: 'c-4', ifVersion: 0 }),
  ];
  const { results } = await upsert(customers);
  expect(results).toMatchObject([
    { index: 0, externalId: 'c-1', outcome: 'CREATED', result: { __typename: 'Customer', version: 1 } },
    { index: 1, outcome: 'UNCHANGED' },
    {
      index: 2,
      source: '99',
      outcome: 'FAILED',
      result: { __typename: 'InvalidInput', issues: [{ path: ['source'] }] },
    },
    { index: 3, outcome: 'UPDATED', result: { name: 'Ada King', version: 2 } },
    { index: 4, outcome: 'FAILED', result: { __typename: 'VersionMismatch', code: 'PRECONDITION_FAILED' } },
    { index: 5, outcome: 'CREATED' },
  ]);
});

it('accepts at most 500 customers', async () => {
  const many = Array.from({ length: 501 }, (_, index) => aCustomerBody({ externalId: `many-${index}` }));
  expect(await upsert(many)).toMatchObject({
    __typename: 'InvalidInput',
    issues: [{ path: ['customers'], code: 'TOO_LONG' }],
  });
  const { results } = await upsert(many.slice(1));
  expect(results.filter(({ outcome }: Data) => outcome === 'CREATED')).toHaveLength(500);
});

it('needs the scope customers:write', async () => {
  expect(await upsert([aCustomerBody()], { scopes: ['customers:read'] })).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
});
