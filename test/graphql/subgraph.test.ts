import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { aTenant } from '../support/stores.ts';
import { ask, type Data, storeCustomer, storeInvoice } from './ask.ts';

let app: TestApp;
let customer: Data;
let invoice: Data;
beforeAll(async () => {
  app = await startApp({ graphql: { isSubgraph: true } });
  customer = await storeCustomer(app, { externalId: 'C-1', name: 'Prairie Books' });
  invoice = await storeInvoice(app, customer.serviceId, { externalId: 'INV-1' });
});
afterAll(() => app.close());

const query = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Customer { name }
    ... on Transaction { externalId finalTransactionAmount customer { name } }
  }
}`;
const entities = (representations: object[], question = {}) =>
  ask(app, query, { variables: { representations }, ...question });
const byKey = (__typename: string, externalId: string) => ({ __typename, source: '9', externalId });

describe('the records of a subgraph', () => {
  it('are found by id and by source and external id, in the order of the question', async () => {
    const { data, errors } = await entities([
      byKey('Transaction', 'INV-1'),
      { __typename: 'Customer', id: customer.id },
      byKey('Customer', 'unknown'),
      byKey('Customer', 'C-1'),
      { __typename: 'Transaction', id: invoice.id },
    ]);
    const sale = {
      __typename: 'Transaction',
      externalId: 'INV-1',
      finalTransactionAmount: invoice.finalTransactionAmount,
      customer: { name: 'Prairie Books' },
    };
    const buyer = { __typename: 'Customer', name: 'Prairie Books' };
    expect(errors).toBeUndefined();
    expect(data._entities).toEqual([sale, buyer, null, buyer, sale]);
  });

  it('need the scopes of their types, and belong to the tenant', async () => {
    const representations = [byKey('Customer', 'C-1'), byKey('Transaction', 'INV-1')];
    const { errors } = await entities(representations, { scopes: ['customers:read'] });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    const token = await app.token(undefined, await aTenant(app.stores));
    expect((await entities(representations, { token })).data).toEqual({ _entities: [null, null] });
    expect((await entities(representations, { token: null })).status).toBe(401);
  });

  it('cost the same as the requested records', async () => {
    const cost = async (count: number) => {
      const variables = { representations: Array.from({ length: count }, () => byKey('Customer', 'C-1')) };
      const answer = await app.send('POST', '/graphql', { query, variables });
      return ((await answer.json()) as Data).extensions.cost.requested;
    };
    const [one, hundred] = [await cost(1), await cost(100)];
    expect(hundred - 1).toBe(100 * (one - 1));
    const { errors } = await entities(Array.from({ length: 1_001 }, () => byKey('Customer', 'C-1')));
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });

  it.each([
    [
      'a type without a key',
      { __typename: 'TaxReturn', id: 'x' },
      '__typename must be one of Customer, Exemption, Transaction.',
    ],
    [
      'a name without a key',
      { __typename: 'Customer', source: '9' },
      'Identify the record by id, or by source and externalId.',
    ],
    ['the key of an exemption', byKey('Exemption', 'x'), 'Identify the record by id.'],
    ['an id of another type', () => ({ __typename: 'Customer', id: invoice.id }), 'This is the id of a Transaction'],
  ])('are refused with the place of %s', async (_, sent, message) => {
    const { errors } = await entities([byKey('Customer', 'C-1'), typeof sent === 'function' ? sent() : sent]);
    const [issue] = errors![0]!.extensions.issues;
    expect(issue.path.slice(0, 2)).toEqual(['representations', '1']);
    expect(issue.message).toContain(message);
  });
});

describe('the text of a subgraph', () => {
  it('is the plain schema with the keys of its records, for a token and as a file', async () => {
    const plain = await (await app.fetch('/graphql/schema.graphql')).text();
    const file = await (await app.fetch('/graphql/subgraph.graphql')).text();
    expect(file).toContain('type Customer implements Node @key(fields: "id") @key(fields: "source externalId") {');
    expect(file).toContain('type Exemption implements Node @key(fields: "id") {');
    expect(file.replace(/^extend schema.*\n\n/, '').replaceAll(/ @key\(fields: "[^"]+"\)/g, '')).toBe(plain);
    expect(plain).not.toContain('_entities');
    const { data } = await ask(app, '{ _service { sdl } }');
    expect(data._service.sdl).toBe(file);
    expect((await ask(app, '{ _service { sdl } }', { token: null })).status).toBe(401);
  });

  it('is absent without the setting', async () => {
    const plain = await startApp({ store: app.store });
    expect((await plain.fetch('/graphql/subgraph.graphql')).status).toBe(404);
    const { errors } = await ask(plain, '{ _service { sdl } }');
    expect(errors).toMatchObject([{ message: expect.stringContaining('_service') }]);
  });
});
