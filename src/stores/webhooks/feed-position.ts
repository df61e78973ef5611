import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { lastOfAll } from './feed-sql.ts';

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
