import { newServiceId } from '../../domain/base/service-id.ts';
import type { WebhookAttempt, WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { NotedDelivery } from '../../ports/stores/webhook-outbox.ts';
import { Prisma } from '../generated/client.ts';
import { columnsOf, type RowOf, withTimes } from '../sql/stored-record.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';
import type { Rows } from '../sql/unit-of-work.ts';

type StoredAttempt = { attemptedAt: string; statusCode: number | null; durationMs: number; failure: string | null };

export type DeliveryRow = Omit<RowOf<WebhookDelivery>, 'nextAttemptAt' | 'attempts'> & {
  readonly dueAt: string;
  readonly attempts: readonly StoredAttempt[];
};

export const deliveryColumns = columnsOf<DeliveryRow>(
  'serviceId',
  'endpointId',
  'eventId',
  'eventType',
  'occurredAt',
  'data',
  'status',
  'dueAt',
  'attempts',
  'createdAt',
  'updatedAt',
);

export function toDelivery({ occurredAt, dueAt, attempts, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...withTimes(row),
    occurredAt: new Date(occurredAt),
    nextAttemptAt: row.status === 'PENDING' ? new Date(dueAt) : null,
    attempts: attempts.map((attempt) => ({ ...attempt, attemptedAt: new Date(attempt.attemptedAt) })),
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
