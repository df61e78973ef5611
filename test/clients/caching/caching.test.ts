import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type OperationDefinitionNode, parse, print, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { graphql } from '../tada.ts';
import { createApollo } from './apollo.ts';
import convertOperation from './relay/__generated__/operationsConvertMutation.graphql.ts';
import quoteOperation from './relay/__generated__/operationsQuoteQuery.graphql.ts';
import storeOperation from './relay/__generated__/operationsStoreMutation.graphql.ts';

const here = import.meta.dirname;
const textOf = (path: string) => readFileSync(join(here, path), 'utf8');

describe('the guide', () => {
  it.each(['apollo.ts', 'urql.ts', 'relay.ts'])('shows %s as it is tested', (file) => {
    expect(textOf('../../../src/graphql/README.md')).toContain(`\`\`\`ts\n${textOf(file)}\`\`\``);
  });
});

describe("Relay's artifacts", () => {
  const schema = buildSchema(textOf('../../../schema.graphql'));
  const sources = [...textOf('relay/operations.ts').matchAll(/graphql`([^`]*)`/g)].map(
    ([, text]) => parse(text ?? '').definitions[0] as OperationDefinitionNode,
  );

  it.each([convertOperation, quoteOperation, storeOperation])('are fresh (%#)', (artifact) => {
    const { name, text } = artifact.params;
    const source = sources.find((operation) => operation.name?.value === name);
    // The digest with which Relay's plug-in for builds finds stale artifacts.
    const digest = createHash('md5')
      .update(source ? print(source) : '')
      .digest('hex');
    expect(artifact).toMatchObject({ hash: digest });
    expect(validate(schema, parse(text ?? ''))).toEqual([]);
  });
});

describe('Apollo Client', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const cancel = graphql(`
    mutation Cancel($document: CancelTransactionInput!) {
      cancelTransaction(document: $document) {
        __typename
        ... on Transaction { version }
        ... on Error { code message }
      }
    }
  `);

  it('keeps what is selected of every error', async () => {
    const fetchOfApp: typeof fetch = (input, init) => app.fetch(new URL(`${input}`).pathname, init);
    const apollo = await createApollo('http://localhost/graphql', await app.token(['transactions:write']), fetchOfApp);
    const document = { by: { key: { source: '9', externalId: 'none' } } };
    const { data } = await apollo.mutate({ mutation: cancel, variables: { document } });
    expect(data?.cancelTransaction).toMatchObject({
      __typename: 'NotFound',
      code: 'NOT_FOUND',
      message: 'There is no such transaction.',
    });
  });
});
