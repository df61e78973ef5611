import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurns, type Turn } from '../../../src/adapters/auth/turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Requests by tenant, in the order in which they begin. */
function aGateway(limits: Partial<Parameters<typeof createTurns>[0]> = {}) {
  const turns = createTurns({ inAll: 2, perTenant: 1, waitingPerTenant: 500, ...limits }, Date.now);
  const begun: string[] = [];
  const running: { readonly tenant: string; readonly turn: Turn }[] = [];
  return {
    turns,
    begun,
    async ask(tenant: string) {
      const turn = await turns.take(tenant);
      begun.push(tenant);
      running.push({ tenant, turn });
    },
    /** Ends the oldest request. */
    async end(costOf: (tenant: string) => number = () => 1_000) {
      const { tenant, turn } = running.shift()!;
      turn.add(costOf(tenant));
      turn.end();
      await vi.advanceTimersByTimeAsync(0);
      return tenant;
    },
    isIdle: () => running.length === 0,
  };
}

describe('turns', () => {
  it('begin immediately while few requests are in progress, and leave room for another tenant', async () => {
    const gateway = aGateway();
    for (let request = 0; request < 5; request++) void gateway.ask('many');
    void gateway.ask('few');
    await vi.advanceTimersByTimeAsync(0);
    expect(gateway.begun).toEqual(['many', 'few']);
    expect(gateway.turns.waiting()).toBe(4);
  });

  it('alternate between tenants whose requests cost the same, however many wait', async () => {
    const gateway = aGateway({ inAll: 1 });
    for (let request = 0; request < 100; request++) void gateway.ask('many');
    for (let request = 0; request < 3; request++) void gateway.ask('few');
    await vi.advanceTimersByTimeAsync(0);
    for (let request = 0; request < 8; request++) await gateway.end();
    expect(gateway.begun.slice(0, 7)).toEqual(['many', 'few', 'many', 'few', 'many', 'few', 'many']);
  });

  it('go by cost: a tenant with expensive requests begins fewer', async () => {
    const gateway = aGateway({ inAll: 1 });
    for (let request = 0; request < 50; request++) {
      void gateway.ask('dear');
      void gateway.ask('cheap');
    }
    await vi.advanceTimersByTimeAsync(0);
    for (let request = 0; request < 44; request++)
      await gateway.end((tenant) => (tenant === 'dear' ? 100_000 : 10_000));
    const dear = gateway.begun.filter((tenant) => tenant === 'dear').length;
    expect(dear).toBeGreaterThanOrEqual(4);
    expect(dear).toBeLessThanOrEqual(6);
  });

  it('are all served in the end, in the order of each tenant, without more in progress than allowed', async () => {
    vi.useRealTimers();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ tenant: fc.constantFrom('a', 'b', 'c'), cost: fc.nat(50_000) }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (requests, inAll, perTenant) => {
          const turns = createTurns({ inAll, perTenant, waitingPerTenant: 500 });
          const inProgress = new Map<string, number>();
          const served: number[] = [];
          await Promise.all(
            requests.map(async ({ tenant, cost }, index) => {
              const turn = await turns.take(tenant);
              inProgress.set(tenant, (inProgress.get(tenant) ?? 0) + 1);
              expect(inProgress.get(tenant)).toBeLessThanOrEqual(perTenant);
              expect([...inProgress.values()].reduce((sum, each) => sum + each)).toBeLessThanOrEqual(inAll);
              served.push(index);
              await new Promise(setImmediate);
              turn.add(cost);
              inProgress.set(tenant, inProgress.get(tenant)! - 1);
              turn.end();
            }),
          );
          expect(served.toSorted((one, other) => one - other)).toEqual(requests.map((_, index) => index));
          for (const tenant of ['a', 'b', 'c']) {
            const own = served.filter((index) => requests[index]!.tenant === tenant);
            expect(own).toEqual(own.toSorted((one, other) => one - other));
          }
          expect(turns.waiting()).toBe(0);
        },
      ),
    );
  });

  it('begin in the next turn of the event loop once requests have worked for 3 ms in this one', async () => {
    vi.useRealTimers();
    const turns = createTurns({ inAll: 50, perTenant: 50, waitingPerTenant: 500 });
    let loopTurn = 0;
    const counting = setInterval(() => {}, 1);
    const count = () => {
      loopTurn++;
      if (loopTurn < 200) setImmediate(count);
    };
    setImmediate(count);
    const begunIn = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const turn = await turns.take('many');
        const until = performance.now() + 4;
        while (performance.now() < until);
        turn.end();
        return loopTurn;
      }),
    );
    clearInterval(counting);
    for (const [index, at] of begunIn.entries()) if (index > 1) expect(at).toBeGreaterThan(begunIn[index - 1]!);
  });

  it('of requests that take longer than a second no longer keep others from beginning', async () => {
    const gateway = aGateway();
    void gateway.ask('slow');
    void gateway.ask('slow');
    await vi.advanceTimersByTimeAsync(900);
    expect(gateway.begun).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(gateway.begun).toHaveLength(2);
  });

  it('are refused to a tenant with too many waiting requests, and to one that waits too long', async () => {
    const gateway = aGateway({ waitingPerTenant: 2 });
    const late = createTurns({ inAll: 0, perTenant: 0, waitingPerTenant: 1 }).take('late');
    late.catch(() => {});
    for (let request = 0; request < 3; request++) void gateway.ask('many').catch(() => {});
    await expect(gateway.ask('many')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 });
    void gateway.ask('few');
    await vi.advanceTimersByTimeAsync(0);
    expect(gateway.begun).toContain('few');
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(late).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
