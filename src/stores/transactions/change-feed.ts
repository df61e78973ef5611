import { AppError } from '../../domain/base/errors.ts';
import type { ChangeListener } from '../../ports/stores/change-store.ts';
import type { PrismaDatabase } from '../database/database.ts';
import {
  type CommitHorizon,
  currentHorizon,
  forgetChanges,
  readChanges,
  type TenantChange,
  watchTenants,
  writersDone,
} from './change-sql.ts';

/*
 * While a tenant has listeners, a trigger records each change of its documents in the unit of work that makes it, and
 * every replica with listeners polls those records. PostgreSQL's NOTIFY would avoid the polling but costs more: commits
 * that notify take a database-wide lock, one after the other. Ten connections inserting bare rows reached 3,100 rows a
 * second, 2,300 with the trigger, 2,000 with a listener, and 360 with a NOTIFY in each unit of work. Notifying after the
 * commit would lose changes in a crash.
 */

const defaultTiming = {
  readEveryMs: 200,
  renewEveryMs: 10_000,
  /** A reader that has not read for this long may have missed changes, and tells its listeners. */
  longestGapMs: 15_000,
};

/** Longer than both of the intervals above together. */
const watchSeconds = 30;
const forgetAfterSeconds = 60;
const longestWriteMs = 15_000;

export type ChangeFeed = { subscribe(tenantId: string, listener: ChangeListener): Promise<() => void> };

type Watched = { readonly listeners: Set<ChangeListener>; readonly isWatched: Promise<void> };

/** One per database, which reads once for all its listeners. */
export function createChangeFeed(prisma: PrismaDatabase, timing = defaultTiming): ChangeFeed {
  const { readEveryMs, renewEveryMs, longestGapMs } = timing;
  const tenants = new Map<string, Watched>();
  let seen: Promise<CommitHorizon> | null = null;
  let readAt = 0;
  let renewedAt = 0;

  async function watch(tenantId: string): Promise<void> {
    if (!seen) {
      seen = currentHorizon(prisma);
      readAt = renewedAt = performance.now();
      schedule();
    }
    await seen;
    await watchTenants(prisma, [tenantId], watchSeconds);
    if (await writersDone(prisma, longestWriteMs)) return;
    throw new AppError('NOT_READY', 'A write is taking too long; try again.', { retryAfter: 5 });
  }

  function schedule(): void {
    setTimeout(() => void readOn(), readEveryMs).unref();
  }

  async function readOn(): Promise<void> {
    try {
      const startedAt = performance.now();
      if (startedAt - readAt <= longestGapMs) {
        const known = await seen;
        if (known === null) return;
        if (startedAt - renewedAt > renewEveryMs) await renew(startedAt);
        const { changes, horizon } = await readChanges(prisma, [...tenants.keys()], known);
        seen = Promise.resolve(horizon);
        readAt = startedAt;
        notify(changes);
      }
    } catch {
      // Retried soon; listeners learn of a gap once it is too long.
    }
    if (performance.now() - readAt > longestGapMs) giveUp();
    if (tenants.size > 0) schedule();
    else seen = null;
  }

  async function renew(at: number): Promise<void> {
    await watchTenants(prisma, [...tenants.keys()], watchSeconds);
    renewedAt = at;
    await forgetChanges(prisma, forgetAfterSeconds);
  }

  function notify(changes: readonly TenantChange[]): void {
    for (const { tenantId, change } of changes) {
      for (const listener of tenants.get(tenantId)?.listeners ?? []) listener.changed(change);
    }
  }

  function giveUp(): void {
    const listeners = [...tenants.values()].flatMap((watched) => [...watched.listeners]);
    tenants.clear();
    for (const listener of listeners) listener.missed();
  }

  function leave(tenantId: string, watched: Watched, listener: ChangeListener): void {
    watched.listeners.delete(listener);
    // The watch expires by itself; deleting it could race with a new listener.
    if (watched.listeners.size === 0 && tenants.get(tenantId) === watched) tenants.delete(tenantId);
  }

  return {
    async subscribe(tenantId, listener) {
      let watched = tenants.get(tenantId);
      if (!watched) {
        watched = { listeners: new Set(), isWatched: watch(tenantId) };
        tenants.set(tenantId, watched);
      }
      const joined = watched;
      joined.listeners.add(listener);
      try {
        await joined.isWatched;
      } catch (error) {
        leave(tenantId, joined, listener);
        throw error;
      }
      return () => leave(tenantId, joined, listener);
    },
  };
}
