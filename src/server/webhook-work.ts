import type { Logger } from 'pino';
import { createWebhookSender, tracedSender } from '../adapters/webhooks/sender.ts';
import type { TargetRules } from '../domain/webhooks/endpoint-input.ts';
import type { Tracing } from '../ports/observation.ts';
import type { RateBookInForce } from '../ports/reference-data.ts';
import type { Stores } from '../ports/stores.ts';
import { createRuledBooks } from '../rates/versions/ruled-books.ts';
import { createBackgroundWork } from '../stores/background/background-work.ts';
import { createWebhookWorker } from '../usecases/webhooks/webhook-worker.ts';
import type { Observed } from './observation/observed-gauges.ts';
import { createUnreadWatch } from './observation/unread-watch.ts';

const roundMs = 1_000;

type WebhookWork = {
  readonly stores: Stores;
  readonly rateBook: RateBookInForce;
  readonly targets: TargetRules;
  readonly log: Logger;
  /** Absent unless tracing is on. */
  readonly tracing?: Tracing;
  now(): Date;
};

/** Sends events to the endpoints of tenants in the background, until closed. */
export function startWebhooks({ stores, rateBook, targets, log, tracing, now }: WebhookWork) {
  const { webhookOutbox: outbox } = stores;
  const ruledBooks = createRuledBooks(stores, log);
  const outcomes = { delivered: 0, retried: 0, failed: 0 };
  const unread = createUnreadWatch(log, now);
  const onError = (error: unknown) => log.warn(error, 'webhooks could not be sent; trying again');
  const sender = createWebhookSender(targets);
  const clock = createStoreClock(outbox, now);
  const worker = createWebhookWorker({
    outbox,
    stores,
    bookFor: (tenant) => ruledBooks.bookFor(tenant, rateBook.current()),
    sender: tracing ? tracedSender(sender, tracing) : sender,
    now: clock.now,
    random: Math.random,
    onError,
    onUnread: unread.onUnread,
    onOutcome(outcome) {
      outcomes[outcome] += 1;
    },
  });
  const run = async (isStopped: () => boolean) => {
    await clock.adjust();
    await worker.round(isStopped);
  };
  const rounds = createBackgroundWork({ everyMs: roundMs, onError, run });
  rounds.start();
  const observed: Observed['webhooks'] = {
    outcomes: () => outcomes,
    countPending: outbox.countPending,
    unreadMs: unread.ageMs,
  };
  return { observed, close: () => rounds.stop().then(() => worker.stop()) };
}

/**
 * The store's time, compared once per round: a replica with a wrong clock neither delays deliveries nor sends them
 * early.
 */
function createStoreClock(outbox: Pick<Stores['webhookOutbox'], 'readClock'>, now: () => Date) {
  let aheadMs = 0;
  return {
    async adjust() {
      const time = await outbox.readClock();
      aheadMs = now().getTime() - time.getTime();
    },
    now: () => new Date(now().getTime() - aheadMs),
  };
}
