import { GraphQLClient } from 'graphql-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../../support/app.ts';
import { aCustomerBody } from '../../../support/bodies.ts';
import { createApollo } from '../../caching/apollo.ts';
import { createUrql } from '../../caching/urql.ts';
import type { Send } from '../../checkout.ts';
import { sendWithApollo, sendWithGraphqlRequest, sendWithUrql } from '../../send.ts';
import { createGateway } from './gateway.ts';

const url = 'http://localhost/graphql';
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const fetchOfApp: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  return app.fetch(`${pathname}${search}`, init);
};

const clients: readonly (readonly [string, (token: string) => Promise<Send>])[] = [
  [
    'graphql-request',
    async (token) =>
      sendWithGraphqlRequest(
        new GraphQLClient(url, { fetch: fetchOfApp, headers: { Authorization: `Bearer ${token}` } }),
      ),
  ],
  ['Apollo Client', async (token) => sendWithApollo(await createApollo(url, token, fetchOfApp))],
  ['urql', async (token) => sendWithUrql(createUrql(url, token, fetchOfApp))],
];

describe.each(clients)('with %s', (name, connect) => {
  const externalId = name.replace(' ', '-');
  const path = `/v1/customers/source/9/externalId/${externalId}`;

  it('a customer who cannot be read is not taken for one who is not stored', async () => {
    await app.send('PUT', path, aCustomerBody({ externalId, name: 'Prairie School', taxNumber: '41-1234567' }));
    // Without customers:read, `customer` is null beside an error.
    const token = await app.token(['tax:read', 'customers:write', 'transactions:write']);
    const gateway = createGateway(await connect(token), '1');
    const storing = gateway.store(
      {
        externalId,
        transactionType: 'INVOICE',
        transactionStatus: 'ACTIVE',
        externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' },
        items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00' }],
        shippingAddress: { country: 'US', state: 'MN', zip: '55401', isPartial: true },
      },
      { id: externalId, name: 'Ada' },
    );
    await expect(storing).rejects.toThrow('customers:read');
    expect(await bodyOf(app.send('GET', path))).toMatchObject({ name: 'Prairie School', taxNumber: '41-1234567' });
  });
});
