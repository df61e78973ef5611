import { newServiceId } from '../../domain/base/service-id.ts';
import type { ClaimedDelivery, DeliveryOutcome, DueEndpoint } from '../../ports/stores/webhook-outbox.ts';
import { Prisma } from '../generated/client.ts';
import { instantOf } from '../sql/stored-record.ts';
import { lockTenant, type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { timeOf } from '../sql/values.ts';
import { attemptEntry } from './delivery-row.ts';
import { endIdleFeed } from './feed-position.ts';
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

/** The condition of the index by due time. Every search for due deliveries must repeat it. */
export const isQueued = (row: Prisma.Sql) => Prisma.sql`${row}.status = 'PENDING' AND due_at > '-infinity'`;

/**
 * The condition of the index by record. `recordOf` computes the same key for a row, without the high cost that the
 * function declares to the planner (queues.sql).
 */
const isOfRecord = (compared: Prisma.Sql) =>
  Prisma.sql`record_queue_of(webhook_deliveries.endpoint_id, webhook_deliveries.subject) ${compared}
    AND webhook_deliveries.status = 'PENDING'`;
const recordOf = (row: Prisma.Sql) => Prisma.sql`${row}.endpoint_id || ' ' || ${row}.subject`;

/**
 * Finds the deliveries for these rows, which contain `record` and `number`. Uses arrays, because for a join the planner
 * chooses an index before it considers the cost of the join.
 */
const isAmong = (rows: Prisma.Sql) => Prisma.sql`${isOfRecord(Prisma.sql`= ANY(ARRAY(SELECT record FROM ${rows}))`)}
  AND webhook_deliveries.number = ANY(ARRAY(SELECT number FROM ${rows}))`;

export type Claim = { readonly now: Date; readonly until: Date };

/**
 * Claims the oldest due deliveries without an earlier pending delivery for the same subject, so each subject has at
 * most one. Other processes skip the rows while they are locked, and afterwards until `until`. If this process ends
 * earlier, the deliveries become due again at that time.
 */
export async function claimDeliveries(
  scope: TenantScope,
  cipher: SecretCipher,
  { tenantId, endpointId }: DueEndpoint,
  { now, until, most }: Claim & { readonly most: number },
): Promise<ClaimedDelivery[]> {
  const claimId = newServiceId();
  const ofEndpoint = Prisma.sql`queue_of(endpoint_id) = ${endpointId}::uuid`;
  // One index lookup per row, in row order. A join would read all earlier pending deliveries first.
  const isNext = Prisma.sql`number = (
    SELECT webhook_deliveries.number FROM webhook_deliveries ${where(scope, [isOfRecord(Prisma.sql`= ${recordOf(Prisma.sql`waiting`)}`)])}
    ORDER BY webhook_deliveries.number LIMIT 1)`;
  const isActive = Prisma.sql`EXISTS (SELECT FROM webhook_endpoints
    WHERE tenant_id = ${scope.tenantId} AND service_id = ${endpointId}::uuid AND status = 'ACTIVE')`;
  const isDue = Prisma.sql`${isQueued(Prisma.sql`waiting`)} AND due_at <= ${timeOf(now)}`;
  const rows = await scope.statements.rows<Row>(Prisma.sql`
    WITH next AS (
      SELECT number, ${recordOf(Prisma.sql`waiting`)} AS record FROM webhook_deliveries AS waiting ${where(scope, [ofEndpoint, isDue, isNext, isActive])}
      ORDER BY due_at, number LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE webhook_deliveries SET due_at = ${timeOf(until)}, claim_id = ${claimId}::uuid, attempt_count = attempt_count + 1
      ${where(scope, [isAmong(Prisma.sql`next`)])}
      RETURNING number, event_id, event_type, occurred_at, subject, data, attempt_count
    )
    SELECT claimed.number::text, event_id, event_type, occurred_at, subject, data, attempt_count, url, secret, failing_since,
      CASE WHEN previous_secret_until > ${timeOf(now)} THEN previous_secret END AS previous_secret
    FROM claimed JOIN webhook_endpoints ON service_id = ${endpointId}::uuid ${where(scope, [])}
    ORDER BY claimed.number`);
  return rows.map((row) => ({
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
    failingSince: instantOf(row.failing_since),
  }));
}

const keptAttempts = 20;

export type Completion = { readonly claimed: ClaimedDelivery; readonly outcome: DeliveryOutcome };

/**
 * Writes outcomes, their consequences for later deliveries, and the time since which each endpoint has been failing, in
 * one statement. Then disables endpoints. Outcomes of lost claims have no effect. No two outcomes belong to the same
 * delivery.
 */
export async function completeDeliveries(scope: TenantScope, completions: readonly Completion[]): Promise<void> {
  const outcomes = completions.map(({ claimed, outcome: { attempt, nextAttemptAt } }) => ({
    number: claimed.number,
    claim_id: claimed.claimId,
    new_status: attempt.failure === null ? 'DELIVERED' : nextAttemptAt === null ? 'FAILED' : 'PENDING',
    attempted_at: attempt.attemptedAt.toISOString(),
    next_due_at: (nextAttemptAt ?? attempt.attemptedAt).toISOString(),
    attempt: [attemptEntry(attempt)],
  }));
  const sent = Prisma.sql`json_to_recordset(${JSON.stringify(outcomes)}::json) AS sent (number bigint, claim_id uuid,
    new_status "WebhookDeliveryStatus", attempted_at timestamptz, next_due_at timestamptz, attempt jsonb)`;
  const attempts = Prisma.sql`(SELECT coalesce(jsonb_agg(entry ORDER BY position), '[]')
    FROM jsonb_array_elements(attempts || sent.attempt) WITH ORDINALITY AS entries (entry, position)
    WHERE position > jsonb_array_length(attempts) + 1 - ${keptAttempts}::int)`;
  const records = completions.map(({ claimed }) => `${claimed.endpointId} ${claimed.subject}`);
  const isSent = [
    isOfRecord(Prisma.sql`= ANY(${records}::text[])`),
    Prisma.sql`webhook_deliveries.number = sent.number AND webhook_deliveries.claim_id = sent.claim_id`,
  ];
  // After a failure, later deliveries wait as well; after a success, they are due. `OFFSET` keeps the planner from
  // turning this into a join.
  const isBehind = [
    isOfRecord(Prisma.sql`= ${recordOf(Prisma.sql`completed`)}`),
    Prisma.sql`webhook_deliveries.number > completed.number AND attempt_count = 0`,
    Prisma.sql`(new_status = 'PENDING' OR webhook_deliveries.due_at > completed.due_at)`,
  ];
  const completed = await scope.statements.rows<{ number: string }>(Prisma.sql`
    WITH completed AS (
      UPDATE webhook_deliveries SET status = new_status, due_at = next_due_at, claim_id = NULL,
        updated_at = attempted_at, attempts = ${attempts}
      FROM ${sent} ${where(scope, isSent)}
      RETURNING webhook_deliveries.number, endpoint_id, subject, due_at, attempted_at, new_status
    ), waiting AS (
      SELECT later.number, ${recordOf(Prisma.sql`completed`)} AS record, completed.due_at FROM completed, LATERAL (
        SELECT number FROM webhook_deliveries ${where(scope, isBehind)} OFFSET 0) AS later
    ), behind AS (
      UPDATE webhook_deliveries SET due_at = waiting.due_at FROM waiting
      ${where(scope, [isAmong(Prisma.sql`waiting`), Prisma.sql`webhook_deliveries.number = waiting.number`])}
    ), answered AS (
      SELECT endpoint_id, bool_or(new_status = 'DELIVERED') AS has_succeeded, min(attempted_at) AS attempted_at
      FROM completed GROUP BY endpoint_id
    ), endpoint AS (
      UPDATE webhook_endpoints SET failing_since = CASE WHEN has_succeeded THEN NULL ELSE attempted_at END FROM answered
      WHERE webhook_endpoints.tenant_id = ${scope.tenantId} AND service_id = answered.endpoint_id
        AND (failing_since IS NOT NULL) = has_succeeded
    )
    SELECT number::text FROM completed`);
  const numbers = new Set(completed.map(({ number }) => number));
  for (const { claimed, outcome } of completions) {
    const { disabledReason, attempt } = outcome;
    if (disabledReason !== null && numbers.has(claimed.number))
      await disable(scope, claimed.endpointId, disabledReason, attempt.attemptedAt);
  }
}

/** Written without an actor, so that the audit trail attributes the change to the gateway. */
async function disable(scope: TenantScope, endpointId: string, because: string, at: Date): Promise<void> {
  await inUnitOfWork(scope, async (rows) => {
    await rows(lockTenant(scope));
    await rows(Prisma.sql`
      UPDATE webhook_endpoints SET status = 'DISABLED', disabled_reason = ${because},
        updated_at = greatest(updated_at, ${timeOf(at)}), version = version + 1, changed_by = NULL
      ${where(scope, [Prisma.sql`service_id = ${endpointId}::uuid AND status = 'ACTIVE'`])} RETURNING service_id`);
    await rows(Prisma.sql`${endIdleFeed(scope)} RETURNING tenant_id`);
    return true;
  });
}

/** Releases a delivery without counting an attempt. */
export async function releaseDelivery(scope: TenantScope, claimed: ClaimedDelivery, now: Date): Promise<void> {
  const isMine = Prisma.sql`${isOfRecord(Prisma.sql`= ${`${claimed.endpointId} ${claimed.subject}`}`)}
    AND number = ${claimed.number}::bigint AND claim_id = ${claimed.claimId}::uuid`;
  await scope.statements.rows(Prisma.sql`
    UPDATE webhook_deliveries SET due_at = ${timeOf(now)}, claim_id = NULL, attempt_count = greatest(attempt_count - 1, 0)
    ${where(scope, [isMine])} RETURNING number`);
}
