import { newServiceId } from '../../domain/base/service-id.ts';
import type { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { NotedDelivery } from '../../ports/stores/webhook-outbox.ts';
import { Prisma } from '../generated/client.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';
import type { Rows } from '../sql/unit-of-work.ts';

type StoredAttempt = { attemptedAt: string; statusCode: number | null; durationMs: number; failure: string | null };

export type DeliveryRow = {
  service_id: string;
  endpoint_id: string;
  event_id: string;
  event_type: WebhookDelivery['eventType'];
  occurred_at: string;
  data: WebhookDelivery['data'];
  status: WebhookDelivery['status'];
  due_at: string;
  attempts: StoredAttempt[];
  created_at: string;
  updated_at: string;
};

export const deliveryColumns = Prisma.sql`service_id, endpoint_id, event_id, event_type, occurred_at, data, status, due_at,
  attempts, created_at, updated_at`;

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    serviceId: row.service_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    occurredAt: new Date(row.occurred_at),
    data: row.data,
    status: row.status,
    nextAttemptAt: row.status === 'PENDING' ? new Date(row.due_at) : null,
    attempts: row.attempts.map((attempt) => ({ ...attempt, attemptedAt: new Date(attempt.attemptedAt) })),
    internalTimestamps: { createdDate: new Date(row.created_at), updatedDate: new Date(row.updated_at) },
  };
}

/** Converts an attempt to an element of the JSON column. */
export function attemptEntry({ attemptedAt, ...attempt }: WebhookAttempt): StoredAttempt {
  return { attemptedAt: attemptedAt.toISOString(), ...attempt };
}

/** Batch sizes: only a few, to limit the number of prepared statements. */
const sizes = [100, 10, 1];

type Adding = { readonly deliveries: readonly NotedDelivery[]; readonly at: Date };

/** Adds deliveries in the given order and returns their rows. */
export async function addDeliveries(
  rows: Rows,
  scope: TenantScope,
  { deliveries, at }: Adding,
): Promise<DeliveryRow[]> {
  const added: DeliveryRow[] = [];
  for (let start = 0; start < deliveries.length; ) {
    const size = sizes.find((one) => one <= deliveries.length - start)!;
    added.push(...(await rows<DeliveryRow>(insertDeliveries(scope, deliveries.slice(start, start + size), at))));
    start += size;
  }
  return added;
}

/**
 * Never later than the store's own time: if the clock of this process is ahead, other processes must not wait for it.
 */
export const dueAtOnce = (at: Date) => Prisma.sql`least(${at.toISOString()}::timestamptz, now())`;

/**
 * Inserted as values: a distributed database would number rows from any other source on the coordinator and then move
 * them to their nodes.
 */
export function insertDeliveries(
  { tenantId }: TenantScope,
  deliveries: readonly NotedDelivery[],
  at: Date,
): Prisma.Sql {
  const now = Prisma.sql`${at.toISOString()}::timestamptz`;
  const values = deliveries.map(
    ({
      endpointId,
      event,
    }) => Prisma.sql`(${tenantId}, ${newServiceId()}::uuid, ${endpointId}::uuid, ${event.eventId}::uuid,
      ${event.eventType}, ${event.occurredAt.toISOString()}::timestamptz, ${event.subject}, ${JSON.stringify(event.data)}::json,
      ${dueAtOnce(at)}, ${now}, ${now})`,
  );
  return Prisma.sql`
    INSERT INTO webhook_deliveries (tenant_id, service_id, endpoint_id, event_id, event_type, occurred_at, subject, data,
      due_at, created_at, updated_at)
    VALUES ${Prisma.join(values)} RETURNING ${deliveryColumns}`;
}
