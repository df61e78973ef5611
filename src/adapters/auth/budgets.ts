import type { Allowance } from '../../domain/account/client-limits.ts';
import type { PassingCount } from '../../ports/shared-counts.ts';
import { rememberAtMost } from './bounded-memory.ts';

const minuteMs = 60_000;
/** Expiry times are rounded up to this interval, so that the primary keeps few sums per key. */
const sumMs = 5_000;
const mostRemembered = 50_000;

/** The budget used as of a point in time. */
type Bucket = { used: number; at: number };

/** Per-minute limits. Used budget is restored continuously, so nobody waits for a minute to end. */
type Budgets = {
  /** `amount` is the budget that must remain. */
  left(key: string, perMinute: number, amount?: number): Left;
  /** Never refuses. Usage can exceed the remaining budget, which then takes longer to recover. */
  use(key: string, perMinute: number, amount: number): void;
};

/** `waitMs` is the time until the amount is available; 0 if it is. */
type Left = { readonly allowance: Allowance; readonly waitMs: number };

export function createBudgets(now: () => Date, shared?: PassingCount): Budgets {
  const buckets = rememberAtMost<Bucket>(mostRemembered);

  function bucketOf(key: string): Bucket {
    const known = buckets.get(key);
    if (known) return known;
    const bucket = { used: 0, at: now().getTime() };
    buckets.set(key, bucket);
    return bucket;
  }

  function settled(key: string, perMinute: number): Bucket {
    const bucket = bucketOf(key);
    giveBack(bucket, perMinute, now().getTime());
    return bucket;
  }

  shared?.onTold((name, amount, until) => {
    const [perMinute, key] = namedIn(name);
    const at = Math.min(until - minuteMs, now().getTime());
    const bucket = bucketOf(key);
    // A replacement worker has no usage yet, so it starts with the usage of the last minute.
    if (bucket.used === 0) bucket.at = Math.min(bucket.at, at);
    giveBack(bucket, perMinute, Math.max(at, bucket.at));
    bucket.used += amount;
  });

  return {
    left(key, perMinute, amount = 0) {
      const { used } = settled(key, perMinute);
      const remaining = Math.max(0, Math.floor(perMinute - used));
      const resetSeconds = Math.ceil((used / perMinute) * 60);
      const missing = used + amount - perMinute;
      const isLeft = amount > 0 ? missing <= 0 : missing < 0;
      const waitMs = isLeft ? 0 : Math.max(1, (missing / perMinute) * minuteMs);
      return { allowance: { limit: perMinute, remaining, resetSeconds }, waitMs };
    },
    use(key, perMinute, amount) {
      const bucket = settled(key, perMinute);
      bucket.used += amount;
      shared?.tell(nameOf(perMinute, key), amount, Math.ceil(bucket.at / sumMs) * sumMs + minuteMs);
    },
  };
}

/** Includes the limit, so that a worker can restore budget that only other workers use. */
const nameOf = (perMinute: number, key: string) => `${perMinute} ${key}`;

function namedIn(name: string): [perMinute: number, key: string] {
  const end = name.indexOf(' ');
  return [Number(name.slice(0, end)), name.slice(end + 1)];
}

/** If the clock is set back, nothing is restored. */
function giveBack(bucket: Bucket, perMinute: number, at: number): void {
  bucket.used = Math.max(0, bucket.used - (Math.max(0, at - bucket.at) * perMinute) / minuteMs);
  bucket.at = at;
}
