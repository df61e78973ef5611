import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InMemoryCache } from '@apollo/client';
import {
  buildSchema,
  type DefinitionNode,
  type DocumentNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
} from 'graphql';
import { type ConcreteRequest, createOperationDescriptor, type Environment } from 'relay-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Example, examplesFor } from '../../../src/graphql/graphiql/examples.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';
import { requestOf } from './relay/request-of.ts';
import { createRelay } from './relay.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Data = any;

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8'));

let store: TestStore;
let app: TestApp;
let customerId: string;
beforeAll(async () => {
  store = await openTestStore();
  // The demo is a test tenant.
  app = await startApp({ store, tenant: await aTenant(store.stores, {}, 'TEST') });
  const path = '/v1/customers/source/9/externalId/c-1';
  const { serviceId } = await bodyOf<{ serviceId: string }>(
    app.send('PUT', path, aCustomerBody({ externalId: 'c-1' })),
  );
  customerId = serviceId;
});
afterAll(() => store.close());

const names = examplesFor(null)
  .map(({ query }) => /(query|mutation|subscription) (\w+)/.exec(query)!)
  .filter(([, kind]) => kind !== 'subscription')
  .map(([, , name]) => name!);

const example = (name: string): Example => {
  const demo = { issueToken: async () => ({ accessToken: '', expiresIn: 3600 }), customerId };
  return examplesFor(demo).find(({ query }) => query.includes(` ${name}(`) || query.includes(` ${name} `))!;
};

/** Two responses about different subjects, under ids that a cache could take for the same record. */
const alike = {
  query: `query Alike($march: TaxReturnBy!, $may: TaxReturnBy!) {
    march: taxReturn(by: $march) { id from form { formCode lines { form box value } } }
    may: taxReturn(by: $may) { id from form { formCode lines { form box value } } }
    clothing: salesTaxRates(input: { address: { state: "MN", zip: "55401", isPartial: true }, taxCode: "C1S2" }) {
      ... on SalesTaxRatesLookup { jurisdictions { jurisdiction { jurisdictionId name } appliedRate } } }
    goods: salesTaxRates(input: { address: { state: "MN", zip: "55401", isPartial: true }, taxCode: "C1S1" }) {
      ... on SalesTaxRatesLookup { jurisdictions { jurisdiction { jurisdictionId name } appliedRate } } }
    jurisdictions(filter: { jurisdictionId: { eq: "MN" } }, first: 5) { nodes { jurisdiction { jurisdictionId name } } }
  }`,
  variables: {
    march: { key: { country: 'US', state: 'TX', period: { month: '2026-03' } } },
    may: { key: { country: 'US', state: 'TX', period: { month: '2026-05' } } },
  },
};

async function answer(query: string, variables: object): Promise<Data> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await app.token()}` };
  const body = JSON.stringify({ query, variables });
  const { data, errors } = await bodyOf<Data>(app.fetch('/graphql', { method: 'POST', headers, body }));
  expect(errors).toBeUndefined();
  return data;
}

type Operation = Pick<Example, 'query' | 'variables'>;

describe('Apollo’s cache returns the written data', () => {
  let cache: InMemoryCache;
  beforeAll(async () => {
    const headers = { Authorization: `Bearer ${await app.token()}` };
    const response = await app.fetch('/graphql/possibleTypes.json', { headers });
    cache = new InMemoryCache({ possibleTypes: await bodyOf<Record<string, string[]>>(response) });
  });

  async function throughCache({ query: text, variables }: Operation): Promise<[Data, Data]> {
    const query: DocumentNode = cache.transformDocument(parse(text));
    const [{ operation }] = query.definitions as readonly [OperationDefinitionNode];
    const data = await answer(print(query), variables);
    const dataId = operation === 'mutation' ? 'ROOT_MUTATION' : 'ROOT_QUERY';
    cache.write({ dataId, query, variables, result: data });
    // Apollo only reads queries from its cache, but stores the selection of a mutation too.
    const [definition, ...fragments] = query.definitions as [OperationDefinitionNode, ...DefinitionNode[]];
    const reading = { ...query, definitions: [{ ...definition, operation: OperationTypeNode.QUERY }, ...fragments] };
    return [data, cache.diff({ id: dataId, query: reading, variables, optimistic: false }).result];
  }

  it.each(names)('%s', async (name) => {
    const [written, read] = await throughCache(example(name));
    expect(read).toEqual(written);
  });

  it('of two months, and of two tax codes', async () => {
    const [written, read] = await throughCache(alike);
    expect(written.clothing.jurisdictions[0].appliedRate).not.toBe(written.goods.jurisdictions[0].appliedRate);
    expect(read).toEqual(written);
  });
});

describe('Relay’s store returns the written data', () => {
  let relay: Environment;
  beforeAll(async () => {
    relay = createRelay('http://localhost/graphql', await app.token());
  });

  async function throughStore({ query, variables }: Operation): Promise<[Data, Data]> {
    const { text, request } = requestOf(schema, query);
    const data = await answer(text, variables);
    const descriptor = createOperationDescriptor(request as unknown as ConcreteRequest, variables as never);
    relay.commitPayload(descriptor, data);
    const { data: read, isMissingData } = relay.lookup(descriptor.fragment);
    expect(isMissingData).toBe(false);
    return [withoutMarks(data), read];
  }

  it.each(names)('%s', async (name) => {
    const [written, read] = await throughStore(example(name));
    expect(read).toEqual(written);
  });

  it('of two months, and of two tax codes', async () => {
    const [written, read] = await throughStore(alike);
    expect(read).toEqual(written);
  });
});

/** Without the markers of fragments on interfaces, which the store keeps for itself. */
function withoutMarks(value: Data): Data {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !name.startsWith('__is'));
  return Object.fromEntries(members.map(([name, one]) => [name, withoutMarks(one)]));
}
