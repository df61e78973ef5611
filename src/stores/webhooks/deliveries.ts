import type { WebhookDeliveryStore } from '../../ports/stores/webhook-delivery-store.ts';
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
      const [row] = await writeNoted<DeliveryRow>(scope, added, ([one]) => one!.service_id);
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
