import { AppError } from '../../domain/base/errors.ts';
import type { ChangeListener } from '../../ports/stores/change-store.ts';
import type { PrismaDatabase } from '../database/database.ts';
import {
  currentSnapshot,
  forgetChanges,
  readChanges,
  type Snapshot,
  type TenantChange,
  watchTenants,
  writersDone,
} from './change-sql.ts';

/*
 * A trigger notes what happens to documents in the unit of work that does it, while somebody listens to their tenant, and
 * every replica that has listeners reads on. PostgreSQL's NOTIFY would save the reading, and costs more than it saves:
 * whoever notifies commits under one lock of the whole database, one after the other. Ten connections that inserted bare
 * rows as fast as they could came to 3,100 a second, with the trigger to 2,300, while somebody listened to 2,000, and with
 * a NOTIFY in each unit of work to 360. To notify after the commit would lose what a crash comes between.
 */

const defaultTiming = {
  readEveryMs: 200,
  renewEveryMs: 10_000,
  /** Who has not read for so long may have missed something, and says so. */
  longestGapMs: 15_000,
};

/** Longer than both of those together. */
const watchSeconds = 30;
const forgetAfterSeconds = 60;
const longestWriteMs = 15_000;

export type ChangeFeed = { subscribe(tenantId: string, listener: ChangeListener): Promise<() => void> };

type Watched = { readonly listeners: Set<ChangeListener>; readonly isWatched: Promise<void> };

/** One for a database: however many listen, it is read once at a time. */
export function createChangeFeed(prisma: PrismaDatabase, timing = defaultTiming): ChangeFeed {
  const { readEveryMs, renewEveryMs, longestGapMs } = timing;
  const tenants = new Map<string, Watched>();
  let seen: Promise<Snapshot> | null = null;
  let readAt = 0;
  let renewedAt = 0;

  async function watch(tenantId: string): Promise<void> {
    if (!seen) {
      seen = currentSnapshot(prisma);
      readAt = renewedAt = performance.now();
      schedule();
    }
    await seen;
    await watchTenants(prisma, [tenantId], watchSeconds);
    if (await writersDone(prisma, longestWriteMs)) return;
    throw new AppError('NOT_READY', 'Documents are being stored for very long; try again.', { retryAfter: 5 });
  }

  function schedule(): void {
    setTimeout(() => void readOn(), readEveryMs).unref();
  }

  async function readOn(): Promise<void> {
    try {
      const begunAt = performance.now();
      if (begunAt - readAt <= longestGapMs) {
        const known = await seen;
        if (known === null) return;
        if (begunAt - renewedAt > renewEveryMs) await renew(begunAt);
        const { changes, snapshot } = await readChanges(prisma, [...tenants.keys()], known);
        seen = Promise.resolve(snapshot);
        readAt = begunAt;
        tell(changes);
      }
    } catch {
      // Read again soon; who was told nothing for too long is told that.
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

  function tell(changes: readonly TenantChange[]): void {
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
    // The watch runs out by itself: to take it away could meet who just comes.
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
