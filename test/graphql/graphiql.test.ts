import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInputs } from '../../src/domain/inputs.ts';
import { createGraphiqlPage, examplesFor } from '../../src/graphql/graphiql.ts';
import { createGraphql } from '../../src/graphql/server.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { reference } from '../support/context.ts';
import { ask, type Data, storeCustomer } from './ask.ts';

const never = () => {
  throw new Error('not asked');
};
const deps = {
  inputs: createInputs(() => reference),
  authenticator: { authenticate: never, issueToken: never, publicKeys: never },
};

const demo = { issueToken: async () => 'token.of.demo', customerId: '01980000-0000-7000-8000-00000000d370' };

describe('the page', () => {
  const page = createGraphiqlPage(demo)('token.of.demo');

  it('loads nothing from elsewhere', () => {
    const loads = [
      /<(?:script|link|img|iframe)[^>]*\b(?:src|href)=["'](?:https?:)?\/\/[^"']*/gi,
      /@import\s+(?:url\()?["']?https?:[^;]*/gi,
      /url\(\s*["']?https?:[^)]*\)/gi,
      /\b(?:importScripts|import|fetch)\(\s*["'`]https?:[^)]*\)/gi,
      /https?:\/\/[^"'`\s]*\b(?:cdn|unpkg|jsdelivr|googleapis)\b[^"'`\s]*/gi,
    ];
    expect(loads.flatMap((pattern) => page.match(pattern) ?? [])).toEqual([]);
  });

  const graphql = createGraphql({
    ...deps,
    contextOf: never,
    log: pino({ level: 'silent' }),
    corsOrigins: [],
    demo,
    endpoint: '/graphql',
  });
  const open = (url: string, remoteAddress: string) =>
    graphql.fetch(new Request(url, { headers: { Accept: 'text/html,*/*;q=0.8' } }), { remoteAddress });

  it('is answered to a browser, with the demo token in its headers and the examples in its tabs', async () => {
    const response = await open('http://localhost:4000/graphql', '127.0.0.1');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    const html = await response.text();
    expect(html).toContain('Bearer token.of.demo');
    for (const { query } of examplesFor(demo)) expect(html).toContain(JSON.stringify(query).slice(1, -1));
  });

  it.each([
    ['another name of this machine', 'http://evil.example/graphql', '127.0.0.1'],
    ['another machine', 'http://localhost:4000/graphql', '192.0.2.7'],
  ])('shows no token to %s', async (_, url, remoteAddress) => {
    const response = await open(url, remoteAddress);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('Bearer ');
  });

  it('names no token where there is none', () => {
    expect(createGraphiqlPage(null)(null)).not.toContain('Bearer ');
  });
});

describe('the examples', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('run as they stand, in any order, for the customer of the demo', async () => {
    const { serviceId } = await storeCustomer(app);
    const run = async (index: number) => {
      const { query, variables = '{}' } = examplesFor({ ...demo, customerId: serviceId })[index]!;
      const answer: Data = await ask(app, query, { variables: JSON.parse(variables) });
      expect(answer.errors).toBeUndefined();
      return answer.data;
    };
    expect((await run(0)).transactions).toEqual({ totalCount: 0, nodes: [] });
    expect((await run(1)).upsertCustomer).toMatchObject({ name: 'Prairie Books', version: 1 });
    expect((await run(2)).calculateTax).toMatchObject({
      finalTransactionAmount: '109.03',
      salesTax: { amount: '9.03', rate: '0.09025' },
    });
    expect(await run(3)).toMatchObject({
      salesTaxRates: { salesTaxRates: { taxRate: '0.08875' } },
      taxability: { rows: [{ cells: [{ isTaxable: true }, { isTaxable: false }, { isTaxable: true }] }] },
    });
  });
});
