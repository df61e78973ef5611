import { newServiceId } from '../../domain/base/service-id.ts';
import type { ClaimedDelivery, DeliveryOutcome, DueEndpoint } from '../../ports/stores/webhook-outbox.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { attemptEntry } from './delivery-row.ts';
import { endIdleFeed } from './feed-sql.ts';
import type { SecretCipher } from './secret-cipher.ts';

type Row = {
  number: string;
  event_id: string;
  event_type: ClaimedDelivery['eventType'];
  occurred_at: string;
  subject: string;
  data: ClaimedDelivery['data'];
  attempt_count: number;
  url: string;
  secret: string;
  previous_secret: string | null;
  failing_since: string | null;
};

const timeOf = (instant: Date) => Prisma.sql`${instant.toISOString()}::timestamptz`;

/**
 * The oldest due delivery without an earlier pending one for its subject. Other processes skip the row while it is locked,
 * and afterwards until `until`; if this process ends before, the delivery is then due again.
 */
export async function claimDelivery(
  scope: TenantScope,
  cipher: SecretCipher,
  { tenantId, endpointId }: DueEndpoint,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<ClaimedDelivery | null> {
  const claimId = newServiceId();
  const ofEndpoint = Prisma.sql`endpoint_id = ${endpointId}::uuid`;
  const isNext = Prisma.sql`NOT EXISTS (
    SELECT FROM webhook_deliveries AS earlier WHERE earlier.tenant_id = ${scope.tenantId}
      AND earlier.endpoint_id = webhook_deliveries.endpoint_id AND earlier.subject = webhook_deliveries.subject
      AND earlier.status = 'PENDING' AND earlier.number < webhook_deliveries.number)`;
  const isActive = Prisma.sql`EXISTS (SELECT FROM webhook_endpoints
    WHERE tenant_id = ${scope.tenantId} AND service_id = ${endpointId}::uuid AND status = 'ACTIVE')`;
  const isDue = Prisma.sql`status = 'PENDING' AND due_at <= ${timeOf(now)}`;
  const [row] = await scope.statements.rows<Row>(Prisma.sql`
    WITH next AS (
      SELECT number FROM webhook_deliveries ${where(scope, [ofEndpoint, isDue, isNext, isActive])}
      ORDER BY due_at, number LIMIT 1 FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE webhook_deliveries SET due_at = ${timeOf(until)}, claim_id = ${claimId}::uuid, attempt_count = attempt_count + 1
      ${where(scope, [Prisma.sql`number IN (SELECT number FROM next)`])}
      RETURNING number, event_id, event_type, occurred_at, subject, data, attempt_count
    )
    SELECT claimed.number::text, event_id, event_type, occurred_at, subject, data, attempt_count, url, secret, failing_since,
      CASE WHEN previous_secret_until > ${timeOf(now)} THEN previous_secret END AS previous_secret
    FROM claimed JOIN webhook_endpoints ON service_id = ${endpointId}::uuid ${where(scope, [])}`);
  if (!row) return null;
  return {
    tenantId,
    endpointId,
    claimId,
    number: row.number,
    eventId: row.event_id,
    eventType: row.event_type,
    occurredAt: new Date(row.occurred_at),
    subject: row.subject,
    data: row.data,
    url: row.url,
    secrets: [row.secret, row.previous_secret].flatMap((stored) => (stored === null ? [] : cipher.open(stored))),
    attempts: row.attempt_count,
    failingSince: row.failing_since === null ? null : new Date(row.failing_since),
  };
}

const keptAttempts = 20;

/** Writes the outcome, its consequences for the deliveries behind it, and the state of the endpoint, in one statement. */
export async function completeDelivery(
  scope: TenantScope,
  claimed: ClaimedDelivery,
  { attempt, nextAttemptAt, disabledReason }: DeliveryOutcome,
): Promise<void> {
  const { endpointId, number, subject } = claimed;
  const status = attempt.failure === null ? 'DELIVERED' : nextAttemptAt === null ? 'FAILED' : 'PENDING';
  const at = timeOf(attempt.attemptedAt);
  const dueAt = nextAttemptAt === null ? at : timeOf(nextAttemptAt);
  const attempts = Prisma.sql`(SELECT coalesce(jsonb_agg(entry ORDER BY position), '[]')
    FROM jsonb_array_elements(attempts || ${attemptEntry(attempt)}::jsonb) WITH ORDINALITY AS entries (entry, position)
    WHERE position > jsonb_array_length(attempts) + 1 - ${keptAttempts}::int)`;
  // Deliveries behind it wait until it is tried again, or are due at once if it is finished.
  const isBehind = Prisma.sql`endpoint_id = ${endpointId}::uuid AND subject = ${subject} AND status = 'PENDING'
    AND number > ${number}::bigint AND attempt_count = 0 AND EXISTS (SELECT FROM completed)`;
  const isFailing = Prisma.sql`failing_since IS ${attempt.failure === null ? Prisma.sql`NOT NULL` : Prisma.sql`NULL`}`;
  const failingSince = attempt.failure === null ? Prisma.sql`NULL` : at;
  await scope.statements.rows(Prisma.sql`
    WITH completed AS (
      UPDATE webhook_deliveries SET status = ${status}::"WebhookDeliveryStatus", due_at = ${dueAt}, claim_id = NULL,
        updated_at = ${at}, attempts = ${attempts}
      ${where(scope, [Prisma.sql`number = ${number}::bigint AND claim_id = ${claimed.claimId}::uuid`])} RETURNING tenant_id
    ), behind AS (
      UPDATE webhook_deliveries SET due_at = ${dueAt} ${where(scope, [isBehind])}
    ), endpoint AS (
      UPDATE webhook_endpoints SET failing_since = ${failingSince}
      ${where(scope, [Prisma.sql`service_id = ${endpointId}::uuid`, isFailing, Prisma.sql`EXISTS (SELECT FROM completed)`])}
    )
    SELECT tenant_id FROM completed`);
  if (disabledReason !== null) await disable(scope, endpointId, disabledReason, attempt.attemptedAt);
}

/** Without an actor: the audit trail attributes it to the gateway. */
async function disable(scope: TenantScope, endpointId: string, because: string, at: Date): Promise<void> {
  await scope.statements.rows(Prisma.sql`
    UPDATE webhook_endpoints SET status = 'DISABLED', disabled_reason = ${because},
      updated_at = greatest(updated_at, ${timeOf(at)}), version = version + 1, changed_by = NULL
    ${where(scope, [Prisma.sql`service_id = ${endpointId}::uuid AND status = 'ACTIVE'`])} RETURNING service_id`);
  await scope.statements.rows(Prisma.sql`${endIdleFeed(scope)} RETURNING tenant_id`);
}

/** Does not count as an attempt. */
export async function releaseDelivery(scope: TenantScope, claimed: ClaimedDelivery, now: Date): Promise<void> {
  const isMine = Prisma.sql`number = ${claimed.number}::bigint AND claim_id = ${claimed.claimId}::uuid`;
  await scope.statements.rows(Prisma.sql`
    UPDATE webhook_deliveries SET due_at = ${timeOf(now)}, claim_id = NULL, attempt_count = greatest(attempt_count - 1, 0)
    ${where(scope, [isMine])} RETURNING number`);
}
