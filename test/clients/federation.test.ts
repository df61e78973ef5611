import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { composeServices } from '@theguild/federation-composition';
import { buildSchema, type DocumentNode, execute, graphql, parse, print } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../support/bodies.ts';

/* The gateway as a subgraph beside a shop's own service, composed and queried as by a router. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ graphql: { isSubgraph: true } });
  const customer = await app.send('PUT', '/v1/customers/source/9/externalId/C-1', aCustomerOf('C-1'));
  const { serviceId } = (await customer.json()) as { serviceId: string };
  for (const externalId of ['INV-1', 'INV-2']) {
    const stored = await app.send(
      'PUT',
      `/v1/transactions/source/9/externalId/${externalId}`,
      anInvoiceBody(serviceId, { externalId }),
    );
    expect(stored.status).toBe(201);
  }
});
afterAll(() => app.close());

const aCustomerOf = (externalId: string) => ({
  ...aCustomerBody(),
  externalId,
  name: 'Prairie Books',
});

const ordersSdl = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
  type Query { orders: [Order!]! }
  type Order { number: String! invoice: Transaction }
  type Transaction @key(fields: "source externalId", resolvable: false) { source: String! externalId: String! }
`;
const orders = ['INV-1', 'unknown', 'INV-2'].map((externalId, index) => ({
  number: `#${index + 1}`,
  invoice: { source: '9', externalId },
}));

async function askShop(document: DocumentNode) {
  const schema = buildSchema(`
    type Query { orders: [Order!]! }
    type Order { number: String! invoice: Transaction }
    type Transaction { source: String! externalId: String! }
  `);
  return execute({ schema, document, rootValue: { orders } });
}

async function askTollgate(document: DocumentNode, variables?: Record<string, unknown>) {
  const answer = await app.send('POST', '/graphql', { query: print(document), variables });
  return (await answer.json()) as never;
}

it('composes with a second subgraph, and a query reads both', async () => {
  const sdl = await (await app.fetch('/graphql/subgraph.graphql')).text();
  const composed = composeServices([
    { name: 'tollgate', typeDefs: parse(sdl), url: 'http://tollgate' },
    { name: 'orders', typeDefs: parse(ordersSdl), url: 'http://orders' },
  ]);
  expect(composed.errors ?? []).toEqual([]);
  let asked = 0;
  const schema = getStitchedSchemaFromSupergraphSdl({
    supergraphSdl: composed.supergraphSdl!,
    onSubschemaConfig(config) {
      const isShop = config.name.toLowerCase() === 'orders';
      config.executor = async ({ document, variables }) => {
        if (isShop) return (await askShop(document)) as never;
        asked++;
        return askTollgate(document, variables);
      };
    },
    batch: true,
  });
  const source = '{ orders { number invoice { externalId salesTax { amount } customer { name } } } }';
  const { data, errors } = await graphql({ schema, source });
  const tax = { salesTax: { amount: expect.stringMatching(/^\d+\.\d\d$/) }, customer: { name: 'Prairie Books' } };
  expect(errors?.map(({ path }) => path) ?? []).toEqual([['orders', 1, 'invoice', 'salesTax']]);
  expect(data).toMatchObject({
    orders: [{ number: '#1', invoice: { externalId: 'INV-1', ...tax } }, { invoice: null }, { number: '#3' }],
  });
  expect(asked).toBe(1);
});
