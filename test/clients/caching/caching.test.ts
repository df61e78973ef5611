import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApolloClient } from '@apollo/client';
import {
  buildSchema,
  type GraphQLInputObjectType,
  isInputObjectType,
  type OperationDefinitionNode,
  parse,
  print,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { graphql } from '../tada.ts';
import { createApollo } from './apollo.ts';
import convertOperation from './relay/__generated__/operationsConvertMutation.graphql.ts';
import quoteOperation from './relay/__generated__/operationsQuoteQuery.graphql.ts';
import storeOperation from './relay/__generated__/operationsStoreMutation.graphql.ts';
import { createUrql } from './urql.ts';

const here = import.meta.dirname;
const textOf = (path: string) => readFileSync(join(here, path), 'utf8');

describe('the guide', () => {
  it.each(['apollo.ts', 'urql.ts', 'relay.ts'])('shows %s as it is tested', (file) => {
    expect(textOf('../../../src/graphql/GUIDE.md')).toContain(`\`\`\`ts\n${textOf(file)}\`\`\``);
  });
});

it('urql sends no part of a query in a URL', async () => {
  const sent: (readonly [method: string | undefined, url: string])[] = [];
  const urql = createUrql('http://localhost/graphql', 'token', async (input, init) => {
    sent.push([init?.method, String(input)]);
    return Response.json({ data: { quote: null } });
  });
  const query = 'query Quote($input: QuoteInput!) { quote(input: $input) { __typename } }';
  await urql.query(query, { input: { shippingAddress: { street: '1 Elm St' } } });
  expect(sent).toEqual([['POST', 'http://localhost/graphql']]);
});

describe("Relay's artifacts", () => {
  const schema = buildSchema(textOf('../../../schema.graphql'));
  const sources = [...textOf('relay/operations.ts').matchAll(/graphql`([^`]*)`/g)].map(
    ([, text]) => parse(text ?? '').definitions[0] as OperationDefinitionNode,
  );

  it.each([convertOperation, quoteOperation, storeOperation])('are fresh (%#)', (artifact) => {
    const { name, text } = artifact.params;
    const source = sources.find((operation) => operation.name?.value === name);
    // The digest with which Relay's build plug-in finds stale artifacts.
    const digest = createHash('md5')
      .update(source ? print(source) : '')
      .digest('hex');
    expect(artifact).toMatchObject({ hash: digest });
    expect(validate(schema, parse(text ?? ''))).toEqual([]);
  });

  it.each(['Convert', 'Quote', 'Store'])('have the inputs of the schema (%s)', (name) => {
    const kind = name === 'Quote' ? 'Query' : 'Mutation';
    const artifact = textOf(`relay/__generated__/operations${name}${kind}.graphql.ts`);
    const inputs = [...artifact.matchAll(/^export type (\w+) = (\{[^;]*?\n[\s\S]*?\n\});$/gm)].flatMap(
      ([, type, text]) => {
        const input = schema.getType(type!);
        return isInputObjectType(input)
          ? [[input, new Set([...text!.matchAll(/^ {2}(\w+)\??:/gm)].map(([, one]) => one!))]]
          : [];
      },
    ) as [GraphQLInputObjectType, Set<string>][];
    expect(inputs.length).toBeGreaterThan(2);
    for (const [input, members] of inputs) {
      expect([input.name, [...members].sort()]).toEqual([input.name, Object.keys(input.getFields()).sort()]);
    }
  });
});

describe('Apollo Client', () => {
  let app: TestApp;
  let apollo: ApolloClient;
  beforeAll(async () => {
    app = await startApp();
    const token = await app.token(['transactions:read', 'transactions:write']);
    apollo = await createApollo('http://localhost/graphql', token, (input, init) =>
      app.fetch(new URL(`${input}`).pathname, init),
    );
  });
  afterAll(() => app.close());

  const cancel = graphql(`
    mutation Cancel($input: CancelTransactionInput!) {
      cancelTransaction(input: $input) {
        __typename
        ... on Transaction { version }
        ... on UserError { code message }
      }
    }
  `);

  it('keeps the selected fields of every error', async () => {
    const input = { by: { key: { source: '9', externalId: 'none' } } };
    const { data } = await apollo.mutate({ mutation: cancel, variables: { input } });
    expect(data?.cancelTransaction).toMatchObject({
      __typename: 'NotFound',
      code: 'NOT_FOUND',
      message: 'Transaction "none" of source 9 not found.',
    });
  });

  const list = graphql(`
    query List($after: String) {
      transactions(first: 1, after: $after, orderBy: { field: EXTERNAL_ID, direction: ASC }) {
        edges { node { id externalId } }
        pageInfo { hasNextPage endCursor }
      }
    }
  `);

  it('appends the edges of the next page', async () => {
    const { serviceId: customerId } = await bodyOf<{ serviceId: string }>(put('customers', 'C-1', { name: 'Ada' }));
    for (const externalId of ['INV-1', 'INV-2']) await put('transactions', externalId, { ...aSale, customerId });
    const query = apollo.watchQuery({ query: list });
    const shown = query.subscribe(() => undefined);
    const { data: first } = await query.refetch();
    const after = first?.transactions?.pageInfo.endCursor;
    await query.fetchMore({ variables: { after } });
    shown.unsubscribe();
    expect(apollo.readQuery({ query: list })).toMatchObject({
      transactions: {
        edges: [{ node: { externalId: 'INV-1' } }, { node: { externalId: 'INV-2' } }],
        pageInfo: { hasNextPage: false },
      },
    });
  });

  const aSale = {
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
    shippingAddress: { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' },
  };

  function put(records: string, externalId: string, members: object): Promise<Response> {
    const externalTimestamps = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
    const body = { source: '9', externalId, externalTimestamps, ...members };
    return app.send('PUT', `/v1/${records}/source/9/externalId/${externalId}`, body);
  }
});
