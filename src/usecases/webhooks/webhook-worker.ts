import { gatewayLimits } from '../../domain/base/limits.ts';
import type { DueEndpoint } from '../../ports/stores/webhook-outbox.ts';
import { type Delivering, deliverNext } from './deliver-events.ts';
import { noteEvents } from './note-events.ts';
import { type Watching, watchTenant } from './watch-tenants.ts';

const lanesInAll = 32;
const lanesPerEndpoint = 4;
/** After this many deliveries, an endpoint gives way to others. */
const deliveriesPerTurn = 50;
const purgeEveryMs = 3_600_000;
const dayMs = 86_400_000;
const defaultGraceMs = 5_000;

type Working = Delivering &
  Watching & {
    onError(error: unknown): void;
    /** How long running deliveries may take after the gateway begins to stop. */
    readonly graceMs?: number;
  };

export type WebhookWorker = {
  /** Records new events and starts deliveries that are due, without waiting for them. */
  round(isStopped: () => boolean): Promise<void>;
  /** Resolves once no delivery is running. */
  settled(): Promise<void>;
  /** Finishes running deliveries, or returns them to the queue. */
  stop(): Promise<void>;
};

/**
 * Delivers events in the background, on every replica. An endpoint has a few lanes, each with one delivery at a time, so
 * that a slow one delays nobody else; an endpoint that fails has a single lane.
 */
export function createWebhookWorker(on: Working): WebhookWorker {
  const lanes = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let hasStopped = false;
  let watching: Promise<void> | null = null;
  let purgedAt = 0;
  let turn = 0;

  async function drive(endpoint: DueEndpoint): Promise<void> {
    for (let made = 0; made < deliveriesPerTurn && !hasStopped; made++) {
      if (!(await deliverNext(on, endpoint, stopping.signal))) return;
    }
  }

  function openLane(endpoint: DueEndpoint): void {
    const { endpointId } = endpoint;
    lanes.set(endpointId, (lanes.get(endpointId) ?? 0) + 1);
    const lane = drive(endpoint)
      .catch(on.onError)
      .finally(() => {
        running.delete(lane);
        const left = lanes.get(endpointId)! - 1;
        if (left === 0) lanes.delete(endpointId);
        else lanes.set(endpointId, left);
      });
    running.add(lane);
  }

  async function deliverDue(): Promise<void> {
    const due = await on.outbox.listDue(on.now());
    // Each round starts with another endpoint.
    const start = due.length === 0 ? 0 : turn++ % due.length;
    for (const endpoint of [...due.slice(start), ...due.slice(0, start)]) {
      const most = endpoint.isFailing ? 1 : lanesPerEndpoint;
      while (running.size < lanesInAll && (lanes.get(endpoint.endpointId) ?? 0) < most) openLane(endpoint);
    }
  }

  /** Reports take longer than the rest, so a round does not wait for them. */
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
      for (const tenantId of tenantIds) {
        if (isStopped()) return;
        await noteEvents(on.outbox, tenantId, { now: on.now, isStopped });
      }
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
