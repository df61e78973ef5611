import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

type Position = { readonly xid: string; readonly change_id: string };

/**
 * Finds a feed that is ahead of the changes or of the rate book versions, and would therefore skip the next changes or
 * versions.
 */
export async function feedFaults(scope: TenantScope): Promise<string[]> {
  const newest = await findLastChange(scope, null);
  const [ahead] = await scope.reports.rows<{ tenant_id: string }>(Prisma.sql`
    SELECT tenant_id FROM webhook_feeds
    ${where(scope, [Prisma.sql`(xid > ${newest?.xid ?? '0'}::bigint OR activation_number > ${await lastActivation(scope)}::int)`])}`);
  return ahead ? ['The webhook feed is ahead of the recorded changes.'] : [];
}

/** Also finds a feed that is behind what it has delivered and would deliver it again. */
export async function allFeedFaults(scope: TenantScope): Promise<string[]> {
  // Feed and deliveries are read as of the same instant: the feed moves in the unit of work that adds the deliveries.
  const behind = await scope.reports.rows<{ change_id: string }>(Prisma.sql`
    SELECT change_id FROM changes ${where(scope, [
      isTold(scope),
      Prisma.sql`(xid, change_id) > (SELECT feeds.xid, feeds.change_id FROM webhook_feeds AS feeds
        WHERE feeds.tenant_id = ${scope.tenantId})`,
    ])} LIMIT 1`);
  const faults = await feedFaults(scope);
  return behind.length === 0 ? faults : [...faults, 'The webhook feed would deliver changes a second time.'];
}

const isTold = (scope: TenantScope) =>
  Prisma.sql`change_id IN (SELECT event_id FROM webhook_deliveries ${where(scope, [])})`;

/**
 * Moves the feed to the last delivered change, so that nothing is delivered twice, or to the newest change if none was
 * delivered.
 */
export async function repairFeed(scope: TenantScope): Promise<void> {
  const { statements } = scope;
  const newest = await findLastChange(scope, null);
  const told = await findLastChange(scope, isTold(scope));
  const { xid, change_id: changeId } = told ?? { xid: newest?.xid ?? '0', change_id: lastOfAll };
  const position = Prisma.sql`(${xid}::bigint, ${changeId}::uuid)`;
  const isWrong = Prisma.sql`(xid > ${newest?.xid ?? '0'}::bigint OR (xid, change_id) < ${position})`;
  await statements.rows(Prisma.sql`
    UPDATE webhook_feeds SET (xid, change_id) = ${position} ${where(scope, [isWrong])} RETURNING tenant_id`);
  await statements.rows(Prisma.sql`
    UPDATE webhook_feeds SET activation_number = least(activation_number, ${await lastActivation(scope)}::int)
    ${where(scope, [])} RETURNING tenant_id`);
}

async function findLastChange(scope: TenantScope, condition: Prisma.Sql | null): Promise<Position | undefined> {
  const [last] = await scope.reports.rows<Position>(Prisma.sql`
    SELECT xid::text, change_id FROM changes ${where(scope, [condition])} ORDER BY changes.xid DESC, change_id DESC LIMIT 1`);
  return last;
}

async function lastActivation({ reports }: TenantScope): Promise<number> {
  const [last] = await reports.rows<{ number: number }>(Prisma.sql`
    SELECT coalesce(max(activation_number), 0)::int AS number FROM rate_book_activations`);
  return last!.number;
}

/** An id that sorts after all changes in a unit of work. */
const lastOfAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Starts reading a tenant's events at the newest event. Running units of work may have lower numbers; their events
 * precede the activation of the endpoint, so they need not be delivered. For a feed that has already started, the
 * periodic checks become due now, because an endpoint may subscribe to more events than before.
 */
export async function startFeed(
  rows: <Row>(statement: Prisma.Sql) => Promise<readonly Row[]>,
  { tenantId }: TenantScope,
  at: Date,
): Promise<void> {
  const now = Prisma.sql`${at.toISOString()}::timestamptz`;
  // Queried individually, because a distributed database infers no types in an insert that reads both distributed and
  // reference tables.
  const [noted] = await rows<{ xid: string }>(Prisma.sql`
    SELECT coalesce(max(xid), 0)::text AS xid FROM changes WHERE tenant_id = ${tenantId}`);
  const [activated] = await rows<{ number: string }>(Prisma.sql`
    SELECT coalesce(max(activation_number), 0)::text AS number FROM rate_book_activations`);
  await rows(Prisma.sql`
    INSERT INTO webhook_feeds (tenant_id, xid, change_id, activation_number, nexus_due_at, expiring_due_at, rates_due_at)
    VALUES (${tenantId}, ${noted!.xid}::text::bigint, ${lastOfAll}::uuid, ${activated!.number}::text::int, ${now}, ${now}, ${now})
    ON CONFLICT (tenant_id) DO UPDATE SET nexus_due_at = excluded.nexus_due_at,
      expiring_due_at = excluded.expiring_due_at, rates_due_at = excluded.rates_due_at
    RETURNING tenant_id`);
}

/**
 * Ends the feed once no endpoint is active; the next active endpoint starts a new one. Requires `lockTenant`: an endpoint
 * that is activated at the same time must keep the feed.
 */
export function endIdleFeed({ tenantId }: TenantScope): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM webhook_feeds WHERE tenant_id = ${tenantId} AND NOT EXISTS (
      SELECT FROM webhook_endpoints WHERE tenant_id = ${tenantId} AND status = 'ACTIVE')`;
}
