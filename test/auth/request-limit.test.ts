import { expect, it } from 'vitest';
import { createRequestLimit } from '../../src/auth/request-limit.ts';
import { startApp } from '../support/app.ts';

it('counts each client for itself, and anew in the next minute, even if the clock is set back', () => {
  let at = Date.parse('2026-07-01T10:00:20Z');
  const limit = createRequestLimit(2, () => new Date(at));
  expect(limit.count('a')).toEqual({ limit: 2, remaining: 1, resetSeconds: 60 });
  limit.count('a');
  at += 45_000;
  expect(() => limit.count('a')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter: 15 }));
  limit.count('b');
  at += 15_000;
  limit.count('a');
  at -= 3_600_000;
  limit.count('a');
  limit.count('a');
  expect(() => limit.count('a')).toThrow('more than 2 requests in a minute; try again in 60 seconds');
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
