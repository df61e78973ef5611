import type { RecordKind } from '../../domain/base/record-kinds.ts';
import type { RateBookActivation } from '../../domain/rate-book/rate-book-version.ts';
import type {
  FeedPosition,
  NotedDelivery,
  OnceDelivery,
  Subscription,
  Unread,
} from '../../ports/stores/webhook-outbox.ts';
import { type ChangeRow, changeColumns, toChange } from '../audit/change-rows.ts';
import type { Database } from '../database/database.ts';
import type { Statements } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';
import { readHorizonNow } from '../sql/change-horizon.ts';
import { onEachNode } from '../sql/each-node.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { addDeliveries } from './delivery-row.ts';
import { startFeed } from './feed-position.ts';
import { insertOnce } from './watches.ts';

/** Takes one index lookup per tenant with an active endpoint, and reads no records of other tenants. */
export async function listTenantsToRead(database: Database, now: Date): Promise<string[]> {
  const time = Prisma.sql`${now.toISOString()}::timestamptz`;
  const rows = await onEachNode(database, (isAsked) =>
    database.statements.rows<{ tenant_id: string }>(Prisma.sql`
      SELECT active.tenant_id FROM (
        SELECT DISTINCT tenant_id FROM webhook_endpoints
        WHERE status = 'ACTIVE' AND ${isAsked(Prisma.sql`webhook_endpoints.tenant_id`)}) AS active
      LEFT JOIN (SELECT * FROM webhook_feeds WHERE ${isAsked(Prisma.sql`webhook_feeds.tenant_id`)}) AS webhook_feeds
        ON webhook_feeds.tenant_id = active.tenant_id
      WHERE xid IS NULL OR nexus_due_at <= ${time} OR expiring_due_at <= ${time} OR rates_due_at <= ${time}
        OR activation_number < (SELECT coalesce(max(activation_number), 0) FROM rate_book_activations)
        OR EXISTS (
          SELECT FROM changes WHERE changes.tenant_id = active.tenant_id AND ${isAsked(Prisma.sql`changes.tenant_id`)}
            AND (changes.xid, changes.change_id) > (webhook_feeds.xid, webhook_feeds.change_id))`),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

type FeedRow = { xid: string; change_id: string; activation_number: number };
type SubscriptionRow = { service_id: string; event_types: string[]; active_since: string };

export async function readFeed(scope: TenantScope, limit: number, now: Date): Promise<Unread | null> {
  const { statements } = scope;
  const subscriptions = await readSubscriptions(scope);
  if (subscriptions.length === 0) return null;
  const [feed] = await statements.rows<FeedRow>(Prisma.sql`
    SELECT xid::text, change_id, activation_number FROM webhook_feeds ${where(scope, [])}`);
  if (!feed) {
    await startFeed(statements.rows, scope, now);
    return null;
  }
  const from: FeedPosition = { xid: feed.xid, changeId: feed.change_id, activationNumber: feed.activation_number };
  const rows = await readChanges(scope, from, limit);
  const activations = await readActivations(statements, from);
  const last = rows.at(-1);
  return {
    subscriptions,
    from,
    changes: rows.map(toChange),
    heldSince: rows.length === 0 ? await findFirstUnread(scope, from) : null,
    activations,
    to: {
      xid: last?.xid ?? from.xid,
      changeId: last?.change_id ?? from.changeId,
      activationNumber: activations.at(-1)?.activationNumber ?? from.activationNumber,
    },
  };
}

export async function readSubscriptions(scope: TenantScope): Promise<Subscription[]> {
  const rows = await scope.statements.rows<SubscriptionRow>(Prisma.sql`
    SELECT service_id, event_types, active_since FROM webhook_endpoints
    ${where(scope, [Prisma.sql`status = 'ACTIVE'`])} ORDER BY created_at, service_id`);
  return rows.map(({ service_id, event_types, active_since }) => ({
    endpointId: service_id,
    eventTypes: event_types,
    activeSince: new Date(active_since),
  }));
}

/**
 * Reads only changes below the oldest unit of work that is still writing: its changes would otherwise be skipped
 * permanently.
 */
async function readChanges(scope: TenantScope, from: FeedPosition, limit: number) {
  const horizon = await readHorizonNow(scope, scope.statements);
  const isUnread = [isBehind(from), Prisma.sql`xid < ${horizon}::bigint`];
  return scope.statements.rows<ChangeRow & { xid: string }>(Prisma.sql`
    SELECT xid::text, ${changeColumns} FROM changes ${where(scope, isUnread)} ORDER BY changes.xid, change_id LIMIT ${limit}`);
}

const isBehind = ({ xid, changeId }: FeedPosition) =>
  Prisma.sql`(xid, change_id) > (${xid}::bigint, ${changeId}::uuid)`;

/** The time of the first unread change, even if it cannot be read yet. */
async function findFirstUnread(scope: TenantScope, from: FeedPosition): Promise<Date | null> {
  const [first] = await scope.statements.rows<{ at: string }>(Prisma.sql`
    SELECT at FROM changes ${where(scope, [isBehind(from)])} ORDER BY changes.xid, change_id LIMIT 1`);
  return first ? new Date(first.at) : null;
}

type Activation = RateBookActivation & { readonly activationNumber: number };

async function readActivations(statements: Statements, { activationNumber }: FeedPosition): Promise<Activation[]> {
  const rows = await statements.rows<{ activation_number: number; number: number; activated_at: string }>(Prisma.sql`
    SELECT activation_number, number, activated_at FROM rate_book_activations
    WHERE activation_number > ${activationNumber} ORDER BY activation_number LIMIT 100`);
  return rows.map((row) => ({
    activationNumber: row.activation_number,
    number: row.number,
    activatedAt: new Date(row.activated_at),
  }));
}

/** Delay between a change and the checks of thresholds and certificates, because changes often come in bursts. */
const nexusAfterMs = 300_000;
const expiringAfterMs = 60_000;

/** The position is updated only if it has not changed since it was read, so no two replicas record the same events. */
export async function noteDeliveries(
  scope: TenantScope,
  { from, to, changes }: Pick<Unread, 'from' | 'to' | 'changes'>,
  deliveries: readonly (NotedDelivery | OnceDelivery)[],
  at: Date,
): Promise<boolean> {
  const isThere = Prisma.sql`xid = ${from.xid}::bigint AND change_id = ${from.changeId}::uuid
    AND activation_number = ${from.activationNumber}::int`;
  const dueSoon = (column: Prisma.Sql, isTouched: boolean, afterMs: number) =>
    isTouched ? Prisma.sql`least(${column}, ${new Date(at.getTime() + afterMs).toISOString()}::timestamptz)` : column;
  const touches = (types: readonly RecordKind[]) => changes.some(({ recordType }) => types.includes(recordType));
  return inUnitOfWork(scope, async (rows) => {
    const moved = await rows(Prisma.sql`
      UPDATE webhook_feeds SET xid = ${to.xid}::bigint, change_id = ${to.changeId}::uuid,
        activation_number = ${to.activationNumber}::int,
        nexus_due_at = ${dueSoon(Prisma.sql`nexus_due_at`, touches(['TRANSACTION', 'NEXUS', 'ACCOUNT']), nexusAfterMs)},
        expiring_due_at = ${dueSoon(Prisma.sql`expiring_due_at`, touches(['EXEMPTION', 'ACCOUNT']), expiringAfterMs)},
        rates_due_at = ${dueSoon(Prisma.sql`rates_due_at`, to.activationNumber !== from.activationNumber, 0)}
      ${where(scope, [isThere])} RETURNING tenant_id`);
    if (moved.length === 0) return false;
    await addDeliveries(rows, scope, { deliveries: deliveries.filter((delivery) => !isOnce(delivery)), at });
    const once = deliveries.filter(isOnce);
    if (once.length > 0) await insertOnce(rows, scope, { deliveries: once, at });
    return true;
  });
}

const isOnce = (delivery: NotedDelivery | OnceDelivery): delivery is OnceDelivery => 'key' in delivery;
