import type { Logger } from 'pino';
import type { TargetRules } from './domain/webhooks/endpoint-input.ts';
import type { Observed } from './observation/metrics.ts';
import type { RateBookInForce } from './ports/reference-data.ts';
import type { Stores } from './ports/stores.ts';
import { createBackgroundWork } from './stores/database/background-work.ts';
import { createWebhookWorker } from './usecases/webhooks/webhook-worker.ts';
import { createWebhookSender } from './webhooks/sender.ts';

const roundMs = 1_000;

type WebhookWork = {
  readonly stores: Stores;
  readonly rateBook: RateBookInForce;
  readonly targets: TargetRules;
  readonly log: Logger;
  now(): Date;
};

/** Sends events to the endpoints of tenants in the background, until it is closed. */
export function startWebhooks({ stores, rateBook, targets, log, now }: WebhookWork) {
  const { webhookOutbox: outbox } = stores;
  const outcomes = { delivered: 0, retried: 0, failed: 0 };
  const onError = (error: unknown) => log.warn(error, 'webhooks could not be sent; trying again');
  const worker = createWebhookWorker({
    outbox,
    stores,
    rateBook,
    sender: createWebhookSender(targets),
    now,
    random: Math.random,
    onError,
    onOutcome(outcome) {
      outcomes[outcome] += 1;
    },
  });
  const rounds = createBackgroundWork({ everyMs: roundMs, onError, run: worker.round });
  rounds.start();
  const observed: Observed['webhooks'] = { outcomes: () => outcomes, countPending: outbox.countPending };
  return { observed, close: () => rounds.stop().then(() => worker.stop()) };
}
