import { LRUCache } from 'lru-cache';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { DueEndpoint } from '../../ports/stores/webhook-outbox.ts';
import { type Delivering, deliverNext } from './deliver-events.ts';
import { noteEvents } from './note-events.ts';
import { type Watching, watchTenant } from './watch-tenants.ts';

const lanesInAll = 128;
/** Lanes for endpoints that are slow, failing or new, across all tenants. */
const lanesOfSlow = 16;
const lanesPerTenant = 64;
/**
 * The initial and the maximum number of lanes of an endpoint that responds quickly. The number doubles in each round
 * while the endpoint is busy, and halves otherwise.
 */
const [firstLanes, mostLanes] = [4, 64];
/** While other endpoints wait for a lane, an endpoint yields after this many deliveries, or this time. */
const deliveriesPerTurn = 50;
const longestTurnMs = 5_000;
/** An endpoint is busy if a lane has made this many deliveries without a gap. */
const busyFrom = 5;
/** An endpoint whose last response took longer is slow. */
const slowMs = 1_000;
/** Beyond this number, the least recently used endpoints count as new. */
const mostKnown = 10_000;
const purgeEveryMs = 3_600_000;
const dayMs = 86_400_000;
const defaultGraceMs = 5_000;

type Working = Delivering &
  Watching & {
    onError(error: unknown): void;
    /** Called in each round with the time since which changes may remain unread; null if all changes were read. */
    onUnread?(since: Date | null): void;
    /** How long running deliveries may take after the gateway begins to stop. */
    readonly graceMs?: number;
  };

export type WebhookWorker = {
  /** Records new events and starts deliveries that are due, without waiting for them. */
  round(isStopped: () => boolean): Promise<void>;
  /** Resolves once no delivery and no check of tenants is running. */
  settled(): Promise<void>;
  /** Finishes the current deliveries, or returns them to the queue after the grace period. */
  stop(): Promise<void>;
};

type Lane = DueEndpoint & { readonly isSlow: boolean };

/**
 * Delivers events in the background, on every replica. An endpoint has one or more lanes, each with one delivery at a
 * time: several while it has many deliveries and responds quickly, and a single lane while it is slow or failing. No
 * tenant, and no group of slow endpoints, can occupy all lanes, so a fast endpoint never waits for slow endpoints.
 */
export function createWebhookWorker(on: Working): WebhookWorker {
  const lanes = new Set<Lane>();
  /** The number of lanes of each endpoint whose last response was fast. */
  const lanesOfFast = new LRUCache<string, number>({ max: mostKnown });
  /** Endpoints that were busy since the last round. */
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let hasStopped = false;
  /** Whether an endpoint had fewer lanes than its share in the last round. */
  let isCrowded = false;
  let watching: Promise<void> | null = null;
  let purgedAt = 0;
  let turn = 0;

  async function drive(lane: Lane): Promise<void> {
    const startedAt = performance.now();
    for (let count = 1; !hasStopped; count++) {
      const made = await deliverNext(on, lane, stopping.signal);
      if (made === null) return;
      const isFast = made.durationMs < slowMs;
      if (!isFast) lanesOfFast.delete(lane.endpointId);
      else if (!lanesOfFast.has(lane.endpointId)) lanesOfFast.set(lane.endpointId, firstLanes);
      if (count >= busyFrom) busy.add(lane.endpointId);
      // A lane for fast endpoints must not remain assigned to an endpoint that has become slow or is failing.
      if (isFast === lane.isSlow || made.hasFailed) return;
      if (isCrowded && (count >= deliveriesPerTurn || performance.now() - startedAt > longestTurnMs)) return;
    }
  }

  function openLane(endpoint: DueEndpoint): void {
    const lane: Lane = { ...endpoint, isSlow: isSlow(endpoint) };
    lanes.add(lane);
    const driven = drive(lane)
      .catch(on.onError)
      .finally(() => {
        running.delete(driven);
        lanes.delete(lane);
      });
    running.add(driven);
  }

  const isSlow = ({ endpointId, isFailing }: DueEndpoint) => isFailing || !lanesOfFast.has(endpointId);
  const countLanes = (isCounted: (lane: Lane) => boolean) => [...lanes].filter(isCounted).length;

  function wantsLane(endpoint: DueEndpoint): boolean {
    const own = countLanes(({ endpointId }) => endpointId === endpoint.endpointId);
    return own < (isSlow(endpoint) ? 1 : lanesOfFast.get(endpoint.endpointId)!);
  }

  function hasRoom(endpoint: DueEndpoint): boolean {
    if (!wantsLane(endpoint)) return false;
    if (countLanes(({ tenantId }) => tenantId === endpoint.tenantId) >= lanesPerTenant) return false;
    return !isSlow(endpoint) || countLanes((lane) => lane.isSlow) < lanesOfSlow;
  }

  /** An endpoint with many deliveries gets more lanes and releases them afterward. */
  function fitLanes({ endpointId }: DueEndpoint): void {
    const count = lanesOfFast.get(endpointId);
    const isBusy = busy.delete(endpointId);
    if (count === undefined) return;
    lanesOfFast.set(endpointId, isBusy ? Math.min(2 * count, mostLanes) : Math.max(count / 2, firstLanes));
  }

  async function deliverDue(): Promise<void> {
    const due = await on.outbox.listDue(on.now());
    for (const endpoint of due) fitLanes(endpoint);
    // Each round starts with a different endpoint.
    const start = due.length === 0 ? 0 : turn++ % due.length;
    let waiting = [...due.slice(start), ...due.slice(0, start)];
    while (lanes.size < lanesInAll) {
      waiting = waiting.filter(hasRoom);
      const [next] = waiting;
      if (!next) break;
      const lanesOf = (endpoint: DueEndpoint) => countLanes(({ tenantId }) => tenantId === endpoint.tenantId);
      openLane(waiting.reduce((least, one) => (lanesOf(one) < lanesOf(least) ? one : least), next));
    }
    isCrowded = due.some(wantsLane);
  }

  /** These checks take longer than the other work, so a round does not wait for them. */
  async function watch(tenantIds: readonly string[]): Promise<void> {
    for (const tenantId of tenantIds) {
      if (!hasStopped) await watchTenant(on, tenantId, () => hasStopped).catch(on.onError);
    }
  }

  async function purge(isStopped: () => boolean): Promise<void> {
    const now = on.now().getTime();
    if (now - purgedAt < purgeEveryMs) return;
    purgedAt = now;
    await on.outbox.purge(new Date(now - gatewayLimits.webhooks.deliveryDays * dayMs), isStopped);
  }

  return {
    async round(isStopped) {
      const tenantIds = await on.outbox.listTenantsToRead(on.now());
      const left: Date[] = [];
      for (const tenantId of tenantIds) {
        if (isStopped()) return;
        const since = await noteEvents(on.outbox, tenantId, { now: on.now, isStopped });
        if (since) left.push(since);
      }
      on.onUnread?.(left.length === 0 ? null : new Date(Math.min(...left.map(Number))));
      watching ??= watch(tenantIds).finally(() => {
        watching = null;
      });
      await deliverDue();
      await purge(isStopped);
    },
    async settled() {
      while (watching || running.size > 0) await Promise.all([watching, ...running]);
    },
    async stop() {
      hasStopped = true;
      const timer = setTimeout(() => stopping.abort(), on.graceMs ?? defaultGraceMs);
      await Promise.all([watching, ...running]);
      clearTimeout(timer);
    },
  };
}
