import { readFileSync } from 'node:fs';
import { GraphQLEnumType, isUnionType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../../src/config/variables.ts';
import { errorCodes } from '../../src/domain/base/errors.ts';
import { gatewayLimits } from '../../src/domain/base/limits.ts';
import { schema } from '../../src/graphql/schema.ts';
import { noticeCodes } from '../../src/tax/model/notices.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ask, type Data, storeCustomer, storeInvoice } from './ask.ts';
import { readEvents } from './subscriptions/event-stream.ts';

const guide = readFileSync(new URL('../../src/graphql/GUIDE.md', import.meta.url), 'utf8');

/** The code blocks in a language. */
const blocksOf = (language: string) =>
  [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, of, text]) => (of === language ? [text!] : []));

/** The quoted value of a curl option. */
const optionOf = (text: string, option: string) => new RegExp(`${option} '([^']*)'`).exec(text)?.[1];

let app: TestApp;
let customerId: string;
const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: '1' };
const sell = (externalId: string) => storeInvoice(app, customerId, { externalId, items: [lamp] });

beforeAll(async () => {
  app = await startApp();
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());

describe('what the guide shows', () => {
  it('is a subscription that runs, and its event', async () => {
    const [command] = blocksOf('sh');
    const [event] = blocksOf('').map((text) => /^data: (.*)$/m.exec(text)![1]!);
    const headers = Object.fromEntries(
      [...command!.matchAll(/-H ['"]([\w-]+): ([^'"]*)['"]/g)].map(([, name, value]) => [name, value]),
    );
    const stream = readEvents(
      await app.fetch('/graphql', {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${await app.token()}` },
        body: optionOf(command!, '-d')!.replaceAll('\n', ' '),
      }),
    );
    await sell('INV-1');
    await expect.poll(() => stream.events.length, { timeout: 5_000 }).toBe(1);
    expect(stream.events).toEqual([{ event: 'next', data: JSON.parse(event!) }]);
    await stream.cancel();
  });

  const operations = blocksOf('graphql').map((text) => [/(\w+)\(/.exec(text)![1], text] as const);
  it.each(operations)('is an operation with %s that runs', async (_field, operation) => {
    await sell('INV-1');
    const { data, errors } = await ask(app, operation);
    expect(errors).toBeUndefined();
    // An object without members is a member of the union that the operation does not select.
    expect(Object.values(data)).not.toContainEqual({});
  });

  it('is a query by GET that runs', async () => {
    const command = /curl -G \S+ [^`]*/.exec(guide)![0];
    const query = optionOf(command, '--data-urlencode')!.replace(/^query=/, '');
    const response = await app.fetch(`/graphql?${new URLSearchParams({ query })}`, {
      headers: { Authorization: `Bearer ${await app.token()}` },
    });
    expect(((await response.json()) as Data).data.taxCodes.nodes.map(({ code }: Data) => code)).toContain('C3S6');
  });

  it('is a mutation that a typed client sends, with every answer that it can get', async () => {
    const client = blocksOf('ts').find((text) => text.includes('graphql(`'))!;
    const mutation = /graphql\(`([\s\S]*?)`\)/.exec(client)![1]!;
    await sell('INV-9');
    const input = { by: { key: { source: '9', externalId: 'INV-9' } } };
    const { data } = await ask(app, mutation, { variables: { input } });
    expect(data.cancelTransaction).toEqual({ __typename: 'Transaction', version: 2 });
    const result = schema.getType('CancelTransactionResult');
    const handled = [...client.matchAll(/case '(\w+)':/g)].map(([, name]) => name);
    expect(handled.sort()).toEqual(
      isUnionType(result)
        ? result
            .getTypes()
            .map(({ name }) => name)
            .sort()
        : [],
    );
  });
});

describe('what the guide names', () => {
  it('are operations of the schema', () => {
    const mutations = schema.getMutationType()!.getFields();
    const rows = [...guide.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, cell]) => cell!.match(/\w+/g)!);
    expect(rows).toContain('upsertTransaction');
    expect(rows.filter((name) => !(name in mutations))).toEqual([]);
  });

  it('are codes, values of enums and environment variables', () => {
    const types = Object.values(schema.getTypeMap());
    const known = new Set([
      'BAD_USER_INPUT', // Yoga's
      ...noticeCodes,
      ...Object.keys(errorCodes),
      ...Object.keys(variables.shape),
      ...types.flatMap((type) => (type instanceof GraphQLEnumType ? type.getValues().map(({ name }) => name) : [])),
    ]);
    const named = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=\S*)?`/g)].map(([, name]) => name!);
    expect(named).toContain('REFUND_MISMATCH');
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('are the limits as they are', () => {
    const { graphql, graphqlJson, graphqlWithoutToken: open, filter, pageSize, documentsPerBatch } = gatewayLimits;
    const limits: readonly (readonly [number, string])[] = [
      [graphql.characters, 'characters'],
      [graphql.tokens, 'tokens'],
      [graphql.directives, 'directives'],
      [graphql.operations, 'operations'],
      [graphql.fragments, 'fragments'],
      [graphql.spreads, 'spreads'],
      [graphql.variables, 'variables'],
      [graphql.fields, 'fields'],
      [graphql.arguments, 'arguments'],
      [graphql.values, 'values'],
      [graphql.comparisons, 'pairs of fields'],
      [graphql.depth, 'levels deep'],
      [graphql.aliases, 'aliases'],
      [graphql.errors, 'errors'],
      [graphql.streams, 'streams'],
      [graphqlJson.nesting, 'levels deep'],
      [graphqlJson.entries, 'entries'],
      [graphqlJson.values, 'values'],
      [open.bodyBytes, 'bytes'],
      [open.characters, 'characters'],
      [open.tokens, 'tokens'],
      [open.fields, 'fields'],
      [open.fragments, 'fragments'],
      [open.values, 'values'],
      [open.newDocumentsPerMinute, 'documents per minute'],
      [filter.depth, 'levels deep'],
      [filter.conditions, 'conditions'],
    ];
    const text = guide.replaceAll(/\s+/g, ' ');
    const written = limits.map(([limit, of]) => `${limit.toLocaleString('en-US')} ${of}`);
    expect(written.filter((words) => !text.includes(` ${words}`))).toEqual([]);
    expect(text).toContain(`nested ${graphql.nesting} deep`);
    expect(text).toContain(`can cost ${graphql.cost.toLocaleString('en-US')}.`);
    expect(text).toContain(`at most ${pageSize.graphql}.`);
    expect(text).toContain(`up to ${documentsPerBatch} `);
  });
});
