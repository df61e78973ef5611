import { isGivenUp, nextAttemptAt, type WebhookAttempt } from '../../domain/webhooks/webhook-delivery.ts';
import { bodyOf } from '../../domain/webhooks/webhook-event.ts';
import { signatureHeader } from '../../domain/webhooks/webhook-signature.ts';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
  DueEndpoint,
  WebhookOutbox,
} from '../../ports/stores/webhook-outbox.ts';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../ports/webhook-sender.ts';

export type Delivering = {
  readonly outbox: WebhookOutbox;
  readonly sender: WebhookSender;
  now(): Date;
  /** A random number from 0 to 1. */
  random(): number;
  onOutcome?(outcome: 'delivered' | 'retried' | 'failed'): void;
};

/** A delivery not completed within this time is due again, because its process must have died. */
const claimMs = 60_000;

type Made = { readonly durationMs: number; readonly hasFailed: boolean };

/**
 * Makes the next delivery of an endpoint; null if no delivery is due, or if the delivery was aborted. An aborted
 * delivery returns to the queue as untried.
 */
export async function deliverNext(on: Delivering, endpoint: DueEndpoint, signal: AbortSignal): Promise<Made | null> {
  const { outbox, sender, now } = on;
  const sentAt = now();
  const claimed = await outbox.claim(endpoint, sentAt, new Date(sentAt.getTime() + claimMs));
  if (!claimed) return null;
  const startedAt = performance.now();
  const answer = await sender.send(requestOf(claimed, sentAt), signal);
  if (signal.aborted && answer.kind === 'UNANSWERED') {
    await outbox.release(claimed, now());
    return null;
  }
  const durationMs = Math.round(performance.now() - startedAt);
  const outcome = outcomeOf(claimed, answer, { attemptedAt: sentAt, durationMs, random: on.random() });
  await outbox.complete(claimed, outcome);
  on.onOutcome?.(outcome.attempt.failure === null ? 'delivered' : outcome.nextAttemptAt ? 'retried' : 'failed');
  return { durationMs, hasFailed: outcome.attempt.failure !== null };
}

/** The request for a delivery, in the format of Standard Webhooks 1.0.0. */
function requestOf(claimed: ClaimedDelivery, at: Date): WebhookRequest {
  const body = bodyOf(claimed);
  const id = claimed.eventId;
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    url: claimed.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Tollgate-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureHeader(claimed.secrets, { id, timestamp, body }),
    },
  };
}

type Tried = Pick<WebhookAttempt, 'attemptedAt' | 'durationMs'> & { readonly random: number };

function outcomeOf(
  claimed: ClaimedDelivery,
  answer: WebhookAnswer,
  { attemptedAt, durationMs, random }: Tried,
): DeliveryOutcome {
  const statusCode = answer.kind === 'ANSWERED' ? answer.statusCode : null;
  const failure = answer.kind === 'ANSWERED' ? failureOf(answer.statusCode) : answer.failure;
  const attempt: WebhookAttempt = { attemptedAt, statusCode, durationMs, failure };
  if (failure === null) return { attempt, nextAttemptAt: null, disabledReason: null };
  const retryAfterSeconds = answer.kind === 'ANSWERED' ? answer.retryAfterSeconds : null;
  const next = nextAttemptAt({ attempts: claimed.attempts, at: attemptedAt, random, retryAfterSeconds });
  const disabledReason = reasonToDisable(claimed, attempt);
  return { attempt, nextAttemptAt: next, disabledReason };
}

function failureOf(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode >= 300 && statusCode < 400)
    return `The endpoint responded with status ${statusCode}; redirects are not followed.`;
  return `The endpoint responded with status ${statusCode}.`;
}

const gone = 410;

function reasonToDisable(
  { failingSince }: ClaimedDelivery,
  { attemptedAt, statusCode, failure }: WebhookAttempt,
): string | null {
  if (statusCode === gone) return `The endpoint responded with status ${gone} (Gone).`;
  if (!isGivenUp(failingSince, attemptedAt)) return null;
  return `Every delivery has failed since ${failingSince!.toISOString()}. The last failure: ${failure}`;
}
