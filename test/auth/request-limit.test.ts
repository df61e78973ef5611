import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMinuteLimit } from '../../src/auth/request-limit.ts';
import type { ClientLimits } from '../../src/domain/account/client-limits.ts';
import { startApp, type TestApp } from '../support/app.ts';

it('counts each client for itself, and anew in the next minute, even if the clock is set back', () => {
  let at = Date.parse('2026-07-01T10:00:20Z');
  const limit = createMinuteLimit('requests', () => new Date(at));
  const count = (clientId: string) => limit.count(clientId, 1, 2);
  expect(count('a')).toEqual({ limit: 2, remaining: 1, resetSeconds: 60 });
  count('a');
  at += 45_000;
  expect(() => count('a')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter: 15 }));
  count('b');
  expect(limit.count('a', 1, 3), 'with another limit').toMatchObject({ limit: 3, remaining: 0 });
  expect(limit.count('c', 1, null)).toBeNull();
  at += 15_000;
  count('a');
  at -= 3_600_000;
  count('a');
  count('a');
  expect(() => count('a')).toThrow('This client may send 2 requests in a minute; try again in 60 seconds.');
});

it('counts what an operation turned out to cost against the next one', () => {
  let at = Date.parse('2026-07-01T10:00:00Z');
  const limit = createMinuteLimit('GraphQL cost', () => new Date(at));
  limit.count('a', 10, 100);
  limit.owe('a', 500);
  expect(() => limit.count('a', 10, 100)).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
  expect(limit.count('b', 10, 100)).toMatchObject({ remaining: 90 });
  at += 60_000;
  expect(limit.count('a', 10, 100)).toMatchObject({ remaining: 90 });
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

describe('a client with limits of its own', () => {
  let app: TestApp;
  let Authorization: string;
  let at: number;
  beforeAll(async () => {
    at = Date.parse('2026-07-01T10:00:20Z');
    app = await startApp({ requestsPerMinute: 5, graphqlCostPerMinute: 1_000, authNow: () => new Date(at) });
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
    await app.stores.clients.limit(sub, limits);
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

  it('may ask for more or less GraphQL cost', async () => {
    await limit({ requestsPerMinute: 0, graphqlCostPerMinute: 220 });
    const first = await ask(list);
    const { requested } = (await first.json()).extensions.cost;
    expect([first.status, requested]).toEqual([200, 101]);
    expect((await ask(list)).status).toBe(200);
    const refused = await ask(list);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await refused.json()).errors[0]).toMatchObject({
      message: 'This client may ask for a GraphQL cost of 220 in a minute; try again in 60 seconds.',
      extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 60 },
    });
    expect((await ask('{ account { name } }')).status, 'what still fits').toBe(200);
    await limit({ graphqlCostPerMinute: 10 });
    const never = await ask(list);
    expect(never.headers.has('retry-after')).toBe(false);
    expect((await never.json()).errors[0]).toMatchObject({
      message: 'This client may ask for a GraphQL cost of 10 in a minute, and this costs 101: select less.',
      extensions: { code: 'OPERATION_LIMIT_EXCEEDED' },
    });
    await limit({ graphqlCostPerMinute: null });
    expect((await ask(list)).status).toBe(200);
  });
});
