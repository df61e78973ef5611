import { setTimeout as wait } from 'node:timers/promises';
import type { ChangeListener } from '../../ports/stores/transaction-store.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';
import { beginReading, type ReadSoFar, readChanges } from './change-sql.ts';

/*
 * The audit trail records every change in the unit of work that makes it, and every replica with listeners polls the
 * trail of their tenants, as webhooks do. PostgreSQL's NOTIFY would avoid polling but costs more: commits that notify
 * take a database-wide lock in turn. Ten connections inserting bare rows reached 3,100 rows per second,
 * but only 360 with a NOTIFY in each unit of work. Notifying after the commit would lose changes in a crash.
 */

const defaultTiming = {
  readEveryMs: 200,
  /** After this long without a successful read, listeners are warned that they may have missed changes. */
  longestGapMs: 15_000,
  /** A read that takes longer is slow. */
  slowMs: 1_000,
};

type ChangeFeed = { subscribe(tenantId: string, listener: ChangeListener): Promise<() => void> };

type Reading = { readonly read: ReadSoFar; readonly at: number };
type Watched = {
  readonly scope: TenantScope;
  readonly listeners: Set<ChangeListener>;
  readonly begun: Promise<void>;
  /** Null until the starting position has been read. */
  last: Reading | null;
  /** Whether the last read was slow. */
  isSlow: boolean;
};

/**
 * Concurrent statements of all tenants. Slow reads, such as those from a node that does not respond, have the same number
 * of their own. The rest of the pool remains available to requests.
 */
const mostAtOnce = 2;

/** Created once per database. Reads a tenant's changes once for all its listeners. */
export function createChangeFeed(
  scopeOf: (tenantId: string) => TenantScope,
  timing: Partial<typeof defaultTiming> = {},
): ChangeFeed {
  const { readEveryMs, longestGapMs, slowMs } = { ...defaultTiming, ...timing };
  const tenants = new Map<string, Watched>();
  const [fast, slow] = [createLanes(mostAtOnce), createLanes(mostAtOnce)];

  /** Reads the changes of a tenant while the tenant has listeners. */
  async function follow(tenantId: string, watched: Watched): Promise<void> {
    const isWatched = () => tenants.get(tenantId) === watched;
    while (isWatched()) {
      await wait(readEveryMs, undefined, { ref: false });
      if (isWatched()) await readInLane(tenantId, watched);
    }
  }

  /** A read that proves slow moves to a slow lane, so that other tenants do not wait for it. */
  async function readInLane(tenantId: string, watched: Watched): Promise<void> {
    let lane = watched.isSlow ? slow : fast;
    await lane.enter();
    const at = performance.now();
    const move = setInterval(() => {
      if (lane === slow || !slow.tryToEnter()) return;
      lane = slow;
      fast.leave();
    }, slowMs);
    try {
      await readOn(tenantId, watched);
    } finally {
      clearInterval(move);
      watched.isSlow = performance.now() - at > slowMs;
      lane.leave();
    }
  }

  async function readOn(tenantId: string, watched: Watched): Promise<void> {
    const { last } = watched;
    if (last === null) return;
    const at = performance.now();
    try {
      if (at - last.at <= longestGapMs) {
        const { changes, read } = await readChanges(watched.scope, last.read);
        watched.last = { read, at };
        for (const change of changes) for (const listener of watched.listeners) listener.changed(change);
        return;
      }
    } catch {
      // Retries soon from the same position. If the gap becomes too long, listeners are informed.
    }
    if (performance.now() - last.at > longestGapMs) giveUp(tenantId, watched);
  }

  function watch(tenantId: string): Watched {
    const scope = scopeOf(tenantId);
    const at = performance.now();
    const begun = beginReading(scope).then((read) => {
      watched.last = { read, at };
    });
    const watched: Watched = { scope, listeners: new Set(), begun, last: null, isSlow: false };
    tenants.set(tenantId, watched);
    void follow(tenantId, watched);
    return watched;
  }

  function giveUp(tenantId: string, watched: Watched): void {
    if (tenants.get(tenantId) === watched) tenants.delete(tenantId);
    for (const listener of watched.listeners) listener.missed();
  }

  function leave(tenantId: string, watched: Watched, listener: ChangeListener): void {
    watched.listeners.delete(listener);
    if (watched.listeners.size === 0 && tenants.get(tenantId) === watched) tenants.delete(tenantId);
  }

  return {
    async subscribe(tenantId, listener) {
      const watched = tenants.get(tenantId) ?? watch(tenantId);
      watched.listeners.add(listener);
      try {
        await watched.begun;
      } catch (error) {
        leave(tenantId, watched, listener);
        throw error;
      }
      return () => leave(tenantId, watched, listener);
    },
  };
}

/** A fixed number of lanes, entered in the order of arrival. */
function createLanes(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  const tryToEnter = () => {
    if (free === 0) return false;
    free -= 1;
    return true;
  };
  return {
    tryToEnter,
    async enter(): Promise<void> {
      if (!tryToEnter()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave(): void {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}
