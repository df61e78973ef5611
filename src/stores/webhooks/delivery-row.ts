import { newServiceId } from '../../domain/base/service-id.ts';
import type { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { NotedDelivery } from '../../ports/stores/webhook-outbox.ts';
import { Prisma } from '../generated/client.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';

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

/** An attempt as an element of the JSON column. */
export function attemptEntry({ attemptedAt, ...attempt }: WebhookAttempt): string {
  const entry: StoredAttempt = { attemptedAt: attemptedAt.toISOString(), ...attempt };
  return JSON.stringify([entry]);
}

/** Adds deliveries in their order, and returns their rows. */
export function insertDeliveries(
  { tenantId }: TenantScope,
  deliveries: readonly NotedDelivery[],
  at: Date,
): Prisma.Sql {
  const now = Prisma.sql`${at.toISOString()}::timestamptz`;
  const rows = deliveries.map(({ endpointId, event }, position) => ({
    position,
    service_id: newServiceId(),
    endpoint_id: endpointId,
    event_id: event.eventId,
    event_type: event.eventType,
    occurred_at: event.occurredAt.toISOString(),
    subject: event.subject,
    data: event.data,
  }));
  return Prisma.sql`
    INSERT INTO webhook_deliveries (tenant_id, service_id, endpoint_id, event_id, event_type, occurred_at, subject, data,
      due_at, created_at, updated_at)
    SELECT ${tenantId}, service_id, endpoint_id, event_id, event_type, occurred_at, subject, data, ${now}, ${now}, ${now}
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent (position int, service_id uuid, endpoint_id uuid,
      event_id uuid, event_type text, occurred_at timestamptz, subject text, data json)
    ORDER BY position RETURNING ${deliveryColumns}`;
}
