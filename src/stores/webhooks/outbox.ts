import type { DueEndpoint, WebhookOutbox } from '../../ports/stores/webhook-outbox.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { onEachNode } from '../sql/each-node.ts';
import { createTenantScope, where } from '../sql/tenant-scope.ts';
import { forEachTenant, tenantsIn } from '../sql/tenants-in.ts';
import {
  type Claim,
  type Completion,
  claimDeliveries,
  completeDeliveries,
  isQueued,
  releaseDelivery,
} from './claims.ts';
import { purgeDeliveries } from './deliveries.ts';
import { listTenantsToRead, noteDeliveries, readFeed, readSubscriptions } from './feed.ts';
import type { SecretCipher } from './secret-cipher.ts';
import { beginWatch, endWatch, noteOnce } from './watches.ts';

type ClaimAsked = Claim & { readonly endpoint: DueEndpoint };

type DueRow = { tenant_id: string; service_id: string; is_failing: boolean };

const mostCounted = 100_000;

/** Statements take milliseconds and run one after another, so any number of deliveries uses one connection. */
export function createWebhookOutbox(database: Database, cipher: SecretCipher): WebhookOutbox {
  const { statements, reports } = database;
  const inTurn = createTurns();
  const scopeOf = (tenantId: string) => createTenantScope(database, tenantId);

  // Requests that arrive before their turn are combined into one statement.
  const claims = createBatches(inTurn, async (claimed: readonly ClaimAsked[]) => {
    const [{ endpoint }] = claimed as readonly [ClaimAsked];
    const { now, until } = claimed.at(-1)!;
    const found = await claimDeliveries(scopeOf(endpoint.tenantId), cipher, endpoint, {
      now,
      until,
      most: claimed.length,
    });
    return claimed.map((_, index) => found[index] ?? null);
  });
  const completions = createBatches(inTurn, async (completed: readonly Completion[]) => {
    await completeDeliveries(scopeOf(completed[0]!.claimed.tenantId), completed);
    return completed.map(() => undefined);
  });

  return {
    async readClock() {
      const [clock] = await inTurn(() => statements.rows<{ at: string }>(Prisma.sql`SELECT clock_timestamp() AS at`));
      return new Date(clock!.at);
    },
    listTenantsToRead: (now) => inTurn(() => listTenantsToRead(database, now)),
    read: (tenantId, limit, now) => inTurn(() => readFeed(scopeOf(tenantId), limit, now)),
    note: (tenantId, read, deliveries, now) => inTurn(() => noteDeliveries(scopeOf(tenantId), read, deliveries, now)),
    listSubscriptions: (tenantId) => inTurn(() => readSubscriptions(scopeOf(tenantId))),
    beginWatch: (tenantId, watch, now, until) => inTurn(() => beginWatch(scopeOf(tenantId), watch, { now, until })),
    endWatch: (tenantId, watch, begunUntil, next) =>
      inTurn(() => endWatch(scopeOf(tenantId), watch, { begunUntil, next })),
    noteOnce: (tenantId, deliveries, now) => inTurn(() => noteOnce(scopeOf(tenantId), deliveries, now)),

    // Takes one index lookup per active endpoint, regardless of the number of pending deliveries. IS TRUE keeps the
    // planner from turning the lookup into a join.
    async listDue(now) {
      const rows = await inTurn(() =>
        onEachNode(database, (isAsked) =>
          statements.rows<DueRow>(Prisma.sql`
            SELECT tenant_id, service_id, failing_since IS NOT NULL AS is_failing FROM webhook_endpoints
            WHERE status = 'ACTIVE' AND ${isAsked(Prisma.sql`webhook_endpoints.tenant_id`)} AND (EXISTS (
              SELECT FROM webhook_deliveries AS waiting WHERE waiting.tenant_id = webhook_endpoints.tenant_id
                AND ${isAsked(Prisma.sql`waiting.tenant_id`)} AND queue_of(endpoint_id) = webhook_endpoints.service_id
                AND ${isQueued(Prisma.sql`waiting`)} AND due_at <= ${now.toISOString()}::timestamptz)) IS TRUE`),
        ),
      );
      return rows.map((row) => ({ tenantId: row.tenant_id, endpointId: row.service_id, isFailing: row.is_failing }));
    },

    claim: (endpoint, now, until) => claims.add(endpoint.endpointId, { endpoint, now, until }),
    complete: (claimed, outcome) => completions.add(claimed.tenantId, { claimed, outcome }),
    release: (claimed, now) => inTurn(() => releaseDelivery(scopeOf(claimed.tenantId), claimed, now)),

    async purge(before, isStopped) {
      const noticing = await tenantsIn(database, Prisma.sql`webhook_notices`);
      await forEachTenant(noticing, isStopped, async (tenantId) => {
        const isOldFiling = Prisma.sql`key LIKE 'filing %' AND created_at < ${before.toISOString()}::timestamptz`;
        await reports.rows(Prisma.sql`
          DELETE FROM webhook_notices ${where(scopeOf(tenantId), [isOldFiling])} RETURNING key`);
      });
      const tenants = await tenantsIn(database, Prisma.sql`webhook_deliveries`);
      await forEachTenant(tenants, isStopped, (tenantId) => purgeDeliveries(scopeOf(tenantId), before, isStopped));
    },

    async countPending() {
      const counts = await onEachNode(database, (isAsked) =>
        reports.rows<{ count: number }>(Prisma.sql`
          SELECT count(*)::int AS count FROM (
            SELECT number FROM webhook_deliveries WHERE status = 'PENDING' AND ${isAsked(Prisma.sql`tenant_id`)}
            LIMIT ${mostCounted}) AS waiting`),
      );
      return counts.reduce((sum, { count }) => sum + count, 0);
    },
  };
}

/** Runs tasks one after the other, whether they succeed or fail. */
function createTurns(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

type Waiting<Asked, Answer> = {
  readonly asked: Asked;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

const mostAtOnce = 200;

/** Collects requests for the same name until their turn, and answers them together. */
function createBatches<Asked, Answer>(
  inTurn: ReturnType<typeof createTurns>,
  answer: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): { add(name: string, asked: Asked): Promise<Answer> } {
  const waiting = new Map<string, Waiting<Asked, Answer>[]>();

  async function answerNext(name: string): Promise<void> {
    const all = waiting.get(name) ?? [];
    const batch = all.splice(0, mostAtOnce);
    if (all.length === 0) waiting.delete(name);
    if (batch.length === 0) return;
    try {
      const answers = await answer(batch.map(({ asked }) => asked));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return {
    add(name, asked) {
      const own = waiting.get(name) ?? [];
      waiting.set(name, own);
      return new Promise((resolve, reject) => {
        own.push({ asked, resolve, reject });
        // The first request of a batch queues for a turn; later ones join the batch until it starts.
        if (own.length % mostAtOnce === 1) void inTurn(() => answerNext(name));
      });
    },
  };
}
