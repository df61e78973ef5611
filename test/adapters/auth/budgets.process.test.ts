import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBudgets } from '../../../src/adapters/auth/budgets.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { ClientLimits } from '../../../src/domain/account/client-limits.ts';
import { limitClient } from '../../../src/usecases/clients/issued-client.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';

describe('a budget', () => {
  let at: number;
  const aBudget = () => createBudgets(() => new Date(at));
  beforeEach(() => {
    at = Date.parse('2026-07-01T10:00:20Z');
  });

  it('belongs to one client, and is restored continuously', () => {
    const budgets = aBudget();
    for (let request = 0; request < 60; request++) budgets.use('a', 60, 1);
    expect(budgets.left('a', 60, 1)).toEqual({
      allowance: { limit: 60, remaining: 0, resetSeconds: 60 },
      waitMs: 1_000,
    });
    expect(budgets.left('b', 60, 1).waitMs).toBe(0);
    at += 1_000;
    expect(budgets.left('a', 60, 1)).toMatchObject({ waitMs: 0, allowance: { remaining: 1, resetSeconds: 59 } });
    expect(budgets.left('a', 60, 2).waitMs).toBe(1_000);
    at += 600_000;
    expect(budgets.left('a', 60).allowance, 'never more than a minute').toMatchObject({
      remaining: 60,
      resetSeconds: 0,
    });
  });

  it('is never refused to a client that stays below it, whenever its minute begins', () => {
    const budgets = aBudget();
    let refused = 0;
    for (let second = 0; second < 300; second++) {
      for (let quote = 0; quote < 500; quote++) {
        if (budgets.left('shop', 60_000, 1).waitMs > 0) refused += 1;
        budgets.use('shop', 60_000, 1);
      }
      at += 1_000;
    }
    expect(refused).toBe(0);
  });

  it('can be exceeded by one request, which then waits until the excess is restored', () => {
    const budgets = aBudget();
    budgets.use('a', 600, 700);
    expect(budgets.left('a', 600).waitMs).toBe(10_000);
    at += 10_000;
    expect(budgets.left('a', 600).waitMs).toBeGreaterThan(0);
    at += 1;
    expect(budgets.left('a', 600).waitMs).toBe(0);
  });

  it('restores nothing if the clock is set back, and continues from there', () => {
    const budgets = aBudget();
    budgets.use('a', 60, 60);
    at -= 3_600_000;
    expect(budgets.left('a', 60, 1).waitMs).toBe(1_000);
    at += 1_000;
    expect(budgets.left('a', 60, 1).waitMs).toBe(0);
  });
});

const left = ({ headers }: Response) => [headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];

it('is 429 with Retry-After through both doors', async () => {
  const app = await startApp({ requestsPerMinute: 1 });
  const headers = { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/json' };
  const query = { method: 'POST', headers, body: '{"query":"{ customers { totalCount } }"}' };
  const first = await app.fetch('/graphql', query);
  expect([first.status, ...left(first)]).toEqual([200, '1', '0']);
  for (const refused of [await app.fetch('/graphql', query), await app.fetch('/v1/customers', { headers })]) {
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('TOO_MANY_REQUESTS');
  }
  const other = { Authorization: `Bearer ${await app.token()}` };
  const response = await app.fetch('/v1/customers', { headers: other });
  expect([response.status, ...left(response)]).toEqual([200, '1', '0']);
  const seconds = Number(response.headers.get('ratelimit-reset'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  await app.close();
});

describe('a client with its own limits', () => {
  let app: TestApp;
  let Authorization: string;
  let at: number;
  beforeAll(async () => {
    at = Date.parse('2026-07-01T10:00:20Z');
    app = await startApp({ requestsPerMinute: 5, costPerMinute: 1_000, authNow: () => new Date(at) });
    Authorization = `Bearer ${await app.token()}`;
  });
  afterAll(() => app.close());

  const ask = (query: string) =>
    app.fetch('/graphql', {
      method: 'POST',
      headers: { Authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
  const limit = async (limits: Partial<ClientLimits>) => {
    const [, claims = ''] = Authorization.split('.');
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    await limitClient(app.records.clients, {
      tenantId: app.tenant.tenantId,
      clientId: sub,
      changes: limits,
      now: () => new Date(),
    });
    at += 60_000; // The next minute, when the account is read again.
  };
  const list = '{ customers(first: 50) { nodes { name } } }';

  it('may send more or fewer requests than others, and reads so in the headers', async () => {
    const before = await app.fetch('/v1/customers', { headers: { Authorization } });
    expect(left(before)).toEqual(['5', '4']);
    await limit({ requestsPerMinute: 2 });
    expect(left(await ask('{ account { name } }'))).toEqual(['2', '1']);
    expect(left(await app.fetch('/v1/customers', { headers: { Authorization } }))).toEqual(['2', '0']);
    expect((await app.fetch('/v1/customers', { headers: { Authorization } })).status).toBe(429);
    await limit({ requestsPerMinute: 0 });
    expect(left(await ask('{ account { name } }'))).toEqual([null, null]);
  });

  it.each([
    ['REST', () => app.fetch('/v1/customers', { headers: { Authorization } })],
    ['GraphQL', () => ask(list)],
  ])('may use more or less of the processor in %s, which every answer charges', async (_, send) => {
    await limit({ requestsPerMinute: 0, costPerMinute: 600 });
    const first = await send();
    expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"cost";q=600;w=60']);
    const [, remaining] = /^"cost";r=(\d+);t=\d+$/.exec(first.headers.get('ratelimit') ?? '') ?? [];
    expect(Number(remaining)).toBeLessThan(600 - 300);
    expect((await send()).status, 'what is left pays for it in part').toBe(200);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain(
      'This client may send requests with a total cost of at most 600 per minute. Try again in',
    );
    await limit({ costPerMinute: null });
    expect((await send()).status).toBe(200);
  });

  it('shares the cost with the other clients of its tenant, unless it has its own limit', async () => {
    const small = await startApp({ costPerMinute: 500 });
    const [one, other] = [await small.token(), await small.token()];
    const get = (token: string) => small.fetch('/v1/customers', { headers: { Authorization: `Bearer ${token}` } });
    expect([(await get(one)).status, (await get(other)).status, (await get(one)).status]).toEqual([200, 200, 429]);
    expect((await get(other)).status).toBe(429);
    await small.close();
  });
});

it('allows a shop to quote 500 carts of five items a second through either door, with the default budget', async () => {
  const { costPerMinute } = readConfig({}).auth;
  const at = new Date();
  const app = await startApp({ costPerMinute, authNow: () => at });
  const Authorization = `Bearer ${await app.token()}`;
  const input = {
    shippingAddress: { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401', street: '350 S 5th St' },
    items: Array.from({ length: 5 }, (_, index) => anItemBody({ name: `Lamp ${index}` })),
  };
  const query = `query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote {
    finalTransactionAmount items { name taxAmount taxRate reason taxLines { taxAmount } } } } }`;
  const post = (path: string, body: unknown) => app.send('POST', path, body, { Authorization });
  for (const send of [
    () => post('/v1/transactions/calculate', input),
    () => post('/graphql', { query, variables: { input } }),
  ]) {
    const left: number[] = [];
    for (let time = 0; time < 2; time++) {
      const response = await send();
      expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining('errors')]);
      left.push(Number(/"cost";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]));
    }
    const cost = left[0]! - left[1]!;
    expect(cost).toBeGreaterThan(500);
    expect(cost * 500 * 60).toBeLessThan(costPerMinute);
  }
  await app.close();
});
