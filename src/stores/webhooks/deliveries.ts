import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { WebhookDeliveryStore } from '../../ports/stores/webhook-endpoint-store.ts';
import { Prisma } from '../generated/client.ts';
import { webhookDeliveryFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf } from '../sql/filter-sql.ts';
import { writeNoted } from '../sql/noted-outcome.ts';
import { isAfter, isUuid, orderByCreation, type TenantScope, where } from '../sql/tenant-scope.ts';
import { type DeliveryRow, deliveryColumns, dueAtOnce, insertDeliveries, toDelivery } from './delivery-row.ts';

export function createWebhookDeliveryStore(scope: TenantScope): WebhookDeliveryStore {
  const { statements, reports, tenantId } = scope;
  const isThis = (serviceId: string) => Prisma.sql`service_id = ${serviceId}::uuid`;
  /** Excludes deliveries to deleted endpoints; these deliveries are removed later. */
  const hasEndpoint = Prisma.sql`endpoint_id IN (SELECT service_id FROM webhook_endpoints WHERE tenant_id = ${tenantId})`;

  const find: WebhookDeliveryStore['find'] = async (serviceId) => {
    if (!isUuid(serviceId)) return null;
    const [row] = await statements.rows<DeliveryRow>(Prisma.sql`
      SELECT ${deliveryColumns} FROM webhook_deliveries ${where(scope, [isThis(serviceId), hasEndpoint])}`);
    return row ? toDelivery(row) : null;
  };

  return {
    find,

    async list(filter, page) {
      const conditions = conditionsOf(webhookDeliveryFilterColumns, filter);
      const fitting = where(scope, [...conditions, hasEndpoint, isAfter(page)]);
      const select = Prisma.sql`SELECT ${deliveryColumns} FROM webhook_deliveries ${fitting} ${orderByCreation(page)}`;
      const rows = await reports.rows<DeliveryRow>(select, planningOf(conditions));
      return rows.map(toDelivery);
    },

    async count(filter) {
      const conditions = conditionsOf(webhookDeliveryFilterColumns, filter);
      const fitting = where(scope, [...conditions, hasEndpoint]);
      const counting = Prisma.sql`SELECT count(*)::int AS count FROM webhook_deliveries ${fitting}`;
      const [row] = await reports.rows<{ count: number }>(counting, planningOf(conditions));
      return row?.count ?? 0;
    },

    async add(event, endpointId, at) {
      const added = insertDeliveries(scope, [{ endpointId, event }], at);
      const [row] = await writeNoted<DeliveryRow>(scope, added, ([one]) => one!.serviceId);
      return toDelivery(row!);
    },

    async redeliver(serviceId, at) {
      if (!isUuid(serviceId)) return null;
      const made = Prisma.sql`
        UPDATE webhook_deliveries ${setDue(at)}
        ${where(scope, [isThis(serviceId), Prisma.sql`status <> 'PENDING'`])} RETURNING number`;
      await writeNoted(scope, made, ({ length }) => (length === 0 ? null : serviceId));
      return find(serviceId);
    },

    async redeliverAll({ endpointId, since, before, onlyFailed, atMost }, at) {
      const fitting = where(scope, [
        Prisma.sql`endpoint_id = ${endpointId}::uuid`,
        Prisma.sql`created_at >= ${since.toISOString()}::timestamptz`,
        Prisma.sql`created_at < ${before.toISOString()}::timestamptz`,
        onlyFailed ? Prisma.sql`status = 'FAILED'` : Prisma.sql`status <> 'PENDING'`,
      ]);
      const made = Prisma.sql`
        WITH found AS (SELECT number FROM webhook_deliveries ${fitting} LIMIT ${atMost + 1}),
        changed AS (
          UPDATE webhook_deliveries ${setDue(at)}
          ${where(scope, [
            Prisma.sql`number IN (SELECT number FROM found)`,
            Prisma.sql`status <> 'PENDING'`,
            Prisma.sql`(SELECT count(*) FROM found) <= ${atMost}`,
          ])} RETURNING number
        )
        SELECT (SELECT count(*)::int FROM found) AS found, (SELECT count(*)::int FROM changed) AS changed`;
      const [row] = await writeNoted<{ found: number; changed: number }>(scope, made, ([counts]) =>
        counts!.found > atMost ? null : String(counts!.changed),
      );
      return row!.found > atMost ? null : row!.changed;
    },
  };
}

/** Resets the delivery as if it had not been tried yet; `attempts` keeps the history. */
function setDue(at: Date): Prisma.Sql {
  const now = Prisma.sql`${at.toISOString()}::timestamptz`;
  return Prisma.sql`SET status = 'PENDING', attempt_count = 0, due_at = ${dueAtOnce(at)}, claim_id = NULL, updated_at = ${now}`;
}

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
