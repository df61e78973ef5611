import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAttemptCounts, createAttemptLimit } from '../../../src/adapters/auth/attempt-limit.ts';
import { createBudgets } from '../../../src/adapters/auth/budgets.ts';
import type { Scope } from '../../../src/domain/account/scope.ts';
import { createAnonymousLimit } from '../../../src/graphql/http/anonymous-limit.ts';
import { createLiveStreams } from '../../../src/graphql/subscriptions/live-streams.ts';
import { createCountExchange } from '../../../src/server/workers/count-exchange.ts';
import { createSharedCounts } from '../../../src/server/workers/shared-counts.ts';

/** Longer than a count takes to reach the other workers. */
const told = 50;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-07-01T10:00:20Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const perMinute = 600;

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
    const budgets = createBudgets(() => new Date(), counts.passing('requests'));
    return {
      counts,
      die: () => exchange.leave(id),
      use: (amount: number) => budgets.use('a', perMinute, amount),
      left: () => budgets.left('a', perMinute).allowance.remaining,
    };
  };
}

it('a client has one budget from all workers together', () => {
  const start = aGateway();
  const [one, other] = [start(), start()];
  one.use(400);
  expect(other.left()).toBe(600);
  vi.advanceTimersByTime(told);
  expect(other.left()).toBe(200);
  other.use(150);
  vi.advanceTimersByTime(10_000);
  expect([one.left(), other.left()]).toEqual([150, 150]);
});

it('a new worker receives the usage of the last minute, less the restored amount', () => {
  const start = aGateway();
  const one = start();
  one.use(300);
  vi.advanceTimersByTime(told);
  one.die();
  const other = start();
  expect(other.left(), 'even if it replaces the one that counted').toBe(300);
  for (let second = 0; second < 120; second++) {
    other.use(10);
    vi.advanceTimersByTime(1_000);
  }
  const left = other.left();
  expect(start().left(), 'a steady client is not refused by it').toBeGreaterThan(left - 100);
});

it('a worker does not store the reports of others about clients that never reach it', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  let at = Date.parse('2026-07-01T10:00:20Z');
  let report = (_key: string, _amount: number, _until: number) => {};
  const onTold = (listener: typeof report) => {
    report = listener;
  };
  const budgets = createBudgets(() => new Date(at), { tell: () => {}, onTold });
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; number < 100_000; number++) report('600 a', 1, ++at + 60_000);
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000);
  expect(budgets.left('a', 600).waitMs).toBeGreaterThan(0);
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
  expect(() => open(there)).toThrow('A client may have at most 10 open subscriptions');
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
  expect(() => one!('192.0.2.1', 'costPerMinute', 1)).toThrow('Without a token');
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
  await limits[1]!.count(elsewhere); // It already had a token.
});
