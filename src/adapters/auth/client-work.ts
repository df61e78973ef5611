import { AppError } from '../../domain/base/errors.ts';
import { formatCount } from '../../domain/base/words.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type { Work } from '../../ports/work.ts';
import type { createBudgets } from './budgets.ts';
import type { createTurns, Turn } from './turns.ts';

type Budgets = ReturnType<typeof createBudgets>;

/** The counts for one key, such as the requests of a client. `perMinute` is null for no limit. */
type Limit = { readonly budgets: Budgets; readonly key: string; readonly perMinute: number | null };

type Working = {
  readonly tenantId: string;
  readonly turns: ReturnType<typeof createTurns>;
  readonly requests: Limit;
  readonly cost: Limit;
};

/** Throws `TOO_MANY_REQUESTS` if the request or cost limit is exhausted, and otherwise counts one request. */
export function countRequest(requests: Limit, cost: Limit): void {
  requireLeft(requests, 1, (perMinute) => `send at most ${formatCount(perMinute, 'request')} per minute`);
  requireLeft(cost, 0, (perMinute) => `send requests with a total cost of at most ${perMinute} per minute`);
  const { budgets, key, perMinute } = requests;
  if (perMinute !== null) budgets.use(key, perMinute, 1);
}

function requireLeft({ budgets, key, perMinute }: Limit, amount: number, what: (perMinute: number) => string): void {
  if (perMinute === null) return;
  const { waitMs } = budgets.left(key, perMinute, amount);
  if (waitMs === 0) return;
  const retryAfter = Math.ceil(waitMs / 1_000);
  const wait = formatCount(retryAfter, 'second');
  throw new AppError('TOO_MANY_REQUESTS', `This client may ${what(perMinute)}. Try again in ${wait}.`, { retryAfter });
}

const mostUncharged = 5_000;

/** The work done by one client request. */
export function createWork({ tenantId, turns, requests, cost: { budgets, key, perMinute } }: Working): Work {
  let turn: Turn | null = null;
  /** Not charged yet, because charging each part separately would take longer. */
  let uncharged = 0;
  let hasEnded = false;
  const charge = () => {
    turn?.add(uncharged);
    if (perMinute !== null) budgets.use(key, perMinute, uncharged);
    uncharged = 0;
  };
  const work: Work = {
    async begin() {
      turn = await turns.take(tenantId);
      work.add(workCosts.request);
    },
    add(cost) {
      uncharged += cost;
      // Long requests are charged while they run. Work after the end of a request is charged immediately.
      if (uncharged >= mostUncharged || hasEnded) charge();
    },
    end() {
      charge();
      hasEnded = true;
      turn?.end();
    },
    allowances() {
      charge();
      return {
        requests:
          requests.perMinute === null ? null : requests.budgets.left(requests.key, requests.perMinute).allowance,
        cost: perMinute === null ? null : budgets.left(key, perMinute).allowance,
      };
    },
  };
  return work;
}
