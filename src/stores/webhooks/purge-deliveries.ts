import type { PageRequest } from '../../ports/stores/page-request.ts';
import { Prisma } from '../generated/client.ts';
import { isAfter, orderByCreation, type TenantScope, where } from '../sql/tenant-scope.ts';

/**
 * The search follows the index by creation, so each query can find many deliveries. Removal locks rows, so it is done
 * in small steps.
 */
const [foundAtOnce, removedAtOnce] = [20_000, 1_000];

/** Removes deliveries created before this time, and the deliveries of deleted endpoints. */
export async function purgeDeliveries(scope: TenantScope, before: Date, isStopped: () => boolean): Promise<void> {
  const isOld = Prisma.sql`created_at < ${before.toISOString()}::timestamptz`;
  const hasNoEndpoint = Prisma.sql`endpoint_id NOT IN (
    SELECT service_id FROM webhook_endpoints WHERE tenant_id = ${scope.tenantId})`;
  await removeMatching(scope, isOld, isStopped);
  await removeMatching(scope, hasNoEndpoint, isStopped);
}

type Found = { created_at: string; service_id: string };

/** Each search continues where the last one ended: from the start, it would pass all remaining deliveries again. */
async function removeMatching(scope: TenantScope, condition: Prisma.Sql, isStopped: () => boolean): Promise<void> {
  let page: PageRequest = { limit: foundAtOnce, direction: 'ASC', after: null };
  while (!isStopped()) {
    const found = await scope.reports.rows<Found>(Prisma.sql`
      SELECT created_at, service_id FROM webhook_deliveries ${where(scope, [condition, isAfter(page)])} ${orderByCreation(page)}`);
    for (let start = 0; start < found.length && !isStopped(); start += removedAtOnce) {
      const ids = found.slice(start, start + removedAtOnce).map(({ service_id }) => service_id);
      await scope.reports.rows(Prisma.sql`
        DELETE FROM webhook_deliveries ${where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`])} RETURNING number`);
    }
    const last = found.at(-1);
    if (!last || found.length < foundAtOnce) return;
    page = { ...page, after: { createdAt: new Date(last.created_at), serviceId: last.service_id } };
  }
}
