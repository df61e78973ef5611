import { AppError } from '../domain/base/errors.ts';

export type TurnLimits = {
  /** Requests in progress, of all tenants and of one. */
  readonly inAll: number;
  readonly perTenant: number;
  /** Requests of one tenant that wait. */
  readonly waitingPerTenant: number;
};

/** Work beyond a second is mostly waiting for something else, so it no longer keeps others from beginning. */
const longestCountedMs = 1_000;
const expireEveryMs = 250;
const longestWaitMs = 20_000;
/** What a request is expected to cost until it is known. */
const usualCost = 1_000;
/** Tenants without requests are forgotten beyond this number. */
const mostIdle = 1_000;

export type Turn = {
  /** Also after the end. */
  add(cost: number): void;
  /** Lets another request begin. */
  end(): void;
};

type Waiting = (turn: Turn) => void;

/** `served` is what the requests of a tenant cost so far, but at least the level at which it last came back. */
type Queue = { served: number; inProgress: number; readonly waiting: Set<Waiting> };

type InProgress = { readonly queue: Queue; readonly since: number };

type Turns = {
  /** Waits for the turn of a request. Throws `TOO_MANY_REQUESTS` if too many of its tenant wait, or if it waits too long. */
  take(tenantId: string): Promise<Turn>;
  /** How many requests wait. */
  waiting(): number;
};

/**
 * Lets requests begin: at once while few are in progress. Otherwise they wait in a queue for each tenant, and next is always
 * a request of the tenant that was served least, by the cost of its requests. So a tenant with many requests, or expensive
 * ones, delays mainly itself.
 */
export function createTurns(limits: TurnLimits, now: () => number = () => performance.now()): Turns {
  const queues = new Map<string, Queue>();
  /** Oldest first. */
  const inProgress = new Set<InProgress>();
  /** What the tenant that was served last had been served then. A tenant that comes back starts there, without a bonus. */
  let level = 0;
  let isExpiring = false;
  /** Whether a request has begun in this turn of the event loop. */
  let hasBegun = false;

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
    hasBegun = true;
    setImmediate(startTurn);
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
        if (!hasBegun) startTurn();
      },
    };
  }

  function release(one: InProgress): void {
    if (inProgress.delete(one)) one.queue.inProgress--;
  }

  /** In each turn of the event loop one waiting request begins. It may do all of its work at once, so others get a turn first. */
  function startTurn(): void {
    hasBegun = false;
    let next: Queue | null = null;
    for (const queue of queues.values()) {
      if (queue.waiting.size === 0 || !mayBegin(queue)) continue;
      if (next === null || queue.served < next.served) next = queue;
    }
    const [first] = next?.waiting ?? [];
    if (!next || !first) return;
    next.waiting.delete(first);
    first(begin(next));
  }

  const countWaiting = () => [...queues.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);

  /** While requests wait. */
  function expire(): void {
    const before = now() - longestCountedMs;
    for (const one of inProgress) {
      if (one.since > before) break;
      release(one);
    }
    if (!hasBegun) startTurn();
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
    return new Promise((resolve, reject) => {
      const beginWaiting: Waiting = (turn) => {
        clearTimeout(patience);
        resolve(turn);
      };
      const patience = setTimeout(() => {
        queue.waiting.delete(beginWaiting);
        reject(tooMany());
      }, longestWaitMs).unref();
      queue.waiting.add(beginWaiting);
    });
  }

  return {
    async take(tenantId) {
      const queue = queueOf(tenantId);
      const isNext = !hasBegun && queue.waiting.size === 0 && mayBegin(queue);
      return isNext ? begin(queue) : wait(queue);
    },
    waiting: countWaiting,
  };
}

function tooMany(): AppError {
  const message = 'Too many requests of this tenant are in progress; try again in a second.';
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfter: 1 });
}
