import { Prisma } from '../generated/client.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';

/** An id that sorts after all changes in a unit of work. */
export const lastOfAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

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
