import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAttemptCounts, createAttemptLimit } from '../../src/auth/attempt-limit.ts';
import { createMinuteLimit } from '../../src/auth/request-limit.ts';
import type { Scope } from '../../src/domain/account/scope.ts';
import { createAnonymousLimit } from '../../src/graphql/http/anonymous-limit.ts';
import { createLiveStreams } from '../../src/graphql/subscriptions/live-streams.ts';
import { createCountExchange } from '../../src/workers/count-exchange.ts';
import { createSharedCounts } from '../../src/workers/shared-counts.ts';

/** Longer than a count takes to reach the other workers. */
const told = 50;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-07-01T10:00:20Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Workers of one gateway, without processes. */
function aGateway() {
  const exchange = createCountExchange(Date.now);
  const attempts = createAttemptCounts(() => new Date());
  let started = 0;
  return () => {
    const id = ++started;
    const counts = createSharedCounts((message) => {
      if (message.kind === 'counted') exchange.add(id, message.additions);
      if (message.kind === 'succeeded') attempts.succeed(message.attempt, message.isFailure);
      if (message.kind !== 'attempt') return;
      Promise.resolve(attempts.count(message.attempt)).then((outcome) =>
        counts.receive({ kind: 'attempted', id: message.id, outcome }),
      );
    });
    exchange.join(id, (additions) => counts.receive({ kind: 'counted', additions }));
    const limit = createMinuteLimit('requests', () => new Date(), counts.passing('requests'));
    return {
      counts,
      die: () => exchange.leave(id),
      ask: (perMinute = 10) => limit.count('a', 1, perMinute),
      owe: (amount: number) => limit.owe('a', amount),
    };
  };
}

it('a client has its requests a minute from all workers together', () => {
  const start = aGateway();
  const [one, other] = [start(), start()];
  for (let request = 0; request < 4; request++) one.ask();
  expect(other.ask()).toEqual({ limit: 10, remaining: 9, resetSeconds: 40 });
  vi.advanceTimersByTime(told);
  expect([one.ask()?.remaining, other.ask()?.remaining]).toEqual([4, 4]);
  other.owe(2);
  vi.advanceTimersByTime(told);
  expect(one.ask()?.remaining).toBe(0);
  expect(() => one.ask()).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter: 40 }));
});

it('a new worker hears what was counted in the running minute, and no worker of the minute before', () => {
  const start = aGateway();
  const one = start();
  one.ask();
  one.ask();
  vi.advanceTimersByTime(told);
  one.die();
  expect(start().ask()?.remaining, 'even if it replaces the one that counted').toBe(7);
  vi.advanceTimersByTime(39_000);
  const other = start();
  other.ask();
  vi.setSystemTime(Date.parse('2026-07-01T10:01:00Z'));
  const third = start();
  vi.advanceTimersByTime(told);
  expect(third.ask()?.remaining, 'what was told late counts for its own minute').toBe(9);
});

it('a client opens its streams on all workers together, and a worker that dies leaves none', () => {
  const start = aGateway();
  const workers = [start(), start()];
  const [here, there] = workers.map(({ counts }) => createLiveStreams({ shared: counts.held('streams') }));
  const principal = { clientId: 'a', tenantId: 't', scopes: new Set<Scope>() };
  const open = (streams = here!) => streams.open({ principal, renewed: async () => {} });
  const opened = Array.from({ length: 6 }, () => open());
  vi.advanceTimersByTime(told);
  for (let stream = 0; stream < 4; stream++) open(there);
  expect(() => open(there)).toThrow('A client may have 10 open subscriptions');
  opened[0]!.return();
  vi.advanceTimersByTime(told);
  open(there);
  workers[1]!.die();
  vi.advanceTimersByTime(told);
  for (let stream = 0; stream < 5; stream++) open();
  expect(() => open()).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
});

it('a network without a token has its documents and its cost from all workers together', () => {
  const start = aGateway();
  const [one, other] = [start(), start()].map(({ counts }) => createAnonymousLimit(counts));
  for (let document = 0; document < 20; document++) one!('192.0.2.1', 'newDocumentsPerMinute', 1);
  vi.advanceTimersByTime(told);
  for (let document = 0; document < 10; document++) other!('192.0.2.1', 'newDocumentsPerMinute', 1);
  expect(() => other!('192.0.2.1', 'newDocumentsPerMinute', 1)).toThrow('try again in 40 seconds.');
  other!('192.0.2.1', 'costPerMinute', 1_000_000);
  other!('192.0.2.2', 'newDocumentsPerMinute', 1);
  vi.advanceTimersByTime(told);
  expect(() => one!('192.0.2.1', 'costPerMinute', 1)).toThrow('without a token');
});

it('attempts at a token are counted in one place, which outlives the workers', async () => {
  const start = aGateway();
  const attempt = { clientId: 'a', remoteAddress: '192.0.2.1' };
  const limits = [start(), start()].map(({ counts }) => createAttemptLimit(counts.attempts));
  for (let number = 0; number < 20; number++) await limits[number % 2]!.count(attempt);
  const late = createAttemptLimit(start().counts.attempts);
  for (const limit of [...limits, late]) {
    await expect(limit.count(attempt)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 });
  }
  const elsewhere = { clientId: 'b', remoteAddress: '192.0.2.2' };
  const succeed = await limits[0]!.count(elsewhere);
  succeed();
  for (let number = 0; number < 61; number++) {
    const outcome = late.count({ clientId: 'b', remoteAddress: `198.51.100.${number}` });
    if (number < 60) await outcome;
    else await expect(outcome, 'after 60 failures').rejects.toMatchObject({ retryAfter: 1 });
  }
  await limits[1]!.count(elsewhere); // It had a token before.
});
