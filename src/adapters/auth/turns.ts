import { AppError } from '../../domain/base/errors.ts';

export type TurnLimits = {
  /** Maximum number of requests in progress, in total and per tenant. */
  readonly inAll: number;
  readonly perTenant: number;
  /** Maximum number of waiting requests per tenant. */
  readonly waitingPerTenant: number;
};

/**
 * A request that takes longer than a second is mostly waiting for something else, so it no longer keeps other requests
 * from starting.
 */
const longestCountedMs = 1_000;
const expireEveryMs = 250;
/** Once requests have taken this long in a turn of the event loop, no more start in that turn. */
const longestTurnMs = 3;
const longestWaitMs = 20_000;
/** The expected cost of a request until the actual cost is known. */
const usualCost = 1_000;
/** Once there are this many tenants, tenants without requests are forgotten. */
const mostIdle = 1_000;

export type Turn = {
  /** Also allowed after `end`. */
  add(cost: number): void;
  /** Lets another request start. */
  end(): void;
};

type Waiting = { readonly since: number; begin(turn: Turn): void; refuse(error: AppError): void };

/** `served` is the cost of a tenant's requests so far, but at least the level at which the tenant last returned. */
type Queue = { served: number; inProgress: number; readonly waiting: Set<Waiting> };

type InProgress = { readonly queue: Queue; readonly since: number };

type Turns = {
  /**
   * Waits for a request's turn. Throws `TOO_MANY_REQUESTS` if too many of the tenant's requests are waiting, or if the
   * wait is too long.
   */
  take(tenantId: string): Promise<Turn>;
  waiting(): number;
};

/**
 * Starts requests immediately while few are in progress. Otherwise requests wait in a queue per tenant, and the next
 * request is taken from the tenant that was served least, by cost. As a result, a tenant with many or expensive
 * requests mainly delays itself.
 */
export function createTurns(limits: TurnLimits, now: () => number = () => performance.now()): Turns {
  const queues = new Map<string, Queue>();
  /** Oldest first. */
  const inProgress = new Set<InProgress>();
  /**
   * The service level of the most recently served tenant. A returning tenant starts at this level, so it gains no
   * advantage from the time without requests.
   */
  let level = 0;
  let isExpiring = false;
  /** Start of the first request in this turn of the event loop; null if no request has started. */
  let turnBeganAt: number | null = null;
  /**
   * Whether no other request may start now, because a request is running or the requests in this turn have used up its
   * time.
   */
  let isBusy = false;

  function queueOf(tenantId: string): Queue {
    const known = queues.get(tenantId);
    if (known) return known;
    if (queues.size >= mostIdle) forgetIdle();
    const queue = { served: level, inProgress: 0, waiting: new Set<Waiting>() };
    queues.set(tenantId, queue);
    return queue;
  }

  function forgetIdle(): void {
    for (const [id, { inProgress: running, waiting }] of queues) {
      if (running === 0 && waiting.size === 0) queues.delete(id);
    }
  }

  const mayBegin = (queue: Queue) => inProgress.size < limits.inAll && queue.inProgress < limits.perTenant;

  function begin(queue: Queue): Turn {
    isBusy = true;
    if (turnBeganAt === null) {
      turnBeganAt = now();
      setImmediate(startTurn);
    }
    // Ticks requested by a microtask run after all microtasks. By then, the request is waiting or done.
    queueMicrotask(() => process.nextTick(continueTurn));
    level = Math.max(level, queue.served);
    queue.served = level + usualCost;
    const own = { queue, since: now() };
    queue.inProgress++;
    inProgress.add(own);
    let spent = 0;
    return {
      add(cost) {
        queue.served += Math.max(0, spent + cost - Math.max(spent, usualCost));
        spent += cost;
      },
      end() {
        queue.served -= Math.max(0, usualCost - spent);
        release(own);
        if (!isBusy) beginNext();
      },
    };
  }

  function release(one: InProgress): void {
    if (inProgress.delete(one)) one.queue.inProgress--;
  }

  function startTurn(): void {
    turnBeganAt = null;
    isBusy = false;
    beginNext();
  }

  function continueTurn(): void {
    if (turnBeganAt !== null && now() - turnBeganAt >= longestTurnMs) return;
    isBusy = false;
    beginNext();
  }

  /** Starts only one request, because a request may do all of its work synchronously. */
  function beginNext(): void {
    let next: Queue | null = null;
    for (const queue of queues.values()) {
      if (queue.waiting.size === 0 || !mayBegin(queue)) continue;
      if (next === null || queue.served < next.served) next = queue;
    }
    const [first] = next?.waiting ?? [];
    if (!next || !first) return;
    next.waiting.delete(first);
    first.begin(begin(next));
  }

  const countWaiting = () => [...queues.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);

  /** Runs while requests wait. */
  function expire(): void {
    const at = now();
    for (const one of inProgress) {
      if (one.since > at - longestCountedMs) break;
      release(one);
    }
    for (const { waiting } of queues.values()) {
      for (const one of waiting) {
        if (one.since > at - longestWaitMs) break;
        waiting.delete(one);
        one.refuse(tooMany());
      }
    }
    if (!isBusy) beginNext();
    isExpiring = false;
    if (countWaiting() > 0) expireLater();
  }

  function expireLater(): void {
    if (isExpiring) return;
    isExpiring = true;
    setTimeout(expire, expireEveryMs).unref();
  }

  function wait(queue: Queue): Promise<Turn> {
    if (queue.waiting.size >= limits.waitingPerTenant) throw tooMany();
    expireLater();
    return new Promise((begin, refuse) => queue.waiting.add({ since: now(), begin, refuse }));
  }

  return {
    async take(tenantId) {
      const queue = queueOf(tenantId);
      const isNext = !isBusy && queue.waiting.size === 0 && mayBegin(queue);
      return isNext ? begin(queue) : wait(queue);
    },
    waiting: countWaiting,
  };
}

function tooMany(): AppError {
  const message = 'Too many requests from this tenant are waiting. Try again in a second.';
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfter: 1 });
}
